// nebel play: a game in the terminal, against a player or between two people who share a keyboard.
#include "base/cli/files.h"
#include "base/crypto/secret.h"
#include "cmd/review_analysis.h"
#include "cmd/server_commands.h"
#include "cmd/values.h"
#include "engine/players/levels.h"
#include "engine/players/roster.h"
#include "games/registry/games.h"
#include "ui/play/start_screen.h"
#include "ui/terminal/game_session.h"
#include "ui/terminal/line_input.h"
#include "ui/terminal/start_screen.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    NODES_DEFAULT = 10000,
    SEAT_RANDOM = 2,
    PACE_MS = 1000,      // after which a level thinks, which takes it a moment
    STRONGEST_MS = 2000, // that the strongest may think without a clock
};

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

// Seats the player of a level.
static bool take_level(unsigned number, GameSessionPlan *plan)
{
    const Level *level = level_of(plan->game, number);
    if (!level) {
        complain("%s has no levels; name a player, as nebel players lists them", plan->game->name);
        return false;
    }
    plan->player = level->player;
    plan->level = number;
    plan->nodes = level->nodes;
    plan->pace_ms = level->nodes ? PACE_MS : 0;
    if (!level->nodes && !plan->clock.base_ms && !plan->move_ms)
        plan->move_ms = STRONGEST_MS;
    return true;
}

static bool read_pace(const char *text, GameSessionPlan *plan)
{
    uint64_t pace_ms = plan->pace_ms;
    const bool is_read = read_number("--pace", text, 0, UINT32_MAX, &pace_ms);
    plan->pace_ms = (uint32_t)pace_ms;
    return is_read;
}

// What was chosen on the start screen.
static bool take_start(const Start *start, GameSessionPlan *plan)
{
    return read_game(start_game(start), &plan->game, &plan->rules) &&
           read_play_clock(start_clock(start), &plan->clock) &&
           read_seat(start_colour(start), &plan->seat) &&
           (start_level(start) == START_FRIEND || take_level(start_level(start), plan));
}

static bool read_plan(const Given *given, GameSessionPlan *plan)
{
    const char *const *options = given->options;
    const char *game = options[PLAY_GAME], *clock = options[PLAY_CLOCK];
    uint64_t move_ms = 0, level = 0;
    if (!read_number("--level", options[PLAY_LEVEL], 1, LEVEL_STRONGEST, &level) ||
        !read_game(game ? game : default_game(given->arguments[0]), &plan->game, &plan->rules) ||
        !read_play_clock(clock, &plan->clock) ||
        (options[PLAY_SEAT] && !read_seat(options[PLAY_SEAT], &plan->seat)) ||
        (options[PLAY_ALERT] && !read_alert(options[PLAY_ALERT], &plan->alert)) ||
        !read_number("--seed", options[PLAY_SEED], 0, INT64_MAX, &plan->seed) ||
        !read_number("--nodes", options[PLAY_NODES], 1, INT64_MAX, &plan->nodes) ||
        !read_number("--movetime", options[PLAY_MOVETIME], 1, UINT32_MAX, &move_ms))
        return false;
    plan->move_ms = (uint32_t)move_ms;
    if (!options[PLAY_NODES] && !options[PLAY_MOVETIME] && !clock)
        plan->nodes = NODES_DEFAULT;
    plan->pgn = options[PLAY_PGN];
    plan->has_letters = options[PLAY_LETTERS];
    plan->is_discarded = options[PLAY_DISCARD] || options[PLAY_LINES];
    plan->analyse = review_analysis;
    const char *default_player = ui_default_player(plan->game);
    if (!default_player) {
        complain("%s cannot be played here; nebel match and nebel bot can play it",
                 plan->game->name);
        return false;
    }
    if (!options[PLAY_HOTSEAT])
        plan->player = given->arguments[0] ? given->arguments[0] : default_player;
    return (!level || take_level((unsigned)level, plan)) && read_pace(options[PLAY_PACE], plan);
}

static bool is_sound(const Given *given)
{
    const bool is_shared = given->options[PLAY_HOTSEAT] != NULL;
    if (is_shared && given->options[PLAY_LINES])
        complain("--hotseat needs a screen: lines stay where the other can read them");
    else if (is_shared &&
             (given->arguments[0] || given->options[PLAY_SEAT] || given->options[PLAY_LEVEL]))
        complain("--hotseat seats people on both sides: leave out the player, --level and --seat");
    else if (given->arguments[0] && given->options[PLAY_LEVEL])
        complain("--level names a player; leave out '%s' or --level", given->arguments[0]);
    else
        return true;
    return false;
}

// What a game leaves behind: the record, and where it is.
typedef struct Played {
    int status;
    bool goes_on; // to a rematch
    char kept_as[SAVED_PATH_MAX];
} Played;

static int keep_game(GameSession *session, Played *played)
{
    ui_leave(session->ui); // a signal may have ended the game
    const char *problem = session_keep(session);
    snprintf(played->kept_as, sizeof played->kept_as, "%s", session->kept_as);
    if (problem)
        complain("the game is not saved: %s", problem);
    return problem ? EXIT_FAILED : EXIT_FINE;
}

