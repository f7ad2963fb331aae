// Boards of Phantom Go: what a try does on them and how it sounds, asked of the judge. At the end is what ISMCTS needs beside.
#include "engine/phantom_go/belief_model.h"

#include "engine/phantom_go/flat.h"
#include "games/phantom_go/judge.h"

#include <assert.h>
#include <string.h>

static void imagine(const Rules *rules, const void *truth, void *board)
{
    (void)rules;
    const PhantomTruth *own = truth;
    const GoBoard *now = &own->game.board;
    PhantomBoard imagined = {.key = now->key,
                             .refused = own->refused,
                             .lost = own->lost,
                             .counts = own->counts,
                             .ko = now->ko,
                             .to_move = now->to_move,
                             .passes = now->passes};
    for (unsigned seat = 0; seat < 2; seat++) {
        go_board_stones(now, (GoColor)seat, &imagined.stones[seat]);
        imagined.marked[seat] = own->marked[seat];
        imagined.taken[seat] = now->taken[seat];
    }
    *(PhantomBoard *)board = imagined;
}

static void unpack_onto(const PhantomBoard *board, GoBoard *empty)
{
    assert(board->to_move < 2 && board->ko < GO_POINTS);
    for (unsigned seat = 0; seat < 2; seat++) {
        go_board_put_all(empty, (GoColor)seat, &board->stones[seat]);
        empty->taken[seat] = board->taken[seat];
    }
    empty->ko = board->ko;
    empty->to_move = board->to_move;
    empty->passes = board->passes;
}

void phantom_board_unpack(const PhantomRules *rules, const PhantomBoard *board, GoBoard *unpacked)
{
    go_board_init(unpacked, rules->size);
    unpack_onto(board, unpacked);
}

static void revive(const Rules *rules, const void *board, void *truth)
{
    const PhantomBoard *imagined = board;
    PhantomTruth *own = truth;
    phantom_truth_clear(phantom_rules(rules), own);
    unpack_onto(imagined, &own->game.board);
    own->counts = imagined->counts;
    memcpy(own->marked, imagined->marked, sizeof own->marked);
    own->lost = imagined->lost;
    phantom_begin_turn(own);
    own->refused = imagined->refused;
    own->attempts = (uint16_t)go_set_count(&own->refused);
}

void phantom_view_of(const PhantomRules *rules, const PhantomBoard *board, uint8_t seat,
                     PhantomView *view)
{
    assert(seat < 2);
    const bool is_mover = board->to_move == seat;
    *view = (PhantomView){.own = board->stones[seat],
                          .marked = board->marked[seat],
                          .enemies = (uint16_t)go_set_count(&board->stones[!seat]),
                          .taken = board->taken[seat],
                          .size = rules->size,
                          .seat = seat,
                          .to_move = board->to_move,
                          .ending = board->passes >= 2 ? ENDING_PASSES : ENDING_NONE};
    if (is_mover) {
        view->refused = board->refused;
        view->lost = board->lost;
    }
}

// Plays a move or pass on a packed board, which has no chains.
static void advance(PhantomBoard *board, const GoBoard *before, Try attempt,
                    const PhantomMoveFacts *facts)
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
    phantom_counts_add(&board->counts,
                       before->stones[GO_WHITE] + (us == GO_WHITE) - (us == GO_BLACK) * taken,
                       before->stones[GO_BLACK] + (us == GO_BLACK) - (us == GO_WHITE) * taken);
}

// Ends the game on this board if the move does. An ending by length depends on the past, which the board does not know,
// so it is taken as heard.
static void phantom_conclude(const PhantomRules *rules, const GoBoard *board, Try attempt,
                             const Hearing *heard, PhantomMoveFacts *facts)
{
    GoBoard after = *board;
    if (!facts->is_pass && heard->ending == ENDING_LENGTH)
        go_board_play(&after, go_point_at(attempt - 1u));
    if (facts->is_pass && board->passes == 1)
        phantom_finish(rules, &after, ENDING_PASSES, facts);
    else if (heard->ending == ENDING_LENGTH)
        phantom_finish(rules, &after, ENDING_LENGTH, facts);
}

static bool play_if_heard(const PhantomRules *rules, PhantomBoard *board, const GoBoard *unpacked,
                          Try attempt, uint8_t listener, const Hearing *heard)
{
    PhantomMoveFacts facts = phantom_foresee(rules, unpacked, attempt);
    if (heard->ending || (facts.is_pass && unpacked->passes))
        phantom_conclude(rules, unpacked, attempt, heard, &facts);
    const Hearing answer = phantom_hear_facts(rules, &facts, listener);
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
    return phantom_counts_has(counts, stones[GO_WHITE], stones[GO_BLACK]);
}

// Why a point would be refused on an imagined board; GO_LEGAL if it would not.
static GoVerdict judge_point(const PhantomRules *rules, const PhantomCounts *counts,
                             const GoBoard *board, GoPoint point)
{
    const GoVerdict verdict = go_board_judge(board, point);
    const bool is_superko = verdict == GO_LEGAL && may_be_superko(rules, counts, board, point);
    return is_superko ? GO_SUPERKO : verdict;
}

static bool refuse_if_heard(const PhantomRules *rules, PhantomBoard *board, const GoBoard *unpacked,
                            Try attempt, const Hearing *heard)
{
    const GoPoint point = go_point_at(attempt - 1u);
    const GoVerdict verdict = judge_point(rules, &board->counts, unpacked, point);
    if (verdict == GO_LEGAL || (heard->reason && heard->reason != phantom_reason_of(verdict)))
        return false;
    go_set_add(&board->refused, attempt - 1u);
    go_set_add(&board->marked[heard->seat], attempt - 1u);
    return true;
}

