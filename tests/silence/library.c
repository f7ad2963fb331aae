// The ear behind libnebel: what the public functions give a program that seats it: errors, effects,
// words and lines, the moment of the flag, lists of tries, and records in both forms.
#include "surfaces.h"

#include <string.h>

static void add_effects(const Pair *pair, const nebel_game *game, const nebel_effects *effects,
                        Text *text)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const nebel_effect *effect = &effects->effects[i];
        char words[NEBEL_TEXT_BYTES], line[NEBEL_TEXT_BYTES];
        nebel_hearing_words(game, &effect->hearing, words, sizeof words);
        nebel_hearing_line(&effect->hearing, effect->seat, line, sizeof line);
        if (effect->seat != pair->ear)
            continue;
        text_format(text, "%s\n%s\n", words, line);
        surface_add_bytes(effect, sizeof *effect, text);
    }
}

static nebel_error send(nebel_table *table, const TableEvent *event, nebel_effects *effects)
{
    static nebel_error (*const calls[EVENT_COUNT])(
        nebel_table *, int, uint64_t, nebel_effects *) = {[EVENT_RESIGN] = nebel_table_resign,
                                                          [EVENT_OFFER] = nebel_table_offer,
                                                          [EVENT_ACCEPT] = nebel_table_accept,
                                                          [EVENT_DECLINE] = nebel_table_decline,
                                                          [EVENT_ABORT] = nebel_table_abort};
    char attempt[16];
    Text text = TEXT_IN(attempt);
    try_to_text(event->attempt, &text);
    if (event->kind == EVENT_TRY)
        return nebel_table_try(table, event->seat, attempt, event->at_ms, effects);
    if (event->kind == EVENT_TIME)
        return nebel_table_tick(table, event->at_ms, effects);
    return calls[event->kind](table, event->seat, event->at_ms, effects);
}

static void add_public(const nebel_table *table, Text *text)
{
    text_format(text, "over %d, to move %d, deadline %llu\n", nebel_table_is_over(table),
                nebel_table_seat_to_move(table),
                (unsigned long long)nebel_table_deadline_ms(table));
}

static void add_records(uint8_t seat, const nebel_table *table, Text *text)
{
    nebel_record *record = nebel_table_record(table);
    for (int format = NEBEL_PGN; record && format <= NEBEL_JSON; format++) {
        char *written = NULL;
        const nebel_error error = nebel_record_write(record, seat, (nebel_format)format, &written);
        text_format(text, "%s\n%s", nebel_error_text(error), error ? "" : written);
        nebel_free(written);
    }
    nebel_record_destroy(record);
}

// The umpire alone: every try, and what the ear may send where it is its turn.
static void add_umpire(const Pair *pair, const Run *run, const nebel_game *game, Text *text)
{
    nebel_hearing to[2];
    nebel_umpire *umpire = nebel_umpire_create(game, to);
    surface_add_bytes(&to[pair->ear], sizeof to[0], text);
    for (uint32_t i = 0; i < run->doings.count && !nebel_umpire_is_over(umpire); i++) {
        const Doing *doing = &run->doings.list[i];
        static nebel_try tries[PAIR_TRIES_MAX];
        char attempt[16];
        Text word = TEXT_IN(attempt);
        if (!doing->is_judged)
            continue;
        if (doing->event.seat == pair->ear) {
            const uint32_t count = nebel_umpire_tries(umpire, tries, PAIR_TRIES_MAX);
            surface_add_bytes(tries, count * sizeof tries[0], text);
        }
        try_to_text(doing->event.attempt, &word);
        const nebel_error error = nebel_umpire_try(umpire, doing->event.seat, attempt, to);
        if (doing->is_matched)
            text_format(text, "%s %d\n", nebel_error_text(error), nebel_umpire_is_over(umpire));
        if (!nebel_hearing_is_silence(&to[pair->ear]))
            surface_add_bytes(&to[pair->ear], sizeof to[0], text);
    }
    nebel_umpire_destroy(umpire);
}

void show_library(const Pair *pair, const Run *run, Text *text)
{
    nebel_effects effects;
    nebel_game *game = surface_open_game(pair);
    nebel_table *table =
        nebel_table_create(game, pair->clock.base_ms, pair->clock.increment_ms, 0, &effects);
    add_effects(pair, game, &effects, text);
    for (uint32_t i = 0; i < run->doings.count; i++) {
        const Doing *doing = &run->doings.list[i];
        if (doing->event.kind == EVENT_FORFEIT)
            break;
        if (doing->is_matched)
            add_public(table, text);
        effects = (nebel_effects){0};
        const nebel_error error = send(table, &doing->event, &effects);
        add_effects(pair, game, &effects, text);
        if (doing->is_matched && doing->event.seat == pair->ear)
            text_format(text, "%s\n", nebel_error_text(error));
        if (error && doing->event.seat == pair->ear)
            surface_add_bytes(&effects, sizeof effects, text); // which must be untouched
        if (doing->is_matched)
            add_public(table, text);
    }
    add_records(!pair->ear, table, surface_waste());
    add_records(pair->ear, table, text);
    nebel_table_destroy(table);
    add_umpire(pair, run, game, text);
    nebel_game_close(game);
}
