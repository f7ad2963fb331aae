// nebel play --server in a build without the libraries of a server.
#include "cmd/play_server.h"

int play_at_server(const ServerPlay *play)
{
    (void)play;
    return complain_failed(
        "this nebel was built without a server, and cannot connect to one; "
        "install libpq, libwebsockets, libuv and libcurl with their headers and build "
        "it again");
}
