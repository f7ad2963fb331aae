// Beginning a game at the terminal, the turns of the player, and saving the record.
#include "ui/terminal/ui_session.h"
#include "base/os/disk.h"
#include "base/os/home.h"

#include "base/cli/complain.h"
#include "base/cli/guests.h"
#include "base/i18n/words.h"
#include "base/os/clocks.h"
#include "engine/players/levels.h"
#include "engine/players/roster.h"
#include "formats/records/format.h"
#include "ui/terminal/screen_loop.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    WHY_MAX = 256, // bytes of a sentence
    FILE_NAME_MAX = 64,
};

static const Rules *rules_of(const UiSessionPlan *plan)
{
    return (const Rules *)&plan->rules;
}

static uint8_t player_seat(const UiSession *session)
{
    return !session->plan->seat;
}

// --- Seating -------------------------------------------------------------------------------------

static bool seat_player(UiSession *session, uint64_t seed)
{
    const UiSessionPlan *plan = session->plan;
    char why[WHY_MAX];
    Text message = TEXT_IN(why);
    guests_warn(roster_lack(plan->player));
    session->player = roster_open(&memory_heap, plan->player, &message);
    if (!session->player) {
        complain("%s", why);
        return false;
    }
    const Seating seating = {.game = plan->game,
                             .rules = rules_of(plan),
                             .seat = player_seat(session),
                             .seed = seed,
                             .clock = plan->clock};
    const PlayerError error = player_sit(session->player, &seating);
    if (error) {
        complain("%s: %s; nebel players lists others", plan->player,
                 player_reason(session->player, error));
        return false;
    }
    session->engine = engine_thread_create(session->player);
    if (!session->engine)
        complain("cannot start a thread to think in");
    return session->engine != NULL;
}

// Names the player in the other seat by its level, if it has one.
static void name_player(UiSession *session, UiPlan *ui)
{
    const UiSessionPlan *plan = session->plan;
    const uint8_t seat = player_seat(session);
    ui->is_person[seat] = false;
    ui->names[seat] = plan->player;
    if (!plan->level)
        return;
    const Level *level = level_of(plan->game, plan->level);
    Text name = TEXT_IN(session->name), brief = TEXT_IN(session->short_name);
    level_say(level, plan->level, &name);
    level_say_briefly(level, plan->level, &brief);
    ui->names[seat] = session->name;
    ui->short_names[seat] = session->short_name;
}

bool session_init(UiSession *session, const UiSessionPlan *plan, uint64_t player_seed,
                  uint64_t now_ms)
{
    assert(!plan->player || plan->seat < 2);
    *session = (UiSession){.plan = plan};
    UiPlan ui = {.game = plan->game,
                 .rules = rules_of(plan),
                 .clock = plan->clock,
                 .pace_ms = plan->pace_ms,
                 .names = {words_of(SAY_YOU), words_of(SAY_YOU)},
                 .is_person = {true, true}};
    if (plan->player)
        name_player(session, &ui);
    const bool is_seated = !plan->player || seat_player(session, player_seed);
    if (is_seated)
        session->ui = ui_create(&memory_heap, &ui, now_ms);
    if (is_seated && !session->ui)
        complain("there is not enough memory for the game");
    if (session->ui)
        session_go_on(session, now_ms);
    else
        session_done(session);
    return session->ui != NULL;
}

void session_done(UiSession *session)
{
    engine_thread_destroy(session->engine);
    player_destroy(session->player);
    ui_destroy(session->ui);
}

// --- The player's turns --------------------------------------------------------------------------

// The budget of a try, by options and clocks. If only nodes count, no clock is read, so that the game can be replayed.
static Budget budget_of(const UiSession *session, uint64_t now_ms)
{
    const UiSessionPlan *plan = session->plan;
    Budget budget = {.nodes = plan->nodes,
                     .move_ms = plan->move_ms,
                     .increment_ms = plan->clock.increment_ms,
                     .clocks = plan->move_ms || plan->clock.base_ms ? &system_clocks : NULL};
    if (plan->clock.base_ms)
        for (uint8_t seat = 0; seat < 2; seat++)
            budget.clock_ms[seat] = ui_clock_ms(session->ui, seat, now_ms);
    return budget;
}

void session_go_on(UiSession *session, uint64_t now_ms)
{
    if (!session->player)
        return;
    const SeatLog *log = ui_log(session->ui, player_seat(session));
    assert(session->told <= log->count);
    for (; session->told < log->count; session->told++)
        if (!engine_thread_tell(session->engine, &log->list[session->told])) {
            ui_fail(session->ui, words_of(SAY_NO_MEMORY), now_ms);
            return;
        }
    if (!session->is_asked && now_ms >= ui_ask_ms(session->ui)) {
        const Budget budget = budget_of(session, now_ms);
        engine_thread_ask(session->engine, &budget);
        session->is_asked = true;
    }
}

void session_take_answer(UiSession *session)
{
    assert(session->is_asked);
    const Thought thought = engine_thread_answer(session->engine);
    const uint64_t now_ms = screen_loop_now_ms();
    session->is_asked = false;
    if (thought.error)
        ui_fail(session->ui, thought.reason, now_ms);
    else
        ui_choose(session->ui, &thought.choice, now_ms);
    session_go_on(session, now_ms);
}

