// How an experiment was played: the commands, dates, commits and machines of its runs, and the versions of its players.
#include "lab/report/page_parts.h"

#include <inttypes.h>
#include <string.h>

// The version with which a player of a cell was played; NULL if it has none.
static const char *version_of(const Page *page, uint32_t cell, unsigned player)
{
    const CellResult *result = &page->results[cell];
    return result->is_there && result->versions[player][0] ? result->versions[player] : NULL;
}

// Whether this version was listed for an earlier cell, or for the first player of this one.
static bool is_listed(const Page *page, uint32_t cell, unsigned player)
{
    const char *version = version_of(page, cell, player);
    for (uint32_t i = 0; i <= cell; i++) {
        for (unsigned k = 0; k < (i < cell ? 2 : player); k++) {
            const char *other = version_of(page, i, k);
            if (other && strcmp(other, version) == 0)
                return true;
        }
    }
    return false;
}

// Whether a cell has a player that has versions now and had none when it played.
static bool is_before_versions(const Page *page, uint32_t number)
{
    ExperimentCell cell;
    experiment_cell(page->experiment, number, &cell);
    for (unsigned i = 0; i < 2; i++) {
        char memory[VERSION_ROOM];
        Text version = TEXT_IN(memory);
        roster_version_to_text(cell.players[i], &version);
        if (version.length && !version_of(page, number, i))
            return true;
    }
    return false;
}

static void add_versions(const Page *page, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    const char *between = "Players, with the signatures of their versions: ";
    uint32_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        before += page->results[i].is_there && is_before_versions(page, i);
        for (unsigned k = 0; k < 2; k++) {
            if (!version_of(page, i, k) || is_listed(page, i, k))
                continue;
            text_format(text, "%s`%s`", between, version_of(page, i, k));
            between = ", ";
        }
    }
    if (between[0] == ',')
        text_add(text, ".\n\n");
    if (before)
        text_format(text,
                    "%" PRIu32 " of %" PRIu32 " cells were played before players had versions; the "
                    "commits in the table name their programs.\n\n",
                    before, page__count_played(page));
}

// A commit, and whether the program was built from something else besides.
static void add_commit(const Run *run, Text *text)
{
    static const char dirty[] = "-dirty";
    const size_t length = strlen(run->commit), tail = sizeof dirty - 1;
    if (length > tail && strcmp(run->commit + length - tail, dirty) == 0)
        text_format(text, "%.*s with uncommitted changes", (int)(length - tail), run->commit);
    else
        text_add(text, run->commit);
}

void page__add_runs(const Page *page, Text *text)
{
    for (uint32_t i = 0; i < page->run_count; i++) {
        const Run *run = &page->runs[i];
        text_format(text, "    nebel lab run experiments/%s.txt --concurrency %" PRIu32, page->name,
                    run->concurrency);
        if (run->scale != 1)
            text_format(text, " --scale %g", run->scale);
        text_add_char(text, '\n');
    }
    text_add(text, "\n| date | commit | machine | cores | scale |\n|---|---|---|--:|--:|\n");
    for (uint32_t i = 0; i < page->run_count; i++) {
        const Run *run = &page->runs[i];
        text_format(text, "| %s | ", run->date);
        add_commit(run, text);
        text_add(text, " | ");
        page__add_flat(slice_of(run->cpu), text);
        text_format(text, " | %" PRIu32 " | %g |\n", run->cores, run->scale);
    }
    text_add_char(text, '\n');
    add_versions(page, text);
}
