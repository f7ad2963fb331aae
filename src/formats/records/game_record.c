// What every form of a record needs: names of views, results, tries as text.
#include "formats/records/game_record.h"

#include "base/text.h"
#include "games/registry/games.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

_Static_assert(sizeof(RecordTags) == (size_t)TAG_COUNT * TAG_VALUE_MAX, "tags have one size");

const RecordTagNames record_tag_names[TAG_COUNT] = {
    [TAG_EVENT] = {"event", "Event", "EV", "?"},       [TAG_SITE] = {"site", "Site", "PC", "?"},
    [TAG_DATE] = {"date", "Date", "DT", "????.??.??"}, [TAG_ROUND] = {"round", "Round", "RO", "?"},
    [TAG_WHITE] = {"white", "White", "PW", "?"},       [TAG_BLACK] = {"black", "Black", "PB", "?"},
};

char *record_tag(RecordTags *tags, unsigned tag)
{
    assert(tag < TAG_COUNT);
    return (char *)tags + (size_t)tag * TAG_VALUE_MAX;
}

const char *record_tag_value(const RecordTags *tags, unsigned tag)
{
    assert(tag < TAG_COUNT);
    return (const char *)tags + (size_t)tag * TAG_VALUE_MAX;
}

static const char *const view_names[VIEW_COUNT] = {
    [VIEW_WHITE] = "white", [VIEW_BLACK] = "black", [VIEW_UMPIRE] = "umpire"};

const char *view_name(uint8_t view)
{
    assert(view < VIEW_COUNT);
    return view_names[view];
}

uint8_t view_from_name(Slice name)
{
    return (uint8_t)slice_find(name, view_names, VIEW_COUNT);
}

static const char *const event_names[EVENT_COUNT] = {
    [EVENT_TRY] = "try",         [EVENT_RESIGN] = "resign",   [EVENT_OFFER] = "offer",
    [EVENT_ACCEPT] = "accept",   [EVENT_DECLINE] = "decline", [EVENT_TIME] = "time",
    [EVENT_FORFEIT] = "forfeit", [EVENT_ABORT] = "abort",
};

const char *event_name(uint8_t kind)
{
    assert(kind < EVENT_COUNT);
    return event_names[kind];
}

uint8_t event_from_name(Slice name)
{
    return (uint8_t)slice_find(name, event_names, EVENT_COUNT);
}

GameRecord game_record_of(const Game *game, const Rules *rules, ClockRule clock)
{
    GameRecord record = {.game = game, .clock = clock, .view = VIEW_UMPIRE};
    assert(game->rules_bytes <= sizeof record.rules);
    memcpy(&record.rules, rules, game->rules_bytes);
    return record;
}

const Rules *game_record_rules(const GameRecord *record)
{
    return (const Rules *)&record->rules;
}

void game_record_replay(const GameRecord *record, Replay *replay)
{
    replay_begin(replay, record->game, game_record_rules(record), &record->entries);
}

void game_record_done(GameRecord *record, const Memory *memory)
{
    entries_done(&record->entries, memory);
    seat_log_done(&record->heard, memory);
}

void game_record_cut(GameRecord *record, uint8_t seat, const SeatLog *heard)
{
    assert(seat < VIEW_UMPIRE && record->view == VIEW_UMPIRE);
    record->view = seat;
    record->entries = (Entries){0};
    record->heard = *heard;
    memset(record->tags.event, 0, sizeof record->tags.event);
}

void record_tag_set(char tag[TAG_VALUE_MAX], Slice value)
{
    Text text = text_in(tag, TAG_VALUE_MAX);
    text_add_shown(&text, value);
}

bool game_record_can_be_heard(const GameRecord *record)
{
    const Game *game = record->game;
    const Rules *rules = game_record_rules(record);
    AnyView view;
    assert(record->view < VIEW_COUNT);
    if (record->view == VIEW_UMPIRE)
        return true;
    game->sit(rules, record->view, &view);
    for (uint32_t i = 0; i < record->heard.count; i++) {
        const Heard *heard = &record->heard.list[i];
        if (!game->can_hear(rules, &view, heard->own, &heard->hearing))
            return false;
        game->hear(rules, &view, heard->own, &heard->hearing);
    }
    return true;
}

void record_ms_to_text(int64_t ms, Text *text)
{
    text_format(text, "%" PRId64, ms);
}

bool record_ms_from_text(Slice text, int64_t *ms)
{
    uint64_t length_ms;
    if (!text.length)
        return false; // its start may be NULL
    const bool is_back = text.start[0] == '-';
    const Slice digits = {text.start + is_back, text.length - is_back};
    if (!slice_number(digits, (uint64_t)RECORD_MS_MAX, &length_ms))
        return false;
    *ms = is_back ? -(int64_t)length_ms : (int64_t)length_ms;
    return true;
}

void record_try_to_text(const Game *game, Try attempt, Text *text)
{
    char memory[TRY_TEXT_MAX];
    Text name = TEXT_IN(memory);
    if (attempt != TRY_NONE)
        game->try_to_text(attempt, &name);
    const bool has_name = attempt != TRY_NONE && game->try_from_text(slice_of(memory)) == attempt;
    if (has_name)
        text_add(text, memory);
    else
        text_format(text, "#%u", attempt);
}

bool record_try_from_text(const Game *game, Slice text, Try *attempt)
{
    uint64_t code;
    if (text.length && text.start[0] == '#') {
        if (!slice_number((Slice){text.start + 1, text.length - 1}, UINT16_MAX, &code))
            return false;
        *attempt = (Try)code;
        return code != TRY_NONE;
    }
    *attempt = game->try_from_text(text);
    return *attempt != TRY_NONE;
}

bool game_record_read_rules(GameRecord *record, const char *game_string)
{
    char why[TAG_VALUE_MAX];
    Text message = TEXT_IN(why);
    const Game *game = game_read(game_string, &record->rules, &message);
    record->game = game ? game : record->game;
    return game != NULL;
}

static Outcome umpires_outcome(const GameRecord *record)
{
    Replay replay;
    game_record_replay(record, &replay);
    replay_finish(&replay);
    return replay.outcome;
}

static Outcome seats_outcome(const GameRecord *record)
{
    const SeatLog *log = &record->heard;
    return log->count ? outcome_heard(&log->list[log->count - 1].hearing) : (Outcome){0};
}

Outcome game_record_outcome(const GameRecord *record)
{
    return (record->view == VIEW_UMPIRE ? umpires_outcome : seats_outcome)(record);
}

static const char *const results[CLAIM_COUNT] = {[CLAIM_NONE] = "*",
                                                 [CLAIM_DRAW] = "1/2-1/2",
                                                 [CLAIM_FIRST_WON] = "1-0",
                                                 [CLAIM_SECOND_WON] = "0-1"};

RecordClaim game_record_claim(const GameRecord *record, const Outcome *outcome)
{
    assert(outcome->winner < WINNER_COUNT && record->claim < CLAIM_COUNT);
    if (outcome->ending == ENDING_ABORTED)
        return CLAIM_NONE;
    return outcome->is_over ? CLAIM_DRAW + outcome->winner : record->claim;
}

const char *game_record_result(const GameRecord *record)
{
    const Outcome outcome = game_record_outcome(record);
    return results[game_record_claim(record, &outcome)];
}

RecordClaim record_claim_from_text(Slice text)
{
    return (RecordClaim)slice_find(text, results, CLAIM_COUNT);
}
