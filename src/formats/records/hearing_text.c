// Writing and reading hearings, by tables that both directions share.
#include "formats/records/hearing_text.h"

#include "base/bits.h"
#include "games/chess/board.h"
#include "games/go/point.h"
#include "games/kriegspiel/judge.h"

#include <assert.h>
#include <string.h>

// How a line begins, by event: if the listener's own seat did it, and if the other did.
static const struct {
    uint8_t event, verdict, count;
    const char *own, *other;
} event_words[] = {
    {HEARD_OPENING, VERDICT_NONE, 0, "opening own", "opening other"},
    {HEARD_REFUSAL, VERDICT_ILLEGAL, 0, "illegal", "other illegal"},
    {HEARD_REFUSAL, VERDICT_IMPOSSIBLE, 0, "impossible", "other impossible"},
    {HEARD_MOVE, VERDICT_PLAYED, 0, "played", "moved"},
    {HEARD_ANSWER, VERDICT_ANSWERED, 1, "any yes", "other any yes"},
    {HEARD_ANSWER, VERDICT_ANSWERED, 0, "any no", "other any no"},
    {HEARD_OFFER, VERDICT_NONE, 0, "offer", "other offer"},
    {HEARD_DECLINE, VERDICT_NONE, 0, "decline", "other decline"},
    {HEARD_END, VERDICT_NONE, 0, "end own", "end other"},
};

static const char *const captured_words[] = {
    [CAPTURED_MAN] = "man", [CAPTURED_PAWN] = "pawn", [CAPTURED_PIECE] = "piece"};
static const char *const check_words[] = {"rank", "file", "long", "short", "knight", "plain"};
static const char *const reason_words[] = {
    [REASON_STONE] = "stone", [REASON_SUICIDE] = "suicide", [REASON_REPETITION] = "repetition"};
static const char *const winner_words[] = {
    [WINNER_NONE] = "none", [WINNER_FIRST] = "white", [WINNER_SECOND] = "black"};

static const struct {
    uint8_t ending;
    const char *word;
} ending_words[] = {
    {ENDING_MATE, "mate"},
    {ENDING_STALEMATE, "stalemate"},
    {ENDING_DEAD, "dead"},
    {ENDING_FIFTY, "fifty"},
    {ENDING_REPETITION, "repetition"},
    {ENDING_LENGTH, "length"},
    {ENDING_ATTEMPTS, "attempts"},
    {ENDING_PASSES, "passes"},
    {ENDING_RESIGNED, "resigned"},
    {ENDING_AGREED, "agreed"},
    {ENDING_FLAG, "flag"},
    {ENDING_FORFEIT, "forfeit"},
    {ENDING_ABORTED, "aborted"},
};

const char *ending_name(uint8_t ending)
{
    unsigned i = 0;
    while (i < COUNT_OF(ending_words) - 1 && ending_words[i].ending != ending)
        i++;
    assert(ending_words[i].ending == ending);
    return ending_words[i].word;
}

uint8_t ending_from_name(Slice name)
{
    for (unsigned i = 0; i < COUNT_OF(ending_words); i++)
        if (slice_is(name, ending_words[i].word))
            return ending_words[i].ending;
    return 0;
}

const char *winner_name(uint8_t winner)
{
    assert(winner < WINNER_COUNT);
    return winner_words[winner];
}

uint8_t winner_from_name(Slice name)
{
    return (uint8_t)slice_find(name, winner_words, WINNER_COUNT);
}

static void add_square(Text *text, unsigned square)
{
    text_add_char(text, ' ');
    square_to_text(square, text);
}

static void add_event(const Hearing *hearing, uint8_t listener, Text *text)
{
    const bool is_answer = hearing->event == HEARD_ANSWER;
    for (unsigned i = 0; i < COUNT_OF(event_words); i++)
        if (event_words[i].event == hearing->event && event_words[i].verdict == hearing->verdict &&
            (!is_answer || event_words[i].count == hearing->count))
            text_add(text, hearing->seat == listener ? event_words[i].own : event_words[i].other);
}

