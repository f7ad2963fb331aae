// nebel play: a game in the terminal, against a player or between two people who share a keyboard.
#include "chance/secret.h"
#include "cli/files.h"
#include "cmd/match_options.h"
#include "console/play_lines.h"
#include "console/review_screen.h"
#include "console/screen_loop.h"
#include "games/games.h"
#include "play/clock_text.h"
#include "roster/roster.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum {
    OPTION_GAME,
    OPTION_SEAT,
    OPTION_CLOCK,
    OPTION_HOTSEAT,
    OPTION_LINES,
    OPTION_ASCII,
    OPTION_SEED,
    OPTION_PGN,
    OPTION_NODES,
    OPTION_MOVETIME,
    OPTION_LETTERS,
    OPTION_ALERT,
};

enum { NODES_DEFAULT = 10000, SEAT_RANDOM = 2 };

static const char no_memory[] = "there is not enough memory for the record";

// --- On the screen -------------------------------------------------------------------------------

static void draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    const UiSession *session = self;
    ui_draw(session->ui, (UiLook){.is_ascii = is_ascii, .has_letters = session->plan->has_letters},
            now_ms, out);
}

static void save(UiSession *session)
{
    char words[256];
    Text sentence = TEXT_IN(words);
    GameRecord record;
    if (session_record(session, &record)) {
        save_record_as(&record, session->plan->pgn, &sentence);
        game_record_done(&record, &memory_heap);
    } else {
        text_add(&sentence, no_memory);
    }
    ui_tell(session->ui, words);
}

static void fulfil_wish(UiSession *session)
{
    const UiWish wish = ui_take_wish(session->ui);
    if (wish == WISH_SAVE)
        save(session);
    session->wants_review |= wish == WISH_REVIEW;
    session->is_left |= wish == WISH_LEAVE;
}

static void press(void *self, Key key, uint64_t now_ms)
{
    UiSession *session = self;
    ui_key(session->ui, key, now_ms);
    session_go_on(session, now_ms);
    fulfil_wish(session);
}

static void click(void *self, ScreenSize size, Key click, uint64_t now_ms)
{
    UiSession *session = self;
    ui_click(session->ui,
             (UiClick){size.width, size.height, click_column(click), click_row(click),
                       click_is_second(click)},
             now_ms);
    session_go_on(session, now_ms);
}

static ScreenAlert take_alert(void *self)
{
    UiSession *session = self;
    return ui_take_refusal(session->ui) ? session->plan->alert : ALERT_NONE;
}

static void tick(void *self, uint64_t now_ms)
{
    UiSession *session = self;
    ui_tick(session->ui, now_ms);
    session_go_on(session, now_ms);
}

static uint64_t next_ms(const void *self, uint64_t now_ms)
{
    return ui_next_ms(((const UiSession *)self)->ui, now_ms);
}

static void woken(void *self)
{
    session_take_answer(self);
}

static bool is_done(const void *self)
{
    const UiSession *session = self;
    return session->is_left || session->wants_review;
}

static const ScreenKind game_screen = {.draw = draw,
                                       .key = press,
                                       .tick = tick,
                                       .next_ms = next_ms,
                                       .woken = woken,
                                       .is_done = is_done,
                                       .click = click,
                                       .take_alert = take_alert};

// Shows the game again; false if a signal ended it.
static bool review(UiSession *session, Screen *screen, bool is_ascii)
{
    GameRecord record;
    session->wants_review = false;
    if (!session_record(session, &record)) {
        ui_tell(session->ui, no_memory);
        return true;
    }
    const bool goes_on = review_on_screen(screen, is_ascii, &record, session->plan->pgn);
    game_record_done(&record, &memory_heap);
    return goes_on;
}

