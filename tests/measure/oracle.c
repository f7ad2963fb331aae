// A match of a player that is told parts of the truth: how much stronger would mcts-c be with a true belief, or with tries that
// lose nothing on the true board? The games are those of `nebel match` with the same seed but for what the oracle changes:
// with --oracle none they are the same games.
//
//     oracle --oracle density --games 200 --cpu 10 --json density.json
//
// The help below explains the options. docs/engines/limits-of-c.md has the results.
#include "base/cli/complain.h"
#include "base/cli/files.h"
#include "base/cli/progress.h"
#include "base/os/clocks.h"
#include "engine/kriegspiel_players/players.h"
#include "engine/players/roster.h"
#include "games/registry/games.h"
#include "lab/match/tally.h"
#include "lab/report/report.h"
#include "measure/oracle_player.h"
#include "measure/words.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: oracle [--oracle NAME] [OPTION VALUE]...\n"
    "\n"
    "  --oracle NAME        what the first player is told (default none):\n"
    "      none             nothing\n"
    "      new-tree         nothing, but its tree is dropped before each choice\n"
    "      density          where the enemy's king, pawns and pieces are; this drops the tree as "
    "well\n"
    "      audit            whether a try loses men or hangs mate on the true board\n"
    "      both             density and audit\n"
    "  --margin N           a try may lose so much in the audit, in hundredths of a pawn (default "
    "150)\n"
    "  --share N            percent of the truth in the density; the rest is the player's own "
    "belief\n"
    "                       (default 100)\n"
    "  --player PLAYER      the first player: mcts-b, mcts-c or mcts-bc, with options (default "
    "mcts-c)\n"
    "  --against PLAYER     the second player (default meta(checks=1))\n"
    "  --games N            games, an even number: pairs with colours swapped (default 200)\n"
    "  --seed N             of all chance (default 1)\n"
    "  --cpu MS, --nodes N  limits of a try of the first player (default --cpu 10)\n"
    "  --against-nodes N    nodes of a try of the second player (default 10000)\n"
    "  --json FILE          write the result there after each pair\n"
    "\n"
    "The oracle's own work is not counted in the limits. Every run also counts how often the first "
    "try of\n"
    "the first player would lose men on the true board, whether or not the oracle then replaces "
    "it.\n"
    "\n"
    "example: oracle --oracle density --games 10 --nodes 2000 --against-nodes 300\n";

static const struct {
    const char *name;
    unsigned uses;
} oracles[] = {
    {"none", 0},
    {"new-tree", ORACLE_NEW_TREE},
    {"density", ORACLE_DENSITY},
    {"audit", ORACLE_AUDIT},
    {"both", ORACLE_DENSITY | ORACLE_AUDIT},
};

enum {
    OPTION_ORACLE,
    OPTION_MARGIN,
    OPTION_SHARE,
    OPTION_PLAYER,
    OPTION_AGAINST,
    OPTION_GAMES,
    OPTION_SEED,
    OPTION_CPU,
    OPTION_NODES,
    OPTION_AGAINST_NODES,
    OPTION_JSON,
    OPTION_COUNT
};

static const LabOption options[] = {
    [OPTION_ORACLE] = {"--oracle", "none", 0},
    [OPTION_MARGIN] = {"--margin", "150", 10000},
    [OPTION_SHARE] = {"--share", "100", 100},
    [OPTION_PLAYER] = {"--player", "mcts-c", 0},
    [OPTION_AGAINST] = {"--against", "meta(checks=1)", 0},
    [OPTION_GAMES] = {"--games", "200", 1000000},
    [OPTION_SEED] = {"--seed", "1", UINT64_MAX},
    [OPTION_CPU] = {"--cpu", "0", 1000000},
    [OPTION_NODES] = {"--nodes", "0", UINT64_MAX},
    [OPTION_AGAINST_NODES] = {"--against-nodes", "10000", UINT64_MAX},
    [OPTION_JSON] = {"--json", NULL, 0},
};
_Static_assert(COUNT_OF(options) == OPTION_COUNT, "every option has a row");

enum { CPU_MS_DEFAULT = 10 }; // as in the experiments with mcts-c at "one second"

