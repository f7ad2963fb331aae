// The law of Phantom Go (docs/rules/phantom-go.md).
//
// What a move did is gathered as MoveFacts. One function turns these facts into a hearing, for the truth and for
// imagined boards alike. The legal points of a turn are known before its first attempt is read, as in Kriegspiel, so
// all refusals take the same path and the delay of one tells no reason.
#include "games/phantom_go/judge.h"

#include <assert.h>
#include <string.h>

// A move or pass that was played.
typedef struct MoveFacts {
    uint8_t seat, ending, winner;
    bool is_pass, is_atari;
    GoSet captured;
} MoveFacts;

// --- Who hears what ------------------------------------------------------------------------------

static Hearing hear_facts(const PhantomRules *rules, const MoveFacts *facts, uint8_t listener)
{
    assert(facts->seat < 2 && listener < 2);
    Hearing heard = {.event = HEARD_MOVE,
                     .verdict = VERDICT_PLAYED,
                     .seat = facts->seat,
                     .ending = facts->ending,
                     .winner = facts->winner,
                     .stones = (uint16_t)go_set_count(&facts->captured)};
    if (facts->is_pass)
        heard.checks |= CALL_PASS;
    if (facts->is_atari && rules->has[PHANTOM_ATARI_CALLS])
        heard.checks |= CALL_ATARI;
    if (listener != facts->seat || rules->has[PHANTOM_POINTS_TO_BOTH])
        memcpy(heard.points, facts->captured.words, sizeof heard.points);
    return heard;
}

// The reason is for the seat that tried.
static void hear_refusal(const PhantomRules *rules, uint8_t seat, Verdict verdict, Reason reason,
                         Hearing to[2])
{
    assert(verdict == VERDICT_ILLEGAL || verdict == VERDICT_IMPOSSIBLE);
    const Hearing refusal = {.event = HEARD_REFUSAL, .verdict = (uint8_t)verdict, .seat = seat};
    to[seat] = refusal;
    to[!seat] = (Hearing){0};
    if (verdict != VERDICT_ILLEGAL)
        return;
    if (rules->has[PHANTOM_REASONS_GIVEN])
        to[seat].reason = (uint8_t)reason;
    if (rules->has[PHANTOM_TRIES_HEARD])
        to[!seat] = refusal;
}

static Reason reason_of(GoVerdict verdict)
{
    static const Reason reasons[] = {
        [GO_LEGAL] = REASON_NONE,         [GO_OCCUPIED] = REASON_STONE,
        [GO_SUICIDE] = REASON_SUICIDE,    [GO_KO] = REASON_REPETITION,
        [GO_SUPERKO] = REASON_REPETITION,
    };
    assert(verdict < COUNT_OF(reasons));
    return reasons[verdict];
}

// --- Counting --------------------------------------------------------------------------------------

int phantom_margin(const PhantomRules *rules, const GoBoard *board)
{
    const int points =
        rules->has[PHANTOM_TERRITORY] ? go_board_territory(board) : go_board_area(board);
    return 2 * points - rules->half_komi;
}

static void finish(const PhantomRules *rules, const GoBoard *board, Ending ending, MoveFacts *facts)
{
    assert(ending == ENDING_PASSES || ending == ENDING_LENGTH);
    const int margin = phantom_margin(rules, board);
    facts->ending = (uint8_t)ending;
    facts->winner = margin == 0 ? WINNER_NONE : winner_is(margin > 0 ? GO_BLACK : GO_WHITE);
}

// A hash of two numbers of stones into the bits of a PhantomCounts. The factors are odd, so that different numbers
// below 256 of one colour never share a bit.
enum { COUNTS_BITS = 256, WHITE_FACTOR = 61, BLACK_FACTOR = 89 };

static unsigned counts_index(unsigned white, unsigned black)
{
    assert(white + black <= GO_SPOTS);
    return (white * WHITE_FACTOR + black * BLACK_FACTOR) % COUNTS_BITS;
}

static void counts_add(PhantomCounts *counts, unsigned white, unsigned black)
{
    const unsigned index = counts_index(white, black);
    counts->seen[index / 64] |= bit(index % 64);
}

static bool counts_has(const PhantomCounts *counts, unsigned white, unsigned black)
{
    const unsigned index = counts_index(white, black);
    return bits_has(counts->seen[index / 64], index % 64);
}

// --- One try on a board ------------------------------------------------------------------------------

// What a legal try would do, without the ending. A copy of the board is played on only if the rules call atari.
static MoveFacts foresee(const PhantomRules *rules, const GoBoard *board, Try attempt)
{
    assert(attempt != TRY_NONE && attempt <= PHANTOM_PASS);
    MoveFacts facts = {.seat = board->to_move, .is_pass = attempt == PHANTOM_PASS};
    if (facts.is_pass)
        return facts;
    const GoPoint point = go_point_at(attempt - 1u);
    go_board_captured(board, point, &facts.captured);
    if (rules->has[PHANTOM_ATARI_CALLS]) {
        GoBoard after = *board;
        go_board_play(&after, point);
        facts.is_atari = go_board_gave_atari(&after, point);
    }
    return facts;
}