// Plays the game, and shows its review as often as the user asks for it.
static int play_on_screen(UiSession *session, bool is_ascii)
{
    Screen *screen = screen_loop_open(is_ascii, "nebel play --lines needs none");
    if (!screen)
        return EXIT_USAGE;
    const ScreenLoop loop = {&game_screen, session,
                             session->engine ? engine_thread_wake(session->engine) : -1};
    bool goes_on = true;
    while (goes_on && !session->is_left) {
        goes_on = screen_loop_run(screen, is_ascii, &loop);
        if (goes_on && session->wants_review)
            goes_on = review(session, screen, is_ascii);
    }
    session->signal_number = screen_loop_close(screen);
    return goes_on ? EXIT_FINE : EXIT_FAILED;
}

// --- The command ---------------------------------------------------------------------------------

static int keep_game(const UiSession *session)
{
    GameRecord record;
    if (!session->plan->pgn)
        return EXIT_FINE;
    const char *problem = no_memory;
    ui_leave(session->ui); // a signal may have ended the game
    if (session_record(session, &record)) {
        problem = save_record(&record, session->plan->pgn);
        game_record_done(&record, &memory_heap);
    }
    if (problem)
        complain("%s: %s", session->plan->pgn, problem);
    return problem ? EXIT_FAILED : EXIT_FINE;
}

static bool read_seat(const char *text, uint8_t *seat)
{
    static const char *const names[] = {"white", "black", "random"};
    for (unsigned i = 0; i < COUNT_OF(names); i++)
        if (strcmp(text, names[i]) == 0) {
            *seat = (uint8_t)i;
            return true;
        }
    complain("--seat must be white, black or random, not '%s'", text);
    return false;
}

static bool read_alert(const char *text, ScreenAlert *alert)
{
    static const char *const names[] = {[ALERT_BELL] = "bell", [ALERT_FLASH] = "flash"};
    for (unsigned i = ALERT_BELL; i < COUNT_OF(names); i++)
        if (strcmp(text, names[i]) == 0) {
            *alert = (ScreenAlert)i;
            return true;
        }
    complain("--alert must be bell or flash, not '%s'", text);
    return false;
}

static bool read_play_clock(const char *text, ClockRule *clock)
{
    char why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    const bool is_read = !text || play_clock_from_text(text, clock, &message);
    if (!is_read)
        complain("--clock: %s", why);
    return is_read;
}

// The game if none is named: the first that the player plays and that people can play here; for a program Kriegspiel.
static const char *default_game(const char *player)
{
    Spec spec;
    const bool is_read = player && spec_parse(player, &spec) == SPEC_OK;
    const PlayerKind *kind = is_read ? roster_kind(spec.name) : NULL;
    for (unsigned i = 0; kind && game_list[i]; i++)
        if (kind->plays(game_list[i]) && ui_default_player(game_list[i]))
            return game_list[i]->name;
    return "kriegspiel";
}

static bool read_plan(const Given *given, UiSessionPlan *plan)
{
    const char *const *options = given->options;
    const char *game = options[OPTION_GAME], *clock = options[OPTION_CLOCK];
    uint64_t move_ms = 0;
    if (!read_game(game ? game : default_game(given->arguments[0]), &plan->game, &plan->rules) ||
        !read_play_clock(clock, &plan->clock) ||
        (options[OPTION_SEAT] && !read_seat(options[OPTION_SEAT], &plan->seat)) ||
        (options[OPTION_ALERT] && !read_alert(options[OPTION_ALERT], &plan->alert)) ||
        !read_number("--seed", options[OPTION_SEED], 0, INT64_MAX, &plan->seed) ||
        !read_number("--nodes", options[OPTION_NODES], 1, INT64_MAX, &plan->nodes) ||
        !read_number("--movetime", options[OPTION_MOVETIME], 1, UINT32_MAX, &move_ms))
        return false;
    plan->move_ms = (uint32_t)move_ms;
    if (!options[OPTION_NODES] && !options[OPTION_MOVETIME] && !clock)
        plan->nodes = NODES_DEFAULT;
    plan->pgn = options[OPTION_PGN];
    plan->has_letters = options[OPTION_LETTERS];
    const char *default_player = ui_default_player(plan->game);
    if (!default_player) {
        complain("%s cannot be played here; nebel match and nebel bot can play it",
                 plan->game->name);
        return false;
    }
    if (!options[OPTION_HOTSEAT])
        plan->player = given->arguments[0] ? given->arguments[0] : default_player;
    return true;
}