typedef struct Match {
    Plan plan;
    KriegspielRules rules;
    unsigned oracle; // index in `oracles`
    uint64_t share;  // percent of the truth in the density
    const char *json;
    Oracle seats;
    Tally tally;
    Speed speed;
} Match;

// --- Options ---------------------------------------------------------------------------------------------------

static bool read_oracle(const char *name, unsigned *oracle)
{
    for (unsigned i = 0; i < COUNT_OF(oracles); i++)
        if (strcmp(oracles[i].name, name) == 0) {
            *oracle = i;
            return true;
        }
    complain("there is no oracle '%s'; there are none, new-tree, density, audit and both", name);
    return false;
}

static bool read_plan(const LabWords *given, Match *match)
{
    char why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    Spec spec;
    const uint64_t *numbers = given->numbers;
    const uint64_t games = numbers[OPTION_GAMES];
    if (!games || games % 2 || !numbers[OPTION_AGAINST_NODES]) {
        complain("--games takes an even number above 0, --against-nodes a number above 0");
        return false;
    }
    match->plan = (Plan){.player_count = 2,
                         .players = {given->texts[OPTION_PLAYER], given->texts[OPTION_AGAINST]},
                         .game = game_find("kriegspiel(rules=icc)", &spec, &message),
                         .rules = (const Rules *)&match->rules,
                         .seed = numbers[OPTION_SEED],
                         .rounds = games / 2,
                         .opening_moves = 2,
                         .sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05}};
    match->plan.limits.tries =
        (TryLimits){.nodes = numbers[OPTION_NODES], .cpu_ms = (uint32_t)numbers[OPTION_CPU]};
    if (!numbers[OPTION_NODES] && !numbers[OPTION_CPU])
        match->plan.limits.tries.cpu_ms = CPU_MS_DEFAULT;
    match->plan.limits.second.nodes = numbers[OPTION_AGAINST_NODES];
    const bool is_read = match->plan.game->read(&spec, (Rules *)&match->rules, &message);
    assert(is_read); // the game string is ours
    return is_read;
}

static bool read_match(int count, char **words, Match *match)
{
    LabWords given = {0};
    if (!lab_read_words("oracle", options, OPTION_COUNT, count, words, &given) ||
        !read_plan(&given, match) || !read_oracle(given.texts[OPTION_ORACLE], &match->oracle))
        return false;
    match->json = given.texts[OPTION_JSON];
    match->share = given.numbers[OPTION_SHARE];
    match->seats = (Oracle){.uses = oracles[match->oracle].uses,
                            .margin = (int)given.numbers[OPTION_MARGIN],
                            .share = (float)given.numbers[OPTION_SHARE] / 100};
    tally_init(&match->tally, &match->plan);
    return !match->json || check_writable(match->json);
}

// --- Players ---------------------------------------------------------------------------------------------------

static bool can_be_helped(const PlayerKind *kind)
{
    return kind == &mcts_b_player || kind == &mcts_c_player || kind == &mcts_bc_player;
}

// Opens a player of the plan and seats it in a wrapper. False, with a message, if that fails.
static bool seat_player(PairPlayer *pairs, uint32_t number, Match *match, Text *message)
{
    const char *name = match->plan.players[number];
    const bool is_helped = number == 0;
    Player *inner = roster_open(&memory_heap, name, message);
    if (inner && is_helped && !can_be_helped(inner->kind)) {
        text_format(message, "--player takes mcts-b, mcts-c or mcts-bc, not '%s'", name);
        player_destroy(inner);
        return false;
    }
    Player *player =
        inner ? oracle_player_create(&memory_heap, inner, &match->seats, is_helped) : NULL;
    if (!player) {
        player_destroy(inner);
        return false;
    }
    player_destroy(pair_player_swap(pairs, number, player));
    return true;
}

// NULL, with a complaint, if a player cannot be seated.
static PairPlayer *seat_players(Match *match)
{
    char why[MESSAGE_ROOM] = "there is not enough memory";
    Text message = TEXT_IN(why);
    PairPlayer *pairs = pair_player_create(&memory_heap, &match->plan, &system_clocks, &message);
    for (uint32_t number = 0; pairs && number < match->plan.player_count; number++)
        if (!seat_player(pairs, number, match, &message)) {
            pair_player_destroy(pairs);
            pairs = NULL;
        }
    if (!pairs)
        complain("%s", why);
    return pairs;
}

