// The generator of legal moves, once, for every use: a template in the only form C has.
//
// Legality is decided before a move is written down. Three sets say it all: where a check must be
// answered, and which squares a pinned man may still use, for pins along ranks and files and for
// pins along diagonals. A man pinned on one line cannot reach a square of another pin line of the
// same family, so one set a family is enough.
//
// What happens to the moves is the sink's affair: list them, count them, keep them as sets. A sink
// is two functions, known while compiling, so each use becomes a generator of its own.
#ifndef NEBEL_CHESS_GENERATE_H
#define NEBEL_CHESS_GENERATE_H

#include "games/chess/position.h"

// Directions of a pawn's move, from its own side. WEST is towards the a-file for both colours.
typedef enum PawnStep { PAWN_ONE, PAWN_TWO, PAWN_WEST, PAWN_EAST, PAWN_STEP_COUNT } PawnStep;

static inline int pawn_offset(Color color, PawnStep step)
{
    static const int8_t offsets[2][PAWN_STEP_COUNT] = {{8, 16, 7, 9}, {-8, -16, -9, -7}};
    assert(color <= BLACK && step < PAWN_STEP_COUNT);
    return offsets[color][step];
}

typedef struct Sink {
    // A man other than a pawn may go from `from` to each of `targets`; a queen comes twice.
    void (*man)(void *context, unsigned from, Bits targets);
    // Pawns arrive on each of `targets` by `step`. On the last rank every promotion is meant.
    void (*pawns)(void *context, PawnStep step, Bits targets);
} Sink;

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)

// Where pawns arrive by a step, whatever stands there. May leave the board: mask it.
static ALWAYS_INLINE Bits pawns_stepped(Bits pawns, Color color, PawnStep step)
{
    if (step == PAWN_WEST)
        pawns &= ~FILE_A;
    if (step == PAWN_EAST)
        pawns &= ~FILE_H;
    const int offset = pawn_offset(color, step);
    return offset > 0 ? pawns << offset : pawns >> -offset;
}

// Where pawns that arrived by a step came from.
static ALWAYS_INLINE Bits pawns_stepped_back(Bits targets, Color color, PawnStep step)
{
    const int offset = pawn_offset(color, step);
    return offset > 0 ? targets >> offset : targets << -offset;
}

// Threats to the king of the side to move, in the form the generator uses them.
typedef struct Threats {
    Bits checkers;
    Bits line_pins, diagonal_pins; // the paths from the king to its pinners, pinners included
} Threats;

// Looks along the paths from the king to the sliders that could reach it on an empty board: nobody
// between is a check, one own man alone is a pin.
static ALWAYS_INLINE void find_pins(const Position *position, Color us, unsigned king, Bits sliders,
                                    Bits *checkers, Bits *pins)
{
    const Bits occupied = position_occupied(position);
    while (sliders) {
        const unsigned slider = bits_take(&sliders);
        const Bits path = chess_path[king][slider];
        const Bits between = path & occupied & ~bit(slider);
        if (!between)
            *checkers |= bit(slider);
        else if ((between & position->color[us]) && !bits_are_many(between))
            *pins |= path;
    }
}

static ALWAYS_INLINE Threats find_threats(const Position *position, Color us, unsigned king)
{
    const Bits enemies = position->color[other_color(us)];
    const Bits *kind = position->kind;
    Threats threats = {.checkers = ((chess_knight_steps[king] & kind[KNIGHT]) |
                                    (chess_pawn_strikes[us][king] & kind[PAWN])) &
                                   enemies};
    find_pins(position, us, king, chess_rook_rays[king] & enemies & (kind[ROOK] | kind[QUEEN]),
              &threats.checkers, &threats.line_pins);
    find_pins(position, us, king, chess_bishop_rays[king] & enemies & (kind[BISHOP] | kind[QUEEN]),
              &threats.checkers, &threats.diagonal_pins);
    return threats;
}

// Every square that `them` attack, were `occupied` the occupied squares.
static ALWAYS_INLINE Bits attacked_squares(const Position *position, Color them, Bits occupied)
{
    const Bits enemies = position->color[them];
    const Bits *kind = position->kind;
    const Bits pawns = kind[PAWN] & enemies;
    Bits attacked = pawns_stepped(pawns, them, PAWN_WEST) | pawns_stepped(pawns, them, PAWN_EAST) |
                    chess_king_steps[bits_first(kind[KING] & enemies)];
    for (Bits men = kind[KNIGHT] & enemies; men;)
        attacked |= chess_knight_steps[bits_take(&men)];
    for (Bits men = (kind[BISHOP] | kind[QUEEN]) & enemies; men;)
        attacked |= bishop_slides(bits_take(&men), occupied);
    for (Bits men = (kind[ROOK] | kind[QUEEN]) & enemies; men;)
        attacked |= rook_slides(bits_take(&men), occupied);
    return attacked;
}

// The castles whose king and rook have nothing between them, as bits of Position.castling.
static ALWAYS_INLINE Bits open_castles(const Position *position, Color us, Bits occupied)
{
    Bits open = 0;
    for (unsigned right = us * 2; right < us * 2 + 2; right++)
        if (bits_has(position->castling, right) && !(chess_castles[right].between & occupied))
            open |= bit(right);
    return open;
}

