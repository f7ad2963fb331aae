// nebel analyse: what a seat could have known at each turn of a recorded game, what its tries told
// it, and what a player would have tried.
#include "cmd/contest.h"
#include "cmd/following.h"
#include "roster/roster.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { OPTION_MOVE = FOLLOWING_OPTION_COUNT, OPTION_PLAYER, OPTION_NODES };
enum { KING_SQUARES = 3, NODES_USUAL = 10000 };

// A sample says "nearly": one board in a thousand may be missing from it, or wrong in it.
static const double nearly = 0.999;

typedef struct Analysis {
    const FollowPlan *plan;
    Player *player; // NULL if nobody is asked
    const char *player_name;
    Budget budget;
    PlayerError error; // of the player
    uint64_t only;     // the move that is shown; 0 for all
    uint32_t move;     // of the turn that goes on; 0 before the first
    uint32_t shown;    // turns
    Text text;
} Analysis;

static bool is_shown(const Analysis *analysis)
{
    return analysis->move && (!analysis->only || analysis->only == analysis->move);
}

// --- What could be known -------------------------------------------------------------------------

static void add_square(unsigned square, Text *text)
{
    square_to_text(square, text);
}

// Squares rank by rank, neighbours as "a3-e3".
static void add_squares(Bits squares, Text *text)
{
    while (squares) {
        const unsigned first = bits_take(&squares);
        unsigned last = first;
        while (square_file(last) < 7 && bits_has(squares, last + 1))
            squares &= ~bit(++last);
        text_add_char(text, ' ');
        add_square(first, text);
        if (last > first) {
            text_add_char(text, '-');
            add_square(last, text);
        }
    }
}