// --hotseat needs a screen, because lines stay readable for the opponent, and has no seat to choose.
static bool is_sound(const Given *given)
{
    const bool is_shared = given->options[OPTION_HOTSEAT] != NULL;
    if (is_shared && given->options[OPTION_LINES])
        complain("--hotseat needs a screen: lines stay where the other can read them");
    else if (is_shared && (given->arguments[0] || given->options[OPTION_SEAT]))
        complain("--hotseat seats people on both sides: leave out the player and --seat");
    else
        return true;
    return false;
}

static int play(UiSessionPlan *plan, const Given *given)
{
    UiSession session;
    Rng chance = rng_from_seed(plan->seed);
    const uint8_t drawn = (uint8_t)rng_below(&chance, 2);
    if (plan->seat == SEAT_RANDOM)
        plan->seat = drawn;
    assert(plan->seat < 2);
    if (!session_init(&session, plan, rng_next(&chance), screen_loop_now_ms()))
        return EXIT_USAGE;
    int status = EXIT_FINE;
    if (given->options[OPTION_LINES])
        play_in_lines(&session);
    else
        status = play_on_screen(&session, given->options[OPTION_ASCII] != NULL);
    const int kept = keep_game(&session);
    session_done(&session);
    if (session.signal_number)
        raise(session.signal_number);
    return status ? status : kept;
}

static int run(const Given *given)
{
    // The default seed is random, so that each game differs. It is written into the record.
    UiSessionPlan plan = {0};
    if (!given->options[OPTION_SEED] && !seed_draw(&plan.seed)) {
        complain("the system gives no random numbers; name a seed with --seed");
        return EXIT_FAILED;
    }
    if (!is_sound(given) || !read_plan(given, &plan))
        return EXIT_USAGE;
    if (plan.pgn && !check_writable(plan.pgn)) // better said now than when the game is over
        return EXIT_USAGE;
    return play(&plan, given);
}

const Command play_command = {
    .name = "play",
    .argument = "PLAYER",
    .summary = "play a game in the terminal, against a player or a friend",
    .example = "nebel play capturer --game 'kriegspiel(board=silverman4x4)' --lines",
    .options =
        {
            [OPTION_GAME] = {"--game", "GAME",
                             "default: a game of the player, kriegspiel if it plays that; also "
                             "chess, phantom-go"},
            [OPTION_SEAT] = {"--seat", "white|black|random", "your seat (default white)"},
            [OPTION_CLOCK] = {"--clock", "M+S",
                              "minutes for each side and seconds added a move: 3+2; also 180s+2s"},
            [OPTION_HOTSEAT] = {"--hotseat", NULL, "two people share the keyboard"},
            [OPTION_LINES] = {"--lines", NULL,
                              "speak in lines of text, for screen readers and pipes"},
            [OPTION_ASCII] = {"--ascii", NULL, "no colours, nothing but ASCII"},
            [OPTION_SEED] = {"--seed", "N",
                             "seed of all random choices (default: drawn from the system)"},
            [OPTION_PGN] = {"--pgn", "FILE", "keep the game in this file at its end"},
            [OPTION_NODES] = {"--nodes", "N", "limit the player's try to N nodes (default 10000)"},
            [OPTION_MOVETIME] = {"--movetime", "MS", "limit the player's try to MS milliseconds"},
            [OPTION_LETTERS] = {"--letters", NULL, "men and stones as letters, not as figurines"},
            [OPTION_ALERT] = {"--alert", "bell|flash", "when one of your tries is refused"},
        },
    .run = run,
};
