// What `nebel match` and `nebel tournament` share: their options, and running a plan with a match
// file, PGN, a live block and a report.
#ifndef NEBEL_CMD_MATCH_OPTIONS_H
#define NEBEL_CMD_MATCH_OPTIONS_H

#include "cli/values.h"
#include "cmd/command.h"
#include "kriegspiel/law/open_chess.h"
#include "phantom_go/law/phantom_go.h"
#include "report/report.h"

// Options both have, by place in their rows; what is a command's own comes after them. Those that say what is to be
// played come first: a command that plays, but is no contest, has these alone.
enum {
    CONTEST_GAMES,
    CONTEST_SEED,
    CONTEST_CONCURRENCY,
    CONTEST_NODES,
    CONTEST_CPU,
    CONTEST_MOVETIME,
    CONTEST_CLOCK,
    CONTEST_GAME,
    CONTEST_OPENING,
    CONTEST_PATIENCE,
    CONTEST_PLAN_OPTION_COUNT,
    CONTEST_PGN = CONTEST_PLAN_OPTION_COUNT,
    CONTEST_OUTPUT,
    CONTEST_RESUME,
    CONTEST_SECRET,
    CONTEST_JSON,
    CONTEST_OPTION_COUNT
};

// clang-format off
#define CONTEST_PLAN_OPTIONS(games_help) \
    [CONTEST_GAMES] = {"--games", "N", games_help}, \
    [CONTEST_SEED] = {"--seed", "N", "of all chance in it, but not with cmd: players (default 1)"}, \
    [CONTEST_CONCURRENCY] = {"--concurrency", "N", "games played at a time (default 1)"}, \
    [CONTEST_NODES] = {"--nodes", "N", "limit a try to N nodes (default 10000 if nothing else is given)"}, \
    [CONTEST_CPU] = {"--cpu", "MS", "limit a try to MS milliseconds of CPU time"}, \
    [CONTEST_MOVETIME] = {"--movetime", "MS", "limit a try to MS milliseconds"}, \
    [CONTEST_CLOCK] = {"--clock", "S+I", "seconds for each side and seconds added a move: 180+0"}, \
    [CONTEST_GAME] = {"--game", "GAME", "default 'kriegspiel(rules=icc,board=8x8)'; also chess, phantom-go"}, \
    [CONTEST_OPENING] = {"--opening", "random:N", "N chance moves of each side, alike in both games of a pair " \
                         "without cmd: players (default random:2)"}, \
    [CONTEST_PATIENCE] = {"--patience", "MS", "how late a cmd: bot may answer (default 10000)"}
#define CONTEST_OPTIONS(games_help) \
    CONTEST_PLAN_OPTIONS(games_help), \
    [CONTEST_PGN] = {"--pgn", "FILE", "write all games with their tries as PGN, or as SGF for Go"}, \
    [CONTEST_OUTPUT] = {"-o", "FILE", "keep the match in this file, pair by pair"}, \
    [CONTEST_RESUME] = {"--resume", NULL, "take up the match in the file of -o"}, \
    [CONTEST_SECRET] = {"--secret", "HEX", "play a match with cmd: players again, by the secret it told"}, \
    [CONTEST_JSON] = {"--json", NULL, "print one JSON object"}
// clang-format on

typedef struct Contest {
    Plan plan;
    AnyRules rules;
    unsigned concurrency;
    Secret secret; // of --secret, if it is given
    const Given *given;
    void (*report)(const Tally *tally, const Speed *speed, Text *text);
    bool (*report_json)(const Tally *tally, const Speed *speed, Text *text);
    // What else is made of it in the end; NULL for nothing. Returns the exit code.
    int (*finish)(const struct Contest *contest, const Tally *tally);
} Contest;

// Reads the options that say what is to be played; the players are there already. Returns EXIT_FINE, or what complain()
// returned.
MUST_USE int contest_read(Contest *contest, const Given *given);

// Plays it. Ctrl-C ends it after the games in play, with a report of what there is.
int contest_run(Contest *contest);

// "180+0" or "60+0.5", in seconds; complains otherwise.
MUST_USE bool read_clock(const char *text, ClockRule *clock);

#endif