// --- Results ---------------------------------------------------------------------------------------------------

// The result of a match as `nebel match --json` has it, with what the oracle did.
static json_t *result_of(const Match *match)
{
    char limits[MESSAGE_ROOM];
    Text limits_text = TEXT_IN(limits), report = text_growing(&memory_heap);
    const OracleCounts *counts = &match->seats.counts;
    limits_to_text(&match->plan.limits, &limits_text);
    json_t *result = NULL;
    if (report_match_json(&match->tally, &match->speed, &report))
        result = json_loads(report.start, 0, NULL);
    text_done(&report);
    json_t *more = json_pack(
        "{s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:I}", "oracle", oracles[match->oracle].name, "limits",
        limits, "margin", match->seats.margin, "share", (json_int_t)match->share, "choices",
        (json_int_t)counts->choices, "legal", (json_int_t)counts->legal, "losing",
        (json_int_t)counts->losing, "replaced", (json_int_t)counts->replaced);
    if (result && (!more || json_object_update(result, more))) {
        json_decref(result);
        result = NULL;
    }
    json_decref(more);
    return result;
}

// Writes the result as one line to the file of --json. False, with a complaint, if that fails.
static bool save_result(const Match *match)
{
    if (!match->json)
        return true;
    json_t *result = result_of(match);
    char *line = result ? json_dumps(result, JSON_COMPACT) : NULL;
    json_decref(result);
    Text text = text_growing(&memory_heap);
    if (line) {
        text_add(&text, line);
        text_add_char(&text, '\n');
    }
    free(line);
    const bool is_whole = line && !text.cut;
    if (!is_whole)
        complain_of_memory("the result");
    const bool is_saved = is_whole && save_text(match->json, &text);
    text_done(&text);
    return is_saved;
}

static void print_result(const Match *match)
{
    const OracleCounts *counts = &match->seats.counts;
    Text text = text_growing(&memory_heap);
    report_match(&match->tally, &match->speed, &text);
    fputs(text.start, stdout);
    text_done(&text);
    printf("oracle   %s: of %llu choices %llu were legal, of these %llu lost men on the true "
           "board, and "
           "%llu were replaced\n",
           oracles[match->oracle].name, (unsigned long long)counts->choices,
           (unsigned long long)counts->legal, (unsigned long long)counts->losing,
           (unsigned long long)counts->replaced);
}

// --- Playing ---------------------------------------------------------------------------------------------------

static bool play_pair(PairPlayer *pairs, Match *match, uint64_t number)
{
    Text line = text_growing(&memory_heap);
    PairResult result;
    const bool is_played = pair_player_play(pairs, number, &line, &result);
    if (is_played)
        tally_add(&match->tally, &result);
    else
        complain_of_memory("a game");
    text_done(&line);
    return is_played;
}

static bool play_pairs(PairPlayer *pairs, Match *match)
{
    const uint64_t count = plan_job_count(&match->plan);
    const double began = wall_seconds();
    Progress progress = progress_begin("games", 2 * count);
    bool is_fine = true;
    for (uint64_t i = 0; i < count && is_fine; i++) {
        is_fine = play_pair(pairs, match, i);
        match->speed = (Speed){.seconds = wall_seconds() - began,
                               .games = 2 * match->tally.pairs,
                               .attempts = match->tally.attempts};
        is_fine = is_fine && save_result(match);
        progress_step(&progress, 2 * (i + 1));
    }
    progress_end(&progress);
    return is_fine;
}

int main(int count, char **words)
{
    static Match match; // too large for the stack
    if (count == 2 && strcmp(words[1], "--help") == 0) {
        fputs(help, stdout);
        return EXIT_FINE;
    }
    if (!read_match(count, words, &match))
        return EXIT_USAGE;
    PairPlayer *pairs = seat_players(&match);
    if (!pairs)
        return EXIT_USAGE;
    const bool is_played = play_pairs(pairs, &match);
    pair_player_destroy(pairs);
    if (is_played)
        print_result(&match);
    return is_played ? EXIT_FINE : EXIT_FAILED;
}
