// nebel admin in a build without the libraries of a server.
#include "cmd/command.h"

static int run(const Given *given)
{
    (void)given;
    return complain_failed("this nebel was built without a server; install libpq, libwebsockets, "
                           "libcurl and libuv with their headers and build it again");
}

#include "cmd/admin_row.h"
