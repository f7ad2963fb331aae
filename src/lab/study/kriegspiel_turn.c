// Describes a turn of Kriegspiel: certainly empty squares, certain men, and where the king may be.
#include "lab/study/turn.h"

#include "lab/study/pool_turn.h"

#include <assert.h>
#include <string.h>

enum { KING_SQUARES = 3 };

// Squares rank by rank; a run of neighbours is written as "a3-e3".
static void add_squares(Bits squares, Text *text)
{
    while (squares) {
        const unsigned first = bits_take(&squares);
        unsigned last = first;
        while (square_file(last) < 7 && bits_has(squares, last + 1))
            squares &= ~bit(++last);
        text_add_char(text, ' ');
        square_to_text(first, text);
        if (last > first) {
            text_add_char(text, '-');
            square_to_text(last, text);
        }
    }
}

static void add_empty(const PoolTurn *turn, const SquareMap *men, Text *text)
{
    const Bits free = position_board(turn->truth)->squares & ~turn->view->own.all;
    Bits empty = 0;
    for (Bits rest = free; rest;) {
        const unsigned square = bits_take(&rest);
        if (study_is_none(men->at[square], turn->is_exact))
            empty |= bit(square);
    }
    text_format(text, "  %s empty, besides your own men's squares:",
                turn->is_exact ? "Certainly" : "Nearly certainly");
    if (empty)
        add_squares(empty, text);
    else
        text_add(text, " none");
    text_add(text, ".\n");
}

static const char *const kind_names[KIND_COUNT] = {"pawn", "knight", "bishop",
                                                   "rook", "queen",  "king"};

static void add_certain_men(const PoolTurn *turn, Color enemy, Text *text)
{
    unsigned count = 0;
    text_format(text, "  %s:", turn->is_exact ? "Certain" : "Nearly certain");
    for (Kind kind = KING; (int)kind >= PAWN; kind--) {
        const SquareMap map = square_map(turn->boards, enemy, kind);
        for (unsigned square = 0; square < SQUARE_COUNT; square++) {
            if (!study_is_there(map.at[square], turn->is_exact))
                continue;
            text_format(text, "%s %s ", count++ ? "," : "", kind_names[kind]);
            square_to_text(square, text);
        }
    }
    text_add(text, count ? ".\n" : " no enemy man.\n");
}

static void add_certainties(const PoolTurn *turn, Color enemy, Text *text)
{
    assert(turn->boards->count > 0 && !turn->is_guessed);
    const SquareMap men = square_map(turn->boards, enemy, KIND_COUNT);
    add_empty(turn, &men, text);
    add_certain_men(turn, enemy, text);
}

static unsigned likeliest(const SquareMap *map)
{
    unsigned best = 0;
    for (unsigned square = 1; square < SQUARE_COUNT; square++)
        if (map->at[square] > map->at[best])
            best = square;
    return best;
}

static void add_king(const PoolTurn *turn, Color enemy, Text *text)
{
    assert(turn->boards->count > 0);
    SquareMap kings = square_map(turn->boards, enemy, KING);
    text_add(text, "  The enemy king:");
    for (unsigned i = 0; i < KING_SQUARES; i++) {
        const unsigned square = likeliest(&kings);
        if (kings.at[square] <= 0)
            break;
        text_add(text, i ? ", " : " ");
        square_to_text(square, text);
        text_format(text, " %.2f", kings.at[square]);
        kings.at[square] = 0;
    }
    text_add(text, ".\n");
}

void kriegspiel_describe(const StudyTurn *studied, const void *notes, Text *text)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    (void)notes;
    const Color enemy = other_color(turn->view->seat);
    text_format(text, "\nMove %u: ", turn->move);
    analyse__add_boards(turn->boards->count,
                        turn->is_guessed ? "guessed, for no history was found that leads to one"
                                         : analyse__kind(turn->is_exact),
                        text);
    if (turn->boards->count == 0)
        return;
    if (!turn->is_guessed) // guesses make nothing nearly certain
        add_certainties(turn, enemy, text);
    add_king(turn, enemy, text);
}

bool kriegspiel_chances(const StudyTurn *studied, double enemy[SIGN_SPOTS])
{
    const PoolTurn turn = pool_turn(studied);
    if (!turn.boards->count)
        return false;
    const SquareMap map = square_map(turn.boards, other_color(studied->plan->seat), KIND_COUNT);
    memcpy(enemy, map.at, sizeof map.at);
    return true;
}