static void add_empty(const FollowTurn *turn, const SquareMap *men, Text *text)
{
    const Bits free = position_board(turn->truth)->squares & ~turn->view->own.all;
    const double bound = turn->is_exact ? 0 : 1 - nearly;
    Bits empty = 0;
    for (Bits rest = free; rest;) {
        const unsigned square = bits_take(&rest);
        if (men->at[square] <= bound)
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

// Weights are sums of many fractions; what is certain may miss 1 by a hair.
static bool is_certain(const FollowTurn *turn, double weight)
{
    return weight >= (turn->is_exact ? 1 - 1e-9 : nearly);
}

static void add_certain_men(const FollowTurn *turn, Color enemy, Text *text)
{
    unsigned count = 0;
    text_format(text, "  %s:", turn->is_exact ? "Certain" : "Nearly certain");
    for (Kind kind = KING; (int)kind >= PAWN; kind--) {
        const SquareMap map = square_map(turn->boards, enemy, kind);
        for (unsigned square = 0; square < SQUARE_COUNT; square++) {
            if (!is_certain(turn, map.at[square]))
                continue;
            text_format(text, "%s %s ", count++ ? "," : "", kind_names[kind]);
            add_square(square, text);
        }
    }
    text_add(text, count ? ".\n" : " no enemy man.\n");
}

static unsigned likeliest(const SquareMap *map)
{
    unsigned best = 0;
    for (unsigned square = 1; square < SQUARE_COUNT; square++)
        if (map->at[square] > map->at[best])
            best = square;
    return best;
}

static void add_king(const FollowTurn *turn, Color enemy, Text *text)
{
    SquareMap kings = square_map(turn->boards, enemy, KING);
    text_add(text, "  The enemy king:");
    for (unsigned i = 0; i < KING_SQUARES; i++) {
        const unsigned square = likeliest(&kings);
        if (kings.at[square] <= 0)
            break;
        text_add(text, i ? ", " : " ");
        add_square(square, text);
        text_format(text, " %.2f", kings.at[square]);
        kings.at[square] = 0;
    }
    text_add(text, ".\n");
}

static bool show_turn(void *context, const FollowTurn *turn)
{
    Analysis *analysis = context;
    const Color enemy = other_color(analysis->plan->seat);
    Text *text = &analysis->text;
    analysis->move = turn->move;
    if (!is_shown(analysis))
        return true;
    analysis->shown++;
    text_format(text, "\nMove %u: %u board%s%s\n", turn->move, turn->boards->count,
                turn->boards->count == 1 ? "" : "s",
                turn->is_exact ? ", all there can be." : ", a sample.");
    if (turn->boards->count == 0)
        return true;
    const SquareMap men = square_map(turn->boards, enemy, KIND_COUNT);
    add_empty(turn, &men, text);
    add_certain_men(turn, enemy, text);
    add_king(turn, enemy, text);
    return true;
}

// --- What tries told -----------------------------------------------------------------------------

// How much an answer told, by the bits of entropy it took away.
static const struct Worth {
    double bits; // at least
    const char *words;
} worths[] = {
    {1, "informative"},
    {0.1, "a little news"},
    {-INFINITY, "no news"},
};

static const char *worth_of(double bits)
{
    unsigned i = 0;
    while (bits < worths[i].bits)
        i++;
    return worths[i].words;
}

static const char *answer_of(const FollowTry *tried)
{
    if (tried->heard.event == HEARD_MOVE)
        return "played";
    if (tried->heard.event == HEARD_ANSWER)
        return tried->heard.count ? "yes" : "no";
    return tried->heard.event == HEARD_REFUSAL ? "refused" : "the end";
}

static void add_news(const FollowTry *tried, Text *text)
{
    const double bits = tried->bits_before - tried->bits_after;
    if (tried->heard.event != HEARD_REFUSAL && tried->heard.event != HEARD_ANSWER)
        return;
    if (tried->is_redrawn)
        text_format(text, ": none of %u boards had it so; drawn anew, %u boards", tried->before,
                    tried->after);
    else
        text_format(text, ": %s, %.2f bits (%u boards, then %u)", worth_of(bits), bits,
                    tried->before, tried->after);
}

// Says what the player would have done instead.
static void add_choice(Analysis *analysis, Choice choice, Try made)
{
    char memory[16];
    Text name = TEXT_IN(memory);
    if (choice.kind == EVENT_TRY)
        record_try_to_text(&kriegspiel_game, choice.attempt, &name);
    else
        text_add(&name, event_name(choice.kind));
    const bool is_same = choice.kind == EVENT_TRY && choice.attempt == made;
    text_format(&analysis->text, "    %s would have tried %s.\n", analysis->player_name,
                is_same ? "the same" : memory);
}

static void add_try(const FollowTry *tried, Text *text)
{
    text_add(text, "  Tried ");
    record_try_to_text(&kriegspiel_game, tried->attempt, text);
    if (tried->attempt != TRY_ANY)
        text_format(text, ", legal with chance %.2f", tried->legal_chance);
    text_format(text, "; %s", answer_of(tried));
    add_news(tried, text);
    text_add(text, ".\n");
}

// The player is asked before it is told what became of the try, and at every turn: what it answers
// may depend on how often it was asked, and one turn alone should read as it does among all.
static bool show_try(void *context, const FollowTry *tried)
{
    Analysis *analysis = context;
    Choice choice = {0};
    if (is_shown(analysis))
        add_try(tried, &analysis->text);
    if (analysis->player)
        analysis->error = player_choose(analysis->player, &analysis->budget, &choice);
    if (analysis->player && !analysis->error && is_shown(analysis))
        add_choice(analysis, choice, tried->attempt);
    return !analysis->error;
}

static bool tell_player(void *context, Try own, const Hearing *heard)
{
    Analysis *analysis = context;
    if (analysis->player)
        analysis->error = player_hear(analysis->player, own, heard);
    return !analysis->error;
}

// --- The command ---------------------------------------------------------------------------------

static bool seat_player(Analysis *analysis)
{
    const FollowPlan *plan = analysis->plan;
    char why[256];
    Text complaint = TEXT_IN(why);
    analysis->player = roster_open(&memory_heap, analysis->player_name, &complaint);
    if (!analysis->player) {
        complain("%s", why);
        return false;
    }
    const Seating seating = {.game = &kriegspiel_game,
                             .rules = (const Rules *)plan->rules,
                             .seat = plan->seat,
                             .seed = plan->pool.seed,
                             .patience_ms = 10000};
    const PlayerError error = player_sit(analysis->player, &seating);
    if (error)
        complain("%s: %s", analysis->player_name, player_error_text(error));
    return !error;
}

static int print(const Analysis *analysis)
{
    if (analysis->error) {
        const char *complaint = player_complaint(analysis->player);
        complain("%s: %s", analysis->player_name,
                 complaint[0] ? complaint : player_error_text(analysis->error));
        return EXIT_FAILED;
    }
    if (!analysis->shown && analysis->only)
        return complain("there is no turn of %s at move %" PRIu64, view_name(analysis->plan->seat),
                        analysis->only);
    if (analysis->text.cut) {
        complain("there is not enough memory for the analysis");
        return EXIT_FAILED;
    }
    fputs(analysis->text.start, stdout);
    return EXIT_FINE;
}

static int go_through(Analysis *analysis)
{
    const FollowSink sink = {show_turn, show_try, tell_player, analysis};
    analysis->text = text_growing(&memory_heap);
    text_format(&analysis->text, "What %s could have known, with at most %u boards.\n",
                view_name(analysis->plan->seat), analysis->plan->pool.limit);
    int status = following_go(analysis->plan, &sink);
    if (!status)
        status = print(analysis);
    text_done(&analysis->text);
    return status;
}

static int run(const Given *given)
{
    const char *move = given->options[OPTION_MOVE], *nodes = given->options[OPTION_NODES];
    Following following;
    Analysis analysis = {.plan = &following.plan,
                         .player_name = given->options[OPTION_PLAYER],
                         .budget.nodes = NODES_USUAL};
    if ((move && !read_number("--move", move, 1, MOVES_MOST, &analysis.only)) ||
        (nodes && !read_number("--nodes", nodes, 1, INT64_MAX, &analysis.budget.nodes)))
        return EXIT_USAGE;
    if (nodes && !analysis.player_name)
        return complain("--nodes is for a player; name it with --player");
    int status = following_read(&following, given);
    if (status)
        return status;
    const bool is_seated = !analysis.player_name || seat_player(&analysis);
    status = is_seated ? go_through(&analysis) : EXIT_USAGE;
    player_destroy(analysis.player);
    following_done(&following);
    return status;
}

const Command analyse_command = {
    .name = "analyse",
    .argument = "FILE",
    .summary = "say what a seat of a recorded game could have known, turn by turn",
    .example = "nebel analyse examples/game.pgn --seat white --move 8",
    .options =
        {
            FOLLOWING_OPTIONS,
            [OPTION_MOVE] = {"--move", "N", "only the turn of this move (default: all)"},
            [OPTION_PLAYER] = {"--player", "PLAYER", "compare with what this player would try"},
            [OPTION_NODES] = {"--nodes", "N", "limit its try to N nodes (default 10000)"},
        },
    .run = run,
};
