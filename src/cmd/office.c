// nebel office: accounts, and what is asked beside the games.
#include "cmd/command.h"
#include "cmd/token_file.h"
#include "server/accounts/accounts.h"
#include "server/accounts/credentials.h"

enum { OPTION_DATABASE, OPTION_SOCKET, OPTION_SECRET, OPTION_MAIL, OPTION_MAIL_FROM, OPTION_SITE };
enum { MESSAGE_MAX = 512 };

static void print_opened(const OfficePlan *plan)
{
    printf("listening on %s\n", plan->socket);
    fflush(stdout);
}

static int run(const Given *given)
{
    static const char what[] = "the secret of the office";
    char why[MESSAGE_MAX], memory[TOKEN_FILE_ROOM];
    Text message = TEXT_IN(why);
    Slice secret;
    const char *file = given->options[OPTION_SECRET];
    OfficePlan plan = {.database = given->options[OPTION_DATABASE],
                       .socket = given->options[OPTION_SOCKET],
                       .mail = {given->options[OPTION_MAIL], given->options[OPTION_MAIL_FROM],
                                given->options[OPTION_SITE]},
                       .log = stderr,
                       .opened = print_opened};
    if (!plan.database || !plan.socket || !file)
        return complain(
            "name --database, --socket and --secret; nebel serve --dev FOLDER starts an "
            "office too, and needs nothing else");
    if (plan.mail.server &&
        (!plan.mail.from || !mail_is_address(slice_of(plan.mail.from)) || !plan.mail.site))
        return complain("--mail needs --mail-from ADDRESS and --site URL, the address of the page");
    if (!token_file_make(file, what, &message) ||
        !token_file_read(file, what, memory, &secret, &message))
        return complain_failed("%s", why);
    plan.key = seal_key(secret);
    return office_run(&memory_heap, &plan, &message) ? EXIT_FINE : complain_failed("%s", why);
}

#include "cmd/office_row.h"