// Where people play. The screen serves all games of an evening; it is opened once the first player sits, so that what is wrong
// with a player can be read.
typedef struct PlayPlace {
    bool has_lines, is_ascii;
    Screen *screen; // NULL in line mode, and before it is opened
} PlayPlace;

static bool open_place(PlayPlace *place)
{
    if (!place->has_lines && !place->screen)
        place->screen = screen_loop_open(place->is_ascii, "nebel play --lines needs none");
    return place->has_lines || place->screen;
}

static void play_game(const GameSessionPlan *plan, uint64_t player_seed, PlayPlace *place,
                      Played *played)
{
    GameSession session;
    *played = (Played){.status = EXIT_USAGE};
    if (!session_init(&session, plan, player_seed, screen_loop_now_ms()))
        return;
    if (!open_place(place)) {
        session_done(&session);
        return;
    }
    bool goes_on = true;
    if (place->screen)
        goes_on = play_on_screen(&session, place->screen, place->is_ascii);
    else
        play_in_lines(&session);
    const int kept = keep_game(&session, played);
    played->status = goes_on ? kept : EXIT_FAILED;
    played->goes_on = goes_on && session.wants_rematch;
    session_done(&session);
}

// The closing line. A program that plays through a pipe needs none.
static void say_kept(const char *path)
{
    if (!path[0] || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return;
    const bool is_plain =
        strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+") ==
        strlen(path);
    printf("The game is saved. To see it again: nebel replay %s%s%s\n", is_plain ? "" : "'", path,
           is_plain ? "" : "'");
}

// Games until the person has had enough; in a rematch the colours change.
static int play(GameSessionPlan *plan, PlayPlace *place)
{
    enum { EVENING_MAX = 1000 }; // games
    Rng chance = rng_from_seed(plan->seed);
    const uint8_t drawn = (uint8_t)rng_below(&chance, 2);
    if (plan->seat == SEAT_RANDOM)
        plan->seat = drawn;
    assert(plan->seat < 2);
    Played played = {.goes_on = true};
    char kept_before[SAVED_PATH_MAX] = "";
    for (unsigned i = 0; played.goes_on && i < EVENING_MAX; i++) {
        play_game(plan, rng_next(&chance), place, &played);
        if (!played.kept_as[0])
            snprintf(played.kept_as, sizeof played.kept_as, "%s", kept_before);
        memcpy(kept_before, played.kept_as, sizeof kept_before);
        plan->seat = !plan->seat;
    }
    const int signal_number = place->screen ? screen_loop_close(place->screen) : 0;
    say_kept(kept_before);
    fflush(stdout);
    if (signal_number)
        raise(signal_number);
    return played.status;
}

// Whether nothing was said about the game, so that the person is asked.
static bool is_bare(const Given *given)
{
    static const unsigned others[] = {PLAY_ASCII,   PLAY_LETTERS, PLAY_ALERT,
                                      PLAY_DISCARD, PLAY_PACE,    PLAY_SEED};
    unsigned given_count = given->arguments[0] != NULL, other_count = 0;
    for (unsigned i = 0; i < COUNT_OF(given->options); i++)
        given_count += given->options[i] != NULL;
    for (unsigned i = 0; i < COUNT_OF(others); i++)
        other_count += given->options[others[i]] != NULL;
    return given_count == other_count;
}

// Asks on the screen; EXIT_FINE with a plan without a game if the person leaves.
static int play_ask(const Given *given, PlayPlace *place, GameSessionPlan *plan)
{
    Start start;
    if (!open_place(place))
        return EXIT_USAGE;
    if (start_on_screen(place->screen, place->is_ascii, &start)) {
        *plan = (GameSessionPlan){.seed = plan->seed,
                                  .alert = plan->alert,
                                  .analyse = plan->analyse,
                                  .has_letters = plan->has_letters,
                                  .is_discarded = plan->is_discarded};
        return take_start(&start, plan) && read_pace(given->options[PLAY_PACE], plan) ? EXIT_FINE
                                                                                      : EXIT_USAGE;
    }
    const int signal_number = screen_loop_close(place->screen);
    *place = (PlayPlace){0};
    plan->game = NULL;
    if (signal_number)
        raise(signal_number);
    return EXIT_FINE;
}

// With --server nebel-server plays.
int play_run(const Given *given)
{
    if (given->options[PLAY_SERVER])
        return command_run_elsewhere(given);
    // The default seed is random, so that each game differs. It is written into the record.
    GameSessionPlan plan = {0};
    if (!given->options[PLAY_SEED] && !seed_draw(&plan.seed)) {
        complain("the system gives no random numbers; name a seed with --seed");
        return EXIT_FAILED;
    }
    if (!is_sound(given) || !read_plan(given, &plan))
        return EXIT_USAGE;
    if (plan.pgn && !check_writable(plan.pgn)) // better said now than when the game is over
        return EXIT_USAGE;
    PlayPlace place = {.has_lines = given->options[PLAY_LINES] != NULL,
                       .is_ascii = given->options[PLAY_ASCII] != NULL};
    const int status = is_bare(given) ? play_ask(given, &place, &plan) : EXIT_FINE;
    if (status || !plan.game)
        return status;
    return play(&plan, &place);
}
