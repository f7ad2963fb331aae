// nebel analyse: what a seat could have known at each turn of a recorded game, what its tries told
// it, and what a player would have tried.
#include "cli/guests.h"
#include "cli/values.h"
#include "cmd/study_options.h"
#include "kriegspiel/law/open_chess.h"
#include "roster/roster.h"
#include "study/turn.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { OPTION_MOVE = STUDY_OPTION_OPTION_COUNT, OPTION_PLAYER, OPTION_NODES };
enum { NODES_DEFAULT = 10000 };

typedef struct Analysis {
    const RecordStudy *study;
    const Game *game;
    Player *player; // NULL if nobody is asked
    const char *player_name;
    Budget budget;
    PlayerError error; // of the player
    uint64_t only;     // the move or turn that is shown; 0 for all
    uint32_t move;     // of the turn that goes on; 0 before the first
    uint32_t shown;    // turns
    PhantomView view;  // of a game of Go, and what can be deduced there
    GoKnown known;
    Text text;
} Analysis;

static bool is_shown(const Analysis *analysis)
{
    return analysis->move && (!analysis->only || analysis->only == analysis->move);
}

// --- What could be known -------------------------------------------------------------------------

// False if all that was asked for has been shown.
static bool begin_turn(Analysis *analysis, uint32_t move)
{
    analysis->move = move;
    analysis->shown += is_shown(analysis);
    return !analysis->only || move <= analysis->only;
}

static bool show_turn(void *context, const PoolTurn *turn)
{
    Analysis *analysis = context;
    const bool goes_on = begin_turn(analysis, turn->move);
    if (is_shown(analysis))
        analyse_chess_turn(turn, &analysis->text);
    return goes_on;
}

