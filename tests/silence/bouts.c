// The ear as a player in a bout (src/match): what it is told as it sits down, what it hears and in
// which order, and what it may spend on each try. Once with a player of our own, once with a
// program that speaks the bot protocol and sees every byte of it, once as a controller of GTP.
#include "surfaces.h"

#include "engine/external/gtp_speak.h"
#include "engine/external/guest.h"
#include "formats/records/hearing_text.h"
#include "lab/match/game_player.h"
#include "lab/match/pair.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 1000, MOVE_MS = 50, OPENING_MAX = 4, COMMAND_MAX = 120000, PATIENCE_MS = 60000 };

// A bout that plays a run again.
typedef struct Stage {
    const Pair *pair;
    const Run *run;
    uint32_t next;     // doing
    uint64_t last_ms;  // when the last matched one happened in the run
    uint64_t now_us;   // in the bout, where what others do takes no time
    uint64_t seeds[2]; // that the actors were given
    bool skips_ear;    // somebody else does what the ear does
    bool is_shifted;   // flags fall later than in the run
    bool tries_only;   // there is no place for anything else
    Text *text;        // what the ear receives
} Stage;

typedef struct Actor {
    Stage *stage;
} Actor;

static Stage *stage_of(Player *player)
{
    return ((Actor *)player->self)->stage;
}

static bool is_ear(const Player *player)
{
    return player->seating.seat == ((const Actor *)player->self)->stage->pair->ear;
}

// --- A player that follows the run --------------------------------------------------------------------

static PlayerError sit(Player *player, const Seating *seating)
{
    stage_of(player)->seeds[seating->seat] = seating->seed;
    if (is_ear(player))
        text_format(stage_of(player)->text, "sit %u seed %" PRIu64 " clock %u+%u patience %u\n",
                    seating->seat, seating->seed, seating->clock.base_ms,
                    seating->clock.increment_ms, seating->patience_ms);
    return PLAYER_OK;
}

static PlayerError hear(Player *player, Try own, const Hearing *heard)
{
    if (!is_ear(player))
        return PLAYER_OK;
    Text *text = stage_of(player)->text;
    text_format(text, "hear %u ", own);
    surface_add_bytes(heard, sizeof *heard, text);
    return PLAYER_OK;
}

static void note_budget(const Player *player, const Budget *budget, Text *text)
{
    text_format(text, "go nodes %" PRIu64 " cpu %u move %u clocks %u %u+%u, has %d %d, tries ",
                budget->nodes, budget->cpu_ms, budget->move_ms, budget->clock_ms[0],
                budget->clock_ms[1], budget->increment_ms, budget->clocks != NULL,
                budget->is_stopped != NULL);
    Try tries[PAIR_TRIES_MAX];
    const uint32_t count = player->seating.game->tries(player->seating.rules, player->view, tries);
    surface_add_bytes(tries, count * sizeof tries[0], text);
}

// The next doing that a bout has a place for; NULL at the end, and where somebody acts out of turn.
static const Doing *next_doing(Stage *stage, uint8_t seat)
{
    const Doings *doings = &stage->run->doings;
    while (stage->next < doings->count) {
        const Doing *doing = &doings->list[stage->next];
        const bool is_tick = doing->event.kind == EVENT_TIME && !doing->is_matched;
        const bool is_anothers = stage->skips_ear && doing->event.seat == stage->pair->ear;
        const bool is_no_try = stage->tries_only && !doing->is_judged;
        if (doing->error || is_tick || is_anothers || is_no_try) {
            if (is_anothers && doing->is_judged) // the ear's own turn
                stage->last_ms = doing->event.at_ms;
            stage->next++;
            continue;
        }
        // A try that came too late is not judged; where the time runs otherwise it might be.
        const bool is_late = doing->event.kind == EVENT_TRY && !doing->is_judged;
        const bool is_keepers =
            doing->event.kind == EVENT_FORFEIT || doing->event.kind == EVENT_ABORT;
        const bool has_place = doing->event.seat == seat && !is_keepers;
        return has_place && !(is_late && stage->is_shifted) ? doing : NULL;
    }
    return NULL;
}

