// Playing a record before everyone's eyes.
#include "play/showing.h"

#include "wire/game_record.h"

#include <string.h>

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

static void play_try(Showing *showing, const Entry *entry, Shown *shown)
{
    const Ruleset *ruleset = showing->rules->ruleset;
    Reply reply;
    char to_white[256], to_black[256];
    Text attempt = TEXT_IN(shown->attempt), words = TEXT_IN(shown->words);
    Text white = TEXT_IN(to_white), black = TEXT_IN(to_black);
    record_try_to_text(entry->attempt, &attempt);
    const UmpireError error = umpire_try(&showing->umpire, entry->seat, entry->attempt, &reply);
    if (error) {
        text_format(&words, "(%s)", umpire_error_text(error));
        return;
    }
    hear_both(showing, entry, reply.to);
    umpire_say(ruleset, &reply.to[WHITE], &white);
    umpire_say(ruleset, &reply.to[BLACK], &black);
    if (strcmp(to_white, to_black) == 0)
        text_add(&words, to_white);
    else
        text_format(&words, "w: %s b: %s", to_white, to_black);
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
