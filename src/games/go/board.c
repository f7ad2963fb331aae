// The laws of one move, and counting. What a stone does to chains and liberties is in games/go/internal.h.
#include "games/go/internal.h"

#include <assert.h>
#include <string.h>

void go_board_init(GoBoard *board, unsigned size)
{
    assert(size >= GO_SIZE_MIN && size <= GO_SIZE_MAX);
    memset(board, 0, sizeof *board);
    memset(board->color, GO_EDGE, sizeof board->color);
    board->size = (uint8_t)size;
    board->to_move = GO_BLACK;
    for (unsigned row = 0; row < size; row++)
        for (unsigned column = 0; column < size; column++) {
            const GoPoint point = go_point(column, row);
            const unsigned edges =
                (row == 0) + (row == size - 1) + (column == 0) + (column == size - 1);
            board->color[point] = GO_EMPTY;
            board->near[point] = (uint16_t)((4 - edges) * GO__NEAR_ONE(GO_EMPTY));
            go__empties_add(board, point);
        }
}

unsigned go_board_play(GoBoard *board, GoPoint point)
{
    assert(go_board_judge(board, point) == GO_LEGAL);
    return go__play(board, (GoColor)board->to_move, point, true);
}

void go_board_pass(GoBoard *board)
{
    assert(board->passes < UINT8_MAX);
    board->ko = GO_NONE;
    board->to_move = (uint8_t)go_other((GoColor)board->to_move);
    board->passes++;
}

void go_board_move(GoBoard *board, GoPoint point)
{
    if (point)
        go_board_play(board, point);
    else
        go_board_pass(board);
}

bool go_board_may_put(const GoBoard *board, GoColor color, GoPoint point)
{
    if (go_board_at(board, point) != GO_EMPTY)
        return false;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = GO__SIDE(point, i);
        if (board->color[side] == go_other(color) && go__is_last_liberty(board, side, point))
            return false;
    }
    return !go__is_suicide(board, color, point);
}

void go_board_put(GoBoard *board, GoColor color, GoPoint point)
{
    assert(go_board_at(board, point) == GO_EMPTY);
    go__occupy(board, color, point);
    board->key ^= go_stone_key(color, point);
}

void go_board_put_all(GoBoard *board, GoColor color, const GoSet *stones)
{
    for (unsigned spot = 0; (spot = go_set_next(stones, spot)) < GO_SPOTS; spot++)
        go_board_put(board, color, go_point_at(spot));
}

uint64_t go_stones_key(GoColor color, const GoSet *stones)
{
    uint64_t key = 0;
    for (unsigned spot = 0; (spot = go_set_next(stones, spot)) < GO_SPOTS; spot++)
        key ^= go_stone_key(color, go_point_at(spot));
    return key;
}

GoVerdict go_board_judge(const GoBoard *board, GoPoint point)
{
    if (point >= GO_POINTS || go_board_at(board, point) != GO_EMPTY)
        return GO_OCCUPIED;
    if (point == board->ko)
        return GO_KO;
    return go__is_suicide(board, (GoColor)board->to_move, point) ? GO_SUICIDE : GO_LEGAL;
}

void go_board_captured(const GoBoard *board, GoPoint point, GoSet *captured)
{
    assert(go_board_judge(board, point) == GO_LEGAL);
    const GoColor them = go_other((GoColor)board->to_move);
    *captured = (GoSet){0};
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = GO__SIDE(point, i);
        if (board->color[side] != them || !go__is_last_liberty(board, side, point))
            continue;
        unsigned stone = side;
        do {
            go_set_add(captured, go_spot((GoPoint)stone));
            stone = board->next[stone];
        } while (stone != side);
    }
}

GoPoint go_board_ko_after(const GoBoard *board, GoPoint point, const GoSet *captured)
{
    if (!go__may_be_ko(board, (GoColor)board->to_move, point) || go_set_count(captured) != 1)
        return GO_NONE;
    return go_point_at(go_set_next(captured, 0));
}

