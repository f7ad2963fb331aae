// Plays random games of which both seats keep a metaposition: after everything a seat hears, the truth must be among the
// boards its metaposition stands for, and the two laws of entropy must hold (Ciancarini and Favini 2007): an own try
// never adds to what is not known, and the enemy's unheard move never takes from it.
//
//     metapositions [--games N] [--seed S]
//
// Games go round all rulesets and boards, and positions with castling, promotions and en passant at hand; seats
// differ in how gladly they capture, because random ones seldom do.
#include "base/rng.h"
#include "engine/kriegspiel_belief/metaposition.h"
#include "oracle/options.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Sitting {
    KriegspielRules rules;
    Umpire umpire;
    Metaposition metas[2];
    uint64_t number;
    uint64_t heard, tries; // over all games
} Sitting;

static void fail(const Sitting *sitting, unsigned seat, const char *what)
{
    char memory[160];
    Text fen = TEXT_IN(memory);
    position_to_fen(&sitting->umpire.truth, &fen);
    printf("game %llu, %s, seat %u: %s\n%s\n", (unsigned long long)sitting->number,
           sitting->rules.ruleset->name, seat, what, memory);
    exit(EXIT_FAILURE);
}

static void choose_game(Sitting *sitting, uint64_t number, Rng *rng)
{
    static const char *const fens[] = {
        "r3k2r/1P5p/8/3pP3/8/8/p6P/R3K2R_w_KQkq_d6_3_9", "4k3/P6P/8/8/8/8/p6p/4K3_w",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3_w", "8/8/4k3/8/8/8/8/K6R_w", "8/8/4k3/8/8/8/8/KQ6_w"};
    char text[160], why[160];
    Text string = TEXT_IN(text), message = TEXT_IN(why);
    Spec spec;
    const char *rules = rulesets[number % ruleset_count].name;
    const uint32_t fen = rng_below(rng, 3 * COUNT_OF(fens));
    if (fen < COUNT_OF(fens))
        text_format(&string, "kriegspiel(rules=%s,fen=%s)", rules, fens[fen]);
    else
        text_format(&string, "kriegspiel(rules=%s,board=%s)", rules,
                    chess_boards[number / ruleset_count % chess_board_count].name);
    sitting->number = number;
    if (spec_parse(text, &spec) ||
        !kriegspiel_game.read(&spec, (Rules *)&sitting->rules, &message)) {
        printf("%s: %s\n", text, why);
        exit(EXIT_FAILURE);
    }
}

// A law of entropy: what falls or stays must not have risen.
typedef struct Ignorance {
    unsigned men, age;
} Ignorance;

static Ignorance ignorance_of(const Metaposition *meta)
{
    return (Ignorance){metaposition_pseudopieces(meta), metaposition_age(meta, ~(Bits)0)};
}

static bool is_at_most(Ignorance less, Ignorance more)
{
    return less.men <= more.men && less.age <= more.age;
}

static void check_spread(const Sitting *sitting, unsigned seat)
{
    Metaposition spread = sitting->metas[seat];
    metaposition_spread(&spread, true);
    // A bare king must move, which may leave it fewer squares than it had: there a metaposition is exact.
    if (spread.count > 1 && !is_at_most(ignorance_of(&sitting->metas[seat]), ignorance_of(&spread)))
        fail(sitting, seat, "an unheard move made something known");
}

static void hear(Sitting *sitting, unsigned seat, Try own, const Hearing *heard)
{
    Metaposition *meta = &sitting->metas[seat];
    if (heard->event == HEARD_NOTHING)
        return;
    if (heard->event == HEARD_MOVE && own == TRY_NONE)
        check_spread(sitting, seat);
    const Ignorance before = ignorance_of(meta);
    metaposition_hear(meta, own, heard);
    sitting->heard++;
    if (own != TRY_NONE && !is_at_most(ignorance_of(meta), before))
        fail(sitting, seat, "an own try made something unknown");
    if (!metaposition_holds(meta, &sitting->umpire.truth))
        fail(sitting, seat, "the truth was ruled out");
}

static Try choose_try(const Umpire *umpire, uint32_t greed, Rng *rng)
{
    Try tries[TRIES_MAX];
    const uint32_t count = umpire_tries(umpire, tries);
    const Bits enemies = umpire->truth.color[other_color(umpire->truth.to_move)];
    Try chosen = tries[rng_below(rng, count)];
    for (uint32_t i = 0; i < greed && !bits_has(enemies, move_to(chosen)); i++)
        chosen = tries[rng_below(rng, count)];
    return chosen;
}

static void play(Sitting *sitting, Rng *rng)
{
    const uint32_t greed[2] = {rng_below(rng, 30), rng_below(rng, 30)};
    Hearing to[2];
    umpire_open(&sitting->umpire, sitting->rules.ruleset, &sitting->rules.setup.start, to);
    for (unsigned seat = 0; seat < 2; seat++) {
        metaposition_begin(&sitting->metas[seat], &sitting->rules, (uint8_t)seat);
        hear(sitting, seat, TRY_NONE, &to[seat]);
    }
    while (!sitting->umpire.ending) {
        const Color mover = sitting->umpire.truth.to_move;
        const Try attempt = choose_try(&sitting->umpire, greed[mover], rng);
        Reply reply;
        if (umpire_try(&sitting->umpire, mover, attempt, &reply))
            fail(sitting, mover, "a try out of turn");
        sitting->tries++;
        hear(sitting, mover, attempt, &reply.to[mover]);
        hear(sitting, other_color(mover), TRY_NONE, &reply.to[other_color(mover)]);
    }
}

int main(int count, char **words)
{
    static Sitting sitting;
    const uint64_t games = number_option(count, words, "--games", 500);
    Rng rng = rng_from_seed(number_option(count, words, "--seed", 1));
    for (uint64_t number = 0; number < games; number++) {
        choose_game(&sitting, number, &rng);
        play(&sitting, &rng);
    }
    printf("%llu games, %llu tries, %llu hearings, the truth never ruled out\n",
           (unsigned long long)games, (unsigned long long)sitting.tries,
           (unsigned long long)sitting.heard);
    return EXIT_SUCCESS;
}