static void pass_time(Stage *stage, uint64_t until_ms)
{
    if (until_ms > stage->last_ms) {
        stage->now_us += (until_ms - stage->last_ms) * 1000;
        stage->last_ms = until_ms;
    }
}

// Where a run has no more to do, or what has no place here, it stops: at the same time in both runs,
// whatever each has done unheard before that.
static uint64_t end_ms(const Stage *stage)
{
    const Doings *doings = &stage->run->doings;
    return stage->next < doings->count ? doings->list[stage->next].event.at_ms
                                       : stage->pair->now_ms;
}

static PlayerError choose(Player *player, const Budget *budget, Choice *choice)
{
    Stage *stage = stage_of(player);
    const Doing *doing = next_doing(stage, player->seating.seat);
    if (is_ear(player))
        note_budget(player, budget, stage->text);
    *choice = (Choice){.kind = EVENT_RESIGN};
    pass_time(stage, doing ? doing->event.at_ms : end_ms(stage));
    if (!doing)
        return PLAYER_OK;
    stage->next++;
    *choice = surface_choice(stage->pair, stage->run, doing);
    return PLAYER_OK;
}

static bool plays_all(const Game *game)
{
    (void)game;
    return true;
}

static const PlayerKind actor_kind = {.name = "actor",
                                      .self_bytes = sizeof(Actor),
                                      .plays = plays_all,
                                      .sit = sit,
                                      .hear = hear,
                                      .choose = choose};

static Player *hire(Stage *stage)
{
    Player *player = player_create(&memory_heap, &actor_kind, &(OptionValues){{0}});
    if (!player)
        abort();
    ((Actor *)player->self)->stage = stage;
    return player;
}

// --- The bout --------------------------------------------------------------------------------------------

static uint64_t read_us(void *stage)
{
    return ((const Stage *)stage)->now_us;
}

// How many doings at the beginning of both runs are tries that everyone hears: these may be made for
// the players.
static uint32_t opening_length(const Pair *pair)
{
    uint32_t count = 0;
    for (; count < OPENING_MAX; count++)
        for (unsigned i = 0; i < 2; i++) {
            const Doings *doings = &pair->runs[i].doings;
            if (count >= doings->count || !doings->list[count].is_matched ||
                doings->list[count].error || doings->list[count].event.kind != EVENT_TRY)
                return count;
        }
    return count;
}

static Plan plan_for(const Pair *pair)
{
    Plan plan = {.player_count = 2,
                 .players = {"one", "other"},
                 .game = pair->kind->game,
                 .rules = pair_rules(pair),
                 .seed = pair->number,
                 .rounds = 1,
                 .patience_ms = PATIENCE_MS,
                 .limits = {.tries = {.nodes = NODES}, .clock = pair->clock}};
    if (pair->number % 3 == 0)
        plan.limits.tries.move_ms = MOVE_MS;
    return plan;
}

static void play_bout(Stage *stage, const Plan *plan, Player *const players[2])
{
    const Pair *pair = stage->pair;
    const Clocks clocks = {.wall_us = read_us, .cpu_us = read_us, .context = stage};
    Try opening[OPENING_MAX];
    GamePlayer bout = {.plan = plan,
                       .clocks = &clocks,
                       .players = {players[0], players[1]},
                       .numbers = {0, 1},
                       .opening = opening,
                       .opening_count = pair->number % 2 ? opening_length(pair) : 0};
    for (unsigned seat = 0; seat < 2; seat++)
        bout.seeds[seat] = pair_seed(plan, pair->number, 0, seat);
    for (uint32_t i = 0; i < bout.opening_count; i++) {
        opening[i] = stage->run->doings.list[i].event.attempt;
        stage->last_ms = stage->run->doings.list[i].event.at_ms;
    }
    stage->next = bout.opening_count;
    stage->is_shifted = stage->skips_ear || bout.opening_count;
    GameResult result;
    Text script = text_growing(&memory_heap);
    if (!game_player_play(&bout, &memory_heap, &result, &script))
        abort();
    text_format(stage->text, "winner %u ending %u\n", result.winner, result.ending);
    text_done(&script);
}

