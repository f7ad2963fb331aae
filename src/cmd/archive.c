// nebel archive: what an operator does with finished games.
#include "base/cli/files.h"
#include "cmd/server_commands.h"
#include "server/archive/dump.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_MAX = 512 };

// Beside the dump lies its checksum, as sha256sum checks it.
static bool save_digest(const char *path, const DumpReport *report)
{
    char memory[PATH_ROOM], line_memory[PATH_ROOM + DUMP_DIGEST_ROOM];
    Text beside = TEXT_IN(memory), line = TEXT_IN(line_memory);
    const char *slash = strrchr(path, '/');
    text_format(&beside, "%s.sha256", path);
    text_format(&line, "%s  %s\n", report->digest, slash ? slash + 1 : path);
    return !beside.cut && !line.cut && save_text(memory, &line);
}

// A dump is written under another name first, so that a file with its name is whole.
static int write_dump(DumpPlan *plan, const char *path)
{
    char part_memory[PATH_ROOM], why[MESSAGE_MAX] = "";
    Text part = TEXT_IN(part_memory), message = TEXT_IN(why);
    DumpReport report;
    text_format(&part, "%s.part", path);
    plan->file = part.cut ? NULL : fopen(part_memory, "wbe");
    if (!plan->file)
        return complain_failed("%s cannot be written: %s", part_memory, strerror(errno));
    bool is_done = archive_dump(&memory_heap, plan, &report, &message);
    if (fclose(plan->file) != 0 && is_done) {
        text_add(&message, strerror(errno));
        is_done = false;
    }
    if (!is_done || rename(part_memory, path) != 0) {
        remove(part_memory);
        return complain_failed("there is no dump: %s", is_done ? strerror(errno) : why);
    }
    if (!save_digest(path, &report))
        return EXIT_FAILED;
    printf("%s: %" PRIu64 " games, %" PRIu64 " bytes, sha256 %s\n", path, report.games,
           report.bytes, report.digest);
    return EXIT_FINE;
}

int archive_run(const Given *given)
{
    const char *verb = given->arguments[0];
    char memory[PATH_ROOM];
    Text usual = TEXT_IN(memory);
    DumpPlan plan = {.database = given->options[ARCHIVE_DATABASE],
                     .month = given->options[ARCHIVE_MONTH],
                     .has_casual = given->options[ARCHIVE_ALL] != NULL};
    if (!verb || strcmp(verb, "dump") != 0)
        return complain(
            "say what to do: nebel archive dump --month 2026-11 --database dbname=nebel");
    if (!plan.database || !plan.month)
        return complain("name --database and --month, as in --month 2026-11");
    if (!dump_is_month(plan.month))
        return complain("--month is a year and a month, as in 2026-11, not '%s'", plan.month);
    text_format(&usual, "nebel-%s.jsonl.zst", plan.month);
    return write_dump(&plan,
                      given->options[ARCHIVE_OUTPUT] ? given->options[ARCHIVE_OUTPUT] : memory);
}
