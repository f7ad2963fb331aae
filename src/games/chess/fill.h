// Whole sets of men moved at once, by shifts: for code that holds a man possible on many squares. A slider goes on
// while squares are `open` (Kogge and Stone's parallel prefix); squares off the board are never open, so one set of
// shifts serves all sizes. The results may leave the board: mask them.
#ifndef NEBEL_CHESS_FILL_H
#define NEBEL_CHESS_FILL_H

#include "games/chess/generate.h"

static ALWAYS_INLINE Bits shift_by(Bits set, int by)
{
    assert(by > -64 && by < 64);
    return by > 0 ? set << by : set >> -by;
}

// One step of `by` squares; steps that change the file must not come out at the other edge.
static ALWAYS_INLINE Bits step_by(Bits set, int by)
{
    const int across = ((by & 7) + 4) % 8 - 4;
    if (across == 1)
        set &= ~FILE_H;
    if (across == -1)
        set &= ~FILE_A;
    return shift_by(set, by);
}

// The set and all it reaches through open squares in one direction.
static ALWAYS_INLINE Bits fill_by(Bits set, Bits open, int by)
{
    const int across = ((by & 7) + 4) % 8 - 4;
    open &= across == 1 ? ~FILE_A : across == -1 ? ~FILE_H : ~(Bits)0;
    set |= open & shift_by(set, by);
    open &= shift_by(open, by);
    set |= open & shift_by(set, 2 * by);
    open &= shift_by(open, 2 * by);
    return set | (open & shift_by(set, 4 * by));
}

// The set and where sliders on it may go.
static ALWAYS_INLINE Bits fill_lines(Bits set, Bits open)
{
    return fill_by(set, open, 8) | fill_by(set, open, -8) | fill_by(set, open, 1) |
           fill_by(set, open, -1);
}

static ALWAYS_INLINE Bits fill_diagonals(Bits set, Bits open)
{
    return fill_by(set, open, 9) | fill_by(set, open, -9) | fill_by(set, open, 7) |
           fill_by(set, open, -7);
}

// What sliders on the set attack along one line, both ways: the open squares, and the first that is not.
static ALWAYS_INLINE Bits attack_line(Bits set, Bits open, int by)
{
    return step_by(fill_by(set, open, by), by) | step_by(fill_by(set, open, -by), -by);
}

static ALWAYS_INLINE Bits fill_knights(Bits set)
{
    const Bits one = step_by(set, 1) | step_by(set, -1);
    const Bits two = step_by(step_by(set, 1), 1) | step_by(step_by(set, -1), -1);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

static ALWAYS_INLINE Bits fill_kings(Bits set)
{
    const Bits beside = step_by(set, 1) | step_by(set, -1), row = set | beside;
    return beside | row << 8 | row >> 8;
}

static ALWAYS_INLINE Bits fill_strikes(Bits pawns, Color color)
{
    return pawns_stepped(pawns, color, PAWN_WEST) | pawns_stepped(pawns, color, PAWN_EAST);
}

#endif