// What is called in Go: `pass`, `reason suicide`, `stones 2 d4 e4`, `atari`.
static void add_go_calls(const Hearing *hearing, Text *text)
{
    if (hearing->checks & CALL_PASS)
        text_add(text, " pass");
    assert(hearing->reason < COUNT_OF(reason_words));
    if (hearing->reason)
        text_format(text, " reason %s", reason_words[hearing->reason]);
    if (hearing->stones)
        text_format(text, " stones %u", hearing->stones);
    for (unsigned i = 0; hearing->stones && i < COUNT_OF(hearing->points); i++)
        for (Bits left = hearing->points[i]; left;) {
            text_add_char(text, ' ');
            go_point_to_text(go_point_at(i * 64 + bits_take(&left)), text);
        }
    if (hearing->checks & CALL_ATARI)
        text_add(text, " atari");
}

static void add_calls(const Hearing *hearing, Text *text)
{
    if (hearing->played) {
        text_add(text, " as ");
        try_to_text(hearing->played, text);
    }
    assert(hearing->captured < COUNT_OF(captured_words));
    if (hearing->captured) {
        text_format(text, " capture %s", captured_words[hearing->captured]);
        add_square(text, hearing->capture_at - 1u);
    }
    if (hearing->passant_at) {
        text_add(text, " passant");
        add_square(text, hearing->passant_at - 1u);
    }
    if (hearing->promoted)
        text_add(text, " promoted");
    for (Bits kinds = hearing->checks & (CALL_ATARI - 1u); kinds;)
        text_format(text, " check %s", check_words[bits_take(&kinds)]);
    if (hearing->count && hearing->event != HEARD_ANSWER)
        text_format(text, " tries %u", hearing->count);
    for (Bits pawns = hearing->stones ? 0 : hearing->points[0]; pawns;) {
        text_add(text, " pawn");
        add_square(text, bits_take(&pawns));
    }
}

void hearing_to_text(const Hearing *hearing, uint8_t listener, Text *text)
{
    assert(listener < 2 && hearing->seat < 2);
    add_event(hearing, listener, text);
    add_calls(hearing, text);
    add_go_calls(hearing, text);
    if (hearing->ending)
        text_format(text, " over %s winner %s", ending_name(hearing->ending),
                    winner_name(hearing->winner));
}

// Takes `words` off the front if the line begins with them and ends or goes on with a space there.
static bool take_words(Slice *line, const char *words)
{
    const size_t length = strlen(words);
    if (line->length < length || memcmp(line->start, words, length) != 0 ||
        (line->length > length && line->start[length] != ' '))
        return false;
    const size_t used = length + (line->length > length);
    *line = (Slice){line->start + used, line->length - used};
    return true;
}

static bool read_event(Slice *line, uint8_t listener, Hearing *hearing)
{
    for (unsigned i = 0; i < COUNT_OF(event_words); i++) {
        const bool is_own = take_words(line, event_words[i].own);
        if (!is_own && !take_words(line, event_words[i].other))
            continue;
        hearing->event = event_words[i].event;
        hearing->verdict = event_words[i].verdict;
        hearing->count = event_words[i].count;
        hearing->seat = is_own ? listener : !listener;
        return true;
    }
    return false;
}

static bool read_square(Slice word, uint8_t *square)
{
    *square = word.length == 2 ? square_from_text(word.start) : SQUARE_NONE;
    return *square != SQUARE_NONE;
}

static bool read_capture(Slice *line, Hearing *hearing)
{
    const unsigned kind =
        slice_find(slice_take(line, " "), captured_words, COUNT_OF(captured_words));
    uint8_t square;
    if (kind == COUNT_OF(captured_words) || !read_square(slice_take(line, " "), &square))
        return false;
    hearing->captured = (uint8_t)kind;
    hearing->capture_at = square + 1;
    return true;
}

static bool read_played(Slice *line, Hearing *hearing)
{
    hearing->played = try_from_text(slice_take(line, " "));
    return hearing->played != TRY_NONE;
}

