// nebel bots in a build without the libraries of a server.
#include "cmd/command.h"

static int run(const Given *given)
{
    (void)given;
    return complain_failed("this nebel was built without a server, and has no house bots; install "
                           "libpq, libwebsockets and libuv with their headers and build it again");
}

#include "cmd/bots_row.h"
