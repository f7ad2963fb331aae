// Standings before a game, and the ratings after it.
#include "server/archive/rating.h"

#include "base/stats/glicko.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 2, SCOPES = 2, MOVES_MIN = 2 };

static const double constraint = 0.5; // Glickman's tau, in the middle of what he advises

// A row of FILING_STANDINGS.
enum { ROW_PERSON, ROW_SCOPE, ROW_RATING, ROW_DEVIATION, ROW_VOLATILITY, ROW_GAMES, ROW_PERIODS };

typedef struct Standing {
    const char *person, *scope;
    uint64_t games; // that it has counted
    Glicko glicko;  // after the last of them
    double periods; // since then
} Standing;

bool archive_counts(const GameRecord *record)
{
    Replay replay;
    game_record_replay(record, &replay);
    while (replay_step(&replay))
        continue;
    return strcmp(game_record_result(record), "*") != 0 && replay.count.moves[0] >= MOVES_MIN &&
           replay.count.moves[1] >= MOVES_MIN;
}

static double real_at(const StoreCaller *caller, uint32_t row, unsigned column)
{
    const char *field = store_call_field(caller, row, column);
    return field ? strtod(field, NULL) : 0;
}

static Standing read_standing(const StoreCaller *caller, uint32_t row)
{
    Standing standing = {.person = store_call_field(caller, row, ROW_PERSON),
                         .scope = store_call_field(caller, row, ROW_SCOPE),
                         .games = store_call_number(caller, row, ROW_GAMES),
                         .glicko = glicko_new()};
    if (standing.games) {
        standing.glicko =
            (Glicko){real_at(caller, row, ROW_RATING), real_at(caller, row, ROW_DEVIATION),
                     real_at(caller, row, ROW_VOLATILITY)};
        standing.periods = real_at(caller, row, ROW_PERIODS);
    }
    return standing;
}

// All digits: the next game goes on from here.
static void add_step(const Standing *own, const Standing *other, double score, Text *steps)
{
    const Glicko opponent = glicko_wait(other->glicko, other->periods);
    const GlickoGame game = {opponent.rating, opponent.deviation, score};
    const Glicko after = glicko_play(own->glicko, own->periods, &game, 1, constraint);
    text_format(steps,
                "%s{\"person\":%s,\"scope\":\"%s\",\"rating\":%.17g,\"deviation\":%.17g,"
                "\"volatility\":%.17g,\"games\":%" PRIu64 "}",
                steps->length > 1 ? "," : "", own->person, own->scope, after.rating,
                after.deviation, after.volatility, own->games);
}

// The opponent of a rating among all is the other's among all, and of one against people or bots the other's against such as oneself.
void archive_rate(const StoreCaller *caller, const GameRecord *record, Text *steps)
{
    static const double scores[CLAIM_COUNT] = {
        [CLAIM_DRAW] = 0.5, [CLAIM_FIRST_WON] = 1, [CLAIM_SECOND_WON] = 0};
    text_add_char(steps, '[');
    if (store_call_rows(caller) == SEATS * SCOPES && archive_counts(record)) {
        const RecordClaim claim = record_claim_from_text(slice_of(game_record_result(record)));
        for (uint32_t scope = 0; scope < SCOPES; scope++) {
            const Standing white = read_standing(caller, scope),
                           black = read_standing(caller, SCOPES + scope);
            add_step(&white, &black, scores[claim], steps);
            add_step(&black, &white, 1 - scores[claim], steps);
        }
    }
    text_add_char(steps, ']');
}
