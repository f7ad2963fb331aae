// nebel bench server and farm in a build without the libraries of a server.
#include "cmd/bench_server.h"

static int refuse(void)
{
    return complain_failed(
        "this nebel was built without a server; install libpq, libwebsockets, libcurl and "
        "libuv with their headers and build it again");
}

int bench_server(const Given *given)
{
    (void)given;
    return refuse();
}

int bench_farm(const Given *given)
{
    (void)given;
    return refuse();
}
