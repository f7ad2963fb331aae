// A warning.
#include "console/guests.h"

#include "guest/box.h"
#include "roster/roster.h"

#include <stdio.h>

void guests_warn_command(void)
{
    static bool is_said;
    if (is_said || !box_lack())
        return;
    is_said = true;
    fprintf(stderr,
            "nebel: warning: guests run without a whole box (%s) and can harm this user's files "
            "and processes; nebel doctor says what to do\n",
            box_lack());
}

void guests_warn(const char *player)
{
    if (roster_is_guest(player))
        guests_warn_command();
}
