// Plays random games of Phantom Go with the referee and the slow witness side by side and compares all that can be
// compared: every hearing of both seats in words, the stones, the list of tries, the count. Beside them goes an imagined board, which must
// agree with each hearing and stay what can be imagined of the truth.
//
//     go_check [--attempts N] [--seed S]
//
// Games go round five sizes and all settings of the switches, some with a handicap. One attempt in sixteen is nonsense. Random games end
// early and repeat little, so some of the games are steered (see Aim): back to an earlier board, or to 2,000 turns. The turn that ends a
// game by counting is judged three times more on copies, with a komi at which the game is drawn, and half a point to either side of it.
#include "engine/phantom_go/belief_model.h"
#include "options.h"
#include "oracle/go_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 64, WHOLE_RUN = 48000 }; // games; and attempts

// Where the tries of a game lead.
typedef enum Aim {
    AIM_NOWHERE,
    AIM_BACK,   // from a crowded handicap to a board that was there before, mostly the first
    AIM_LENGTH, // past every other end to 2,000 turns
} Aim;

// A run of full size must have seen all of these.
typedef enum Seen {
    SEEN_REFUSED,
    SEEN_SUPERKO,      // a point forbidden by superko
    SEEN_FIRST_BOARD,  // a try forbidden because it brings back the handicap, and no later board
    SEEN_PASSES_AREA,  // a game ended by two passes and was counted by area
    SEEN_PASSES_SCORE, // by territory
    SEEN_LENGTH_AREA,  // ended by its length
    SEEN_LENGTH_SCORE,
    SEEN_PASSES_LAST,    // by two passes on its last turn
    SEEN_HANDICAP_SCORE, // a game from a handicap ended and was counted by territory
    SEEN_COUNT
} Seen;

static const char *const seen_names[SEEN_COUNT] = {"refused",
                                                   "points forbidden by superko",
                                                   "returns to the handicap forbidden",
                                                   "passes and area",
                                                   "passes and territory",
                                                   "length and area",
                                                   "length and territory",
                                                   "passes on the last turn",
                                                   "territory from a handicap"};

