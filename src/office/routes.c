// The table of routes: everything that can be asked of the office, and who may ask.
#include "office/inside.h"

static void tell_health(Desk *desk, const Asked *asked, Answer *answer)
{
    (void)asked;
    if (office__call(desk, OFFICE_PING, NULL, answer))
        office__answer(answer, STATUS_OK, json_pack("{s:s}", "health", "ok"));
}

const OfficeRoute office__routes[] = {
    {NET_GET, NET_PUBLIC, "/api/health", LANE_QUICK, tell_health},
};
const unsigned office__route_count = COUNT_OF(office__routes);
