// nebel office: accounts, and what is asked beside the games.
#include "office/office.h"
#include "cmd/command.h"

enum { OPTION_DATABASE, OPTION_SOCKET };
enum { MESSAGE_MAX = 512 };

static void print_opened(const OfficePlan *plan)
{
    printf("listening on %s\n", plan->socket);
    fflush(stdout);
}

static int run(const Given *given)
{
    char why[MESSAGE_MAX];
    Text message = TEXT_IN(why);
    const OfficePlan plan = {.database = given->options[OPTION_DATABASE],
                             .socket = given->options[OPTION_SOCKET],
                             .log = stderr,
                             .opened = print_opened};
    if (!plan.database || !plan.socket)
        return complain(
            "name --database and --socket; nebel serve --dev FOLDER starts an office too, "
            "and needs nothing else");
    return office_run(&memory_heap, &plan, &message) ? EXIT_FINE : complain_failed("%s", why);
}

#include "cmd/office_row.h"
