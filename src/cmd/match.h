// What `nebel match`, `nebel tournament` and `nebel lab tune` share: options, and running a plan with a match file, PGN, a live block
// and a report.
#ifndef NEBEL_CMD_MATCH_H
#define NEBEL_CMD_MATCH_H

#include "cmd/command.h"
#include "cmd/values.h"
#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"
#include "lab/report/report.h"

// The shared options, by index in the rows; a command's own options come after them. Options that say what to play come first:
// `nebel lab tune` has only these.
enum {
    MATCH_GAMES,
    MATCH_SEED,
    MATCH_CONCURRENCY,
    MATCH_NODES,
    MATCH_CPU,
    MATCH_MOVETIME,
    MATCH_CLOCK,
    MATCH_GAME,
    MATCH_OPENING,
    MATCH_PATIENCE,
    MATCH_PLAN_OPTION_COUNT,
    MATCH_PGN = MATCH_PLAN_OPTION_COUNT,
    MATCH_OUTPUT,
    MATCH_RESUME,
    MATCH_SECRET,
    MATCH_LOG,
    MATCH_JSON,
    MATCH_OPTION_COUNT
};

// clang-format off
#define MATCH_PLAN_OPTIONS(games_help) \
    [MATCH_GAMES] = {"--games", "N", games_help}, \
    [MATCH_SEED] = {"--seed", "N", "seed of all random choices, but not with cmd: players (default 1)"}, \
    [MATCH_CONCURRENCY] = {"--concurrency", "N", "games played at a time (default 1)"}, \
    [MATCH_NODES] = {"--nodes", "N", "limit a try to N nodes (default 10000 if nothing else is given)"}, \
    [MATCH_CPU] = {"--cpu", "MS", "limit a try to MS milliseconds of CPU time"}, \
    [MATCH_MOVETIME] = {"--movetime", "MS", "limit a try to MS milliseconds"}, \
    [MATCH_CLOCK] = {"--clock", "S+I", "seconds for each side and seconds added a move: 180+0"}, \
    [MATCH_GAME] = {"--game", "GAME", "default 'kriegspiel(rules=icc,board=8x8)'; also chess, phantom-go"}, \
    [MATCH_OPENING] = {"--opening", "random:N", "N random moves of each side, the same in both games of a pair " \
                         "without cmd: players (default random:2)"}, \
    [MATCH_PATIENCE] = {"--patience", "MS", "how late a cmd: bot may answer (default 10000)"}
#define MATCH_OPTIONS(games_help) \
    MATCH_PLAN_OPTIONS(games_help), \
    [MATCH_PGN] = {"--pgn", "FILE", "write all games with their tries as PGN, or as SGF for Go"}, \
    [MATCH_OUTPUT] = {"-o", "FILE", "keep the match in this file, pair by pair"}, \
    [MATCH_RESUME] = {"--resume", NULL, "go on with the match in the file of -o"}, \
    [MATCH_SECRET] = {"--secret", "HEX", "play a match with cmd: players again, from the secret it printed"}, \
    [MATCH_LOG] = {"--log", "DIR", "keep the dialogue and the standard error of cmd: players there"}, \
    [MATCH_JSON] = {"--json", NULL, "print one JSON object"}
// clang-format on

typedef struct MatchCommand {
    Plan plan;
    AnyRules rules;
    unsigned concurrency;
    Secret secret; // the value of --secret, if given
    const Given *given;
    void (*report)(const Tally *tally, const Speed *speed, Text *text);
    bool (*report_json)(const Tally *tally, const Speed *speed, Text *text);
    // Runs after the report; NULL for nothing. Returns what to exit with.
    int (*finish)(const struct MatchCommand *match, const Tally *tally);
} MatchCommand;

// All plain arguments are players. The sequential test has its default bounds.
void match_command_seat(MatchCommand *match, const Given *given);

// Reads the options that say what to play; the players must be set. Returns EXIT_FINE, or complains and returns what to exit with.
MUST_USE int match_command_read(MatchCommand *match, const Given *given);

// Plays the match. Ctrl-C ends it after the games in play, with a report of the games so far.
int match_command_run(MatchCommand *match);

#endif