void session_tick(UiSession *session, uint64_t now_ms)
{
    ui_tick(session->ui, now_ms);
    session_go_on(session, now_ms);
}

uint64_t session_next_ms(const UiSession *session, uint64_t now_ms)
{
    const uint64_t next_ms = ui_next_ms(session->ui, now_ms);
    const uint64_t ask_ms = session->is_asked ? UINT64_MAX : ui_ask_ms(session->ui);
    return ask_ms < next_ms ? ask_ms : next_ms;
}

// --- Saving the record ----------------------------------------------------------------------------

bool session_record(const UiSession *session, GameRecord *record)
{
    const UiSessionPlan *plan = session->plan;
    if (!ui_record(session->ui, &memory_heap, record))
        return false;
    RecordTags *tags = &record->tags;
    char *const names[2] = {tags->white, tags->black};
    for (uint8_t seat = 0; seat < 2; seat++)
        snprintf(names[seat], TAG_VALUE_MAX, "%s",
                 plan->player && seat != plan->seat ? plan->player : "a person");
    snprintf(tags->event, sizeof tags->event, "nebel play --seed %" PRIu64, plan->seed);
    const time_t now = time(NULL);
    struct tm date;
    if (localtime_r(&now, &date))
        strftime(tags->date, sizeof tags->date, "%Y.%m.%d", &date);
    return true;
}

const char *save_record(const GameRecord *record, const char *path)
{
    assert(path);
    Text text = text_growing(&memory_heap);
    const char *problem = NULL;
    const bool is_written = record_format_of(record->game)->write(record, &text);
    FILE *file = is_written ? disk_fopen(path, "w") : NULL;
    if (!is_written)
        problem = words_of(SAY_RECORD_NO_MEMORY);
    else if (!file)
        problem = words_of(SAY_RECORD_NO_FILE);
    else if (fwrite(text.start, 1, text.length, file) != text.length)
        problem = words_of(SAY_RECORD_NOT_WRITTEN);
    if (file && !disk_fclose(file))
        problem = words_of(SAY_RECORD_NOT_WRITTEN);
    text_done(&text);
    return problem;
}

static void name_file(const GameRecord *record, Text *path)
{
    char name[FILE_NAME_MAX] = "nebel";
    const time_t now = time(NULL);
    struct tm date;
    if (localtime_r(&now, &date))
        strftime(name, sizeof name, "nebel-%Y%m%d-%H%M%S", &date);
    text_format(path, "%s.%s", name, record_format_of(record->game)->extension);
}

// A path in the user's folder of games that no file has yet.
static bool name_kept(const GameRecord *record, char path[SESSION_PATH_MAX])
{
    enum { SAME_SECOND_MAX = 100, SUFFIX_MAX = 8 };
    char folder[HOME_PATH_MAX], name[FILE_NAME_MAX];
    Text where = TEXT_IN(folder), file = TEXT_IN(name);
    if (!home_path(HOME_GAMES, &where) || !home_make(folder))
        return false;
    name_file(record, &file);
    const char *dot = strrchr(name, '.');
    assert(dot);
    for (unsigned number = 1; number < SAME_SECOND_MAX; number++) {
        char suffix[SUFFIX_MAX] = "";
        if (number > 1)
            snprintf(suffix, sizeof suffix, "-%u", number);
        Text whole = text_in(path, SESSION_PATH_MAX);
        text_format(&whole, "%s/%.*s%s%s", folder, (int)(dot - name), name, suffix, dot);
        if (!whole.cut && access(path, F_OK) != 0)
            return true;
    }
    return false;
}

static bool has_try(const GameRecord *record)
{
    for (uint32_t i = 0; i < record->entries.count; i++)
        if (record->entries.list[i].kind == EVENT_TRY)
            return true;
    return false;
}

static const char *keep(UiSession *session, const GameRecord *record)
{
    char path[SESSION_PATH_MAX];
    const char *named = session->plan->pgn;
    if (!named && (session->plan->is_discarded || !has_try(record)))
        return NULL;
    if (!named && !name_kept(record, path))
        return words_of(SAY_RECORD_NO_FOLDER);
    const char *file = named ? named : path;
    const char *problem = save_record(record, file);
    if (!problem)
        snprintf(session->kept_as, sizeof session->kept_as, "%s", file);
    return problem;
}

const char *session_keep(UiSession *session)
{
    if (session->is_kept)
        return NULL;
    session->is_kept = true;
    GameRecord record;
    if (!session_record(session, &record))
        return words_of(SAY_RECORD_NO_MEMORY);
    const char *problem = keep(session, &record);
    game_record_done(&record, &memory_heap);
    return problem;
}

void save_record_as(const GameRecord *record, const char *path, Text *sentence)
{
    char memory[FILE_NAME_MAX];
    Text name = TEXT_IN(memory);
    name_file(record, &name);
    const char *file = path ? path : memory;
    const char *problem = save_record(record, file);
    if (problem)
        WORDS_FILL(sentence, SAY_FAILED, {file}, {problem});
    else
        WORDS_FILL(sentence, SAY_SAVED, {file});
}
