// Prints positions from random games on chess's own board, each with our list of its legal moves,
// for another program to judge.
//
//     list_legal COUNT SEED
//
// One line a position, `FEN;move move ...`, moves in UCI and sorted. Every other game starts not
// from the first position but from a few men thrown on the board, where castling, promotion and
// pins are more frequent. The FEN names the square behind every pawn that has just jumped, whether
// we think it can be captured there or not: otherwise nobody could disagree about it.
#include "base/rng.h"
#include "chess/fen.h"
#include "chess/legal.h"
#include "chess/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = BOARD_SIDE_MAX,
    QUIET_PLIES_LIMIT = 100,
    SHOW_ONE_IN = 8, // neighbours in a game are much alike
    THROWN_MAX = 10, // men besides kings and the rooks that may castle with them
};

typedef struct MoveName {
    char text[MOVE_TEXT_MAX];
} MoveName;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const MoveName *)a)->text, ((const MoveName *)b)->text);
}

static void print_moves(const MoveList *legal)
{
    MoveName names[MOVES_MAX];
    for (uint32_t i = 0; i < legal->count; i++) {
        Text name = TEXT_IN(names[i].text);
        move_to_uci(legal->moves[i], &name);
    }
    qsort(names, legal->count, sizeof names[0], compare_names);
    for (uint32_t i = 0; i < legal->count; i++)
        printf("%s%s", i ? " " : "", names[i].text);
}

static void print_line(const Position *position, Square jumped, const MoveList *legal)
{
    Position shown = *position;
    shown.passant = jumped;
    char memory[FEN_TEXT_MAX];
    Text fen = TEXT_IN(memory);
    position_to_fen(&shown, &fen);
    printf("%s;", memory);
    print_moves(legal);
    putchar('\n');
}

// The square a pawn jumps over by this move; SQUARE_NONE for other moves.
static Square jumped_by(const Position *before, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const bool is_jump = bits_has(before->kind[PAWN], from) && abs((int)to - (int)from) == 2 * SIDE;
    return is_jump ? (Square)((from + to) / 2) : SQUARE_NONE;
}

typedef struct Men {
    char on[SQUARE_COUNT]; // a FEN letter, or '\0' where the square is empty
} Men;

static void throw_man(Men *men, char letter, Rng *rng)
{
    const bool is_pawn = letter == 'P' || letter == 'p';
    unsigned square;
    do
        square =
            is_pawn ? SIDE + rng_below(rng, SQUARE_COUNT - 2 * SIDE) : rng_below(rng, SQUARE_COUNT);
    while (men->on[square]);
    men->on[square] = letter;
}

// Half of the time with both rooks at home and the right to castle with either.
static void throw_king(Men *men, Color color, Text *rights, Rng *rng)
{
    static const char *const letters[] = {"KRQ", "krq"};
    const char king = letters[color][0], rook = letters[color][1], queen = letters[color][2];
    if (rng_below(rng, 2) == 0) {
        throw_man(men, king, rng);
        return;
    }
    const unsigned home = color == WHITE ? 0 : SQUARE_COUNT - SIDE;
    men->on[home] = men->on[home + 7] = rook;
    men->on[home + 4] = king;
    text_add_char(rights, king);
    text_add_char(rights, queen);
}

static void add_men(const Men *men, Text *fen)
{
    for (unsigned rank = SIDE; rank-- > 0;) {
        for (unsigned file = 0; file < SIDE; file++) {
            const char letter = men->on[rank * SIDE + file];
            text_add_char(fen, (char)(letter ? letter : '1'));
        }
        text_add_char(fen, (char)(rank ? '/' : ' '));
    }
}

// A few men anywhere, but so that the reader of FENs finds the position sound.
static Position throw_position(Rng *rng)
{
    static const char letters[] = "PPPPNBRQppppnbrq";
    Position position;
    FenError error;
    do {
        Men men = {{0}};
        char rights_memory[8] = "", fen_memory[FEN_TEXT_MAX];
        Text rights = TEXT_IN(rights_memory), fen = TEXT_IN(fen_memory);
        throw_king(&men, WHITE, &rights, rng);
        // A king thrown onto the other's home would be overwritten; the reader refuses the result.
        throw_king(&men, BLACK, &rights, rng);
        for (unsigned left = 1 + rng_below(rng, THROWN_MAX); left > 0; left--)
            throw_man(&men, letters[rng_below(rng, sizeof letters - 1)], rng);
        add_men(&men, &fen);
        text_format(&fen, "%c %s", rng_below(rng, 2) ? 'w' : 'b',
                    rights.length ? rights.start : "-");
        error = position_from_fen(slice_of(fen.start), NULL, &position);
    } while (error);
    return position;
}

// Plays one game at random and prints some of its positions, the last one always. Returns how many
// lines are still wanted.
static uint32_t play(Position position, uint32_t wanted, Rng *rng)
{
    Square jumped = SQUARE_NONE;
    while (wanted > 0) {
        MoveList legal;
        chess_list_legal(&position, &legal);
        const bool is_last = legal.count == 0 || position.quiet_plies >= QUIET_PLIES_LIMIT;
        if (is_last || rng_below(rng, SHOW_ONE_IN) == 0) {
            print_line(&position, jumped, &legal);
            wanted--;
        }
        if (is_last)
            break;
        const Move move = legal.moves[rng_below(rng, legal.count)];
        const Position before = position;
        jumped = jumped_by(&before, move);
        position_after(&before, move, &position);
    }
    return wanted;
}

int main(int count, char **words)
{
    uint32_t wanted, seed;
    if (count != 3 || !slice_number(slice_of(words[1]), UINT32_MAX, &wanted) ||
        !slice_number(slice_of(words[2]), UINT32_MAX, &seed)) {
        fprintf(stderr, "usage: list_legal COUNT SEED\n");
        return EXIT_FAILURE;
    }
    Rng rng = rng_from_seed(seed);
    const Position start = position_start(board_by_size(SIDE, SIDE));
    for (unsigned game = 0; wanted > 0; game++)
        wanted = play(game % 2 ? throw_position(&rng) : start, wanted, &rng);
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
