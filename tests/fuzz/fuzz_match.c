// Fuzzes the reading of match files: the input is read as a script, and as the line of a pair and of
// a run, alone and with the checksum it should have, since no fuzzer would guess one.
//
// What reads as a script is written as the very same text; what does not leaves nothing behind.
// What reads as a pair has its parts inside the line, can be counted and be written as PGN, or is
// refused as that.
#include "fuzz.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/registry/games.h"
#include "lab/match/game_player.h"
#include "lab/match/match_file.h"
#include "lab/match/pair.h"
#include "lab/match/tally.h"

#include <string.h>

static void check_script(Slice text, uint8_t first_seat)
{
    Entries entries = {0};
    if (!script_read(&kriegspiel_game, text, first_seat, &memory_heap, &entries)) {
        LAW(!entries.list && !entries.count, "entries of what is no script");
        return;
    }
    Text written = text_growing(&memory_heap);
    script_write(&kriegspiel_game, &entries, first_seat, &written);
    LAW(slice_is(text, written.start), written.start);
    text_done(&written);
    entries_done(&entries, &memory_heap);
}

static bool is_inside(Slice part, Slice whole)
{
    return part.start >= whole.start && part.start + part.length <= whole.start + whole.length;
}

static void check_line(const Plan *plan, Slice line)
{
    PairResult result = {.hash = 77};
    if (!pair_from_line(plan, line, &result)) {
        LAW(result.hash == 77 && !result.line.start, "a result touched by a refusal");
        return;
    }
    Text pgn = text_growing(&memory_heap);
    Tally *tally = malloc(sizeof *tally);
    if (!tally)
        abort();
    tally_init(tally, plan);
    tally_add(tally, &result);
    LAW(tally->pairs == 1 && result.job.first < result.job.second, "the job of a pair");
    for (unsigned game = 0; game < 2; game++) {
        LAW(is_inside(result.scripts[game], line), "a script outside its line");
        LAW(memchr(result.games[game].reason, '\0', REASON_MAX), "a reason without end");
        check_script(result.scripts[game], 0);
    }
    (void)!pair_to_pgn(plan, &result, &memory_heap, &pgn);
    free(tally);
    text_done(&pgn);
}

// A line of a run closes or opens one and loses no pair that had no secret; any other changes
// nothing.
static void check_run_line(Slice line)
{
    const Secret secret = {{0}};
    const Runs before = {
        .is_open = true, .commitment = secret_commit(&secret), .pairs = 3, .secretless = 2};
    Runs runs;
    memcpy(&runs, &before, sizeof runs);
    if (!runs_take_line(&runs, line, 4))
        LAW(memcmp(&runs, &before, sizeof runs) == 0, "runs touched by a refusal");
    else
        LAW(runs.pairs == 0 && runs.secretless == (runs.is_open ? 5 : 2), "pairs of a run");
}

static void check_with_checksum(const Plan *plan, Slice body)
{
    Text line = text_growing(&memory_heap);
    for (size_t i = 0; i < body.length; i++)
        text_add_char(&line, body.start[i]);
    match_line_seal(&line, 0);
    const Slice copy = exact_copy((Slice){line.start, line.length});
    check_line(plan, copy);
    check_run_line(copy);
    free_copy(copy);
    text_done(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[100];
    Text message = TEXT_IN(why);
    Spec spec;
    KriegspielRules rules;
    Plan plan = {.player_count = 2,
                 .players = {"random", "capturer"},
                 .rules = (const Rules *)&rules,
                 .game = game_find("kriegspiel(board=4x4)", &spec, &message),
                 .rounds = 10};
    LAW(plan.game && plan.game->read(&spec, (Rules *)&rules, &message), why);
    const Slice text = exact_copy((Slice){(const char *)data, size});
    check_script(text, 0);
    check_script(text, 1);
    check_line(&plan, text);
    check_run_line(text);
    check_with_checksum(&plan, text);
    free_copy(text);
    return 0;
}
