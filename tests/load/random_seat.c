// Reads the lines of docs/protocol/server.md as far as a seat needs them.
#include "load/random_seat.h"

#include "formats/protocol/seat_line.h"
#include "formats/records/hearing_text.h"
#include "games/registry/games.h"

#include <assert.h>

bool load_game_read(const char *text, LoadGame *game, Text *message)
{
    const Game *read = game_read(text, &game->rules, message);
    if (read && read->tries_max > RANDOM_SEAT_TRIES_MAX) {
        text_format(message, "a seat of %s has more tries than are drawn here", text);
        return false;
    }
    game->game = read;
    return read != NULL;
}

static const Rules *rules_of(const LoadGame *game)
{
    return (const Rules *)&game->rules;
}

void random_seat_begin(RandomSeat *seat, const LoadGame *game, uint8_t index)
{
    *seat = (RandomSeat){.seat = index};
    game->game->sit(rules_of(game), index, &seat->view);
}

static SeatNews news_of(const Hearing *hearing)
{
    static const uint8_t news[] = {
        [HEARD_REFUSAL] = SEAT_REFUSED, [HEARD_MOVE] = SEAT_PLAYED, [HEARD_ANSWER] = SEAT_ANSWERED};
    return hearing->event < COUNT_OF(news) && news[hearing->event] ? (SeatNews)news[hearing->event]
                                                                   : SEAT_ANSWERED;
}

static SeatNews hear(RandomSeat *seat, const LoadGame *game, uint64_t ref, Slice text)
{
    Hearing hearing;
    if (!hearing_from_text(text, seat->seat, &hearing))
        return SEAT_WRONG;
    const bool is_answer = ref != 0 && ref == seat->ref && seat->sent != TRY_NONE;
    const Try own = hearing_own(&hearing, seat->seat, seat->sent);
    if (!game->game->can_hear(rules_of(game), &seat->view, own, &hearing))
        return SEAT_WRONG;
    game->game->hear(rules_of(game), &seat->view, own, &hearing);
    seat->is_over |= hearing.ending != ENDING_NONE;
    if (hearing.event == HEARD_OPENING)
        seat->is_turn = hearing.seat == seat->seat;
    else if (hearing.event == HEARD_MOVE)
        seat->is_turn = hearing.seat != seat->seat;
    if (!is_answer)
        return SEAT_TOLD;
    seat->sent = TRY_NONE;
    return news_of(&hearing);
}

// SEQ REF WTIME BTIME hear HEARING, or REF error CODE TEXT; `first` is the number before.
static SeatNews take_numbered(RandomSeat *seat, const LoadGame *game, uint64_t first, Slice rest)
{
    const Slice second = slice_take(&rest, " ");
    uint64_t ref;
    if (slice_is(second, "error"))
        return slice_is(slice_take(&rest, " "), "busy") && first == seat->ref ? SEAT_BUSY
                                                                              : SEAT_WRONG;
    if (!slice_number(second, UINT32_MAX, &ref) || first != (uint64_t)seat->heard + 1)
        return SEAT_WRONG;
    slice_take(&rest, " "); // both clocks
    slice_take(&rest, " ");
    if (!slice_is(slice_take(&rest, " "), "hear"))
        return SEAT_WRONG;
    seat->heard = (uint32_t)first;
    return hear(seat, game, ref, rest);
}

SeatNews random_seat_take(RandomSeat *seat, const LoadGame *game, Slice line)
{
    Slice rest = line;
    const Slice word = slice_take(&rest, " ");
    uint64_t number;
    if (slice_number(word, UINT32_MAX, &number))
        return take_numbered(seat, game, number, rest);
    if (slice_is(word, "joined")) {
        seat->is_joined = true;
        return SEAT_READY;
    }
    static const char *const passed_over[] = {"nebel", "newgame", "archive", "pause", "resume"};
    const unsigned count = COUNT_OF(passed_over);
    return slice_find(word, passed_over, count) < count ? SEAT_TOLD : SEAT_WRONG;
}

void random_seat_join(const RandomSeat *seat, Slice token, Text *line)
{
    const SeatSaid said = {
        .kind = SEAT_JOIN, .version = SEAT_PROTOCOL, .token = token, .since = seat->heard};
    seat_said_write(&said, line);
}

void random_seat_repeat(const RandomSeat *seat, const LoadGame *game, Text *line)
{
    char memory[TRY_TEXT_MAX];
    Text attempt = TEXT_IN(memory);
    game->game->try_to_text(seat->sent, &attempt);
    const SeatSaid said = {.kind = SEAT_ACT,
                           .event = EVENT_TRY,
                           .ref = seat->ref,
                           .heard = seat->heard,
                           .attempt = {attempt.start, attempt.length}};
    seat_said_write(&said, line);
}

void random_seat_try(RandomSeat *seat, const LoadGame *game, Rng *rng, Text *line)
{
    assert(random_seat_can_try(seat));
    Try tries[RANDOM_SEAT_TRIES_MAX];
    const uint32_t count = game->game->tries(rules_of(game), &seat->view, tries);
    assert(count > 0 && count <= COUNT_OF(tries));
    seat->sent = tries[rng_below(rng, count)];
    seat->ref++;
    random_seat_repeat(seat, game, line);
}