void go_board_stones(const GoBoard *board, GoColor color, GoSet *set)
{
    *set = (GoSet){0};
    for (unsigned row = 0; row < board->size; row++)
        for (unsigned column = 0; column < board->size; column++)
            if (go_board_at(board, go_point(column, row)) == color)
                go_set_add(set, row * GO_SIZE_MAX + column);
}

GoPoint go_board_atari(const GoBoard *board, GoPoint stone)
{
    assert(go_board_at(board, stone) < GO_EMPTY);
    const uint64_t liberties = board->liberties[board->chain[stone]];
    const uint64_t count = liberties & GO__COUNT_MASK;
    assert(count > 0);
    const uint64_t sum = (liberties & (((uint64_t)1 << GO__SQUARES_SHIFT) - 1)) >> GO__SUM_SHIFT;
    const GoPoint mean = (GoPoint)(sum / count);
    return liberties == count * go__liberty(mean) ? mean : GO_NONE;
}

bool go_board_gave_atari(const GoBoard *board, GoPoint point)
{
    for (unsigned i = 0; i < 4; i++) {
        const GoPoint side = (GoPoint)GO__SIDE(point, i);
        if (go_board_at(board, side) == board->to_move && go_board_atari(board, side))
            return true;
    }
    return false;
}

bool go_board_is_eye(const GoBoard *board, GoColor color, GoPoint point)
{
    return go__is_eye(board, color, point);
}

// Marks the empty region around `point` in `seen`; returns its size, and in `*touched` the colours it touches, a bit
// each.
static unsigned flood(const GoBoard *board, GoPoint point, bool *seen, unsigned *touched)
{
    GoPoint open[GO_SPOTS];
    unsigned count = 0, done = 0;
    seen[point] = true;
    open[count++] = point;
    while (done < count) {
        const GoPoint here = open[done++];
        for (unsigned i = 0; i < 4; i++) {
            const GoPoint side = (GoPoint)GO__SIDE(here, i);
            const GoColor color = go_board_at(board, side);
            if (color == GO_EMPTY && !seen[side]) {
                seen[side] = true;
                open[count++] = side;
            } else if (color < GO_EMPTY) {
                *touched |= 1u << color;
            }
        }
    }
    return count;
}

// Empty points that touch Black alone, less those that touch White alone.
static int count_regions(const GoBoard *board)
{
    assert(board->stones[GO_BLACK] + board->stones[GO_WHITE] + board->empty_count ==
           board->size * board->size);
    bool seen[GO_POINTS] = {false};
    int sum = 0;
    for (unsigned i = 0; i < board->empty_count; i++) {
        const GoPoint point = board->empties[i];
        unsigned touched = 0;
        if (seen[point])
            continue;
        const int count = (int)flood(board, point, seen, &touched);
        sum += touched == 1u << GO_BLACK ? count : touched == 1u << GO_WHITE ? -count : 0;
    }
    return sum;
}

int go_board_area(const GoBoard *board)
{
    return board->stones[GO_BLACK] - board->stones[GO_WHITE] + count_regions(board);
}

int go_board_territory(const GoBoard *board)
{
    return board->taken[GO_BLACK] - board->taken[GO_WHITE] + count_regions(board);
}

static const char columns[] = "abcdefghjklmnopqrst";

void go_point_to_text(GoPoint point, Text *text)
{
    assert(go_column(point) < GO_SIZE_MAX && go_row(point) < GO_SIZE_MAX);
    text_format(text, "%c%u", columns[go_column(point)], go_row(point) + 1);
}

GoPoint go_point_from_text(Slice text)
{
    uint64_t row;
    if (text.length < 2 || text.start[1] == '0' ||
        !slice_number((Slice){text.start + 1, text.length - 1}, GO_SIZE_MAX, &row))
        return GO_NONE;
    for (unsigned column = 0; columns[column]; column++)
        if ((text.start[0] | 0x20) == columns[column])
            return go_point(column, (unsigned)row - 1);
    return GO_NONE;
}
