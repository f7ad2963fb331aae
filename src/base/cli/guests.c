// Prints the warning about guests once.
#include "base/cli/guests.h"

#include "base/base.h"

#include <stdio.h>

void guests_warn(const char *lack)
{
    static bool is_said;
    if (is_said || !lack)
        return;
    is_said = true;
    fprintf(stderr,
            "nebel: warning: guests run without a whole box (%s) and can harm this user's files "
            "and processes; nebel doctor says what to do\n",
            lack);
}
