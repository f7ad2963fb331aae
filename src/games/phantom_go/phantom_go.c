// Phantom Go behind the seam: the slots of its Game. The law itself is in judge.c, the texts are in words.c.
#include "games/phantom_go/phantom_go.h"

#include "games/phantom_go/judge.h"

#include <assert.h>
#include <string.h>

// --- The truth -----------------------------------------------------------------------------------------

static void deal(const Rules *rules, void *truth, Hearing to[2])
{
    phantom__begin_game(phantom_rules(rules), truth);
    to[0] = to[1] = (Hearing){.event = HEARD_OPENING, .seat = GO_BLACK};
}

static void judge(const Rules *rules, void *truth, Try attempt, Hearing to[2])
{
    phantom__judge(phantom_rules(rules), truth, attempt, to);
}

static uint8_t seat_to_move(const void *truth)
{
    return ((const PhantomTruth *)truth)->game.board.to_move;
}

static bool can_win(const Rules *rules, const void *truth, uint8_t seat)
{
    (void)rules;
    (void)truth;
    (void)seat;
    return true; // a board on which a seat has no stone may still be counted in its favour
}

// --- What a seat knows -----------------------------------------------------------------------------------

static void sit(const Rules *rules, uint8_t seat, void *view)
{
    const PhantomRules *own = phantom_rules(rules);
    assert(seat < 2);
    *(PhantomView *)view = (PhantomView){.own = own->handicap[seat],
                                         .marked = own->handicap[!seat],
                                         .enemies = (uint16_t)go_set_count(&own->handicap[!seat]),
                                         .size = own->size,
                                         .seat = seat,
                                         .to_move = GO_BLACK};
}

bool phantom_may_try(const PhantomView *view, Try attempt)
{
    return !phantom__is_impossible(view->size, attempt, &view->own, &view->refused);
}

static uint32_t tries(const Rules *rules, const void *view, Try *out)
{
    (void)rules;
    const PhantomView *seen = view;
    uint32_t count = 0;
    if (seen->ending || seen->seat != seen->to_move)
        return 0;
    for (unsigned row = 0; row < seen->size; row++)
        for (unsigned column = 0; column < seen->size; column++) {
            const Try attempt = (Try)(row * GO_SIZE_MAX + column + 1);
            if (phantom_may_try(seen, attempt))
                out[count++] = attempt;
        }
    out[count++] = PHANTOM_PASS;
    assert(count <= PHANTOM_TRIES_MAX);
    return count;
}

static GoSet points_of(const Hearing *heard)
{
    GoSet points;
    memcpy(points.words, heard->points, sizeof points.words);
    return points;
}

// A refused try may be no point at all; the view then stays as it is.
static void hear_own(PhantomView *view, Try own, const Hearing *heard)
{
    const bool is_point = own <= GO_SPOTS;
    if (is_point && heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL) {
        go_set_add(&view->refused, own - 1u);
        go_set_add(&view->marked, own - 1u);
    }
    if (heard->event != HEARD_MOVE)
        return;
    if (is_point) {
        go_set_add(&view->own, own - 1u);
        go_set_drop(&view->marked, own - 1u);
    }
    assert(heard->stones <= view->enemies);
    view->refused = view->lost = (GoSet){0};
    view->enemies = (uint16_t)(view->enemies - heard->stones);
    view->taken = (uint16_t)(view->taken + heard->stones);
}

static void hear_other(PhantomView *view, const Hearing *heard)
{
    if (heard->event != HEARD_MOVE)
        return;
    view->lost = points_of(heard);
    go_set_subtract(&view->own, &view->lost);
    view->enemies = (uint16_t)(view->enemies + !(heard->checks & CALL_PASS));
}

static bool can_be_answered(const PhantomView *view, Try own, const Hearing *heard)
{
    if (heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL)
        return own != PHANTOM_PASS && phantom_may_try(view, own);
    if (heard->event == HEARD_REFUSAL)
        return true;
    return heard->event == HEARD_MOVE && phantom_may_try(view, own) &&
           (own == PHANTOM_PASS) == ((heard->checks & CALL_PASS) != 0) &&
           heard->stones <= view->enemies;
}