// Who knows its own seed must not know the other's, nor that of another game.
static void check_seeds(const Pair *pair, const Plan *plan, const Stage *stage)
{
    uint64_t seeds[4];
    for (unsigned i = 0; i < 4; i++)
        seeds[i] = pair_seed(plan, pair->number, i / 2, i % 2);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < i; j++)
            if (seeds[i] == seeds[j])
                pair_fail(pair, "the seeds of a pair should", "one", "the same");
    if (stage->seeds[0] == stage->seeds[1])
        pair_fail(pair, "the seeds of two players should", "one", "the same");
}

void show_bout(const Pair *pair, const Run *run, Text *text)
{
    Stage stage = {.pair = pair, .run = run, .text = text};
    const Plan plan = plan_for(pair);
    Player *const players[2] = {hire(&stage), hire(&stage)};
    play_bout(&stage, &plan, players);
    check_seeds(pair, &plan, &stage);
    for (unsigned seat = 0; seat < 2; seat++)
        player_destroy(players[seat]);
}

// --- A program in the ear's seat ------------------------------------------------------------------------

// The ear's doings as arguments of the bot: it does one at each `go`.
static void write_command(const Pair *pair, const Run *run, uint32_t first, Text *command)
{
    static const char *const words[EVENT_COUNT] = {[EVENT_RESIGN] = "resign",
                                                   [EVENT_OFFER] = "draw",
                                                   [EVENT_ACCEPT] = "accept",
                                                   [EVENT_DECLINE] = "decline"};
    text_add(command, surface_bot);
    for (uint32_t i = first; i < run->doings.count; i++) {
        const Doing *doing = &run->doings.list[i];
        if (doing->event.seat != pair->ear || doing->error)
            continue;
        if (doing->is_judged) {
            text_add(command, " 'try ");
            pair->kind->game->try_to_text(doing->event.attempt, command);
            text_add(command, "'");
        } else if (words[doing->event.kind]) {
            text_format(command, " %s", words[doing->event.kind]);
        } else {
            return;
        }
    }
}

// Stands between the bout and the bot: with each answer comes the hash of all bytes that the bot was
// ever sent, as its count of nodes.
typedef struct Relay {
    Player *bot;
    Text *text;
} Relay;

static PlayerError relay_sit(Player *player, const Seating *seating)
{
    return player_sit(((Relay *)player->self)->bot, seating);
}

static PlayerError relay_hear(Player *player, Try own, const Hearing *heard)
{
    return player_hear(((Relay *)player->self)->bot, own, heard);
}

static PlayerError relay_choose(Player *player, const Budget *budget, Choice *choice)
{
    const Relay *relay = player->self;
    const PlayerError error = player_choose(relay->bot, budget, choice);
    text_format(relay->text, "bytes received %016" PRIx64 "; %s\n", choice->nodes,
                error ? player_message(relay->bot) : "no error");
    return error;
}

static void relay_done(Player *player)
{
    player_destroy(((Relay *)player->self)->bot);
}

static const PlayerKind relay_kind = {.name = "relay",
                                      .self_bytes = sizeof(Relay),
                                      .plays = plays_all,
                                      .sit = relay_sit,
                                      .hear = relay_hear,
                                      .choose = relay_choose,
                                      .done = relay_done};

static Player *relay_to(Player *bot, Text *text)
{
    Player *player = player_create(&memory_heap, &relay_kind, &(OptionValues){{0}});
    if (!player || !bot)
        abort();
    *(Relay *)player->self = (Relay){bot, text};
    return player;
}

// A bot that cannot be started, or dies, would compare nothing.
static void check_bot(const Pair *pair, const Text *text)
{
    if (strstr(text->start, "bytes received 0000000000000000"))
        pair_fail(pair, "a bot and what it should do", text->start, "");
}

