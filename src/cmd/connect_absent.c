// nebel connect in a build without the libraries of a server.
#include "cmd/command.h"

static int run(const Given *given)
{
    (void)given;
    return complain_failed(
        "this nebel was built without a server, and cannot connect to one; "
        "install libpq, libwebsockets, libuv and libcurl with their headers and build "
        "it again");
}

#include "cmd/connect_row.h"
