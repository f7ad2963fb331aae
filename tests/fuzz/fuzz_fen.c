// Fuzzes the reading of FEN: the first byte chooses a board ('A' the first of chess_boards), the
// rest is the text. It is read on that board and on the usual one of its size.
//
// What reads must be a sound position: it writes and reads back to the same bytes, its
// key and its count of moves agree with the slow way of finding them, and so it goes for
// each position one move on.
#include "fuzz.h"
#include "games/chess/fen.h"
#include "games/chess/legal.h"

// fen.h reads counters up to here, while play may count on.
enum { COUNTER_MAX = 60000 };

static bool can_be_read_back(const Position *position)
{
    return position->quiet_plies <= COUNTER_MAX && position->move_number <= COUNTER_MAX;
}

static void check_text_and_key(const Position *position)
{
    char memory[FEN_TEXT_MAX];
    Text fen = TEXT_IN(memory);
    position_to_fen(position, &fen);
    LAW(!fen.cut, memory);
    LAW(position->key == position_key(position), memory);
    if (!can_be_read_back(position))
        return;
    const Slice copy = exact_copy(slice_of(memory));
    Position again;
    const FenError error = position_from_fen(copy, position_board(position), &again);
    free_copy(copy);
    LAW(error == FEN_OK, memory);
    LAW(memcmp(position, &again, sizeof again) == 0, memory);
}

static bool has_twins(const MoveList *list)
{
    bool seen[UINT16_MAX + 1] = {false};
    for (uint32_t i = 0; i < list->count; i++) {
        if (seen[list->moves[i]])
            return true;
        seen[list->moves[i]] = true;
    }
    return false;
}

// fen.h promises that an en passant square is one that can be used.
static bool uses_passant(const Position *position, const MoveList *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (move_to(list->moves[i]) == position->passant &&
            bits_has(position->kind[PAWN], move_from(list->moves[i])))
            return true;
    return false;
}

static void check_moves(const Position *position)
{
    char memory[FEN_TEXT_MAX];
    Text fen = TEXT_IN(memory);
    position_to_fen(position, &fen);
    MoveList list;
    chess_list_legal(position, &list);
    LAW(list.count <= MOVES_MAX, memory);
    LAW(chess_count_legal(position) == list.count, memory);
    LAW(!has_twins(&list), memory);
    LAW(position->passant == SQUARE_NONE || uses_passant(position, &list), memory);
    for (uint32_t i = 0; i < list.count; i++) {
        Position after;
        position_after(position, list.moves[i], &after);
        LAW(!position_checkers(&after, position->to_move), memory);
        check_text_and_key(&after);
    }
}

static bool read_on(Slice text, const Board *board, Position *position)
{
    const Position untouched = {.key = 77, .passant = SQUARE_NONE};
    *position = untouched;
    const FenError error = position_from_fen(text, board, position);
    if (error) {
        LAW(fen_error_text(error)[0], "an error without a text");
        LAW(memcmp(position, &untouched, sizeof untouched) == 0, fen_error_text(error));
    }
    return error == FEN_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const Board *boards[] = {NULL, &chess_boards[(data[0] - (unsigned)'A') % chess_board_count]};
    const Slice text = exact_copy((Slice){(const char *)data + 1, size - 1});
    for (unsigned i = 0; i < COUNT_OF(boards); i++) {
        Position position;
        if (!read_on(text, boards[i], &position))
            continue;
        LAW(!boards[i] || position_board(&position) == boards[i], boards[i]->name);
        check_text_and_key(&position);
        check_moves(&position);
    }
    free_copy(text);
    return 0;
}
