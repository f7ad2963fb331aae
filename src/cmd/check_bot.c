// nebel check-bot: checks whether a program speaks the bot protocol. Prints a line for each check, with a sentence if it fails.
#include "engine/external/check_bot.h"
#include "base/cli/output.h"
#include "cmd/command.h"
#include "engine/external/box.h"

#include <assert.h>
#include <stdio.h>

enum { OPTION_ONLY, OPTION_PATIENCE };
enum { PATIENCE_MS = 5000, PATIENCE_MAX_MS = 3600000 };

static void print_check(void *context, const char *check, CheckVerdict verdict, const char *words)
{
    assert(verdict < CHECK_VERDICT_COUNT);
    static const char *const verdict_words[] = {[CHECK_FINE] = "ok",
                                                [CHECK_REFUSED] = "refused",
                                                [CHECK_FAULT] = "fault",
                                                [CHECK_UNTRIED] = "not tried"};
    unsigned *counts = context;
    counts[verdict]++;
    printf("%s: %s%s%s\n", verdict_words[verdict], check, *words ? ": " : "", words);
    fflush(stdout);
}

static int check_bot_run(const Given *given)
{
    const char *patience = given->options[OPTION_PATIENCE], *only = given->options[OPTION_ONLY];
    uint64_t patience_ms = PATIENCE_MS;
    unsigned counts[CHECK_VERDICT_COUNT] = {0};
    const CheckSink sink = {print_check, counts};
    if (!given->arguments[0])
        return complain("name a program, as in nebel check-bot examples/bot.py");
    if (only && !check_bot_has(only))
        return complain("there is no check '%s'; without --only every check is made and named",
                        only);
    if (patience &&
        (!slice_number(slice_of(patience), PATIENCE_MAX_MS, &patience_ms) || !patience_ms))
        return complain("--patience needs milliseconds from 1 to %d, not '%s'", PATIENCE_MAX_MS,
                        patience);
    const CheckPlan plan = {given->arguments[0], only, (uint32_t)patience_ms};
    complain_of_sandbox(box_lack());
    const unsigned faults = check_bot(&memory_heap, &plan, &sink);
    printf("%u ok, %u refused, %u faults\n", counts[CHECK_FINE], counts[CHECK_REFUSED], faults);
    return faults ? EXIT_FAILED : EXIT_FINE;
}

const Command check_bot_command = {
    .name = "check-bot",
    .argument = "COMMAND",
    .summary = "check whether a program speaks the bot protocol",
    .example = "nebel check-bot examples/bot.py",
    .options =
        {
            [OPTION_ONLY] = {"--only", "CHECK", "make only the check of this name"},
            [OPTION_PATIENCE] = {"--patience", "MS", "how long an answer may take (default: 5000)"},
        },
    .run = check_bot_run,
};
