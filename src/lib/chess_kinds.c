// Kriegspiel and open chess as numbers.
//
// Actions, in this order: for each square, the squares that a queen or a knight could reach from there; the promotions; and, where
// the ruleset has it, the question "any?". On 8x8 these are 1792, 176 and 1.
#include "engine/kriegspiel_belief/belief_model.h"
#include "games/chess/generate.h"
#include "games/kriegspiel/open_chess.h"
#include "lib/kinds.h"
#include "lib/planes.h"

static const Board *board_of(const Rules *rules)
{
    return kriegspiel_rules(rules)->setup.board;
}

static void list_moves(const Board *board, TryList *list)
{
    for (Bits squares = board->squares; squares;) {
        const unsigned from = bits_take(&squares);
        Bits targets = man_attacks(QUEEN, WHITE, from, ~board->squares) |
                       man_attacks(KNIGHT, WHITE, from, ~board->squares);
        for (targets &= board->squares; targets;)
            try_list_add(list, move_make(from, bits_take(&targets), PAWN));
    }
}

static void list_promotions(const Board *board, Color color, TryList *list)
{
    for (Bits last = board->last_rank[color]; last;) {
        const unsigned to = bits_take(&last);
        for (unsigned step = PAWN_ONE; step < PAWN_STEP_COUNT; step++) {
            const Bits from = pawns_stepped_back(bit(to), color, (PawnStep)step) & board->squares;
            if (step == PAWN_TWO || !from || !pawns_stepped(from, color, (PawnStep)step))
                continue;
            for (Bits kinds = board->promotions; kinds;)
                try_list_add(list, move_make(bits_first(from), to, (Kind)bits_take(&kinds)));
        }
    }
}

static void list_actions(const Rules *rules, TryList *list)
{
    const Board *board = board_of(rules);
    list_moves(board, list);
    list_promotions(board, WHITE, list);
    list_promotions(board, BLACK, list);
    if (ruleset_has_question(kriegspiel_rules(rules)->ruleset))
        try_list_add(list, TRY_ANY);
}

typedef struct ChessWriter {
    PlaneWriter planes;
    unsigned files;
} ChessWriter;

static ChessWriter begin_planes(const Rules *rules, uint8_t *planes)
{
    const Board *board = board_of(rules);
    return (ChessWriter){{planes, (uint32_t)board->files * board->ranks}, board->files};
}

static unsigned cell_of(unsigned files, unsigned square)
{
    return square_rank(square) * files + square_file(square);
}

static void mark(uint8_t *plane, unsigned files, Bits squares, uint8_t number)
{
    while (squares)
        plane[cell_of(files, bits_take(&squares))] = number;
}

static void add_squares(ChessWriter *writer, Bits squares)
{
    mark(planes_empty(&writer->planes), writer->files, squares, 1);
}

// A square as a Hearing has it: one more than its number, or 0.
static Bits bit_called(uint8_t square)
{
    return square ? bit(square - 1u) : 0;
}

static void add_men(ChessWriter *writer, const OwnMen *men)
{
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        add_squares(writer, men->kind[kind]);
}

// Where a capture was called: 1, and 2 on the landing square of a capture en passant.
static void add_capture(ChessWriter *writer, const Hearing *call)
{
    uint8_t *plane = planes_empty(&writer->planes);
    mark(plane, writer->files, bit_called(call->capture_at), 1);
    mark(plane, writer->files, bit_called(call->passant_at), 2);
}

static void add_castling(ChessWriter *writer, uint8_t rights, Color color)
{
    planes_fill(&writer->planes, (rights & (color == WHITE ? WHITE_SHORT : BLACK_SHORT)) != 0);
    planes_fill(&writer->planes, (rights & (color == WHITE ? WHITE_LONG : BLACK_LONG)) != 0);
}

typedef struct Refused {
    Bits from, to;
} Refused;

// The squares that the refused tries of this turn came from, and went to.
static Refused refused_squares(const KriegspielView *view)
{
    const OwnMen *own = &view->own;
    const Bits *words = view->turn.refused.words;
    const Bits last_rank = own_men_board(own)->last_rank[own->color];
    Refused refused = {0};
    if (!view->turn.attempts)
        return refused;
    for (unsigned step = PAWN_ONE; step < PAWN_STEP_COUNT; step++) {
        Bits targets = words[TRY_SET_PAWNS + step];
        for (Bits promotions = words[TRY_SET_PROMOTIONS + step]; promotions;) {
            const unsigned file = bits_take(&promotions) % 8;
            targets |= last_rank & (UINT64_C(0x0101010101010101) << file);
        }
        refused.to |= targets;
        refused.from |= pawns_stepped_back(targets, own->color, (PawnStep)step);
    }
    Bits men = own->all ^ own->kind[PAWN];
    for (unsigned word = TRY_SET_MEN; men; word++) {
        const unsigned from = bits_take(&men);
        refused.to |= words[word];
        refused.from |= words[word] ? bit(from) : 0;
    }
    return refused;
}

#define OWN_MEN "own pawns", "own knights", "own bishops", "own rooks", "own queens", "own king"

static const char *const kriegspiel_planes[] = {OWN_MEN,
                                                "refused from",
                                                "refused to",
                                                "own man taken by the last move",
                                                "taken by the own last move",
                                                "said aloud",
                                                "is Black",
                                                "has the turn",
                                                "check on the rank",
                                                "check on the file",
                                                "check on the long diagonal",
                                                "check on the short diagonal",
                                                "check by a knight",
                                                "check",
                                                "pawn tries called",
                                                "answer to any?",
                                                "refusals of this turn",
                                                "short castling",
                                                "long castling",
                                                "men taken",
                                                "men lost",
                                                NULL};

