// Random games, and the number that sums up what the umpire said in them.
#include "games/kriegspiel/random_games.h"

#include "base/rng.h"
#include "games/chess/fen.h"

#include <assert.h>

static uint64_t mix(uint64_t sum, uint64_t word)
{
    return rotate_left((sum ^ word) * 0x9e3779b97f4a7c15, 29);
}

// The bytes of a hearing as words, in an order that does not depend on the machine's.
static uint64_t mix_hearing(uint64_t sum, const Hearing *h)
{
    const uint64_t said = (uint64_t)h->event | (uint64_t)h->verdict << 8 | (uint64_t)h->seat << 16 |
                          (uint64_t)h->ending << 24 | (uint64_t)h->winner << 32 |
                          (uint64_t)h->captured << 40 | (uint64_t)h->capture_at << 48 |
                          (uint64_t)h->passant_at << 56;
    const uint64_t calls = (uint64_t)h->checks | (uint64_t)h->count << 8 |
                           (uint64_t)h->promoted << 16 | (uint64_t)h->reason << 24 |
                           (uint64_t)h->played << 32 | (uint64_t)h->stones << 48;
    sum = mix(mix(sum, said), calls);
    for (unsigned i = 0; i < COUNT_OF(h->points); i++)
        sum = mix(sum, h->points[i]);
    return sum;
}

// One turn: attempts without replacement until one is played. The list is made once; a refused try
// is taken out of it, as the umpire takes it out of its own. A question changes the list.
static void random_games_play_turn(RandomGames *random_games, Umpire *umpire, Rng *rng)
{
    Try tries[TRIES_MAX];
    const Color seat = umpire->truth.to_move;
    uint32_t count = umpire_tries(umpire, tries);
    Reply reply;
    do {
        assert(count > 0 && count <= TRIES_MAX);
        const uint32_t chosen = rng_below(rng, count);
        const UmpireError error = umpire_try(umpire, seat, tries[chosen], &reply);
        assert(error == UMPIRE_OK);
        (void)error;
        random_games->attempts++;
        random_games->signature =
            mix_hearing(mix_hearing(random_games->signature, &reply.to[0]), &reply.to[1]);
        if (reply.verdict == VERDICT_ANSWERED || umpire->turn.asked == ASKED_BOUND ||
            umpire->rules->tries == TRIES_ASKED_MUST_TRY)
            count = umpire_tries(umpire, tries);
        else
            tries[chosen] = tries[--count];
    } while (reply.verdict != VERDICT_PLAYED && !umpire->ending);
}

void random_games_play(RandomGames *random_games, const Ruleset *rules, const Board *board,
                       uint64_t seed, uint64_t games)
{
    Rng rng = rng_from_seed(seed);
    const Position start = position_start(board);
    for (uint64_t game = 0; game < games; game++) {
        Umpire umpire;
        Hearing opening[2];
        umpire_open(&umpire, rules, &start, opening);
        while (!umpire.ending) {
            random_games_play_turn(random_games, &umpire, &rng);
            random_games->signature = mix(random_games->signature, umpire.truth.key);
        }
        random_games->plies += umpire.plies;
    }
    random_games->games += games;
}

uint64_t umpire_signature(void)
{
    // Seeds are the ruleset's number and, in the last two digits, the board's: none is used twice.
    enum { GAMES = 2, SEEDS_PER_RULESET = 100 };
    RandomGames random_games = {0};
    for (unsigned rules = 0; rules < ruleset_count; rules++)
        for (unsigned board = 0; board < chess_board_count; board++)
            random_games_play(&random_games, &rulesets[rules], &chess_boards[board],
                              rules * SEEDS_PER_RULESET + board, GAMES);
    return random_games.signature;
}
