// nebel bench server in a build without the libraries of a server.
#include "cmd/bench_server.h"

int bench_server(const Given *given)
{
    (void)given;
    return complain_failed(
        "this nebel was built without a server; install libpq, libwebsockets and "
        "libuv with their headers and build it again");
}