// The tests before the sets make sure that `spot` is a point of the board.
bool phantom__is_impossible(unsigned size, Try attempt, const GoSet *own, const GoSet *refused)
{
    if (attempt == PHANTOM_PASS)
        return false;
    const unsigned spot = attempt - 1u;
    return spot >= GO_SPOTS || spot % GO_SIZE_MAX >= size || spot / GO_SIZE_MAX >= size ||
           go_set_has(own, spot) || go_set_has(refused, spot);
}

// --- The truth -----------------------------------------------------------------------------------------

void phantom__clear_truth(const PhantomRules *rules, PhantomTruth *truth)
{
    memset(truth, 0, sizeof *truth);
    go_game_init(&truth->game, rules->size, rules->has[PHANTOM_SUPERKO]);
}

void phantom__begin_turn(PhantomTruth *truth)
{
    const GoBoard *board = &truth->game.board;
    truth->refused = truth->legal = (GoSet){0};
    truth->attempts = 0;
    for (unsigned i = 0; i < board->empty_count; i++)
        if (go_game_judge(&truth->game, board->empties[i]) == GO_LEGAL)
            go_set_add(&truth->legal, go_spot(board->empties[i]));
}

// A handicap is part of the rules, which both seats know: each has the other's stones marked from the beginning.
void phantom__begin_game(const PhantomRules *rules, PhantomTruth *truth)
{
    GoBoard *board = &truth->game.board;
    phantom__clear_truth(rules, truth);
    for (unsigned seat = 0; seat < 2; seat++) {
        go_board_put_all(board, (GoColor)seat, &rules->handicap[seat]);
        truth->marked[seat] = rules->handicap[!seat];
    }
    if (board->stones[GO_WHITE] || board->stones[GO_BLACK])
        counts_add(&truth->counts, board->stones[GO_WHITE], board->stones[GO_BLACK]);
    phantom__begin_turn(truth);
}

static void play(const PhantomRules *rules, PhantomTruth *truth, Try attempt, Hearing to[2])
{
    GoGame *game = &truth->game;
    MoveFacts facts = foresee(rules, &game->board, attempt);
    if (facts.is_pass) {
        go_game_pass(game);
    } else {
        go_game_play(game, go_point_at(attempt - 1u));
        go_set_drop(&truth->marked[facts.seat], attempt - 1u);
        counts_add(&truth->counts, game->board.stones[GO_WHITE], game->board.stones[GO_BLACK]);
    }
    truth->lost = facts.captured;
    if (go_game_is_over(game))
        finish(rules, &game->board, game->board.passes >= 2 ? ENDING_PASSES : ENDING_LENGTH,
               &facts);
    truth->ending = facts.ending;
    phantom__begin_turn(truth);
    for (uint8_t listener = 0; listener < 2; listener++)
        to[listener] = hear_facts(rules, &facts, listener);
}

// A seat that uses up its attempts loses.
static void end_by_attempts(PhantomTruth *truth, uint8_t seat, Hearing to[2])
{
    truth->ending = ENDING_ATTEMPTS;
    if (to[!seat].event == HEARD_NOTHING)
        to[!seat] = (Hearing){.event = HEARD_END, .seat = seat};
    for (unsigned listener = 0; listener < 2; listener++) {
        to[listener].ending = ENDING_ATTEMPTS;
        to[listener].winner = winner_is(!seat);
    }
}

static void refuse(const PhantomRules *rules, PhantomTruth *truth, Try attempt, bool is_impossible,
                   Hearing to[2])
{
    assert(truth->attempts < ATTEMPTS_MAX);
    const uint8_t seat = truth->game.board.to_move;
    Reason reason = REASON_NONE;
    if (!is_impossible) {
        go_set_add(&truth->refused, attempt - 1u);
        go_set_add(&truth->marked[seat], attempt - 1u);
        if (rules->has[PHANTOM_REASONS_GIVEN])
            reason = reason_of(go_game_judge(&truth->game, go_point_at(attempt - 1u)));
    }
    hear_refusal(rules, seat, is_impossible ? VERDICT_IMPOSSIBLE : VERDICT_ILLEGAL, reason, to);
    if (++truth->attempts == ATTEMPTS_MAX)
        end_by_attempts(truth, seat, to);
}

void phantom__judge(const PhantomRules *rules, PhantomTruth *truth, Try attempt, Hearing to[2])
{
    const GoBoard *board = &truth->game.board;
    assert(!truth->ending);
    GoSet stones;
    go_board_stones(board, (GoColor)board->to_move, &stones);
    const bool is_impossible =
        attempt == TRY_NONE ||
        phantom__is_impossible(board->size, attempt, &stones, &truth->refused);
    if (!is_impossible && (attempt == PHANTOM_PASS || go_set_has(&truth->legal, attempt - 1u)))
        play(rules, truth, attempt, to);
    else
        refuse(rules, truth, attempt, is_impossible, to);
}

