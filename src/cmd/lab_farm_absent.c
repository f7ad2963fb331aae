// The verbs of the farm in a build without the libraries of a server.
#include "cmd/lab.h"

static int refuse(const Given *given)
{
    return complain_failed(
        "this nebel was built without the farm; install libpq, libwebsockets, libcurl and "
        "libuv with their headers and build it again. nebel lab %s needs it; "
        "nebel lab run --share does not",
        given->arguments[0]);
}

int lab_submit(const Given *given)
{
    return refuse(given);
}

int lab_work(const Given *given)
{
    return refuse(given);
}

int lab_keep(const Given *given)
{
    return refuse(given);
}

int lab_watch(const Given *given)
{
    return refuse(given);
}

int lab_cancel(const Given *given)
{
    return refuse(given);
}

int lab_audit(const Given *given)
{
    return refuse(given);
}