static ALWAYS_INLINE Bits king_targets(const Position *position, Color us, unsigned king,
                                       Bits checkers, Bits occupied)
{
    const Color them = other_color(us);
    const Bits candidates =
        chess_king_steps[king] & position_board(position)->squares & ~position->color[us];
    Bits castles = checkers ? 0 : open_castles(position, us, occupied);
    if (!(candidates | castles))
        return 0;
    // The king hides no square from a slider.
    const Bits attacked = attacked_squares(position, them, occupied ^ bit(king));
    Bits targets = candidates & ~attacked;
    while (castles) {
        const Castle *castle = &chess_castles[bits_take(&castles)];
        if (!(castle->crossed & attacked))
            targets |= bit(castle->king_to);
    }
    return targets;
}

static ALWAYS_INLINE void generate_passant(const Position *position, Color us, const Sink *sink,
                                           void *context)
{
    assert(position->passant < SQUARE_COUNT);
    const Bits takers =
        chess_pawn_strikes[other_color(us)][position->passant] & position_men(position, us, PAWN);
    for (PawnStep step = PAWN_WEST; step <= PAWN_EAST; step++) {
        const Bits target = pawns_stepped(takers, us, step) & bit(position->passant);
        const unsigned from = (unsigned)(position->passant - pawn_offset(us, step));
        if (target && position_passant_is_legal(position, from, position->passant))
            sink->pawns(context, step, target);
    }
}

static ALWAYS_INLINE void generate_pawns(const Position *position, Color us, Bits line_pins,
                                         Bits diagonal_pins, Bits answers, Bits empty,
                                         const Sink *sink, void *context)
{
    const Bits pawns = position_men(position, us, PAWN);
    const Bits enemies = position->color[other_color(us)];

    const Bits pushers = pawns & ~diagonal_pins;
    const Bits one = (pawns_stepped(pushers & ~line_pins, us, PAWN_ONE) |
                      (pawns_stepped(pushers & line_pins, us, PAWN_ONE) & line_pins)) &
                     empty;
    const Bits step_on = position_board(position)->step_on[us];
    const Bits two = pawns_stepped(one & step_on, us, PAWN_ONE) & empty;
    sink->pawns(context, PAWN_ONE, one & answers);
    sink->pawns(context, PAWN_TWO, two & answers);

    const Bits strikers = pawns & ~line_pins;
    const Bits captured = enemies & answers;
    for (PawnStep step = PAWN_WEST; step <= PAWN_EAST; step++) {
        const Bits free = pawns_stepped(strikers & ~diagonal_pins, us, step);
        const Bits pinned = pawns_stepped(strikers & diagonal_pins, us, step) & diagonal_pins;
        sink->pawns(context, step, (free | pinned) & captured);
    }
    if (position->passant != SQUARE_NONE)
        generate_passant(position, us, sink, context);
}

// All moves but the king's, given where they must go and which squares pinned men may use.
static ALWAYS_INLINE void generate_men(const Position *position, Color us, Bits line_pins,
                                       Bits diagonal_pins, Bits answers, Bits occupied,
                                       const Sink *sink, void *context)
{
    const Bits own = position->color[us];
    const Bits *kind = position->kind;
    const Bits goals = answers & ~own;
    generate_pawns(position, us, line_pins, diagonal_pins, answers, ~occupied, sink, context);

    Bits knights = own & kind[KNIGHT] & ~(line_pins | diagonal_pins);
    while (knights) {
        const unsigned from = bits_take(&knights);
        sink->man(context, from, chess_knight_steps[from] & goals);
    }
    Bits bishops = own & (kind[BISHOP] | kind[QUEEN]) & ~line_pins;
    while (bishops) {
        const unsigned from = bits_take(&bishops);
        const Bits line = bits_has(diagonal_pins, from) ? diagonal_pins : ~(Bits)0;
        sink->man(context, from, bishop_slides(from, occupied) & goals & line);
    }
    Bits rooks = own & (kind[ROOK] | kind[QUEEN]) & ~diagonal_pins;
    while (rooks) {
        const unsigned from = bits_take(&rooks);
        const Bits line = bits_has(line_pins, from) ? line_pins : ~(Bits)0;
        sink->man(context, from, rook_slides(from, occupied) & goals & line);
    }
}

static ALWAYS_INLINE void generate_for(const Position *position, Color us, const Sink *sink,
                                       void *context, Threats *threats_out)
{
    const Bits squares = position_board(position)->squares;
    const Bits occupied = position_occupied(position) | ~squares;
    const unsigned king = bits_first(position_men(position, us, KING));
    assert(bits_has(squares, king));
    assert(!bits_are_many(position_men(position, us, KING)));
    const Threats threats = find_threats(position, us, king);
    *threats_out = threats;

    sink->man(context, king, king_targets(position, us, king, threats.checkers, occupied));
    if (bits_are_many(threats.checkers))
        return;
    const Bits answers =
        threats.checkers ? chess_path[king][bits_first(threats.checkers)] : squares;
    // Most positions have no pin; there the compiler drops every question about them.
    if (threats.line_pins | threats.diagonal_pins)
        generate_men(position, us, threats.line_pins, threats.diagonal_pins, answers, occupied,
                     sink, context);
    else
        generate_men(position, us, 0, 0, answers, occupied, sink, context);
}

// Hands every legal move of the side to move to `sink`; returns what threatens its king.
static ALWAYS_INLINE Threats generate_legal(const Position *position, const Sink *sink,
                                            void *context)
{
    Threats threats;
    assert(position->to_move <= BLACK);
    if (position->to_move == WHITE)
        generate_for(position, WHITE, sink, context, &threats);
    else
        generate_for(position, BLACK, sink, context, &threats);
    return threats;
}

#endif