// --- Imagined boards -----------------------------------------------------------------------------------

// Plays a move or pass on a packed board, which has no chains.
static void advance(PhantomBoard *board, const GoBoard *before, Try attempt, const MoveFacts *facts)
{
    const GoColor us = (GoColor)facts->seat, them = go_other(us);
    assert(board->to_move == facts->seat && before->to_move == facts->seat);
    board->ko = GO_NONE;
    board->refused = (GoSet){0};
    board->lost = facts->captured;
    board->to_move = (uint8_t)them;
    board->passes = facts->is_pass ? (uint8_t)(board->passes + 1) : 0;
    if (facts->is_pass)
        return;
    const GoPoint point = go_point_at(attempt - 1u);
    const unsigned taken = go_set_count(&facts->captured);
    go_set_add(&board->stones[us], attempt - 1u);
    go_set_drop(&board->marked[us], attempt - 1u);
    go_set_subtract(&board->stones[them], &facts->captured);
    board->key ^= go_stone_key(us, point) ^ go_stones_key(them, &facts->captured);
    board->ko = go_board_ko_after(before, point, &facts->captured);
    board->taken[us] = (uint16_t)(board->taken[us] + taken);
    counts_add(&board->counts,
               before->stones[GO_WHITE] + (us == GO_WHITE) - (us == GO_BLACK) * taken,
               before->stones[GO_BLACK] + (us == GO_BLACK) - (us == GO_WHITE) * taken);
}

// Ends the game on this board if the move does. An ending by length depends on the past, which the board does not know,
// so it is taken as heard.
static void conclude(const PhantomRules *rules, const GoBoard *board, Try attempt,
                     const Hearing *heard, MoveFacts *facts)
{
    GoBoard after = *board;
    if (!facts->is_pass && heard->ending == ENDING_LENGTH)
        go_board_play(&after, go_point_at(attempt - 1u));
    if (facts->is_pass && board->passes == 1)
        finish(rules, &after, ENDING_PASSES, facts);
    else if (heard->ending == ENDING_LENGTH)
        finish(rules, &after, ENDING_LENGTH, facts);
}

bool phantom__play_if_heard(const PhantomRules *rules, PhantomBoard *board, const GoBoard *unpacked,
                            Try attempt, uint8_t listener, const Hearing *heard)
{
    MoveFacts facts = foresee(rules, unpacked, attempt);
    if (heard->ending || (facts.is_pass && unpacked->passes))
        conclude(rules, unpacked, attempt, heard, &facts);
    const Hearing answer = hear_facts(rules, &facts, listener);
    if (memcmp(&answer, heard, sizeof answer) != 0)
        return false;
    advance(board, unpacked, attempt, &facts);
    return true;
}

// Whether superko may have forbidden a point that is legal on this board. The board does not know its past, but superko
// needs a board with as many stones of each colour.
static bool may_be_superko(const PhantomRules *rules, const PhantomCounts *counts,
                           const GoBoard *board, GoPoint point)
{
    if (!rules->has[PHANTOM_SUPERKO])
        return false;
    GoSet captured;
    go_board_captured(board, point, &captured);
    unsigned stones[2] = {board->stones[0], board->stones[1]};
    stones[board->to_move]++;
    stones[!board->to_move] -= go_set_count(&captured);
    return counts_has(counts, stones[GO_WHITE], stones[GO_BLACK]);
}

// Why a point would be refused on an imagined board; GO_LEGAL if it would not.
static GoVerdict judge_point(const PhantomRules *rules, const PhantomCounts *counts,
                             const GoBoard *board, GoPoint point)
{
    const GoVerdict verdict = go_board_judge(board, point);
    const bool is_superko = verdict == GO_LEGAL && may_be_superko(rules, counts, board, point);
    return is_superko ? GO_SUPERKO : verdict;
}

bool phantom__refuse_if_heard(const PhantomRules *rules, PhantomBoard *board,
                              const GoBoard *unpacked, Try attempt, const Hearing *heard)
{
    const GoPoint point = go_point_at(attempt - 1u);
    const GoVerdict verdict = judge_point(rules, &board->counts, unpacked, point);
    if (verdict == GO_LEGAL || (heard->reason && heard->reason != reason_of(verdict)))
        return false;
    go_set_add(&board->refused, attempt - 1u);
    go_set_add(&board->marked[heard->seat], attempt - 1u);
    return true;
}

// On a board without an enemy stone only suicide, ko and superko can be refused.
bool phantom__can_refuse(const PhantomRules *rules, const PhantomBoard *board,
                         const GoBoard *unpacked)
{
    if (!go_set_is_empty(&board->stones[!board->to_move]))
        return true;
    for (unsigned i = 0; i < unpacked->empty_count; i++)
        if (judge_point(rules, &board->counts, unpacked, unpacked->empties[i]) != GO_LEGAL)
            return true;
    return false;
}
