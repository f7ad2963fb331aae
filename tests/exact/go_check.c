// Plays random games of Phantom Go with the referee and the slow witness side by side and compares all that can be
// compared: every hearing of both seats in words, the stones, the list of tries, the count.
//
//     go_check [--attempts N] [--seed S]
//
// Games go round five sizes and all settings of the switches, some with a handicap. One attempt in sixteen is nonsense.
#include "options.h"
#include "oracle/go_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Comparison {
    Rng rng;
    uint64_t games, attempts, refused, superkos, differences;
    char game_string[200];
    PhantomRules rules;
    PhantomTruth truth;
    PhantomView views[2];
    GoWitness witness;
} Comparison;

static const Rules *plain(const Comparison *pair)
{
    return (const Rules *)&pair->rules;
}

static bool differ(Comparison *pair, const char *what, const char *ours, const char *theirs)
{
    if (strcmp(ours, theirs) == 0)
        return false;
    if (pair->differences++ < 10)
        printf("%s differ: %s, game %llu, turn %d\n  referee: %s\n  witness: %s\n", what,
               pair->game_string, (unsigned long long)pair->games, pair->witness.turns, ours,
               theirs);
    return true;
}

static bool differ_in_hearings(Comparison *pair, const Hearing to[2], const GoWitnessHeard *heard)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        char words[GO_WITNESS_HEARD];
        Text text = TEXT_IN(words);
        phantom_go_game.say(plain(pair), &to[seat], &text);
        const char *theirs = seat == GO_BLACK ? heard->black : heard->white;
        if (differ(pair, seat == GO_BLACK ? "Black's hearings" : "White's hearings", words,
                   *theirs ? theirs : "-"))
            return true;
    }
    return false;
}

static void picture(const Comparison *pair, bool is_ours, char *text)
{
    for (int row = 0; row < pair->rules.size; row++)
        for (int column = 0; column < pair->rules.size; column++)
            *text++ = is_ours ? "OX."[go_board_at(&pair->truth.game.board,
                                                  go_point((unsigned)column, (unsigned)row))]
                              : pair->witness.now.at[row][column];
    *text = '\0';
}

// The stones, who is to move, what is legal, the tries that the seat may make, what would be counted.
static bool differ_in_truth(Comparison *pair)
{
    char ours[GO_SPOTS + 1], theirs[GO_SPOTS + 1];
    picture(pair, true, ours);
    picture(pair, false, theirs);
    if (differ(pair, "boards", ours, theirs))
        return true;
    GoSet possible = {0};
    Try tries[PHANTOM_TRIES_MAX];
    const unsigned mover = pair->truth.game.board.to_move;
    const uint32_t count = phantom_go_game.tries(plain(pair), &pair->views[mover], tries);
    for (uint32_t i = 0; i + 1 < count; i++)
        go_set_add(&possible, tries[i] - 1u);
    const bool is_over = pair->witness.is_over;
    unsigned place = 0;
    for (int row = 0; row < pair->rules.size; row++)
        for (int column = 0; column < pair->rules.size; column++, place++) {
            const unsigned spot = go_spot(go_point((unsigned)column, (unsigned)row));
            const char *fault = go_witness_fault(&pair->witness, row, column);
            const bool is_own = pair->witness.now.at[row][column] == pair->witness.to_move;
            ours[place] =
                "-lp!"[go_set_has(&pair->truth.legal, spot) + 2 * go_set_has(&possible, spot)];
            theirs[place] =
                "-lp!"[!*fault + 2 * (!is_over && !is_own && !pair->witness.refused[row][column])];
            pair->superkos += strcmp(fault, "superko") == 0;
        }
    char our_count[16], their_count[16];
    snprintf(our_count, sizeof our_count, "%d",
             phantom_margin(&pair->rules, &pair->truth.game.board));
    snprintf(their_count, sizeof their_count, "%d",
             2 * go_witness_count(&pair->witness) - pair->rules.half_komi);
    return differ(pair, "legal points and tries", ours, theirs) ||
           differ(pair, "counts", our_count, their_count) ||
           differ(pair, "ends", pair->truth.ending ? "over" : "goes on",
                  is_over ? "over" : "goes on");
}

