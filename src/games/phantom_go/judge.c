// The law of Phantom Go (docs/rules/phantom-go.md).
//
// What a move did is gathered as PhantomMoveFacts. One function turns these facts into a hearing, for the truth and for
// imagined boards alike. The legal points of a turn are known before its first attempt is read, as in Kriegspiel, so
// all refusals take the same path and the delay of one tells no reason.
#include "games/phantom_go/judge.h"

#include <assert.h>
#include <string.h>

Hearing phantom_hear_facts(const PhantomRules *rules, const PhantomMoveFacts *facts,
                           uint8_t listener)
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

Reason phantom_reason_of(GoVerdict verdict)
{
    static const Reason reasons[] = {
        [GO_LEGAL] = REASON_NONE,         [GO_OCCUPIED] = REASON_STONE,
        [GO_SUICIDE] = REASON_SUICIDE,    [GO_KO] = REASON_REPETITION,
        [GO_SUPERKO] = REASON_REPETITION,
    };
    assert(verdict < COUNT_OF(reasons));
    return reasons[verdict];
}

int phantom_margin(const PhantomRules *rules, const GoBoard *board)
{
    const int points =
        rules->has[PHANTOM_TERRITORY] ? go_board_territory(board) : go_board_area(board);
    return 2 * points - rules->half_komi;
}

void phantom_finish(const PhantomRules *rules, const GoBoard *board, Ending ending,
                    PhantomMoveFacts *facts)
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

void phantom_counts_add(PhantomCounts *counts, unsigned white, unsigned black)
{
    const unsigned index = counts_index(white, black);
    counts->seen[index / 64] |= bit(index % 64);
}

bool phantom_counts_has(const PhantomCounts *counts, unsigned white, unsigned black)
{
    const unsigned index = counts_index(white, black);
    return bits_has(counts->seen[index / 64], index % 64);
}

// A copy of the board is played on only if the rules call atari.
PhantomMoveFacts phantom_foresee(const PhantomRules *rules, const GoBoard *board, Try attempt)
{
    assert(attempt != TRY_NONE && attempt <= PHANTOM_PASS);
    PhantomMoveFacts facts = {.seat = board->to_move, .is_pass = attempt == PHANTOM_PASS};
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

void phantom_truth_clear(const PhantomRules *rules, PhantomTruth *truth)
{
    memset(truth, 0, sizeof *truth);
    go_game_init(&truth->game, rules->size, rules->has[PHANTOM_SUPERKO]);
}

void phantom_begin_turn(PhantomTruth *truth)
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
    phantom_truth_clear(rules, truth);
    for (unsigned seat = 0; seat < 2; seat++) {
        go_board_put_all(board, (GoColor)seat, &rules->handicap[seat]);
        truth->marked[seat] = rules->handicap[!seat];
    }
    if (board->stones[GO_WHITE] || board->stones[GO_BLACK])
        phantom_counts_add(&truth->counts, board->stones[GO_WHITE], board->stones[GO_BLACK]);
    phantom_begin_turn(truth);
}

static void phantom_play(const PhantomRules *rules, PhantomTruth *truth, Try attempt, Hearing to[2])
{
    GoGame *game = &truth->game;
    PhantomMoveFacts facts = phantom_foresee(rules, &game->board, attempt);
    if (facts.is_pass) {
        go_game_pass(game);
    } else {
        go_game_play(game, go_point_at(attempt - 1u));
        go_set_drop(&truth->marked[facts.seat], attempt - 1u);
        phantom_counts_add(&truth->counts, game->board.stones[GO_WHITE],
                           game->board.stones[GO_BLACK]);
    }
    truth->lost = facts.captured;
    if (go_game_is_over(game))
        phantom_finish(rules, &game->board, game->board.passes >= 2 ? ENDING_PASSES : ENDING_LENGTH,
                       &facts);
    truth->ending = facts.ending;
    phantom_begin_turn(truth);
    for (uint8_t listener = 0; listener < 2; listener++)
        to[listener] = phantom_hear_facts(rules, &facts, listener);
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

static void phantom_refuse(const PhantomRules *rules, PhantomTruth *truth, Try attempt,
                           bool is_impossible, Hearing to[2])
{
    assert(truth->attempts < ATTEMPTS_MAX);
    const uint8_t seat = truth->game.board.to_move;
    Reason reason = REASON_NONE;
    if (!is_impossible) {
        go_set_add(&truth->refused, attempt - 1u);
        go_set_add(&truth->marked[seat], attempt - 1u);
        if (rules->has[PHANTOM_REASONS_GIVEN])
            reason = phantom_reason_of(go_game_judge(&truth->game, go_point_at(attempt - 1u)));
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
        phantom_play(rules, truth, attempt, to);
    else
        phantom_refuse(rules, truth, attempt, is_impossible, to);
}
