// Reading and writing moves. SAN is read by asking which legal moves fit what was written, so
// nothing illegal can come out of it.
#include "games/chess/notation.h"

#include "games/chess/legal.h"

#include <assert.h>

void move_to_uci(Move move, Text *text)
{
    square_to_text(move_from(move), text);
    square_to_text(move_to(move), text);
    if (move_promotion(move) != PAWN)
        text_add_char(text, kind_letter(move_promotion(move)));
}

Move move_from_uci(Slice text)
{
    if (text.length != 4 && text.length != 5)
        return MOVE_NONE;
    const Square from = square_from_text(text.start), to = square_from_text(text.start + 2);
    if (from == SQUARE_NONE || to == SQUARE_NONE || from == to)
        return MOVE_NONE;
    if (text.length == 4)
        return move_make(from, to, PAWN);
    const Kind promotion = kind_from_letter(text.start[4]);
    if (promotion == KIND_COUNT || promotion == PAWN || promotion == KING)
        return MOVE_NONE;
    return move_make(from, to, promotion);
}

static bool is_castling(const Position *position, Move move)
{
    return bits_has(position->kind[KING], move_from(move)) &&
           chess_castle_of(move_from(move), move_to(move));
}

// Names the origin as far as another man of the kind could go to the same square.
static void add_origin(const Position *position, const MoveList *legal, Move move, Text *text)
{
    const unsigned from = move_from(move);
    const Kind kind = position_kind_at(position, from);
    Bits rivals = 0;
    for (uint32_t i = 0; i < legal->count; i++) {
        const unsigned rival = move_from(legal->moves[i]);
        if (move_to(legal->moves[i]) == move_to(move) && rival != from &&
            position_kind_at(position, rival) == kind)
            rivals |= bit(rival);
    }
    if (!rivals)
        return;
    const Bits same_file = rivals & (FILE_A << square_file(from));
    const Bits same_rank = rivals & (UINT64_C(0xff) << 8 * square_rank(from));
    if (!same_file || same_rank)
        text_add_char(text, (char)('a' + square_file(from)));
    if (same_file)
        text_add_char(text, (char)('1' + square_rank(from)));
}

static void add_plain_san(const Position *position, const MoveList *legal, Move move, Text *text)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Kind kind = position_kind_at(position, from);
    const bool is_capture = bits_has(position_occupied(position), to) ||
                            (kind == PAWN && square_file(from) != square_file(to));
    if (kind != PAWN) {
        text_add_char(text, man_letter(kind, WHITE));
        add_origin(position, legal, move, text);
    } else if (is_capture) {
        text_add_char(text, (char)('a' + square_file(from)));
    }
    if (is_capture)
        text_add_char(text, 'x');
    square_to_text(to, text);
    if (move_promotion(move) != PAWN) {
        text_add_char(text, '=');
        text_add_char(text, man_letter(move_promotion(move), WHITE));
    }
}

void move_to_san(const Position *position, Move move, Text *text)
{
    assert(bits_has(position->color[position->to_move], move_from(move)));
    MoveList legal;
    chess_list_legal(position, &legal);
    if (is_castling(position, move))
        text_add(text, move_to(move) > move_from(move) ? "O-O" : "O-O-O");
    else
        add_plain_san(position, &legal, move, text);

    Position after;
    position_after(position, move, &after);
    if (position_checkers(&after, after.to_move))
        text_add_char(text, chess_count_legal(&after) ? '+' : '#');
}

// What a SAN text says of a move.
typedef struct SanParts {
    Kind kind;
    unsigned from_file, from_rank; // UNSAID if the text has none
    unsigned to;
    Kind promotion; // PAWN if there is none
} SanParts;

enum { UNSAID = BOARD_SIDE_MAX };

static bool notation_fits(const SanParts *said, const Position *position, Move move)
{
    const unsigned from = move_from(move);
    return move_to(move) == said->to && position_kind_at(position, from) == said->kind &&
           move_promotion(move) == said->promotion && !is_castling(position, move) &&
           (said->from_file == UNSAID || said->from_file == square_file(from)) &&
           (said->from_rank == UNSAID || said->from_rank == square_rank(from));
}

static Kind kind_from_upper(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? kind_from_letter((char)(letter - 'A' + 'a'))
                                          : KIND_COUNT;
}

static Slice without_signs(Slice text)
{
    while (text.length && slice_has(slice_of("+#!?"), text.start[text.length - 1]))
        text.length--;
    return text;
}

// Reads "e4", "exd5", "Nbd7", "R1xa3", "e8=Q", "e8Q" from its end; false if it has no such form.
static bool read_parts(Slice text, SanParts *said)
{
    *said = (SanParts){.kind = PAWN, .from_file = UNSAID, .from_rank = UNSAID, .promotion = PAWN};
    if (text.length && kind_from_upper(text.start[text.length - 1]) < KIND_COUNT) {
        said->promotion = kind_from_upper(text.start[--text.length]);
        if (said->promotion == PAWN)
            return false; // which would read as no promotion
        if (text.length && text.start[text.length - 1] == '=')
            text.length--;
    }
    if (text.length < 2)
        return false;
    text.length -= 2;
    said->to = square_from_text(text.start + text.length);
    if (said->to == SQUARE_NONE)
        return false;
    if (text.length && kind_from_upper(text.start[0]) < KIND_COUNT) {
        said->kind = kind_from_upper(text.start[0]);
        text = (Slice){text.start + 1, text.length - 1};
    }
    if (text.length && slice_has(slice_of("x:-"), text.start[text.length - 1]))
        text.length--;
    if (text.length && text.start[0] >= 'a' && text.start[0] <= 'h') {
        said->from_file = (unsigned)(text.start[0] - 'a');
        text = (Slice){text.start + 1, text.length - 1};
    }
    if (text.length && text.start[0] >= '1' && text.start[0] <= '8') {
        said->from_rank = (unsigned)(text.start[0] - '1');
        text.length--;
    }
    return text.length == 0;
}

static Move find_castling(const Position *position, const MoveList *legal, bool is_short)
{
    for (uint32_t i = 0; i < legal->count; i++) {
        const Move move = legal->moves[i];
        if (is_castling(position, move) && (move_to(move) > move_from(move)) == is_short)
            return move;
    }
    return MOVE_NONE;
}

Move move_from_san(const Position *position, Slice text)
{
    MoveList legal;
    chess_list_legal(position, &legal);
    text = without_signs(text);
    if (slice_is(text, "O-O") || slice_is(text, "0-0"))
        return find_castling(position, &legal, true);
    if (slice_is(text, "O-O-O") || slice_is(text, "0-0-0"))
        return find_castling(position, &legal, false);

    SanParts said;
    if (!read_parts(text, &said))
        return MOVE_NONE;
    Move found = MOVE_NONE;
    for (uint32_t i = 0; i < legal.count; i++) {
        if (!notation_fits(&said, position, legal.moves[i]))
            continue;
        if (found != MOVE_NONE)
            return MOVE_NONE;
        found = legal.moves[i];
    }
    return found;
}
