// nebel admin: what an operator does from a command line.
#include "server/admin/admin.h"
#include "base/os/clocks.h"
#include "base/suggest.h"
#include "cmd/server_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 1024 };

static void print_verb(unsigned verb)
{
    const AdminHelp help = admin_help(verb);
    printf("  %s%s%s: %s\n      %s\n", help.verb, help.arguments[0] ? " " : "", help.arguments,
           help.summary, help.example);
}

static int complain_of_verb(const char *name)
{
    char memory[MESSAGE_ROOM];
    Text hint = TEXT_IN(memory);
    Suggestion suggestion = suggest_for(slice_of(name));
    for (unsigned verb = 0; verb < admin_verb_count(); verb++)
        suggest_offer(&suggestion, admin_help(verb).verb);
    suggest_add(&suggestion, &hint);
    return complain("admin has no verb '%s'%s; nebel admin help lists them", name, memory);
}

static int print_help(const char *name)
{
    const unsigned verb = name ? admin_find_verb(name) : 0;
    if (verb == admin_verb_count())
        return complain_of_verb(name);
    if (name) {
        print_verb(verb);
        return EXIT_FINE;
    }
    printf("nebel admin VERB [ARGUMENT...] [OPTION...]\n\n"
           "An operator runs it by sudo as the user of the node, and is known by his own name. The "
           "owner of the database admits the first operator.\nEvery act goes into the audit log "
           "with its --reason.\n\n");
    for (unsigned i = 0; i < admin_verb_count(); i++)
        print_verb(i);
    return EXIT_FINE;
}

// Returns who runs this command by sudo, which alone sets these variables; NULL for the owner of the database and for root.
static const char *find_operator(void)
{
    const char *number = getenv("SUDO_UID");
    return number && strcmp(number, "0") != 0 ? getenv("SUDO_USER") : NULL;
}

static int do_verb(const Given *given, unsigned verb)
{
    const char *database = given->options[ADMIN_DATABASE];
    const AdminPlan plan = {.database = database ? database : "dbname=nebel",
                            .operator_ = find_operator(),
                            .clocks = &system_clocks};
    const AdminRequest wish = {.verb = verb,
                               .arguments = {given->arguments[1], given->arguments[2]},
                               .reason = given->options[ADMIN_REASON],
                               .days = given->options[ADMIN_DAYS],
                               .email = given->options[ADMIN_EMAIL],
                               .limit = given->options[ADMIN_LIMIT],
                               .wants_all = given->options[ADMIN_ALL] != NULL,
                               .wants_json = given->options[ADMIN_JSON] != NULL};
    char why[MESSAGE_MAX];
    Text message = TEXT_IN(why), answer = text_growing(&memory_heap);
    const AdminError error = admin_do(&memory_heap, &plan, &wish, &answer, &message);
    if (!error)
        fputs(answer.start, stdout);
    text_done(&answer);
    return error == ADMIN_OK            ? EXIT_FINE
           : error == ADMIN_ERR_REQUEST ? complain("%s", why)
                                        : complain_failed("%s", why);
}

int admin_run(const Given *given)
{
    const char *name = given->arguments[0];
    if (!name)
        return complain("say what to do: nebel admin help lists it, with an example for each");
    if (strcmp(name, "help") == 0)
        return print_help(given->arguments[1]);
    const unsigned verb = admin_find_verb(name);
    return verb == admin_verb_count() ? complain_of_verb(name) : do_verb(given, verb);
}