typedef struct Comparison {
    Rng rng;
    Aim aim;
    uint64_t games, attempts, differences, seen[SEEN_COUNT];
    char game_string[200];
    PhantomRules rules;
    PhantomTruth truth, truth_before;
    PhantomView views[2];
    GoWitness witness, witness_before;
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

// The board that was imagined before a try must be kept by what the seat heard of it, and be moved on as the truth was.
static bool differ_in_imagined(Comparison *pair, const PhantomTruth *truth, PhantomBoard *board,
                               Try code, const Hearing *heard)
{
    PhantomBoard expected;
    phantom_go_belief_model.imagine(plain(pair), truth, &expected);
    const bool is_kept = phantom_go_belief_model.keep(plain(pair), board, 1, code, heard) == 1;
    return differ(pair, "imagined boards",
                  !is_kept                                         ? "ruled out"
                  : memcmp(board, &expected, sizeof expected) == 0 ? "as the truth"
                                                                   : "another",
                  "as the truth");
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
            pair->seen[SEEN_SUPERKO] += strcmp(fault, "superko") == 0;
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

static void draw_rules(Comparison *pair)
{
    static const uint8_t sizes[] = {5, 6, 7, 9, 13};
    static const int16_t komis[] = {15, 0, -3, 7};
    const uint64_t turn = pair->games % ROUND;
    pair->aim = turn == 0 ? AIM_LENGTH : turn < 5 ? AIM_NOWHERE : AIM_BACK;
    pair->rules = (PhantomRules){.size = sizes[pair->games % COUNT_OF(sizes)],
                                 .half_komi = komis[rng_below(&pair->rng, COUNT_OF(komis))]};
    for (unsigned i = 0; i < PHANTOM_SWITCH_COUNT; i++)
        pair->rules.has[i] = rng_below(&pair->rng, 2);
    if (pair->aim == AIM_LENGTH)
        pair->rules.has[PHANTOM_TERRITORY] = pair->games / ROUND % 2;
    if (pair->aim == AIM_BACK) {
        pair->rules.size = (uint8_t)(GO_SIZE_MIN + rng_below(&pair->rng, 2));
        pair->rules.has[PHANTOM_SUPERKO] |= pair->games % 4 != 0;
        draw_stones(&pair->rng, &pair->rules, 2 * PHANTOM_HANDICAP_MAX);
    } else {
        draw_handicap(&pair->rng, &pair->rules);
    }
}

static bool open_both(Comparison *pair)
{
    GoWitnessHeard heard;
    Hearing to[2];
    draw_rules(pair);
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

// --- The next attempt ------------------------------------------------------------------------------

static GoWitnessBoard board_after(const GoWitness *witness, Try attempt)
{
    const GoPoint point = go_point_at(attempt - 1u);
    return go_witness_after(witness, (int)go_row(point), (int)go_column(point));
}

static bool is_taken(const GoWitness *witness, Try attempt)
{
    const GoPoint point = go_point_at(attempt - 1u);
    return witness->now.at[go_row(point)][go_column(point)] != '.';
}

// How many points differ from the board that the game shall come back to: the first, and now and then the one of eight turns ago.
static int way_back(const Comparison *pair, const GoWitnessBoard *board)
{
    const GoWitness *witness = &pair->witness;
    const int turn = pair->games % 8 || witness->turns < 8 ? 0 : witness->turns - 8;
    int way = 0;
    for (int row = 0; row < witness->rules.size; row++)
        for (int column = 0; column < witness->rules.size; column++)
            way += board->at[row][column] != witness->past[turn].at[row][column];
    return way;
}

// The try that leads furthest back; of equal ones any. The first takes as many stones as it can, or there would be no way back. A pass
// leaves the board as it is, and a second one would end the game.
static Try draw_back(Comparison *pair, const Try *tries, uint32_t count)
{
    const GoWitness *witness = &pair->witness;
    const int sign = witness->turns ? 1 : -1;
    Try best = PHANTOM_PASS;
    int best_way = sign > 0 && !witness->passes ? way_back(pair, &witness->now) : GO_SPOTS;
    uint32_t equals = 1;
    for (uint32_t i = 0; i < count; i++) {
        if (tries[i] == PHANTOM_PASS || is_taken(witness, tries[i]))
            continue;
        const GoWitnessBoard after = board_after(witness, tries[i]);
        const int way = sign * way_back(pair, &after);
        equals = way < best_way ? 1 : equals + (way == best_way);
        if (way < best_way || (way == best_way && rng_below(&pair->rng, equals) == 0))
            best = tries[i];
        best_way = way < best_way ? way : best_way;
    }
    return best;
}

// A try that is mostly legal, and no second pass before the last turns.
static Try draw_on(Comparison *pair, const Try *tries, uint32_t count)
{
    enum { DRAWS = 8, LAST_TURNS = 2 };
    const GoWitness *witness = &pair->witness;
    // Every other game ends by two passes and by its length at the same time.
    if (witness->turns + LAST_TURNS >= GO_WITNESS_TURNS &&
        (pair->games / ROUND / 2 % 2 || rng_below(&pair->rng, 3) == 0))
        return PHANTOM_PASS;
    for (unsigned i = 0; i < DRAWS; i++) {
        const Try attempt = tries[rng_below(&pair->rng, count)];
        if (attempt != PHANTOM_PASS && go_set_has(&pair->truth.legal, attempt - 1u))
            return attempt;
    }
    for (uint32_t i = 0; i < count; i++)
        if (tries[i] != PHANTOM_PASS && go_set_has(&pair->truth.legal, tries[i] - 1u))
            return tries[i];
    return PHANTOM_PASS;
}

static void choose(Comparison *pair, Text *attempt)
{
    Try tries[PHANTOM_TRIES_MAX];
    const unsigned mover = pair->truth.game.board.to_move;
    const uint32_t count = phantom_go_game.tries(plain(pair), &pair->views[mover], tries);
    Try drawn = tries[rng_below(&pair->rng, count > 1 ? count - 1 : count)];
    if (pair->aim == AIM_BACK && rng_below(&pair->rng, 8))
        drawn = draw_back(pair, tries, count);
    else if (pair->aim == AIM_LENGTH)
        drawn = draw_on(pair, tries, count);
    else if (rng_below(&pair->rng, 16) == 0)
        drawn = (Try)(1 + rng_below(&pair->rng, GO_SPOTS));
    else if (rng_below(&pair->rng, 40) == 0)
        drawn = PHANTOM_PASS;
    phantom_go_game.try_to_text(drawn, attempt);
}

// The slow look at all points, whose time grows with the square of their number, is for some of the attempts: on a large board
// for fewer, and of the refusals, between which only the list of tries changes, for one in four of those.
static bool is_time_to_look(Comparison *pair, uint8_t verdict)
{
    const uint32_t points = (uint32_t)pair->rules.size * pair->rules.size, part = points / 25;
    return rng_below(&pair->rng, verdict == VERDICT_PLAYED ? part * part : 4 * part * part) == 0;
}

// --- Ends ------------------------------------------------------------------------------------------

// Judges the attempt that ended the game once more, with komis at which the count is a draw, and won by half a point.
static bool differ_at_close_komis(Comparison *pair, Try code, const char *attempt)
{
    static GoWitness witness;
    static PhantomTruth truth;
    const int16_t usual = pair->rules.half_komi;
    const uint8_t mover = pair->truth_before.game.board.to_move;
    PhantomBoard board;
    bool is_different = false;
    for (int more = -1; more <= 1 && !is_different; more++) {
        GoWitnessHeard heard;
        Hearing to[2];
        witness = pair->witness_before;
        truth = pair->truth_before;
        pair->rules.half_komi = (int16_t)(2 * go_witness_count(&pair->witness) + more);
        witness.rules.half_komi = pair->rules.half_komi;
        phantom_go_belief_model.imagine(plain(pair), &truth, &board);
        phantom_go_game.judge(plain(pair), &truth, code, to);
        go_witness_try(&witness, attempt, &heard);
        is_different = differ_in_hearings(pair, to, &heard) ||
                       differ_in_imagined(pair, &truth, &board, code, &to[mover]);
    }
    pair->rules.half_komi = usual;
    return is_different;
}

static bool may_end(const GoWitness *witness, Try code)
{
    return (witness->passes && code == PHANTOM_PASS) || witness->turns + 1 >= GO_WITNESS_TURNS;
}

static bool differ_in_end(Comparison *pair, Try code, const char *attempt)
{
    const GoWitness *witness = &pair->witness;
    const bool is_by_territory = witness->rules.territory, is_passed = witness->passes >= 2;
    if (!witness->is_over || witness->attempts)
        return false;
    pair->seen[is_passed ? SEEN_PASSES_AREA + is_by_territory
                         : SEEN_LENGTH_AREA + is_by_territory]++;
    pair->seen[SEEN_PASSES_LAST] += is_passed && witness->turns == GO_WITNESS_TURNS;
    pair->seen[SEEN_HANDICAP_SCORE] +=
        is_by_territory &&
        (!go_set_is_empty(&pair->rules.handicap[0]) || !go_set_is_empty(&pair->rules.handicap[1]));
    return differ_at_close_komis(pair, code, attempt);
}

// Counts a refused try that superko forbids because of the first board alone.
static void note_superko(Comparison *pair, Try code)
{
    const GoWitness *witness = &pair->witness;
    const GoPoint point = go_point_at(code - 1u);
    if (strcmp(go_witness_fault(witness, (int)go_row(point), (int)go_column(point)), "superko") !=
        0)
        return;
    const GoWitnessBoard after = board_after(witness, code);
    for (int turn = 1; turn <= witness->turns; turn++)
        if (memcmp(&witness->past[turn], &after, sizeof after) == 0)
            return;
    pair->seen[SEEN_FIRST_BOARD]++;
}

// --- Both side by side -----------------------------------------------------------------------------

// One attempt, sent to both. False if they part.
static bool step(Comparison *pair)
{
    char attempt[8];
    Text text = TEXT_IN(attempt);
    GoWitnessHeard heard;
    Hearing to[2];
    PhantomBoard board;
    choose(pair, &text);
    const Try code = phantom_go_game.try_from_text(slice_of(attempt));
    const uint8_t mover = pair->truth.game.board.to_move;
    if (may_end(&pair->witness, code)) {
        pair->truth_before = pair->truth;
        pair->witness_before = pair->witness;
    }
    phantom_go_belief_model.imagine(plain(pair), &pair->truth, &board);
    phantom_go_game.judge(plain(pair), &pair->truth, code, to);
    go_witness_try(&pair->witness, attempt, &heard);
    for (uint8_t seat = 0; seat < 2; seat++)
        if (to[seat].event)
            phantom_go_game.hear(plain(pair), &pair->views[seat], seat == mover ? code : TRY_NONE,
                                 &to[seat]);
    pair->attempts++;
    if (to[mover].verdict == VERDICT_ILLEGAL) {
        pair->seen[SEEN_REFUSED]++;
        note_superko(pair, code);
    }
    if (differ_in_hearings(pair, to, &heard) || differ_in_end(pair, code, attempt) ||
        differ_in_imagined(pair, &pair->truth, &board, code, &to[mover]))
        return false;
    return !is_time_to_look(pair, to[mover].verdict) || !differ_in_truth(pair);
}

int main(int count, char **words)
{
    const uint64_t attempts = number_option(count, words, "--attempts", WHOLE_RUN);
    static const uint64_t attempts_max[] = {
        [AIM_NOWHERE] = 1500, [AIM_BACK] = 12, [AIM_LENGTH] = UINT32_MAX};
    Comparison *pair = calloc(1, sizeof *pair);
    if (!pair)
        return 1;
    pair->rng = rng_from_seed(number_option(count, words, "--seed", 1));
    for (; pair->attempts < attempts && pair->differences < 10; pair->games++) {
        bool goes_on = open_both(pair);
        // So that every size has its turn.
        const uint64_t limit = pair->attempts + attempts_max[pair->aim];
        while (goes_on && !pair->witness.is_over && pair->attempts < limit)
            goes_on = step(pair);
    }
    bool is_fine = !pair->differences;
    printf("%llu attempts in %llu games: %llu differences\n", (unsigned long long)pair->attempts,
           (unsigned long long)pair->games, (unsigned long long)pair->differences);
    for (unsigned i = 0; i < SEEN_COUNT; i++) {
        printf("  %s: %llu\n", seen_names[i], (unsigned long long)pair->seen[i]);
        is_fine &= pair->seen[i] || attempts < WHOLE_RUN;
    }
    free(pair);
    return is_fine ? 0 : 1;
}
