// One row for each game: its drawings behind one signature.
#include "formats/draw/game_view.h"

#include "formats/draw/go_board.h"
#include "formats/draw/heat.h"
#include "games/kriegspiel/open_chess.h"

#include <assert.h>

_Static_assert((int)VIEW_ONE_CELLS_MAX >= (int)VIEW_LARGE_WIDTH_MAX * VIEW_LARGE_HEIGHT_MAX &&
                   (int)VIEW_ONE_CELLS_MAX >= (int)VIEW_GO_WIDTH_MAX * VIEW_GO_HEIGHT_MAX,
               "room for one board");
_Static_assert((int)VIEW_THREE_CELLS_MAX >= (int)VIEW_THREE_WIDTH_MAX * VIEW_THREE_HEIGHT_MAX &&
                   (int)VIEW_THREE_CELLS_MAX >=
                       (int)VIEW_GO_THREE_WIDTH_MAX * VIEW_GO_THREE_HEIGHT_MAX,
               "room for three boards");

static ViewSize chess_size(const Rules *rules, ViewScale scale)
{
    return view_scaled_size(kriegspiel_rules(rules)->setup.board, scale);
}

static ViewSize chess_three_size(const Rules *rules, ViewScale scale)
{
    return view_three_boards_size(kriegspiel_rules(rules)->setup.board, scale);
}

static const Position *chess_truth(const void *truth)
{
    return &((const Umpire *)truth)->truth;
}

// The squares of the try that is pointed at are marked.
static ViewOptions with_try(ViewOptions options)
{
    if (options.pointed != TRY_NONE && options.pointed != TRY_ANY)
        options.marked |= bit(move_from(options.pointed)) | bit(move_to(options.pointed));
    return options;
}

static void draw_own_men(const void *view, ViewOptions options, Cells *out)
{
    view_seat_board(view, with_try(options), out);
}

// A seat of open chess sees all.
static void draw_open(const void *view, ViewOptions options, Cells *out)
{
    view_truth_board(&((const OpenView *)view)->position, with_try(options), out);
}

static void draw_chess_truth(const void *truth, ViewOptions options, Cells *out)
{
    view_truth_board(chess_truth(truth), with_try(options), out);
}

static void draw_chess_three(const Replay *replay, ViewOptions options, Cells *out)
{
    assert(game_view_of(replay->game));
    const void *const views[] = {&replay->views[WHITE], &replay->views[BLACK]};
    view_three_boards(views, game_view_of(replay->game)->draw_seat, chess_truth(&replay->truth),
                      with_try(options), out);
}

static ViewSize chess_heat_size(const Rules *rules)
{
    const Board *board = kriegspiel_rules(rules)->setup.board;
    return (ViewSize){VIEW_LEFT_COLUMNS + HEAT_SQUARE_COLUMNS * board->files + 1u,
                      VIEW_CAPTION_ROWS + board->ranks + 1u};
}

static void draw_chess_heat(const Replay *replay, uint8_t seat, const double *enemy, Cells *out)
{
    const Position *truth = chess_truth(&replay->truth);
    const OwnMen own = own_men_of(truth, seat);
    const HeatMap map = {.board = position_board(truth),
                         .at = enemy,
                         .own = &own,
                         .marked = truth->color[!seat],
                         .caption = words_of(SAY_HEAT_CAPTION)};
    cells_clear(out);
    view_heat(&map, 0, 0, out);
}

// As chess players count material.
static void say_material(const Replay *replay, Text *text)
{
    static const unsigned values[KIND_COUNT] = {
        [PAWN] = 1, [KNIGHT] = 3, [BISHOP] = 3, [ROOK] = 5, [QUEEN] = 9};
    const Position *truth = chess_truth(&replay->truth);
    unsigned sums[2] = {0};
    for (Color color = WHITE; color <= BLACK; color++)
        for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
            sums[color] += values[kind] * bits_count(position_men(truth, color, kind));
    WORDS_FILL(text, SAY_MATERIAL, {.number = sums[WHITE]}, {.number = sums[BLACK]});
}

static ViewSize go_size(const Rules *rules, ViewScale scale)
{
    return view_go_size(phantom_rules(rules)->size, scale);
}

static ViewSize go_three_size(const Rules *rules, ViewScale scale)
{
    (void)scale;
    return view_go_three_size(phantom_rules(rules)->size);
}

static const GoBoard *go_truth(const void *truth)
{
    return &((const PhantomTruth *)truth)->game.board;
}

static void draw_go_seat(const void *view, ViewOptions options, Cells *out)
{
    view_go_seat_board(view, options, out);
}

static void draw_go_truth(const void *truth, ViewOptions options, Cells *out)
{
    view_go_truth_board(go_truth(truth), options, out);
}

static void draw_go_three(const Replay *replay, ViewOptions options, Cells *out)
{
    const PhantomView views[] = {*(const PhantomView *)&replay->views[GO_WHITE],
                                 *(const PhantomView *)&replay->views[GO_BLACK]};
    view_go_three_boards(views, go_truth(&replay->truth), options, out);
}

static ViewSize go_heat_size(const Rules *rules)
{
    return view_go_heat_size(phantom_rules(rules)->size);
}

static void draw_go_heat(const Replay *replay, uint8_t seat, const double *enemy, Cells *out)
{
    view_go_heat((const PhantomView *)&replay->views[seat], go_truth(&replay->truth), enemy, out);
}

// As if the game ended here and all stones were alive.
static void say_points(const Replay *replay, Text *text)
{
    enum { POINTS_BYTES = 16 };
    const PhantomRules *rules = phantom_rules(replay->rules);
    const int lead = phantom_margin(rules, go_truth(&replay->truth)); // in halves of a point
    const unsigned half = (unsigned)(lead < 0 ? -lead : lead);
    char memory[POINTS_BYTES];
    Text points = TEXT_IN(memory);
    text_format(&points, "%u%s", half / 2, half % 2 ? ".5" : "");
    WORDS_FILL(text, SAY_GO_LEAD, {words_color(lead < 0 ? GO_WHITE : GO_BLACK)}, {memory});
}

static const GameView rows[] = {
    {&kriegspiel_game, SAY_UMPIRE_SEES, SAY_UMPIRE_SAYS, chess_size, chess_three_size, 3,
     draw_own_men, draw_chess_truth, draw_chess_three, chess_heat_size, draw_chess_heat,
     say_material},
    {&open_chess_game, SAY_UMPIRE_SEES, SAY_UMPIRE_SAYS, chess_size, chess_three_size, 3, draw_open,
     draw_chess_truth, draw_chess_three, chess_heat_size, draw_chess_heat, say_material},
    {&phantom_go_game, SAY_REFEREE_SEES, SAY_REFEREE_SAYS, go_size, go_three_size, 2, draw_go_seat,
     draw_go_truth, draw_go_three, go_heat_size, draw_go_heat, say_points},
};

const GameView *game_view_of(const Game *game)
{
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].game == game)
            return &rows[i];
    return NULL;
}
