// What every form of a record needs: names of views, results, tries as text.
#include "wire/game_record.h"

#include "base/rune.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static const char *const view_names[VIEW_COUNT] = {
    [VIEW_WHITE] = "white", [VIEW_BLACK] = "black", [VIEW_UMPIRE] = "umpire"};

const char *view_name(uint8_t view)
{
    return view_names[view];
}

uint8_t view_from_name(Slice name)
{
    uint8_t view = 0;
    while (view < VIEW_COUNT && !slice_is(name, view_names[view]))
        view++;
    return view;
}

static const char *const event_names[EVENT_COUNT] = {
    [EVENT_TRY] = "try",         [EVENT_RESIGN] = "resign",   [EVENT_OFFER] = "offer",
    [EVENT_ACCEPT] = "accept",   [EVENT_DECLINE] = "decline", [EVENT_TIME] = "time",
    [EVENT_FORFEIT] = "forfeit",
};

const char *event_name(uint8_t kind)
{
    return event_names[kind];
}

uint8_t event_from_name(Slice name)
{
    uint8_t kind = 0;
    while (kind < EVENT_COUNT && !slice_is(name, event_names[kind]))
        kind++;
    return kind;
}

const Game *game_record_game(const GameRecord *record)
{
    return record->is_go ? &phantom_go_game : kriegspiel_rules_game(&record->rules);
}

const Rules *game_record_rules(const GameRecord *record)
{
    return record->is_go ? (const Rules *)&record->go : (const Rules *)&record->rules;
}

void game_record_done(GameRecord *record, const Memory *memory)
{
    entries_done(&record->entries, memory);
    seat_log_done(&record->heard, memory);
}

void game_record_cut(GameRecord *record, uint8_t seat, const SeatLog *heard)
{
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
    union {
        KriegspielView kriegspiel;
        OpenView open;
        PhantomView go;
    } view;
    const Game *game = game_record_game(record);
    const Rules *rules = game_record_rules(record);
    assert(game->view_bytes <= sizeof view);
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
        return false; // which may point nowhere
    const bool is_back = text.start[0] == '-';
    const Slice digits = {text.start + is_back, text.length - is_back};
    if (!slice_number(digits, (uint64_t)RECORD_MS_MAX, &length_ms))
        return false;
    *ms = is_back ? -(int64_t)length_ms : (int64_t)length_ms;
    return true;
}

void record_try_to_text(const Game *game, Try attempt, Text *text)
{
    char memory[16];
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

bool record_rules_from_text(const char *game_string, KriegspielRules *rules)
{
    char why[TAG_VALUE_MAX];
    Text complaint = TEXT_IN(why);
    Spec spec;
    const Game *game = game_find(game_string, &spec, &complaint);
    const bool is_ours = game == &kriegspiel_game || game == &open_chess_game;
    return is_ours && game->read(&spec, (Rules *)rules, &complaint);
}

bool game_record_read_rules(GameRecord *record, const char *game_string)
{
    char why[TAG_VALUE_MAX];
    Text complaint = TEXT_IN(why);
    Spec spec;
    const bool is_go = game_find(game_string, &spec, &complaint) == &phantom_go_game;
    if (is_go ? !phantom_go_game.read(&spec, (Rules *)&record->go, &complaint)
              : !record_rules_from_text(game_string, &record->rules))
        return false;
    record->is_go = is_go;
    return true;
}

// --- How it ended ------------------------------------------------------------------------------

// An end that is the table's doing.
static Outcome table_outcome(uint8_t to_move, bool can_other_win, const Entry *entry)
{
    static const uint8_t endings[EVENT_COUNT] = {[EVENT_RESIGN] = ENDING_RESIGNED,
                                                 [EVENT_ACCEPT] = ENDING_AGREED,
                                                 [EVENT_TIME] = ENDING_FLAG,
                                                 [EVENT_FORFEIT] = ENDING_FORFEIT};
    const uint8_t ending = endings[entry->kind];
    Outcome outcome = {.is_over = ending != 0, .ending = ending};
    if (ending == ENDING_RESIGNED || ending == ENDING_FORFEIT)
        outcome.winner = winner_is(!entry->seat);
    if (ending == ENDING_FLAG && can_other_win)
        outcome.winner = winner_is(!to_move);
    return outcome;
}

static Outcome umpires_outcome(const GameRecord *record)
{
    Umpire umpire;
    Reply reply;
    Outcome outcome = {0};
    umpire_open(&umpire, record->rules.ruleset, &record->rules.setup.start, reply.to);
    for (uint32_t i = 0; i < record->entries.count && !outcome.is_over; i++) {
        const Entry *entry = &record->entries.list[i];
        const uint8_t to_move = umpire.truth.to_move;
        if (entry->kind != EVENT_TRY)
            outcome =
                table_outcome(to_move, kriegspiel_game.can_win(NULL, &umpire, !to_move), entry);
        else if (umpire_try(&umpire, entry->seat, entry->attempt, &reply) != UMPIRE_OK)
            break; // plain PGN may go on where our rules have ended the game
    }
    if (umpire.ending)
        outcome = (Outcome){.is_over = true, .winner = umpire.winner, .ending = umpire.ending};
    return outcome;
}

static Outcome referees_outcome(const GameRecord *record)
{
    const Rules *rules = (const Rules *)&record->go;
    PhantomTruth truth;
    Hearing to[2];
    Outcome outcome = {0};
    phantom_go_game.deal(rules, &truth, to);
    for (uint32_t i = 0; i < record->entries.count && !outcome.is_over; i++) {
        const Entry *entry = &record->entries.list[i];
        const uint8_t to_move = truth.game.board.to_move;
        if (entry->kind != EVENT_TRY) {
            outcome = table_outcome(to_move, true, entry);
        } else if (entry->seat == to_move) {
            phantom_go_game.judge(rules, &truth, entry->attempt, to);
            outcome.is_over = truth.ending != 0;
            outcome.ending = truth.ending;
            outcome.winner = to[to_move].winner;
        }
    }
    outcome.board = truth.game.board;
    return outcome;
}

static Outcome seats_outcome(const GameRecord *record)
{
    if (!record->heard.count)
        return (Outcome){0};
    const Hearing *last = &record->heard.list[record->heard.count - 1].hearing;
    return (Outcome){.is_over = last->ending != 0, .winner = last->winner, .ending = last->ending};
}

Outcome game_record_outcome(const GameRecord *record)
{
    if (record->view != VIEW_UMPIRE)
        return seats_outcome(record);
    return record->is_go ? referees_outcome(record) : umpires_outcome(record);
}

static const char *const results[CLAIM_COUNT] = {[CLAIM_NONE] = "*",
                                                 [CLAIM_DRAW] = "1/2-1/2",
                                                 [CLAIM_FIRST_WON] = "1-0",
                                                 [CLAIM_SECOND_WON] = "0-1"};

RecordClaim game_record_claim(const GameRecord *record, const Outcome *outcome)
{
    return outcome->is_over ? CLAIM_DRAW + outcome->winner : record->claim;
}

const char *game_record_result(const GameRecord *record)
{
    const Outcome outcome = game_record_outcome(record);
    return results[game_record_claim(record, &outcome)];
}

RecordClaim record_claim_from_text(Slice text)
{
    RecordClaim claim = CLAIM_NONE;
    while (claim < CLAIM_COUNT && !slice_is(text, results[claim]))
        claim++;
    return claim;
}