// On a board without an enemy stone only suicide, ko and superko can be refused.
static bool can_refuse(const PhantomRules *rules, const PhantomBoard *board,
                       const GoBoard *unpacked)
{
    if (!go_set_is_empty(&board->stones[!board->to_move]))
        return true;
    for (unsigned i = 0; i < unpacked->empty_count; i++)
        if (judge_point(rules, &board->counts, unpacked, unpacked->empties[i]) != GO_LEGAL)
            return true;
    return false;
}

static bool keep_board(const PhantomRules *rules, PhantomBoard *board, const GoBoard *empty,
                       Try own, const Hearing *heard)
{
    if (heard->event == HEARD_MOVE && own != PHANTOM_PASS &&
        go_set_has(&board->stones[!heard->seat], own - 1u))
        return false;
    GoBoard unpacked = *empty;
    unpack_onto(board, &unpacked);
    if (heard->event == HEARD_REFUSAL)
        return refuse_if_heard(rules, board, &unpacked, own, heard);
    return (own == PHANTOM_PASS || go_board_judge(&unpacked, go_point_at(own - 1u)) == GO_LEGAL) &&
           play_if_heard(rules, board, &unpacked, own, heard->seat, heard);
}

// Whether an answer tells one board from another.
static bool tells_boards_apart(const Hearing *heard)
{
    return heard->event == HEARD_MOVE ||
           (heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL);
}

static size_t phantom_keep(const Rules *rules, void *boards, size_t count, Try own,
                           const Hearing *heard)
{
    PhantomBoard *board = boards;
    if (!tells_boards_apart(heard))
        return count;
    GoBoard empty;
    go_board_init(&empty, phantom_rules(rules)->size);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        PhantomBoard after = board[i];
        if (keep_board(phantom_rules(rules), &after, &empty, own, heard))
            board[kept++] = after;
    }
    return kept;
}

// The legal tries of the seat to move, including the pass.
static uint32_t list_legal(const GoBoard *board, Try *legal)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < board->empty_count; i++)
        if (go_board_judge(board, board->empties[i]) == GO_LEGAL)
            legal[count++] = (Try)(go_spot(board->empties[i]) + 1);
    legal[count++] = PHANTOM_PASS;
    return count;
}

static void expand_move(const PhantomRules *rules, const PhantomBoard *board,
                        const GoBoard *unpacked, const Hearing *heard, const BoardSink *sink)
{
    Try legal[PHANTOM_TRIES_MAX];
    const uint32_t count = list_legal(unpacked, legal);
    for (uint32_t i = 0; i < count; i++) {
        if ((legal[i] == PHANTOM_PASS) != ((heard->checks & CALL_PASS) != 0))
            continue;
        PhantomBoard after = *board;
        if (play_if_heard(rules, &after, unpacked, legal[i], !heard->seat, heard))
            sink->take(sink->context, &after, 1.0f / (float)count);
    }
}

static void expand(const Rules *rules, const void *boards, size_t count, const Hearing *heard,
                   const Policy *policy, const BoardSink *sink)
{
    (void)policy; // there is none for Go: all legal moves are equally likely
    const PhantomBoard *board = boards;
    GoBoard empty;
    go_board_init(&empty, phantom_rules(rules)->size);
    for (size_t i = 0; i < count; i++) {
        GoBoard unpacked = empty;
        unpack_onto(&board[i], &unpacked);
        if (heard->event == HEARD_MOVE)
            expand_move(phantom_rules(rules), &board[i], &unpacked, heard, sink);
        else if (heard->event != HEARD_REFUSAL ||
                 can_refuse(phantom_rules(rules), &board[i], &unpacked))
            sink->take(sink->context, &board[i], 1);
    }
}

// `refused` and `lost` are left out: the seats know them, and they do not change what can follow.
static uint64_t key(const void *board)
{
    const PhantomBoard *imagined = board;
    uint64_t rest =
        (uint64_t)imagined->ko << 16 | (uint64_t)imagined->passes << 8 | imagined->to_move;
    return imagined->key ^ splitmix64(&rest);
}

const BeliefModel phantom_go_belief_model = {
    .game = &phantom_go_game,
    .board_bytes = sizeof(PhantomBoard),
    .imagine = imagine,
    .revive = revive,
    .keep = phantom_keep,
    .expand = expand,
    .key = key,
};

uint32_t go_truth_list_open(const Rules *rules, const void *truth, Try *out)
{
    (void)rules;
    const PhantomTruth *own = truth;
    const GoBoard *board = &own->game.board;
    uint32_t count = 0;
    if (own->ending)
        return 0;
    for (unsigned spot = 0; (spot = go_set_next(&own->legal, spot)) < GO_SPOTS; spot++)
        if (!go_board_is_eye(board, (GoColor)board->to_move, go_point_at(spot)))
            out[count++] = (Try)(spot + 1);
    if (!count)
        out[count++] = PHANTOM_PASS;
    assert(count <= PHANTOM_TRIES_MAX);
    return count;
}

double go_truth_value_end(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                          Rng *rng, Meter *meter)
{
    (void)context;
    GoBoard board = ((const PhantomTruth *)truth)->game.board;
    const unsigned moves = go_playout_light(&board, rng);
    (void)meter_charge(meter, moves, 0);
    return go_result(phantom_rules(rules), &board, seat);
}
