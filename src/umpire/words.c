// Hearings as sentences, in the words of a ruleset. For people: programs read the Hearing itself.
#include "umpire/umpire.h"

static const char *const color_names[2] = {"White", "Black"};

static const char *const ending_words[] = {
    [ENDING_NONE] = "",
    [ENDING_MATE] = "Checkmate.",
    [ENDING_STALEMATE] = "Stalemate.",
    [ENDING_DEAD] = "Dead material.",
    [ENDING_FIFTY] = "Fifty moves.",
    [ENDING_REPETITION] = "Threefold repetition.",
    [ENDING_LENGTH] = "2000 plies.",
    [ENDING_ATTEMPTS] = "512 attempts in one turn.",
};
_Static_assert(COUNT_OF(ending_words) == ENDING_COUNT, "every ending needs its words");

// By code from ENDING_RESIGNED on; %s is the colour whose doing it was.
static const char *const table_ending_words[] = {"%s resigns.", "%s agrees.", "%s's flag falls.",
                                                 "%s forfeits."};

static const char *const result_words[] = {
    [WINNER_NONE] = "Draw.",
    [WINNER_FIRST] = "White wins.",
    [WINNER_SECOND] = "Black wins.",
};

// Adds a sentence with %s filled in, after a space if something stands before it.
static void say(Text *text, const char *sentence, const char *filling)
{
    if (text->length)
        text_add_char(text, ' ');
    for (; *sentence; sentence++) {
        if (sentence[0] == '%' && sentence[1] == 's') {
            text_add(text, filling);
            sentence++;
        } else {
            text_add_char(text, *sentence);
        }
    }
}

static void say_at(Text *text, const char *sentence, unsigned square)
{
    char memory[4];
    Text name = TEXT_IN(memory);
    square_to_text(square, &name);
    say(text, sentence, memory);
}

static void say_move(Try played, Text *text)
{
    char memory[8];
    Text name = TEXT_IN(memory);
    try_to_text(played, &name);
    say(text, "%s.", memory);
}

static void say_capture(const RulesetWords *words, const Hearing *hearing, Text *text)
{
    const char *const sentences[] = {
        [CAPTURED_MAN] = words->capture_man,
        [CAPTURED_PAWN] = words->capture_pawn,
        [CAPTURED_PIECE] = words->capture_piece,
    };
    if (hearing->passant_at)
        say_at(text, words->capture_passant, hearing->passant_at - 1u);
    else if (hearing->captured)
        say_at(text, sentences[hearing->captured], hearing->capture_at - 1u);
}

static void say_tries(const Ruleset *rules, const Hearing *hearing, Text *text)
{
    if (rules->tries == TRIES_EXIST && hearing->count)
        say(text, "Pawn capture.", "");
    if (rules->tries == TRIES_COUNTED && hearing->count) {
        char number[4];
        Text digits = TEXT_IN(number);
        text_format(&digits, "%u", hearing->count);
        say(text, hearing->count == 1 ? "%s pawn try." : "%s pawn tries.", number);
    }
    Bits pawns = hearing->points[0];
    if (!pawns)
        return;
    say_at(text, "Pawn tries from %s", bits_take(&pawns));
    while (pawns) {
        text_add_char(text, ',');
        say_at(text, "%s", bits_take(&pawns));
    }
    text_add_char(text, '.');
}

static void say_checks(const RulesetWords *words, unsigned checks, Text *text)
{
    for (Bits kinds = checks; kinds;)
        say(text, words->checks[bits_take(&kinds)], "");
}

// The events: what is said before the calls that any of them may carry.
static void say_event(const Ruleset *rules, const Hearing *hearing, Text *text)
{
    const RulesetWords *words = rules->words;
    const Color seat = hearing->seat;
    if (hearing->event == HEARD_REFUSAL)
        say(text, hearing->verdict == VERDICT_ILLEGAL ? words->illegal : words->impossible, "");
    else if (hearing->event == HEARD_ANSWER)
        say(text, hearing->count ? "Any? Yes." : "Any? No.", "");
    else if (hearing->event == HEARD_OFFER)
        say(text, "%s offers a draw.", color_names[seat]);
    else if (hearing->event == HEARD_DECLINE)
        say(text, "%s declines the draw.", color_names[seat]);
    else if (hearing->event == HEARD_OPENING && !hearing->ending)
        say(text, words->turn, color_names[seat]);
    else if (hearing->event == HEARD_MOVE && !hearing->ending)
        say(text, words->turn, color_names[other_color(seat)]);
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
            say(text, rules->words->promotion, "");
        say_checks(rules->words, hearing->checks, text);
        say_tries(rules, hearing, text);
    }
    if (hearing->ending >= ENDING_RESIGNED)
        say(text, table_ending_words[hearing->ending - ENDING_RESIGNED],
            color_names[hearing->seat]);
    else if (hearing->ending)
        say(text, ending_words[hearing->ending], "");
    if (hearing->ending)
        say(text, result_words[hearing->winner], "");
}