static bool read_passant(Slice *line, Hearing *hearing)
{
    uint8_t square;
    if (!read_square(slice_take(line, " "), &square))
        return false;
    hearing->passant_at = square + 1;
    return true;
}

static bool read_promoted(Slice *line, Hearing *hearing)
{
    (void)line;
    hearing->promoted = 1;
    return true;
}

static bool read_check(Slice *line, Hearing *hearing)
{
    const unsigned kind = slice_find(slice_take(line, " "), check_words, COUNT_OF(check_words));
    hearing->checks |= (uint8_t)bit(kind);
    return kind < COUNT_OF(check_words);
}

static bool read_tries(Slice *line, Hearing *hearing)
{
    uint64_t count;
    if (!slice_number(slice_take(line, " "), UINT8_MAX, &count))
        return false;
    hearing->count = (uint8_t)count;
    return true;
}

static bool read_pawn(Slice *line, Hearing *hearing)
{
    uint8_t square;
    if (!read_square(slice_take(line, " "), &square))
        return false;
    hearing->points[0] |= bit(square);
    return true;
}

static bool read_pass(Slice *line, Hearing *hearing)
{
    (void)line;
    hearing->checks |= CALL_PASS;
    return true;
}

static bool read_atari(Slice *line, Hearing *hearing)
{
    (void)line;
    hearing->checks |= CALL_ATARI;
    return true;
}

static bool read_reason(Slice *line, Hearing *hearing)
{
    const unsigned reason = slice_find(slice_take(line, " "), reason_words, COUNT_OF(reason_words));
    hearing->reason = (uint8_t)reason;
    return reason < COUNT_OF(reason_words);
}

// A number, and the points if they are told.
static bool read_stones(Slice *line, Hearing *hearing)
{
    uint64_t count;
    if (!slice_number(slice_take(line, " "), GO_SPOTS, &count))
        return false;
    hearing->stones = (uint16_t)count;
    while (line->length) {
        Slice rest = *line;
        const GoPoint point = go_point_from_text(slice_take(&rest, " "));
        if (point == GO_NONE)
            break;
        hearing->points[go_spot(point) / 64] |= bit(go_spot(point) % 64);
        *line = rest;
    }
    return true;
}

static bool read_over(Slice *line, Hearing *hearing)
{
    hearing->ending = ending_from_name(slice_take(line, " "));
    if (!hearing->ending || !take_words(line, "winner"))
        return false;
    hearing->winner = winner_from_name(slice_take(line, " "));
    return hearing->winner < WINNER_COUNT;
}

static const struct {
    const char *word;
    bool (*read)(Slice *line, Hearing *hearing);
} calls[] = {
    {"as", read_played},         {"capture", read_capture}, {"passant", read_passant},
    {"promoted", read_promoted}, {"check", read_check},     {"tries", read_tries},
    {"pawn", read_pawn},         {"pass", read_pass},       {"reason", read_reason},
    {"stones", read_stones},     {"atari", read_atari},     {"over", read_over},
};

static bool read_call(Slice *line, Hearing *hearing)
{
    for (unsigned i = 0; i < COUNT_OF(calls); i++)
        if (take_words(line, calls[i].word))
            return calls[i].read(line, hearing);
    return false;
}

bool hearing_from_text(Slice line, uint8_t listener, Hearing *hearing)
{
    Hearing read = {0};
    Slice rest = line;
    if (!read_event(&rest, listener, &read))
        return false;
    while (rest.length)
        if (!read_call(&rest, &read))
            return false;
    // One hearing has one text: another order, a word twice or a stray space is refused.
    char memory[HEARING_TEXT_MAX];
    Text again = TEXT_IN(memory);
    hearing_to_text(&read, listener, &again);
    assert(!again.cut); // HEARING_TEXT_MAX holds whatever fits a Hearing
    if (line.length != again.length || memcmp(line.start, memory, again.length) != 0)
        return false;
    *hearing = read;
    return true;
}
