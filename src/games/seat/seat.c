// Hearing, and what follows from what was heard.
#include "games/seat/seat.h"

#include "games/seat/kinds.h"

#include <assert.h>
#include <string.h>

void seat_init(Seat *seat, const Memory *memory, const Game *game, const Rules *rules,
               uint8_t number)
{
    assert(number < 2);
    memset(seat, 0, sizeof *seat);
    seat->game = game;
    seat->rules = rules;
    seat->memory = *memory;
    seat->number = number;
    game->sit(rules, number, &seat->view);
}

void seat_done(Seat *seat)
{
    seat_log_done(&seat->log, &seat->memory);
}

static void note_offer(Seat *seat, const Hearing *heard)
{
    if (heard->event == HEARD_OFFER && heard->seat != seat->number)
        seat->has_offer = true;
    const bool is_answer = heard->event == HEARD_DECLINE || heard->event == HEARD_MOVE;
    if ((is_answer && heard->seat == seat->number) || heard->ending)
        seat->has_offer = false;
}

// No enemy stands where an own man stands, or where an own move has just captured.
static void drop_phantoms(Seat *seat, const Hearing *heard)
{
    assert(!heard->captured || heard->capture_at > 0);
    for (unsigned spot = 0; spot < SEAT_SPOTS; spot++)
        if (seat->phantoms[spot] && seat_man_at(seat, seat->number, spot))
            seat->phantoms[spot] = 0;
    if (heard->event == HEARD_MOVE && heard->seat == seat->number && heard->captured)
        seat->phantoms[heard->capture_at - 1u] = 0;
}

bool seat_can_hear(const Seat *seat, Try own, const Hearing *heard)
{
    const bool is_opening = heard->event == HEARD_OPENING;
    return is_opening == (seat->log.count == 0) &&
           seat->game->can_hear(seat->rules, &seat->view, own, heard);
}

bool seat_hear(Seat *seat, Try own, const Hearing *heard)
{
    if (!seat_log_add(&seat->log, &seat->memory, (Heard){.own = own, .hearing = *heard}))
        return false;
    seat->game->hear(seat->rules, &seat->view, own, heard);
    drop_phantoms(seat, heard);
    note_offer(seat, heard);
    return true;
}

bool seat_is_over(const Seat *seat)
{
    const SeatLog *log = &seat->log;
    return log->count > 0 && log->list[log->count - 1].hearing.ending;
}

// The entry after the last move, where the turn in progress begins.
static uint32_t turn_begin(const SeatLog *log)
{
    uint32_t first = log->count;
    while (first > 0 && log->list[first - 1].hearing.event != HEARD_MOVE)
        first--;
    return first;
}

uint8_t seat_to_move(const Seat *seat)
{
    const SeatLog *log = &seat->log;
    assert(log->count > 0);
    const uint32_t first = turn_begin(log);
    if (first == 0)
        return log->list[0].hearing.seat;
    const uint8_t moved = log->list[first - 1].hearing.seat;
    return first == log->count && seat_is_over(seat) ? moved : !moved;
}

uint32_t seat_tries(const Seat *seat, Try *out)
{
    return seat->game->tries(seat->rules, &seat->view, out);
}

uint32_t seat_refusals(const Seat *seat, Try *out)
{
    const SeatLog *log = &seat->log;
    uint32_t count = 0;
    for (uint32_t i = turn_begin(log); i < log->count && count < ATTEMPTS_MAX; i++) {
        const Heard *heard = &log->list[i];
        if (heard->hearing.event != HEARD_REFUSAL || heard->own == TRY_NONE)
            continue;
        uint32_t known = 0;
        while (known < count && out[known] != heard->own)
            known++;
        out[known] = heard->own;
        count += known == count;
    }
    return count;
}

// What was called last about the board: after the last move, or at the opening.
static const Hearing *last_call(const SeatLog *log)
{
    assert(log->count > 0);
    const uint32_t first = turn_begin(log);
    return &log->list[first ? first - 1 : 0].hearing;
}

// The last move whose spots the seat knows: its own, or one that was told.
static Try last_known_move(const SeatLog *log)
{
    for (uint32_t i = log->count; i-- > 0;) {
        const Heard *heard = &log->list[i];
        const Try known = heard->own != TRY_NONE ? heard->own : heard->hearing.played;
        if (heard->hearing.event == HEARD_MOVE && known != TRY_NONE)
            return known;
    }
    return TRY_NONE;
}

void seat_signs(const Seat *seat, uint8_t signs[SEAT_SPOTS])
{
    const SeatKind *kind = seat__kind_of(seat->game);
    Try refused[ATTEMPTS_MAX];
    unsigned from, to;
    memset(signs, 0, SEAT_SPOTS);
    if (!kind->spots_of_try)
        return;
    const uint32_t count = seat_refusals(seat, refused);
    for (uint32_t i = 0; i < count; i++)
        if (kind->spots_of_try(refused[i], &from, &to))
            signs[to] |= SIGN_REFUSED;
    const Try moved = last_known_move(&seat->log);
    if (moved != TRY_NONE && kind->spots_of_try(moved, &from, &to)) {
        signs[from] |= SIGN_MOVED;
        signs[to] |= SIGN_MOVED;
    }
    kind->sign_call(seat, last_call(&seat->log), signs);
}