static bool open_both(Comparison *pair)
{
    static const uint8_t sizes[] = {5, 6, 7, 9, 13};
    static const int16_t komis[] = {15, 0, -3, 7};
    GoWitnessHeard heard;
    Hearing to[2];
    pair->rules = (PhantomRules){.size = sizes[pair->games % COUNT_OF(sizes)],
                                 .half_komi = komis[rng_below(&pair->rng, COUNT_OF(komis))]};
    for (unsigned i = 0; i < PHANTOM_SWITCH_COUNT; i++)
        pair->rules.has[i] = rng_below(&pair->rng, 2);
    draw_handicap(&pair->rng, &pair->rules);
    Text text = TEXT_IN(pair->game_string);
    phantom_go_game.write(plain(pair), &text);
    const GoWitnessRules theirs = witness_rules(&pair->rules);
    phantom_go_game.deal(plain(pair), &pair->truth, to);
    go_witness_open(&pair->witness, &theirs, &heard);
    for (uint8_t seat = 0; seat < 2; seat++) {
        phantom_go_game.sit(plain(pair), seat, &pair->views[seat]);
        phantom_go_game.hear(plain(pair), &pair->views[seat], TRY_NONE, &to[seat]);
    }
    return !differ_in_hearings(pair, to, &heard);
}

static void choose(Comparison *pair, Text *attempt)
{
    Try tries[PHANTOM_TRIES_MAX];
    const unsigned mover = pair->truth.game.board.to_move;
    const uint32_t count = phantom_go_game.tries(plain(pair), &pair->views[mover], tries);
    if (rng_below(&pair->rng, 16) == 0)
        go_point_to_text(go_point_at(rng_below(&pair->rng, GO_SPOTS)), attempt);
    else if (rng_below(&pair->rng, 40) == 0)
        text_add(attempt, "pass");
    else
        phantom_go_game.try_to_text(tries[rng_below(&pair->rng, count > 1 ? count - 1 : count)],
                                    attempt);
}

// The slow look at all points, whose time grows with the square of their number, is for some of the attempts: on a large board
// for fewer, and of the refusals, between which only the list of tries changes, for one in four of those.
static bool is_time_to_look(Comparison *pair, uint8_t verdict)
{
    const uint32_t points = (uint32_t)pair->rules.size * pair->rules.size, part = points / 25;
    return rng_below(&pair->rng, verdict == VERDICT_PLAYED ? part * part : 4 * part * part) == 0;
}

// One attempt, sent to both. False if they part.
static bool step(Comparison *pair)
{
    char attempt[8];
    Text text = TEXT_IN(attempt);
    GoWitnessHeard heard;
    Hearing to[2];
    choose(pair, &text);
    const Try code = phantom_go_game.try_from_text(slice_of(attempt));
    const uint8_t mover = pair->truth.game.board.to_move;
    phantom_go_game.judge(plain(pair), &pair->truth, code, to);
    go_witness_try(&pair->witness, attempt, &heard);
    for (uint8_t seat = 0; seat < 2; seat++)
        if (to[seat].event)
            phantom_go_game.hear(plain(pair), &pair->views[seat], seat == mover ? code : TRY_NONE,
                                 &to[seat]);
    pair->attempts++;
    pair->refused += to[mover].verdict == VERDICT_ILLEGAL;
    if (differ_in_hearings(pair, to, &heard))
        return false;
    return !is_time_to_look(pair, to[mover].verdict) || !differ_in_truth(pair);
}

int main(int count, char **words)
{
    const uint64_t attempts = number_option(count, words, "--attempts", 24000);
    Comparison *pair = calloc(1, sizeof *pair);
    if (!pair)
        return 1;
    pair->rng = rng_from_seed(number_option(count, words, "--seed", 1));
    for (; pair->attempts < attempts && pair->differences < 10; pair->games++) {
        const uint64_t limit = pair->attempts + 1500; // so that every size has its turn
        bool goes_on = open_both(pair);
        while (goes_on && !pair->witness.is_over && pair->attempts < limit)
            goes_on = step(pair);
    }
    printf("%llu attempts in %llu games, %llu refused, %llu points forbidden by superko: %llu "
           "differences\n",
           (unsigned long long)pair->attempts, (unsigned long long)pair->games,
           (unsigned long long)pair->refused, (unsigned long long)pair->superkos,
           (unsigned long long)pair->differences);
    const bool is_fine =
        !pair->differences && pair->refused && (attempts < 24000 || pair->superkos);
    free(pair);
    return is_fine ? 0 : 1;
}
