// Prints positions from random games on chess's own board, each with our list of its legal moves,
// for another program to judge.
//
//     list_legal COUNT SEED
//
// One line a position, `FEN;move move ...`, moves in UCI and sorted. Most games start not from the
// first position but from a few men thrown on the board, where castling, promotion, en passant and
// pins are more frequent. The FEN names the square behind every pawn that has just jumped, whether
// we think it can be captured there or not: otherwise nobody could disagree about it.
#include "base/rng.h"
#include "games/chess/fen.h"
#include "games/chess/legal.h"
#include "games/chess/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = BOARD_SIDE_MAX,
    QUIET_PLIES_LIMIT = 100,
    USUAL_ONE_IN = 4,         // games from the first position: the longest
    SHOW_ONE_IN = 8,          // neighbours in a game are much alike
    SHOW_CASTLING_ONE_IN = 2, // rights are lost early, so take more of the positions that have them
    THROWN_MAX = 10,          // men besides kings and the rooks that may castle with them
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

// Whether to print this position. Pawns side by side after a jump are rare and full of pitfalls:
// all of them, also where the capture would bare the king.
static bool is_shown(const Position *position, Square jumped, Rng *rng)
{
    const Color us = position->to_move;
    if (jumped != SQUARE_NONE &&
        (chess_pawn_strikes[other_color(us)][jumped] & position_men(position, us, PAWN)))
        return true;
    const int rights = us == WHITE ? WHITE_SHORT | WHITE_LONG : BLACK_SHORT | BLACK_LONG;
    return rng_below(rng, position->castling & rights ? SHOW_CASTLING_ONE_IN : SHOW_ONE_IN) == 0;
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

static const char men_letters[2][KIND_COUNT + 1] = {"PNBRQK", "pnbrqk"};

// Half of the time with both rooks at home and the right to castle with either.
static void throw_king(Men *men, Color color, Text *rights, Rng *rng)
{
    const char *letters = men_letters[color];
    if (rng_below(rng, 2) == 0) {
        throw_man(men, letters[KING], rng);
        return;
    }
    const unsigned home = color == WHITE ? 0 : SQUARE_COUNT - SIDE;
    men->on[home] = men->on[home + 7] = letters[ROOK];
    men->on[home + 4] = letters[KING];
    text_add_char(rights, letters[KING]);
    text_add_char(rights, letters[QUEEN]);
}

// A pawn of `color` that can jump, and an enemy pawn that can then capture it en passant. The enemy
// king and a rook stand on the rank where the two pawns will meet: a capture that takes both off it
// may bare the king, which random play alone would hardly ever show. Returns the jump.
static Move throw_jump(Men *men, Color color, Rng *rng)
{
    const Color enemy = other_color(color);
    const unsigned file = rng_below(rng, SIDE);
    const unsigned beside =
        file == 0 || (file < SIDE - 1 && rng_below(rng, 2)) ? file + 1 : file - 1;
    const unsigned home = (color == WHITE ? 1 : 6) * SIDE,
                   meeting = (color == WHITE ? 3 : 4) * SIDE;
    men->on[meeting + rng_below(rng, SIDE)] = men_letters[color][ROOK];
    men->on[meeting + rng_below(rng, SIDE)] = men_letters[enemy][KING];
    men->on[meeting + beside] = men_letters[enemy][PAWN];
    men->on[home + file] = men_letters[color][PAWN];
    return move_make(home + file, meeting + file, PAWN);
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

typedef struct Start {
    Position position;
    Move first; // to be played first if it is legal; MOVE_NONE leaves it to chance
} Start;

// A few men anywhere. What overwrites another or is unsound otherwise, the reader of FENs refuses.
static Start throw_start(Rng *rng)
{
    Start start;
    FenError error;
    do {
        Men men = {{0}};
        char rights_memory[8], fen_memory[FEN_TEXT_MAX];
        Text rights = TEXT_IN(rights_memory), fen = TEXT_IN(fen_memory);
        const Color to_move = (Color)rng_below(rng, 2);
        start.first = rng_below(rng, 2) ? throw_jump(&men, to_move, rng) : MOVE_NONE;
        throw_king(&men, to_move, &rights, rng);
        if (start.first == MOVE_NONE)
            throw_king(&men, other_color(to_move), &rights, rng);
        for (unsigned left = rng_below(rng, THROWN_MAX + 1); left > 0; left--) {
            static const Kind kinds[] = {PAWN, PAWN, PAWN, PAWN, KNIGHT, BISHOP, ROOK, QUEEN};
            const Kind kind = kinds[rng_below(rng, COUNT_OF(kinds))];
            throw_man(&men, men_letters[rng_below(rng, 2)][kind], rng);
        }
        add_men(&men, &fen);
        text_format(&fen, "%c %s", "wb"[to_move], rights.length ? rights.start : "-");
        error = position_from_fen(slice_of(fen.start), NULL, &start.position);
    } while (error);
    return start;
}

// Plays one game at random and prints some of its positions, the last one always. Returns how
// many lines are still wanted.
static uint64_t play(const Start *start, uint64_t wanted, Rng *rng)
{
    Position position = start->position;
    Move next = chess_is_legal(&position, start->first) ? start->first : MOVE_NONE;
    Square jumped = SQUARE_NONE;
    while (wanted > 0) {
        MoveList legal;
        chess_list_legal(&position, &legal);
        const bool is_last = legal.count == 0 || position.quiet_plies >= QUIET_PLIES_LIMIT;
        if (is_last || is_shown(&position, jumped, rng)) {
            print_line(&position, jumped, &legal);
            wanted--;
        }
        if (is_last)
            break;
        if (next == MOVE_NONE)
            next = legal.moves[rng_below(rng, legal.count)];
        const Position before = position;
        jumped = jumped_by(&before, next);
        position_after(&before, next, &position);
        next = MOVE_NONE;
    }
    return wanted;
}

int main(int count, char **words)
{
    uint64_t wanted, seed;
    if (count != 3 || !slice_number(slice_of(words[1]), UINT64_MAX, &wanted) ||
        !slice_number(slice_of(words[2]), UINT64_MAX, &seed)) {
        fprintf(stderr, "usage: list_legal COUNT SEED\n");
        return EXIT_FAILURE;
    }
    Rng rng = rng_from_seed(seed);
    const Start default_ = {position_start(board_by_size(SIDE, SIDE)), MOVE_NONE};
    for (unsigned game = 0; wanted > 0; game++) {
        const Start start = game % USUAL_ONE_IN == 0 ? default_ : throw_start(&rng);
        wanted = play(&start, wanted, &rng);
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