// The ear is a process that does what its arguments say; the other follows the run.
void show_guest(const Pair *pair, const Run *run, Text *text)
{
    if (!*surface_bot)
        return;
    Stage stage = {.pair = pair, .run = run, .skips_ear = true, .text = text};
    const Plan plan = plan_for(pair);
    Text command = text_growing(&memory_heap);
    write_command(pair, run, pair->number % 2 ? opening_length(pair) : 0, &command);
    if (command.length < COMMAND_MAX) {
        Player *other = hire(&stage);
        Player *ear = relay_to(guest_create(&memory_heap, command.start, "cmd"), text);
        Player *const players[2] = {pair->ear ? other : ear, pair->ear ? ear : other};
        play_bout(&stage, &plan, players);
        check_bot(pair, text);
        player_destroy(other);
        player_destroy(ear);
    }
    text_done(&command);
}

// --- A controller of GTP in the ear's seat ------------------------------------------------------------

static void say_gtp(GtpSpeaker *speaker, const char *line, Text *text)
{
    if (!gtp_speaker_take(speaker, slice_of(line), text))
        abort();
}

// Everything that a controller in a seat may send while the game goes on, or that is refused to it.
static void ask_gtp(GtpSpeaker *speaker, const Doing *doing, bool is_ears, Text *text)
{
    enum { AT_ONCE = 6 };
    static const char *const lines[] = {"name",
                                        "version",
                                        "protocol_version",
                                        "list_commands",
                                        "known_command final_score",
                                        "known_command genmove",
                                        "undo",
                                        "komi 7.5",
                                        "play black a1",
                                        "play white c3",
                                        "genmove black",
                                        "genmove white",
                                        "time_left black 600 0",
                                        "time_left white 600 0",
                                        "phantom-seat black",
                                        "phantom-sit white",
                                        "phantom-genmove",
                                        "phantom-hear played",
                                        "phantom-try z99",
                                        "final_status_list dead",
                                        "loadsgf x"};
    say_gtp(speaker, "final_score", text);
    say_gtp(speaker, "showboard", text);
    for (unsigned i = 0; i < AT_ONCE; i++) // some in every turn, and all of them in turn
        say_gtp(speaker, lines[(doing->number * AT_ONCE + i) % COUNT_OF(lines)], text);
    for (unsigned i = 0; !is_ears && i < 2; i++)
        say_gtp(speaker, i ? "phantom-try pass" : "phantom-try a1", text);
    if (is_ears)
        say_gtp(speaker, "phantom-turn", text);
}

static void try_gtp(GtpSpeaker *speaker, Try attempt, Text *text)
{
    char memory[32];
    Text line = TEXT_IN(memory);
    text_add(&line, "phantom-try ");
    phantom_go_game.try_to_text(attempt, &line);
    say_gtp(speaker, memory, text);
    say_gtp(speaker, "showboard", text);
}

// The other's turn is asked for once, whatever it tries in it.
static void talk_gtp(GtpSpeaker *speaker, const Pair *pair, const Run *run, Text *text)
{
    bool is_asked = false;
    say_gtp(speaker, pair->ear == GO_BLACK ? "phantom-seat black" : "phantom-seat white", text);
    for (uint32_t i = 0; i < run->doings.count; i++) {
        const Doing *doing = &run->doings.list[i];
        const bool is_ears = doing->event.seat == pair->ear;
        if (!doing->is_judged || !doing->is_matched)
            continue;
        if (is_ears || !is_asked)
            ask_gtp(speaker, doing, is_ears, text);
        if (is_ears)
            try_gtp(speaker, doing->event.attempt, text);
        else if (!is_asked)
            say_gtp(speaker, "phantom-turn", text);
        is_asked = !is_ears;
    }
    say_gtp(speaker, "showboard", text);
}

void show_gtp(const Pair *pair, const Run *run, Text *text)
{
    Stage stage = {.pair = pair, .run = run, .skips_ear = true, .tries_only = true, .text = text};
    const GtpSpeakerPlan plan = {
        .name = "actor", .version = "1", .rules = pair->go, .budget = {.nodes = NODES}};
    Player *other = hire(&stage);
    GtpSpeaker *speaker = gtp_speaker_create(other, &plan);
    if (!speaker)
        abort();
    talk_gtp(speaker, pair, run, text);
    gtp_speaker_destroy(speaker);
    player_destroy(other);
}
