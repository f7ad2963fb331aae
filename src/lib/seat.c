// nebel/seat.h: what one seat knows.
#include "games/seat/seat.h"
#include "lib/handles.h"

#include <assert.h>
#include <string.h>

enum { NO_SEAT = -1 };

_Static_assert(sizeof(nebel_man) >= SEAT_MAN_TEXT_MAX, "any man fits");

struct nebel_seat {
    Seat seat;
};

nebel_seat *nebel_seat_create(const nebel_game *game, int seat)
{
    nebel_seat *made = api__is_seat(seat) ? memory_resize(&memory_heap, NULL, sizeof *made) : NULL;
    if (made)
        seat_init(&made->seat, &memory_heap, game->game, api__rules(game), (uint8_t)seat);
    return made;
}

void nebel_seat_destroy(nebel_seat *seat)
{
    if (seat)
        seat_done(&seat->seat);
    memory_resize(&memory_heap, seat, 0);
}

nebel_error nebel_seat_hear(nebel_seat *seat, const char *own, const nebel_hearing *hearing)
{
    Hearing inside;
    memcpy(&inside, hearing, sizeof inside);
    const Try code = own ? seat->seat.game->try_from_text(slice_of(own)) : TRY_NONE;
    if (own && code == TRY_NONE)
        return NEBEL_ERR_TRY;
    if (!seat_can_hear(&seat->seat, code, &inside))
        return NEBEL_ERR_HEARING;
    return seat_hear(&seat->seat, code, &inside) ? NEBEL_OK : NEBEL_ERR_MEMORY;
}

bool nebel_seat_is_over(const nebel_seat *seat)
{
    return seat_is_over(&seat->seat);
}

int nebel_seat_to_move(const nebel_seat *seat)
{
    const bool is_in_play = seat->seat.log.count > 0 && !seat_is_over(&seat->seat);
    return is_in_play ? seat_to_move(&seat->seat) : NO_SEAT;
}

bool nebel_seat_has_offer(const nebel_seat *seat)
{
    return seat->seat.has_offer;
}

static uint32_t write_tries(const nebel_seat *seat, const Try *codes, uint32_t count,
                            nebel_try *tries, uint32_t room)
{
    for (uint32_t i = 0; i < count && i < room; i++)
        api__try_to_text(seat->seat.game, codes[i], &tries[i]);
    return count;
}

uint32_t nebel_seat_tries(const nebel_seat *seat, nebel_try *tries, uint32_t room)
{
    Try codes[API_TRIES_MAX];
    if (nebel_seat_to_move(seat) != seat->seat.number)
        return 0;
    return write_tries(seat, codes, seat_tries(&seat->seat, codes), tries, room);
}

uint32_t nebel_seat_refusals(const nebel_seat *seat, nebel_try *tries, uint32_t room)
{
    Try codes[ATTEMPTS_MAX];
    return write_tries(seat, codes, seat_refusals(&seat->seat, codes), tries, room);
}

uint32_t nebel_seat_heard(const nebel_seat *seat)
{
    return seat->seat.log.count;
}

bool nebel_seat_words(const nebel_seat *seat, uint32_t index, nebel_try *own, char *text,
                      size_t bytes)
{
    const Seat *inside = &seat->seat;
    Text words = text_in(text, bytes);
    *own = (nebel_try){""};
    if (index >= inside->log.count)
        return false;
    const Heard *heard = &inside->log.list[index];
    if (heard->own != TRY_NONE)
        api__try_to_text(inside->game, heard->own, own);
    inside->game->say(inside->rules, &heard->hearing, &words);
    return !words.cut;
}

uint32_t nebel_seat_turns(const nebel_seat *seat, nebel_turn *turns, uint32_t room)
{
    SeatTurn turn = {0};
    uint32_t count = 0;
    for (; seat_next_turn(&seat->seat, &turn); count++)
        if (count < room)
            turns[count] = (nebel_turn){turn.first, turn.count, turn.number, turn.seat};
    return count;
}

static void write_man(const Seat *seat, unsigned spot, SeatMan man, nebel_man *out)
{
    Text text = TEXT_IN(out->text);
    seat_man_to_text(seat, spot, man, &text);
    assert(!text.cut);
}

uint32_t nebel_seat_men(const nebel_seat *seat, int side, nebel_man *men, uint32_t room)
{
    uint32_t count = 0;
    for (unsigned spot = 0; spot < SEAT_SPOTS && api__is_seat(side); spot++) {
        const SeatMan man = seat_man_at(&seat->seat, (uint8_t)side, spot);
        if (man && count < room)
            write_man(&seat->seat, spot, man, &men[count]);
        count += man != 0;
    }
    return count;
}

nebel_taken nebel_seat_taken(const nebel_seat *seat, int side)
{
    if (!api__is_seat(side))
        return (nebel_taken){0};
    const SeatTaken taken = seat_taken(&seat->seat, (uint8_t)side);
    return (nebel_taken){taken.men, taken.pawns, taken.pieces, taken.stones};
}

_Static_assert((int)NEBEL_SIGN_REFUSED == (int)SIGN_REFUSED &&
                   (int)NEBEL_SIGN_CAPTURED == (int)SIGN_CAPTURED &&
                   (int)NEBEL_SIGN_CHECK == (int)SIGN_CHECK &&
                   (int)NEBEL_SIGN_PAWN == (int)SIGN_PAWN &&
                   (int)NEBEL_SIGN_MOVED == (int)SIGN_MOVED &&
                   (int)NEBEL_SIGN_DOUBT == (int)SIGN_DOUBT,
               "the signs of a board and of the library are the same");

uint32_t nebel_seat_signs(const nebel_seat *seat, nebel_sign *signs, uint32_t room)
{
    uint8_t by_spot[SEAT_SPOTS];
    uint32_t count = 0;
    if (!seat->seat.log.count)
        return 0;
    seat_signs(&seat->seat, by_spot);
    for (unsigned spot = 0; spot < SEAT_SPOTS; spot++) {
        if (!by_spot[spot] ||
            !seat_has_spot(&seat->seat, spot)) // a refused try may leave the board
            continue;
        if (count < room) {
            Text square = TEXT_IN(signs[count].square);
            seat_spot_to_text(&seat->seat, spot, &square);
            signs[count].signs = by_spot[spot];
        }
        count++;
    }
    return count;
}

uint32_t nebel_seat_phantoms(const nebel_seat *seat, nebel_man *men, uint32_t room)
{
    uint32_t count = 0;
    for (unsigned spot = 0; spot < SEAT_SPOTS; spot++) {
        const SeatMan man = seat->seat.phantoms[spot];
        if (man && count < room)
            write_man(&seat->seat, spot, man, &men[count]);
        count += man != 0;
    }
    return count;
}

nebel_error nebel_seat_mark(nebel_seat *seat, const char *man)
{
    unsigned spot;
    SeatMan kind;
    const bool is_marked = seat_man_from_text(&seat->seat, slice_of(man), &spot, &kind) &&
                           seat_mark(&seat->seat, spot, kind) == SEAT_OK;
    return is_marked ? NEBEL_OK : NEBEL_ERR_MAN;
}

nebel_error nebel_seat_unmark(nebel_seat *seat, const char *square)
{
    unsigned spot;
    if (!square) {
        seat_unmark_all(&seat->seat);
        return NEBEL_OK;
    }
    if (!seat_spot_from_text(&seat->seat, slice_of(square), &spot))
        return NEBEL_ERR_MAN;
    seat_unmark(&seat->seat, spot);
    return NEBEL_OK;
}
