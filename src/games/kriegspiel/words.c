// Hearings as sentences, in the words of a ruleset. For people: programs read the Hearing itself.
#include "games/core/saying.h"
#include "games/kriegspiel/judge.h"

// A hearing that was read from a record or a line may have calls that this ruleset never makes and has no words for. They
// are not said.
static void say_known(Text *text, SayCode code)
{
    if (code)
        say_sentence(text, code);
}

static void say_at(Text *text, SayCode code, unsigned square)
{
    char memory[4];
    Text name = TEXT_IN(memory);
    square_to_text(square, &name);
    if (code)
        say_sentence_of(text, code, memory);
}

static void say_move(Try played, Text *text)
{
    if (text->length)
        text_add_char(text, ' ');
    try_to_text(played, text);
    text_add_char(text, '.');
}

static void say_capture(const RulesetWords *words, const Hearing *hearing, Text *text)
{
    const SayCode sentences[] = {
        [CAPTURED_MAN] = words->capture_man,
        [CAPTURED_PAWN] = words->capture_pawn,
        [CAPTURED_PIECE] = words->capture_piece,
    };
    if (hearing->passant_at)
        say_at(text, words->capture_passant, hearing->passant_at - 1u);
    else if (hearing->captured)
        say_at(text, sentences[hearing->captured], hearing->capture_at - 1u);
}

static void say_pawns(Bits pawns, Text *text)
{
    enum { SQUARE_BYTES = 4 }; // of "e4, "
    char memory[SQUARE_BYTES * SQUARE_COUNT + 1];
    Text squares = TEXT_IN(memory);
    while (pawns) {
        square_to_text(bits_take(&pawns), &squares);
        text_add(&squares, pawns ? ", " : "");
    }
    say_sentence_of(text, SAY_TRIES_FROM, memory);
}

static void say_tries(const Ruleset *rules, const Hearing *hearing, Text *text)
{
    if (rules->tries == TRIES_EXIST && hearing->count)
        say_sentence(text, SAY_TRIES_EXIST);
    if (rules->tries == TRIES_COUNTED && hearing->count) {
        text_add(text, text->length ? " " : "");
        WORDS_FILL(text, SAY_TRIES_COUNTED, {.number = hearing->count});
    }
    if (hearing->points[0])
        say_pawns(hearing->points[0], text);
}

static void say_checks(const RulesetWords *words, unsigned checks, Text *text)
{
    for (Bits kinds = checks & (CALL_ATARI - 1u); kinds;)
        say_known(text, words->checks[bits_take(&kinds)]);
}

// The events: what is said before the calls that any of them may carry.
static void say_event(const Ruleset *rules, const Hearing *hearing, Text *text)
{
    const RulesetWords *words = rules->words;
    const Color seat = hearing->seat;
    if (hearing->event == HEARD_REFUSAL)
        say_sentence(text,
                     hearing->verdict == VERDICT_ILLEGAL ? words->illegal : words->impossible);
    else if (hearing->event == HEARD_ANSWER)
        say_sentence(text, hearing->count ? SAY_ANY_YES : SAY_ANY_NO);
    else if (hearing->event == HEARD_OPENING && !hearing->ending)
        say_sentence_of(text, words->turn, words_color(seat));
    else if (hearing->event == HEARD_MOVE && !hearing->ending)
        say_sentence_of(text, words->turn, words_color(other_color(seat)));
    say_offer(hearing, text);
    if (hearing->played)
        say_move(hearing->played, text);
}

void umpire_say(const Ruleset *rules, const Hearing *hearing, Text *text)
{
    if (hearing->event == HEARD_NOTHING) {
        text_add_char(text, '-');
        return;
    }
    say_event(rules, hearing, text);
    if (hearing->event == HEARD_OPENING || hearing->event == HEARD_MOVE) {
        say_capture(rules->words, hearing, text);
        if (hearing->promoted)
            say_known(text, rules->words->promotion);
        say_checks(rules->words, hearing->checks, text);
        say_tries(rules, hearing, text);
    }
    say_end(hearing, text);
}
