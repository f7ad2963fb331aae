// A seat of libnebel (nebel/seat.h) that is fed the ear's hearings and nothing else: all that a program could draw from it.
#include "surfaces.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 512, TURNS_MAX = 4096, WORD_MAX = 16 };

static void add_men(const char *what, const nebel_man *men, uint32_t count, Text *text)
{
    text_format(text, "%s", what);
    for (uint32_t i = 0; i < count; i++)
        text_format(text, " %s", men[i].text);
    text_add_char(text, '\n');
}

static void add_tries(const char *what, const nebel_try *tries, uint32_t count, Text *text)
{
    text_format(text, "%s", what);
    for (uint32_t i = 0; i < count; i++)
        text_format(text, " %s", tries[i].text);
    text_add_char(text, '\n');
}

// Everything but the log.
static void add_seat(const nebel_seat *seat, Text *text)
{
    static nebel_man men[LIST_MAX];
    static nebel_try tries[LIST_MAX];
    static nebel_turn turns[TURNS_MAX];
    text_format(text, "over %d, to move %d, offer %d, heard %u\n", nebel_seat_is_over(seat),
                nebel_seat_to_move(seat), nebel_seat_has_offer(seat), nebel_seat_heard(seat));
    add_tries("tries", tries, nebel_seat_tries(seat, tries, LIST_MAX), text);
    add_tries("refusals", tries, nebel_seat_refusals(seat, tries, LIST_MAX), text);
    for (int side = 0; side < 2; side++) {
        const nebel_taken taken = nebel_seat_taken(seat, side);
        add_men("men", men, nebel_seat_men(seat, side, men, LIST_MAX), text);
        surface_add_bytes(&taken, sizeof taken, text);
    }
    static nebel_sign signs[LIST_MAX];
    surface_add_bytes(signs, nebel_seat_signs(seat, signs, LIST_MAX) * sizeof signs[0], text);
    add_men("phantoms", men, nebel_seat_phantoms(seat, men, LIST_MAX), text);
    surface_add_bytes(turns, nebel_seat_turns(seat, turns, TURNS_MAX) * sizeof turns[0], text);
}

static void add_log(const nebel_seat *seat, Text *text)
{
    for (uint32_t i = 0; i < nebel_seat_heard(seat); i++) {
        char words[NEBEL_TEXT_BYTES];
        nebel_try own;
        if (!nebel_seat_words(seat, i, &own, words, sizeof words))
            abort();
        text_format(text, "%s %s\n", own.text, words);
    }
}

// Marks some square; which one is the seat's own chance.
static void mark(const Pair *pair, nebel_seat *seat, Rng *rng, Text *text)
{
    char word[WORD_MAX];
    Text man = TEXT_IN(word);
    if (!pair->is_go)
        text_add_char(&man, "pnbrqk"[rng_below(rng, 6)]);
    text_format(&man, "%c%u", (char)('a' + rng_below(rng, 8)), 1 + rng_below(rng, 8));
    text_format(text, "mark %s: %s\n", word, nebel_error_text(nebel_seat_mark(seat, word)));
}

static void hear(const Pair *pair, nebel_seat *seat, const Heard *heard)
{
    nebel_hearing hearing;
    char word[WORD_MAX];
    Text own = TEXT_IN(word);
    memcpy(&hearing, &heard->hearing, sizeof hearing);
    if (heard->own != TRY_NONE)
        pair->kind->game->try_to_text(heard->own, &own);
    if (nebel_seat_hear(seat, heard->own == TRY_NONE ? NULL : word, &hearing) != NEBEL_OK)
        abort();
}

// The other seat sits in the same process and hears, marks and is shown as much, for nobody.
void show_seat(const Pair *pair, const Run *run, Text *text)
{
    const SeatLog *logs[2] = {&run->log, &run->other_log};
    nebel_game *game = surface_open_game(pair);
    nebel_seat *ear = nebel_seat_create(game, pair->ear);
    nebel_seat *other = nebel_seat_create(game, !pair->ear);
    Rng chance = rng_from_seed(pair->number), others_chance = rng_from_seed(run->other_log.count);
    if (!ear || !other)
        abort();
    for (uint32_t i = 0; i < logs[0]->count || i < logs[1]->count; i++) {
        if (i < logs[1]->count) {
            hear(pair, other, &logs[1]->list[i]);
            mark(pair, other, &others_chance, surface_waste());
            add_seat(other, surface_waste());
        }
        if (i < logs[0]->count) {
            hear(pair, ear, &logs[0]->list[i]);
            mark(pair, ear, &chance, text);
            add_seat(ear, text);
        }
    }
    add_log(other, surface_waste());
    add_log(ear, text);
    nebel_seat_destroy(other);
    nebel_seat_destroy(ear);
    nebel_game_close(game);
}
