// Reading and writing FEN. Every position from outside comes through here, and what is read is sound.
#include "games/chess/fen.h"

#include <assert.h>

static const char *const error_texts[] = {
    [FEN_OK] = "no error",
    [FEN_ERR_SIZE] = "its ranks must be equally wide, 4 to 8 squares, and 4 to 8 in number",
    [FEN_ERR_BOARD] = "its size is not the board's",
    [FEN_ERR_MAN] = "a man must be one of PNBRQK or pnbrqk",
    [FEN_ERR_KINGS] = "each side needs exactly one king",
    [FEN_ERR_TOO_MANY_MEN] = "a side has at most 16 men",
    [FEN_ERR_PAWN_RANK] = "no pawn can stand on the first or the last rank",
    [FEN_ERR_TURN] = "the side to move must be w or b",
    [FEN_ERR_CASTLING] = "castling rights must be - or some of KQkq, with king and rook at home",
    [FEN_ERR_PASSANT] = "the en passant square must be - or the one a pawn has just jumped over",
    [FEN_ERR_NUMBER] = "the counters must be whole numbers up to 60000, the last one from 1",
    [FEN_ERR_TRAILING] = "there is text after the last field",
    [FEN_ERR_IN_CHECK] = "the side that is not to move stands in check",
};
_Static_assert(COUNT_OF(error_texts) == FEN_ERR_COUNT, "every error needs a text");

enum { COUNTER_MAX = 60000 }; // leaves room for the longest game in 16 bits

const char *fen_error_text(FenError error)
{
    assert(error < FEN_ERR_COUNT);
    return error_texts[error];
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// One rank of the first field onto `rank`; tells its width.
static FenError read_rank(Slice text, unsigned rank, unsigned *width, Position *position)
{
    unsigned file = 0;
    assert(rank < BOARD_SIDE_MAX);
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.start[i];
        if (c >= '1' && c <= '8') {
            file += (unsigned)(c - '0');
            continue;
        }
        const Kind kind = kind_from_letter(lower(c));
        if (kind == KIND_COUNT)
            return FEN_ERR_MAN;
        if (file >= BOARD_SIDE_MAX)
            return FEN_ERR_SIZE;
        const Bits square = bit(rank * 8 + file++);
        position->color[c == lower(c) ? BLACK : WHITE] |= square;
        position->kind[kind] |= square;
    }
    *width = file;
    return FEN_OK;
}

static FenError read_men(Slice text, const Board *board, Position *position)
{
    unsigned ranks = 1;
    for (size_t i = 0; i < text.length; i++)
        ranks += text.start[i] == '/';
    if (ranks < BOARD_SIDE_MIN || ranks > BOARD_SIDE_MAX)
        return FEN_ERR_SIZE;

    unsigned files = 0;
    for (unsigned rank = ranks; rank-- > 0;) {
        unsigned width = 0;
        const FenError error = read_rank(slice_take(&text, "/"), rank, &width, position);
        if (error)
            return error;
        if (rank == ranks - 1)
            files = width;
        if (width != files)
            return FEN_ERR_SIZE;
    }
    const Board *default_ = board_by_size(files, ranks);
    if (!default_)
        return FEN_ERR_SIZE;
    if (board && (board->files != files || board->ranks != ranks))
        return FEN_ERR_BOARD;
    position->board = (uint8_t)board_index(board ? board : default_);
    return FEN_OK;
}

static FenError check_men(const Position *position)
{
    const Bits pawns = position->kind[PAWN];
    const Board *board = position_board(position);
    if (bits_count(position_men(position, WHITE, KING)) != 1 ||
        bits_count(position_men(position, BLACK, KING)) != 1)
        return FEN_ERR_KINGS;
    if (bits_count(position->color[WHITE]) > MEN_MAX ||
        bits_count(position->color[BLACK]) > MEN_MAX)
        return FEN_ERR_TOO_MANY_MEN;
    if (pawns & (board->last_rank[WHITE] | board->last_rank[BLACK]))
        return FEN_ERR_PAWN_RANK;
    return FEN_OK;
}

static FenError read_turn(Slice text, Position *position)
{
    if (!slice_is(text, "w") && !slice_is(text, "b"))
        return FEN_ERR_TURN;
    position->to_move = text.start[0] == 'w' ? WHITE : BLACK;
    return FEN_OK;
}

static const char castling_letters[] = "KQkq";

static bool is_at_home(const Position *position, unsigned right)
{
    assert(right < COUNT_OF(chess_castles));
    const Castle *castle = &chess_castles[right];
    const Color color = right / 2;
    return position_board(position)->castling &&
           bits_has(position_men(position, color, KING), castle->king_from) &&
           bits_has(position_men(position, color, ROOK), castle->rook_from);
}

static FenError read_castling(Slice text, Position *position)
{
    if (slice_is(text, "-"))
        return FEN_OK;
    for (size_t i = 0; i < text.length; i++) {
        unsigned right = 0;
        while (right < COUNT_OF(chess_castles) && castling_letters[right] != text.start[i])
            right++;
        if (right == COUNT_OF(chess_castles) || bits_has(position->castling, right) ||
            !is_at_home(position, right))
            return FEN_ERR_CASTLING;
        position->castling |= (uint8_t)bit(right);
    }
    return text.length ? FEN_OK : FEN_ERR_CASTLING;
}

