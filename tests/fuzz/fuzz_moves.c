// Fuzzes the reading of moves: the first line is a FEN (chess's first position if it is none), the
// other words are moves, each read as UCI, as an attempt and as SAN. What is legal is played, so
// that later words meet other positions.
//
// UCI and attempts must write back to the very text they were read from; SAN must give a legal move
// whose own SAN reads back to it.
#include "fuzz.h"
#include "games/chess/fen.h"
#include "games/chess/legal.h"
#include "games/chess/notation.h"
#include "games/kriegspiel/attempt.h"

static Position first_position(Slice line)
{
    Position position;
    const Slice copy = exact_copy(line);
    if (position_from_fen(copy, NULL, &position))
        position = position_start(&chess_boards[0]);
    free_copy(copy);
    return position;
}

static Move read_uci(Slice word)
{
    const Move move = move_from_uci(word);
    if (move == MOVE_NONE)
        return MOVE_NONE;
    char memory[MOVE_TEXT_MAX];
    Text uci = TEXT_IN(memory);
    move_to_uci(move, &uci);
    LAW(!uci.cut && slice_is(word, memory), memory);
    return move;
}

static void read_attempt(Slice word)
{
    const Try attempt = try_from_text(word);
    if (attempt == TRY_NONE)
        return;
    char memory[MOVE_TEXT_MAX];
    Text text = TEXT_IN(memory);
    try_to_text(attempt, &text);
    LAW(!text.cut && slice_is(word, memory), memory);
}

static void check_san_of(const Position *position, Move move)
{
    char memory[MOVE_TEXT_MAX];
    Text san = TEXT_IN(memory);
    move_to_san(position, move, &san);
    LAW(!san.cut, memory);
    const Slice copy = exact_copy(slice_of(memory));
    const Move again = move_from_san(position, copy);
    free_copy(copy);
    LAW(again == move, memory);
}

// The legal move that `word` says, in whichever notation; MOVE_NONE if it says none.
static Move read_move(const Position *position, Slice word)
{
    read_attempt(word);
    const Move uci = read_uci(word);
    const Move san = move_from_san(position, word);
    LAW(san == MOVE_NONE || chess_is_legal(position, san), "SAN gives an illegal move");
    if (san != MOVE_NONE)
        return san;
    return chess_is_legal(position, uci) ? uci : MOVE_NONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    Slice rest = {(const char *)data, size};
    Position position = first_position(slice_take(&rest, "\n"));
    while (rest.length) {
        const Slice word = exact_copy(slice_take(&rest, " \n"));
        const Move move = read_move(&position, word);
        free_copy(word);
        if (move == MOVE_NONE)
            continue;
        check_san_of(&position, move);
        const Position before = position;
        position_after(&before, move, &position);
    }
    return 0;
}