uint32_t seat_pawn_tries(const Seat *seat)
{
    const SeatLog *log = &seat->log;
    const SeatKind *kind = seat__kind_of(seat->game);
    if (!kind->pawn_tries)
        return 0;
    uint32_t tries = kind->pawn_tries(last_call(log));
    for (uint32_t i = turn_begin(log); i < log->count; i++)
        if (log->list[i].hearing.event == HEARD_ANSWER)
            tries = log->list[i].hearing.count;
    return tries;
}

// The entry after those of a turn that begins at `first`.
static uint32_t turn_end(const SeatLog *log, uint32_t first)
{
    uint32_t end = first;
    while (end < log->count && log->list[end].hearing.event != HEARD_MOVE)
        end++;
    return end + (end < log->count);
}

static bool is_ended_by_move(const SeatLog *log, const SeatTurn *turn)
{
    if (turn->count == 0)
        return false;
    const Hearing *last = &log->list[turn->first + turn->count - 1].hearing;
    return last->event == HEARD_MOVE && !last->ending;
}

bool seat_next_turn(const Seat *seat, SeatTurn *turn)
{
    const SeatLog *log = &seat->log;
    const bool is_first = turn->number == 0;
    if (is_first ? log->count == 0 : !is_ended_by_move(log, turn))
        return false;
    const uint8_t opener = log->list[0].hearing.seat;
    SeatTurn next = {.number = 1, .seat = opener};
    if (!is_first) {
        next.first = turn->first + turn->count;
        next.seat = !turn->seat;
        next.number = turn->number + (next.seat == opener);
    }
    next.count = turn_end(log, next.first) - next.first;
    *turn = next;
    return true;
}

SeatTaken seat_taken(const Seat *seat, uint8_t by)
{
    assert(by < 2);
    SeatTaken taken = {0};
    for (uint32_t i = 0; i < seat->log.count; i++) {
        const Hearing *heard = &seat->log.list[i].hearing;
        if (heard->event != HEARD_MOVE || heard->seat != by)
            continue;
        taken.stones += heard->stones;
        taken.men += heard->captured != CAPTURED_NOTHING;
        taken.pawns += heard->captured == CAPTURED_PAWN;
        taken.pieces += heard->captured == CAPTURED_PIECE;
    }
    return taken;
}

bool seat_has_spot(const Seat *seat, unsigned spot)
{
    return seat__kind_of(seat->game)->has_spot(seat->rules, spot);
}

SeatMan seat_man_at(const Seat *seat, uint8_t side, unsigned spot)
{
    assert(side < 2);
    return seat_has_spot(seat, spot) ? seat__kind_of(seat->game)->man_at(&seat->view, side, spot)
                                     : 0;
}

SeatError seat_mark(Seat *seat, unsigned spot, SeatMan man)
{
    assert(seat_has_spot(seat, spot));
    if (seat__kind_of(seat->game)->is_open)
        return SEAT_ERR_OPEN;
    if (seat_man_at(seat, seat->number, spot))
        return SEAT_ERR_OWN;
    seat->phantoms[spot] = man;
    return SEAT_OK;
}

void seat_unmark(Seat *seat, unsigned spot)
{
    assert(spot < SEAT_SPOTS);
    seat->phantoms[spot] = 0;
}

void seat_unmark_all(Seat *seat)
{
    memset(seat->phantoms, 0, sizeof seat->phantoms);
}

void seat_man_to_text(const Seat *seat, unsigned spot, SeatMan man, Text *text)
{
    assert(seat_has_spot(seat, spot));
    seat__kind_of(seat->game)->man_to_text(spot, man, text);
}

bool seat_man_from_text(const Seat *seat, Slice text, unsigned *spot, SeatMan *man)
{
    unsigned read_spot;
    SeatMan read_man;
    if (!seat__kind_of(seat->game)->man_from_text(text, &read_spot, &read_man) ||
        !seat_has_spot(seat, read_spot))
        return false;
    *spot = read_spot;
    *man = read_man;
    return true;
}

void seat_spot_to_text(const Seat *seat, unsigned spot, Text *text)
{
    assert(seat_has_spot(seat, spot));
    seat__kind_of(seat->game)->spot_to_text(spot, text);
}

bool seat_spot_from_text(const Seat *seat, Slice text, unsigned *spot)
{
    unsigned read;
    if (!seat__kind_of(seat->game)->spot_from_text(text, &read) || !seat_has_spot(seat, read))
        return false;
    *spot = read;
    return true;
}
