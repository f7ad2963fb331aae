// Playing a record before everyone's eyes.
#include "play/showing.h"

#include "wire/game_record.h"

#include <string.h>

enum { WORDS_MAX = 2048 }; // in Go many stones may be named

static const char *const event_words[EVENT_COUNT] = {
    [EVENT_RESIGN] = "resigns",   [EVENT_OFFER] = "offers a draw",     [EVENT_ACCEPT] = "agrees",
    [EVENT_DECLINE] = "declines", [EVENT_TIME] = "sees the flag fall", [EVENT_FORFEIT] = "forfeits",
};

static void hear_both(Showing *showing, const Entry *entry, const Hearing to[2])
{
    for (uint8_t seat = 0; seat < 2; seat++)
        if (to[seat].event != HEARD_NOTHING)
            kriegspiel_game.hear((const Rules *)showing->rules, &showing->views[seat],
                                 entry && entry->seat == seat ? entry->attempt : TRY_NONE,
                                 &to[seat]);
}

void showing_open(Showing *showing, const KriegspielRules *rules)
{
    Hearing to[2];
    showing->rules = rules;
    kriegspiel_game.deal((const Rules *)rules, &showing->umpire, to);
    for (uint8_t seat = 0; seat < 2; seat++)
        kriegspiel_game.sit((const Rules *)rules, seat, &showing->views[seat]);
    hear_both(showing, NULL, to);
}

void showing_add_words(const Game *game, const Rules *rules, const Hearing to[2], Text *words)
{
    char to_white[WORDS_MAX], to_black[WORDS_MAX];
    Text white = TEXT_IN(to_white), black = TEXT_IN(to_black);
    game->say(rules, &to[0], &white);
    game->say(rules, &to[1], &black);
    if (strcmp(to_white, to_black) == 0)
        text_add(words, to_white);
    else
        text_format(words, "w: %s b: %s", to_white, to_black);
}

const char *showing_event_words(uint8_t kind)
{
    return event_words[kind];
}

static void play_try(Showing *showing, const Entry *entry, Shown *shown)
{
    Reply reply;
    Text attempt = TEXT_IN(shown->attempt), words = TEXT_IN(shown->words);
    record_try_to_text(&kriegspiel_game, entry->attempt, &attempt);
    const UmpireError error = umpire_try(&showing->umpire, entry->seat, entry->attempt, &reply);
    if (error) {
        text_format(&words, "(%s)", umpire_error_text(error));
        return;
    }
    hear_both(showing, entry, reply.to);
    showing_add_words(&kriegspiel_game, (const Rules *)showing->rules, reply.to, &words);
}

void showing_play(Showing *showing, const Entry *entry, Shown *shown)
{
    *shown = (Shown){0};
    if (entry->kind == EVENT_TRY) {
        play_try(showing, entry, shown);
        return;
    }
    Text words = TEXT_IN(shown->words);
    text_add(&words, event_words[entry->kind]);
}
