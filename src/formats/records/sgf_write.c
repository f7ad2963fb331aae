// Writing records of Go as SGF.
#include "formats/records/hearing_text.h"
#include "formats/records/sgf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "abcdefghijklmnopqrs";

static void add_escaped(Text *text, const char *value)
{
    for (; *value; value++) {
        if (*value == ']' || *value == '\\')
            text_add_char(text, '\\');
        text_add_char(text, *value);
    }
}

// A property with one value; nothing for an empty one.
static void add_property(Text *text, const char *name, const char *value)
{
    if (!*value)
        return;
    text_format(text, "%s[", name);
    add_escaped(text, value);
    text_add_char(text, ']');
}

static bool is_on_board(unsigned size, unsigned spot)
{
    return spot < GO_SPOTS && spot % GO_SIZE_MAX < size && spot / GO_SIZE_MAX < size;
}

static void add_point(Text *text, unsigned size, unsigned spot)
{
    assert(is_on_board(size, spot));
    text_format(text, "[%c%c]", letters[spot % GO_SIZE_MAX],
                letters[size - 1 - spot / GO_SIZE_MAX]);
}

// A property with the points of a set; nothing for an empty one. A seat's record from outside may claim points off the
// board, which have no letters: they are left out.
static void sgf_add_points(Text *text, const char *name, unsigned size, const GoSet *set)
{
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        for (Bits left = set->words[i]; left;) {
            const unsigned spot = i * 64 + bits_take(&left);
            if (!is_on_board(size, spot))
                continue;
            text_add(text, name);
            add_point(text, size, spot);
            name = "";
        }
}

static void add_move(Text *text, unsigned size, uint8_t seat, Try attempt)
{
    if (attempt != PHANTOM_PASS && !is_on_board(size, attempt - 1u))
        return;
    text_add_char(text, seat == GO_BLACK ? 'B' : 'W');
    if (attempt == PHANTOM_PASS)
        text_add(text, "[]");
    else
        add_point(text, size, attempt - 1u);
}

static void add_margin(const GameRecord *record, Text *text)
{
    Replay replay;
    game_record_replay(record, &replay);
    replay_finish(&replay);
    const PhantomTruth *truth = (const PhantomTruth *)&replay.truth;
    const int margin = abs(phantom_margin(sgf_rules(record), &truth->game.board));
    text_format(text, "%d%s", margin / 2, margin % 2 ? ".5" : "");
}

static void add_result(const GameRecord *record, Text *text)
{
    static const char *const results[CLAIM_COUNT] = {[CLAIM_NONE] = "?",
                                                     [CLAIM_DRAW] = "0",
                                                     [CLAIM_FIRST_WON] = "W+",
                                                     [CLAIM_SECOND_WON] = "B+"};
    const Outcome outcome = game_record_outcome(record);
    if (outcome.ending == ENDING_ABORTED) {
        text_add(text, "RE[Void]"); // SGF's word for a game without a result
        return;
    }
    text_format(text, "RE[%s", results[game_record_claim(record, &outcome)]);
    if (outcome.is_over && outcome.winner) {
        const uint8_t ending = outcome.ending;
        if (ending == ENDING_RESIGNED || ending == ENDING_FLAG)
            text_add_char(text, ending == ENDING_FLAG ? 'T' : 'R');
        else if (ending == ENDING_FORFEIT || ending == ENDING_ATTEMPTS)
            text_add_char(text, 'F');
        else if (record->view == VIEW_UMPIRE)
            add_margin(record, text);
    }
    text_add_char(text, ']');
}