static void observe_kriegspiel(const Rules *rules, const void *view, const Ear *ear,
                               uint8_t *planes)
{
    const KriegspielView *seen = view;
    const uint8_t seat = seen->seat, other = (uint8_t)other_color(seat);
    const Hearing *call =
        &ear->calls[other]; // what the other's move was called, which this turn answers
    const Refused refused = refused_squares(seen);
    ChessWriter writer = begin_planes(rules, planes);
    add_men(&writer, &seen->own);
    add_squares(&writer, refused.from);
    add_squares(&writer, refused.to);
    add_capture(&writer, call);
    add_capture(&writer, &ear->calls[seat]);
    add_squares(&writer, call->points[0]);
    planes_fill(&writer.planes, seat);
    planes_fill(&writer.planes, !seen->ending && seen->to_move == seat);
    for (unsigned check = CHECK_RANK; check <= CHECK_PLAIN; check *= 2)
        planes_fill(&writer.planes, (call->checks & check) != 0);
    planes_fill(&writer.planes, call->count);
    planes_fill(&writer.planes, ear->answer);
    planes_fill(&writer.planes, ear->refusals);
    add_castling(&writer, seen->own.castling, seat);
    planes_fill(&writer.planes, ear->taken[seat]);
    planes_fill(&writer.planes, ear->taken[other]);
}

static const char *const open_planes[] = {OWN_MEN,
                                          "enemy pawns",
                                          "enemy knights",
                                          "enemy bishops",
                                          "enemy rooks",
                                          "enemy queens",
                                          "enemy king",
                                          "last move",
                                          "en passant",
                                          "is Black",
                                          "has the turn",
                                          "short castling",
                                          "long castling",
                                          "enemy short castling",
                                          "enemy long castling",
                                          "moves without progress",
                                          NULL};

static void observe_open(const Rules *rules, const void *view, const Ear *ear, uint8_t *planes)
{
    const OpenView *seen = view;
    const Position *position = &seen->position;
    const Color seat = seen->seat, other = other_color(seat);
    const OwnMen own = own_men_of(position, seat), enemy = own_men_of(position, other);
    const Try played = ear->calls[other_color(position->to_move)].played;
    ChessWriter writer = begin_planes(rules, planes);
    add_men(&writer, &own);
    add_men(&writer, &enemy);
    add_squares(&writer, played ? bit(move_from(played)) | bit(move_to(played)) : 0);
    add_squares(&writer, position->passant < SQUARE_COUNT ? bit(position->passant) : 0);
    planes_fill(&writer.planes, seat);
    planes_fill(&writer.planes, !seen->ending && position->to_move == seat);
    add_castling(&writer, position->castling, seat);
    add_castling(&writer, position->castling, other);
    planes_fill(&writer.planes, position->quiet_plies);
}

static NumericShape shape_with(const Rules *rules, uint32_t planes)
{
    const Board *board = board_of(rules);
    return (NumericShape){
        .planes = planes, .ranks = board->ranks, .files = board->files, .kinds = KIND_COUNT};
}

static NumericShape kriegspiel_shape(const Rules *rules)
{
    return shape_with(rules, COUNT_OF(kriegspiel_planes) - 1);
}

static NumericShape open_shape(const Rules *rules)
{
    return shape_with(rules, COUNT_OF(open_planes) - 1);
}

static void write_men(const Rules *rules, const Position *position, uint8_t *cells)
{
    const Board *board = board_of(rules);
    memset(cells, 0, (size_t)board->files * board->ranks);
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (unsigned kind = 0; kind < KIND_COUNT; kind++)
            mark(cells, board->files, position_men(position, (Color)color, kind),
                 (uint8_t)(1 + kind + color * KIND_COUNT));
}

static void kriegspiel_men(const Rules *rules, const void *board, uint8_t *cells)
{
    write_men(rules, &((const KriegspielBoard *)board)->position, cells);
}

static void open_men(const Rules *rules, const void *board, uint8_t *cells)
{
    write_men(rules, board, cells); // a board of open chess is a position
}

static void kriegspiel_view_of(const Rules *rules, const void *board, uint8_t seat, void *view)
{
    (void)rules;
    const KriegspielBoard *imagined = board;
    const Position *position = &imagined->position;
    KriegspielView seen = {
        .own = own_men_of(position, seat), .seat = seat, .to_move = position->to_move};
    if (position->to_move == seat && imagined->asked != ASKED_NOT) {
        seen.turn.asked = imagined->asked;
        seen.turn.attempts = 1; // else the next turn would not clear the answer
    }
    *(KriegspielView *)view = seen;
}

static void open_view_of(const Rules *rules, const void *board, uint8_t seat, void *view)
{
    (void)rules;
    *(OpenView *)view = (OpenView){.position = *(const Position *)board, .seat = seat};
}

const NumericKind numeric_kriegspiel = {.game = &kriegspiel_game,
                                        .planes = kriegspiel_planes,
                                        .shape = kriegspiel_shape,
                                        .list_actions = list_actions,
                                        .observe = observe_kriegspiel,
                                        .men = kriegspiel_men,
                                        .view_of = kriegspiel_view_of};

const NumericKind numeric_open_chess = {.game = &open_chess_game,
                                        .planes = open_planes,
                                        .shape = open_shape,
                                        .list_actions = list_actions,
                                        .observe = observe_open,
                                        .men = open_men,
                                        .view_of = open_view_of};