// Takes the square only if the pawn that jumped over it is there; keeps it only if it can be used.
static FenError read_passant(Slice text, Position *position)
{
    if (slice_is(text, "-"))
        return FEN_OK;
    const Square passed = text.length == 2 ? square_from_text(text.start) : SQUARE_NONE;
    if (passed == SQUARE_NONE)
        return FEN_ERR_PASSANT;
    const Color us = position->to_move, them = other_color(us);
    const unsigned victim = them == WHITE ? passed + 8u : passed - 8u;
    const unsigned origin = them == WHITE ? passed - 8u : passed + 8u;
    const Bits occupied = position_occupied(position);
    if (!bits_has(position_board(position)->step_on[them], passed) ||
        !bits_has(position_men(position, them, PAWN), victim) || bits_has(occupied, passed) ||
        bits_has(occupied, origin))
        return FEN_ERR_PASSANT;

    Bits takers = chess_pawn_strikes[them][passed] & position_men(position, us, PAWN);
    while (takers)
        if (position_passant_is_legal(position, bits_take(&takers), passed))
            position->passant = passed;
    return FEN_OK;
}

static FenError read_counter(Slice text, uint64_t min, uint16_t *counter)
{
    uint64_t number;
    if (!slice_number(text, COUNTER_MAX, &number) || number < min)
        return FEN_ERR_NUMBER;
    *counter = (uint16_t)number;
    return FEN_OK;
}

FenError position_from_fen(Slice fen, const Board *board, Position *position)
{
    enum { FIELD_COUNT = 6 };
    Slice fields[FIELD_COUNT] = {{0},           slice_of("w"), slice_of("-"),
                                 slice_of("-"), slice_of("0"), slice_of("1")};
    for (unsigned i = 0; i < FIELD_COUNT && (fen.length || i == 0); i++)
        fields[i] = slice_take(&fen, " _");
    if (fen.length)
        return FEN_ERR_TRAILING;

    Position read = {.passant = SQUARE_NONE};
    FenError error = read_men(fields[0], board, &read);
    if (!error)
        error = check_men(&read);
    if (!error)
        error = read_turn(fields[1], &read);
    if (!error && position_checkers(&read, other_color(read.to_move)))
        error = FEN_ERR_IN_CHECK;
    if (!error)
        error = read_castling(fields[2], &read);
    if (!error)
        error = read_passant(fields[3], &read);
    if (!error)
        error = read_counter(fields[4], 0, &read.quiet_plies);
    if (!error)
        error = read_counter(fields[5], 1, &read.move_number);
    if (error)
        return error;

    read.key = position_key(&read);
    *position = read;
    return FEN_OK;
}

static void write_rank(const Position *position, unsigned rank, Text *text)
{
    unsigned empty = 0;
    for (unsigned file = 0; file < position_board(position)->files; file++) {
        const unsigned square = rank * 8 + file;
        if (!bits_has(position_occupied(position), square)) {
            empty++;
            continue;
        }
        if (empty)
            text_add_char(text, (char)('0' + empty));
        empty = 0;
        const Color color = bits_has(position->color[WHITE], square) ? WHITE : BLACK;
        text_add_char(text, man_letter(position_kind_at(position, square), color));
    }
    if (empty)
        text_add_char(text, (char)('0' + empty));
}

void position_to_fen(const Position *position, Text *text)
{
    assert(position->board < chess_board_count);
    assert(position->passant <= SQUARE_NONE);
    for (unsigned rank = position_board(position)->ranks; rank-- > 0;) {
        write_rank(position, rank, text);
        if (rank)
            text_add_char(text, '/');
    }
    text_add(text, position->to_move == WHITE ? " w " : " b ");
    for (unsigned right = 0; right < COUNT_OF(chess_castles); right++)
        if (bits_has(position->castling, right))
            text_add_char(text, castling_letters[right]);
    text_add(text, position->castling ? " " : "- ");
    if (position->passant == SQUARE_NONE)
        text_add_char(text, '-');
    else
        square_to_text(position->passant, text);
    text_format(text, " %u %u", position->quiet_plies, position->move_number);
}

void position_to_word(const Position *position, Text *text)
{
    char memory[FEN_TEXT_MAX];
    Text fen = TEXT_IN(memory);
    position_to_fen(position, &fen);
    assert(!fen.cut);
    for (const char *c = memory; *c; c++)
        text_add_char(text, *c == ' ' ? '_' : *c);
}

Position position_start(const Board *board)
{
    char memory[FEN_TEXT_MAX];
    Text fen = TEXT_IN(memory);
    text_add(&fen, board->setup);
    text_add(&fen, board->castling ? " w KQkq" : " w");
    Position start = {0};
    const FenError error = position_from_fen(slice_of(memory), board, &start);
    assert(error == FEN_OK); // a set-up that is no position is our own mistake
    (void)error;
    return start;
}