// Whether all stones that are said to be captured are own stones, and their number is right.
static bool can_lose(const PhantomView *view, const Hearing *heard)
{
    GoSet rest = points_of(heard);
    const bool is_counted = go_set_count(&rest) == heard->stones;
    go_set_subtract(&rest, &view->own);
    return is_counted && go_set_is_empty(&rest);
}

static bool can_hear(const Rules *rules, const void *view, Try own, const Hearing *heard)
{
    (void)rules;
    const PhantomView *seen = view;
    const bool is_turn = heard->seat == seen->to_move;
    if (seen->ending)
        return false;
    if (own != TRY_NONE)
        return is_turn && heard->seat == seen->seat && can_be_answered(seen, own, heard);
    if (heard->event == HEARD_OPENING)
        return is_turn;
    if (heard->event == HEARD_MOVE || heard->event == HEARD_REFUSAL)
        return is_turn && heard->seat != seen->seat && can_lose(seen, heard);
    return heard->event != HEARD_NOTHING && heard->event != HEARD_ANSWER;
}

static void hear(const Rules *rules, void *view, Try own, const Hearing *heard)
{
    (void)rules;
    PhantomView *seen = view;
    if (own != TRY_NONE)
        hear_own(seen, own, heard);
    else
        hear_other(seen, heard);
    if (heard->event == HEARD_MOVE)
        seen->to_move = !heard->seat;
    seen->ending = heard->ending;
}

// --- Imagined boards -----------------------------------------------------------------------------------

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
    phantom__clear_truth(phantom_rules(rules), own);
    unpack_onto(imagined, &own->game.board);
    own->counts = imagined->counts;
    memcpy(own->marked, imagined->marked, sizeof own->marked);
    own->lost = imagined->lost;
    phantom__begin_turn(own);
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

static bool keep_board(const PhantomRules *rules, PhantomBoard *board, const GoBoard *empty,
                       Try own, const Hearing *heard)
{
    if (heard->event == HEARD_MOVE && own != PHANTOM_PASS &&
        go_set_has(&board->stones[!heard->seat], own - 1u))
        return false;
    GoBoard unpacked = *empty;
    unpack_onto(board, &unpacked);
    if (heard->event == HEARD_REFUSAL)
        return phantom__refuse_if_heard(rules, board, &unpacked, own, heard);
    return (own == PHANTOM_PASS || go_board_judge(&unpacked, go_point_at(own - 1u)) == GO_LEGAL) &&
           phantom__play_if_heard(rules, board, &unpacked, own, heard->seat, heard);
}

// Whether an answer tells one board from another.
static bool tells_boards_apart(const Hearing *heard)
{
    return heard->event == HEARD_MOVE ||
           (heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL);
}

static size_t keep(const Rules *rules, void *boards, size_t count, Try own, const Hearing *heard)
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
        if (phantom__play_if_heard(rules, &after, unpacked, legal[i], !heard->seat, heard))
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
                 phantom__can_refuse(phantom_rules(rules), &board[i], &unpacked))
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

FITS_ANY_ROOM(PhantomRules, PhantomTruth, PhantomView);

const Game phantom_go_game = {
    .name = PHANTOM_GO_NAME,
    .rules_bytes = sizeof(PhantomRules),
    .truth_bytes = sizeof(PhantomTruth),
    .board_bytes = sizeof(PhantomBoard),
    .view_bytes = sizeof(PhantomView),
    .tries_max = PHANTOM_TRIES_MAX,
    .counts_jointly = true,
    .read = phantom__read,
    .write = phantom__write,
    .deal = deal,
    .judge = judge,
    .seat_to_move = seat_to_move,
    .can_win = can_win,
    .sit = sit,
    .tries = tries,
    .hear = hear,
    .can_hear = can_hear,
    .imagine = imagine,
    .revive = revive,
    .keep = keep,
    .expand = expand,
    .key = key,
    .say = phantom__say,
    .try_to_text = phantom__try_to_text,
    .try_from_text = phantom__try_from_text,
};
