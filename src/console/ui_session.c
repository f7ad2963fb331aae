// Seating a person and a player at a desk, and keeping what they played.
#define _POSIX_C_SOURCE 200809L
#include "console/ui_session.h"
#include "system/disk.h"

#include "cli/complain.h"
#include "cli/guests.h"
#include "console/screen_loop.h"
#include "roster/roster.h"
#include "system/clocks.h"
#include "wire/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static const Rules *rules_of(const SittingPlan *plan)
{
    return (const Rules *)&plan->rules;
}

static uint8_t player_seat(const Sitting *sitting)
{
    return !sitting->plan->seat;
}

// --- Seating -------------------------------------------------------------------------------------

static bool seat_player(Sitting *sitting, uint64_t seed)
{
    const SittingPlan *plan = sitting->plan;
    char why[256];
    Text complaint = TEXT_IN(why);
    guests_warn(roster_lack(plan->player));
    sitting->player = roster_open(&memory_heap, plan->player, &complaint);
    if (!sitting->player) {
        complain("%s", why);
        return false;
    }
    const Seating seating = {.game = plan->game,
                             .rules = rules_of(plan),
                             .seat = player_seat(sitting),
                             .seed = seed,
                             .clock = plan->clock};
    const PlayerError error = player_sit(sitting->player, &seating);
    if (error) {
        const char *reason = player_complaint(sitting->player);
        complain("%s: %s; nebel players lists others", plan->player,
                 reason[0] ? reason : player_error_text(error));
        return false;
    }
    sitting->thinker = thinker_create(sitting->player);
    if (!sitting->thinker)
        complain("cannot start a thread to think in");
    return sitting->thinker != NULL;
}

bool sitting_init(Sitting *sitting, const SittingPlan *plan, uint64_t player_seed, uint64_t now_ms)
{
    *sitting = (Sitting){.plan = plan};
    DeskPlan desk = {.game = plan->game,
                     .rules = (const Rules *)&plan->rules,
                     .clock = plan->clock,
                     .names = {"you", "you"},
                     .is_person = {true, true}};
    if (plan->player) {
        desk.names[player_seat(sitting)] = plan->player;
        desk.is_person[player_seat(sitting)] = false;
    }
    if (plan->player && !seat_player(sitting, player_seed)) {
        sitting_done(sitting);
        return false;
    }
    sitting->desk = desk_create(&memory_heap, &desk, now_ms);
    if (!sitting->desk) {
        complain("there is not enough memory for the game");
        sitting_done(sitting);
        return false;
    }
    sitting_go_on(sitting, now_ms);
    return true;
}

void sitting_done(Sitting *sitting)
{
    thinker_destroy(sitting->thinker);
    player_destroy(sitting->player);
    desk_destroy(sitting->desk);
}

// --- The player's turns --------------------------------------------------------------------------

// How long a try may take, by the options and the clocks. Only nodes replay, so without a clock no
// time is read.
static Budget budget_of(const Sitting *sitting, uint64_t now_ms)
{
    const SittingPlan *plan = sitting->plan;
    Budget budget = {.nodes = plan->nodes,
                     .move_ms = plan->move_ms,
                     .increment_ms = plan->clock.increment_ms,
                     .clocks = plan->move_ms || plan->clock.base_ms ? &lab_clocks : NULL};
    if (plan->clock.base_ms)
        for (uint8_t seat = 0; seat < 2; seat++)
            budget.clock_ms[seat] = desk_clock_ms(sitting->desk, seat, now_ms);
    return budget;
}

void sitting_go_on(Sitting *sitting, uint64_t now_ms)
{
    if (!sitting->player)
        return;
    const SeatLog *log = desk_log(sitting->desk, player_seat(sitting));
    for (; sitting->told < log->count; sitting->told++)
        if (!thinker_tell(sitting->thinker, &log->list[sitting->told])) {
            desk_fail(sitting->desk, "there is not enough memory", now_ms);
            return;
        }
    if (desk_awaits_player(sitting->desk) && !sitting->is_asked) {
        const Budget budget = budget_of(sitting, now_ms);
        thinker_ask(sitting->thinker, &budget);
        sitting->is_asked = true;
    }
}

void sitting_take_answer(Sitting *sitting)
{
    const Thought thought = thinker_answer(sitting->thinker);
    const uint64_t now_ms = stage_now_ms();
    sitting->is_asked = false;
    if (thought.error)
        desk_fail(sitting->desk, thought.reason, now_ms);
    else
        desk_choose(sitting->desk, &thought.choice, now_ms);
    sitting_go_on(sitting, now_ms);
}

// --- Keeping the game ----------------------------------------------------------------------------

bool sitting_record(const Sitting *sitting, GameRecord *record)
{
    const SittingPlan *plan = sitting->plan;
    if (!desk_record(sitting->desk, &memory_heap, record))
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
    Text text = text_growing(&memory_heap);
    const char *problem = NULL;
    const bool is_written = record_format_of(record->game)->write(record, &text);
    FILE *file = is_written ? disk_fopen(path, "w") : NULL;
    if (!is_written)
        problem = "there is not enough memory for the record";
    else if (!file)
        problem = "the record cannot be written; does its folder exist?";
    else if (fwrite(text.start, 1, text.length, file) != text.length)
        problem = "the record cannot be written; is the disk full?";
    if (file && !disk_fclose(file))
        problem = "the record cannot be written; is the disk full?";
    text_done(&text);
    return problem;
}

static void name_file(const GameRecord *record, Text *path)
{
    char name[64] = "nebel";
    const time_t now = time(NULL);
    struct tm date;
    if (localtime_r(&now, &date))
        strftime(name, sizeof name, "nebel-%Y%m%d-%H%M%S", &date);
    text_format(path, "%s.%s", name, record_format_of(record->game)->extension);
}

void save_record_as(const GameRecord *record, const char *path, Text *sentence)
{
    char memory[64];
    Text name = TEXT_IN(memory);
    name_file(record, &name);
    const char *file = path ? path : memory;
    const char *problem = save_record(record, file);
    if (problem)
        text_format(sentence, "%s: %s", file, problem);
    else
        text_format(sentence, "Saved as %s.", file);
}