static bool show_go_turn(void *context, const GoPoolTurn *turn)
{
    Analysis *analysis = context;
    const bool goes_on = begin_turn(analysis, turn->turn);
    if (is_shown(analysis))
        analyse_go_turn(turn, &analysis->known, &analysis->text);
    return goes_on;
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

static const char *answer_of(const StudiedTry *tried)
{
    if (tried->heard.event == HEARD_MOVE)
        return "played";
    if (tried->heard.event == HEARD_ANSWER)
        return tried->heard.count ? "yes" : "no";
    return tried->heard.event == HEARD_REFUSAL ? "refused" : "the end";
}

static void add_news(const Analysis *analysis, const StudiedTry *tried, Text *text)
{
    const double bits = tried->bits_before - tried->bits_after;
    if (tried->heard.event != HEARD_REFUSAL && tried->heard.event != HEARD_ANSWER)
        return;
    if (tried->before == 0)
        text_add(text, ": there was no board to judge it by");
    else if (tried->is_redrawn)
        text_format(text, ": none of %u boards had it so; drawn anew, %u boards", tried->before,
                    tried->after);
    else
        text_format(text, ": %s, %.2f bits (%u boards, then %u)", worth_of(bits), bits,
                    tried->before, tried->after);
    if (!game_is_on_chess_board(analysis->game) && tried->heard.event == HEARD_REFUSAL &&
        tried->after)
        text_format(text, "; a stone is there with chance %.2f, %.2f before", tried->met_after,
                    tried->met_before);
}

// Says what the player would have done instead.
static void add_choice(Analysis *analysis, Choice choice, Try made)
{
    char memory[16];
    Text name = TEXT_IN(memory);
    if (choice.kind == EVENT_TRY)
        record_try_to_text(analysis->game, choice.attempt, &name);
    else
        text_add(&name, event_name(choice.kind));
    const bool is_same = choice.kind == EVENT_TRY && choice.attempt == made;
    text_format(&analysis->text, "    %s would have tried %s.\n", analysis->player_name,
                is_same ? "the same" : memory);
}

static void add_try(Analysis *analysis, const StudiedTry *tried)
{
    Text *text = &analysis->text;
    text_add(text, "  Tried ");
    record_try_to_text(analysis->game, tried->attempt, text);
    if (tried->attempt != TRY_ANY && tried->before)
        text_format(text, ", legal with chance %.2f", tried->legal_chance);
    text_format(text, "; %s", answer_of(tried));
    add_news(analysis, tried, text);
    text_add(text, ".\n");
}

// The player is asked before it is told what became of the try, and at every turn: what it answers
// may depend on how often it was asked, and one turn alone should read as it does among all.
static bool show_try(void *context, const StudiedTry *tried)
{
    Analysis *analysis = context;
    Choice choice = {0};
    if (is_shown(analysis))
        add_try(analysis, tried);
    if (analysis->player)
        analysis->error = player_choose(analysis->player, &analysis->budget, &choice);
    if (analysis->player && !analysis->error && is_shown(analysis))
        add_choice(analysis, choice, tried->attempt);
    return !analysis->error;
}

static bool take_heard(void *context, Try own, const Hearing *heard)
{
    Analysis *analysis = context;
    if (!game_is_on_chess_board(analysis->game)) {
        phantom_go_game.hear(game_record_rules(&analysis->study->record), &analysis->view, own,
                             heard);
        go_known_hear(&analysis->known, &analysis->view, own, heard);
    }
    if (analysis->player)
        analysis->error = player_hear(analysis->player, own, heard);
    return !analysis->error;
}

// --- The command ---------------------------------------------------------------------------------

static bool seat_player(Analysis *analysis)
{
    const PoolStudyPlan *plan = &analysis->study->plan;
    char why[256];
    Text message = TEXT_IN(why);
    guests_warn(roster_lack(analysis->player_name));
    analysis->player = roster_open(&memory_heap, analysis->player_name, &message);
    if (!analysis->player) {
        complain("%s", why);
        return false;
    }
    const Seating seating = {.game = analysis->game,
                             .rules = game_record_rules(&analysis->study->record),
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
        const char *message = player_message(analysis->player);
        complain("%s: %s", analysis->player_name,
                 message[0] ? message : player_error_text(analysis->error));
        return EXIT_FAILED;
    }
    if (!analysis->shown && analysis->only)
        return complain("there is no turn of %s at move %" PRIu64,
                        view_name(analysis->study->plan.seat), analysis->only);
    if (analysis->text.cut) {
        complain("there is not enough memory for the analysis");
        return EXIT_FAILED;
    }
    fputs(analysis->text.start, stdout);
    return EXIT_FINE;
}

static int go_through(Analysis *analysis)
{
    const RecordStudy *study = analysis->study;
    const PoolSink sink = {show_turn, show_try, take_heard, analysis};
    const GoPoolSink go_sink = {show_go_turn, show_try, take_heard, analysis};
    if (!game_is_on_chess_board(study->record.game)) {
        phantom_go_game.sit(game_record_rules(&study->record), study->plan.seat, &analysis->view);
        go_known_begin(&analysis->known, &analysis->view);
    }
    analysis->text = text_growing(&memory_heap);
    text_format(&analysis->text, "What %s could have known, with at most %u boards.\n",
                view_name(study->plan.seat), study->plan.pool.limit);
    int status = !game_is_on_chess_board(study->record.game)
                     ? record_study_walk_go(study, &go_sink)
                     : record_study_walk(&study->plan, &sink);
    if (!status)
        status = print(analysis);
    text_done(&analysis->text);
    return status;
}

static int run(const Given *given)
{
    const char *move = given->options[OPTION_MOVE], *nodes = given->options[OPTION_NODES];
    RecordStudy study;
    Analysis analysis = {.study = &study,
                         .player_name = given->options[OPTION_PLAYER],
                         .budget.nodes = NODES_DEFAULT};
    if ((move && !read_number("--move", move, 1, MOVE_NUMBER_MAX, &analysis.only)) ||
        (nodes && !read_number("--nodes", nodes, 1, INT64_MAX, &analysis.budget.nodes)))
        return EXIT_USAGE;
    if (nodes && !analysis.player_name)
        return complain("--nodes is for a player; name it with --player");
    int status = record_study_read(&study, given);
    if (status)
        return status;
    analysis.game = study.record.game;
    const bool is_seated = !analysis.player_name || seat_player(&analysis);
    status = is_seated ? go_through(&analysis) : EXIT_USAGE;
    player_destroy(analysis.player);
    record_study_done(&study);
    return status;
}

const Command analyse_command = {
    .name = "analyse",
    .argument = "FILE",
    .summary = "say what a seat of a recorded game could have known, turn by turn",
    .example = "nebel analyse examples/game.pgn --seat white --move 8",
    .options =
        {
            STUDY_OPTION_OPTIONS,
            [OPTION_MOVE] = {"--move", "N",
                             "only the turn of this move, or this turn of Go (default: all)"},
            [OPTION_PLAYER] = {"--player", "PLAYER", "compare with what this player would try"},
            [OPTION_NODES] = {"--nodes", "N", "limit its try to N nodes (default 10000)"},
        },
    .run = run,
};