static void add_root(const GameRecord *record, Text *text)
{
    static const uint8_t order[] = {TAG_EVENT, TAG_SITE, TAG_DATE, TAG_ROUND, TAG_BLACK, TAG_WHITE};
    const PhantomRules *rules = sgf_rules(record);
    const int komi = abs(rules->half_komi);
    char memory[GAME_TEXT_MAX];
    Text game = TEXT_IN(memory);
    record->game->write(game_record_rules(record), &game);
    assert(!game.cut);
    text_format(text, "(;FF[4]GM[1]CA[UTF-8]AP[nebel]SZ[%u]KM[%s%d%s]XG[%s]", rules->size,
                rules->half_komi < 0 ? "-" : "", komi / 2, komi % 2 ? ".5" : "", memory);
    if (go_set_count(&rules->handicap[GO_BLACK]) > 1)
        text_format(text, "HA[%u]", go_set_count(&rules->handicap[GO_BLACK]));
    sgf_add_points(text, "AB", rules->size, &rules->handicap[GO_BLACK]);
    sgf_add_points(text, "AW", rules->size, &rules->handicap[GO_WHITE]);
    for (unsigned i = 0; i < COUNT_OF(order); i++)
        add_property(text, record_tag_names[order[i]].sgf,
                     record_tag_value(&record->tags, order[i]));
    if (record->view != VIEW_UMPIRE)
        add_property(text, "XV", view_name(record->view));
    if (record->clock.base_ms)
        text_format(text, "XC[%u+%u]", record->clock.base_ms, record->clock.increment_ms);
    add_result(record, text);
}

static void add_event(const Entry *entry, Text *text)
{
    text_format(text, "[%s %s", view_name(entry->seat), event_name(entry->kind));
    if (entry->kind == EVENT_TRY) {
        text_add_char(text, ' ');
        record_try_to_text(&phantom_go_game, entry->attempt, text);
    }
    if (entry->delay_ms) {
        text_add_char(text, '@');
        record_ms_to_text(entry->delay_ms, text);
    }
    text_add_char(text, ']');
}

static void add_umpires_nodes(const GameRecord *record, Text *text)
{
    Replay replay;
    bool in_list = false;
    game_record_replay(record, &replay);
    while (replay_step(&replay)) {
        const Entry *entry = replay_entry(&replay);
        if (!replay.is_judged || replay.to[entry->seat].verdict != VERDICT_PLAYED) {
            text_add(text, in_list ? "" : "\n;XE");
            add_event(entry, text);
            in_list = true;
            continue;
        }
        text_add(text, in_list ? "" : "\n;");
        add_move(text, sgf_rules(record)->size, entry->seat, entry->attempt);
        if (entry->delay_ms) {
            text_add(text, "XD[");
            record_ms_to_text(entry->delay_ms, text);
            text_add_char(text, ']');
        }
        in_list = false;
    }
}

// Stones that a seat lost are taken off its board, so that any program shows what the seat has.
static void add_lost(const GameRecord *record, const Hearing *hearing, Text *text)
{
    GoSet lost;
    memcpy(lost.words, hearing->points, sizeof lost.words);
    if (hearing->seat != record->view && hearing->stones)
        sgf_add_points(text, "AE", sgf_rules(record)->size, &lost);
}

static void add_seats_nodes(const GameRecord *record, Text *text)
{
    for (uint32_t i = 0; i < record->heard.count; i++) {
        const Heard *heard = &record->heard.list[i];
        text_add(text, "\n;");
        if (heard->own != TRY_NONE && heard->hearing.event == HEARD_MOVE)
            add_move(text, sgf_rules(record)->size, record->view, heard->own);
        add_lost(record, &heard->hearing, text);
        text_add(text, "XH[");
        record_ms_to_text((int64_t)heard->delay_ms, text);
        text_add_char(text, ' ');
        if (heard->own == TRY_NONE)
            text_add_char(text, '-');
        else
            record_try_to_text(record->game, heard->own, text);
        text_add_char(text, ' ');
        hearing_to_text(&heard->hearing, record->view, text);
        text_add_char(text, ']');
    }
}

void sgf_write(const GameRecord *record, Text *text)
{
    add_root(record, text);
    if (record->view == VIEW_UMPIRE)
        add_umpires_nodes(record, text);
    else
        add_seats_nodes(record, text);
    text_add(text, ")\n");
}
