// Plays one game between two players from the opening of its pair, and writes it as a script, from which it can be played again.
#include "lab/match/game_player.h"

#include "formats/records/game_record.h"
#include "games/core/truth.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void script_write(const Game *game, const Entries *entries, uint8_t first_seat, Text *text)
{
    assert(first_seat < 2);
    uint8_t seat = first_seat;
    for (uint32_t i = 0; i < entries->count; i++) {
        const Entry *entry = &entries->list[i];
        assert(entry->kind < EVENT_COUNT && entry->seat < 2);
        if (entry->seat != seat)
            text_add_char(text, ' ');
        else if (i > 0)
            text_add_char(text, '/');
        seat = entry->seat;
        if (entry->kind == EVENT_TRY)
            record_try_to_text(game, entry->attempt, text);
        else
            text_add(text, event_name(entry->kind));
        if (entry->delay_ms) {
            text_add_char(text, '@');
            record_ms_to_text(entry->delay_ms, text);
        }
    }
}

static bool read_item(const Game *game, Slice item, uint8_t seat, Entry *entry)
{
    int64_t delay_ms = 0;
    Slice rest = item;
    const Slice word = slice_take(&rest, "@");
    if (word.length < item.length && !record_ms_from_text(rest, &delay_ms))
        return false;
    const uint8_t kind = event_from_name(word);
    *entry = (Entry){.kind = kind, .seat = seat, .delay_ms = delay_ms};
    if (kind == EVENT_COUNT) {
        entry->kind = EVENT_TRY;
        return record_try_from_text(game, word, &entry->attempt);
    }
    return kind != EVENT_TRY;
}

// Reads the events of one turn.
static bool read_turn(const Game *game, Slice turn, uint8_t seat, const Memory *memory,
                      Entries *entries)
{
    while (turn.length) {
        Entry entry;
        if (!read_item(game, slice_take(&turn, "/"), seat, &entry) ||
            !entries_add(entries, memory, entry))
            return false;
    }
    return true;
}

// A game has exactly one script. A text that reads as the same game but is written differently is refused.
static bool is_script_of(const Game *game, const Entries *entries, Slice text, uint8_t first_seat,
                         const Memory *memory)
{
    Text written = text_growing(memory);
    script_write(game, entries, first_seat, &written);
    const bool is_same = !written.cut && slice_is(text, written.start);
    text_done(&written);
    return is_same;
}

bool script_read(const Game *game, Slice text, uint8_t first_seat, const Memory *memory,
                 Entries *entries)
{
    assert(first_seat < 2 && entries->count == 0);
    uint8_t seat = first_seat;
    bool is_fine = true;
    for (Slice rest = text; rest.length && is_fine; seat = !seat)
        is_fine = read_turn(game, slice_take(&rest, " "), seat, memory, entries);
    is_fine = is_fine && is_script_of(game, entries, text, first_seat, memory);
    if (!is_fine) {
        entries_done(entries, memory);
        *entries = (Entries){0};
    }
    return is_fine;
}

// A game in play.
typedef struct GameInPlay {
    const GamePlayer *game_player;
    Table *table;
    TableEffects effects;
    GameResult result;
    uint64_t now_ms;
    uint32_t clock_ms[2]; // as the last effect showed them
} GameInPlay;

// Ends the game because a player has failed, and notes the reason.
static bool forfeit(GameInPlay *play, uint8_t seat, const char *reason)
{
    assert(seat < 2 && !table_is_over(play->table));
    const TableEvent event = {.kind = EVENT_FORFEIT, .seat = seat, .at_ms = play->now_ms};
    snprintf(play->result.reason, sizeof play->result.reason, "%s", reason);
    return table_step(play->table, &event, &play->effects) == TABLE_OK;
}

// Lets the seats hear the effects of an event. The first player that fails here forfeits, and then both hear of the end. A player
// without memory has not failed: nobody loses, and the game is given up.
static bool deliver_hearings(GameInPlay *play, uint8_t mover, Try own)
{
    const TableEffects effects = play->effects;
    for (uint32_t i = 0; i < effects.count; i++) {
        const TableEffect *effect = &effects.effects[i];
        assert(effect->seat < 2);
        Player *player = play->game_player->players[effect->seat];
        const Try answered = hearing_own(&effect->hearing, effect->seat, own);
        const PlayerError error = player_hear(player, answered, &effect->hearing);
        memcpy(play->clock_ms, effect->clock_ms, sizeof play->clock_ms);
        play->result.plies += effect->hearing.event == HEARD_MOVE && effect->seat == mover;
        if (play->game_player->watch)
            atomic_store(&play->game_player->watch->plies, play->result.plies);
        play->result.ending = effect->hearing.ending;
        play->result.winner = effect->hearing.winner;
        if (error == PLAYER_ERR_MEMORY)
            return false;
        if (error && !table_is_over(play->table))
            return forfeit(play, effect->seat, player_reason(player, error)) &&
                   deliver_hearings(play, mover, TRY_NONE);
    }
    return true;
}

static bool seat_players(GameInPlay *play)
{
    const Plan *plan = play->game_player->plan;
    for (uint8_t seat = 0; seat < 2; seat++) {
        Player *player = play->game_player->players[seat];
        Seating seating = plan_seating(plan, seat, play->game_player->seeds[seat]);
        seating.log = play->game_player->logs[seat];
        const PlayerError error = player_sit(player, &seating);
        if (error == PLAYER_ERR_MEMORY)
            return false;
        if (error && !table_is_over(play->table) &&
            !forfeit(play, seat, player_reason(player, error)))
            return false;
    }
    return true;
}

static bool play_event(GameInPlay *play, const TableEvent *event)
{
    const TableError error = table_step(play->table, event, &play->effects);
    if (error == TABLE_ERR_MEMORY)
        return false;
    if (error)
        return forfeit(play, event->seat, table_error_text(error)) &&
               deliver_hearings(play, event->seat, TRY_NONE);
    play->now_ms = event->at_ms;
    return deliver_hearings(play, event->seat, event->attempt);
}

static bool play_opening(GameInPlay *play)
{
    for (uint32_t i = 0; i < play->game_player->opening_count && !table_is_over(play->table); i++) {
        const TableEvent event = {.kind = EVENT_TRY,
                                  .seat = table_seat_to_move(play->table),
                                  .attempt = play->game_player->opening[i],
                                  .at_ms = play->now_ms};
        if (!play_event(play, &event))
            return false;
    }
    return true;
}

static uint64_t wall_ms(const GamePlayer *game_player)
{
    const bool counts = game_player->clocks && !plan_is_deterministic(game_player->plan);
    return counts ? game_player->clocks->wall_us(game_player->clocks->context) / 1000 : 0;
}

// Asks the seat to move for its choice, and plays it.
static bool play_choice(GameInPlay *play)
{
    const GamePlayer *game_player = play->game_player;
    const uint8_t seat = table_seat_to_move(play->table);
    const Budget budget = plan_budget(game_player->plan, game_player->numbers[seat],
                                      game_player->clocks, play->clock_ms);
    Choice choice = {0};
    const uint64_t began_ms = wall_ms(game_player);
    const PlayerError error = player_choose(game_player->players[seat], &budget, &choice);
    const uint64_t at_ms = play->now_ms + (wall_ms(game_player) - began_ms);
    assert(at_ms >= play->now_ms);
    if (error == PLAYER_ERR_MEMORY)
        return false;
    if (error) {
        play->now_ms = at_ms;
        return forfeit(play, seat, player_reason(game_player->players[seat], error)) &&
               deliver_hearings(play, seat, TRY_NONE);
    }
    play->result.attempts += choice.kind == EVENT_TRY;
    const TableEvent event = {
        .kind = choice.kind, .seat = seat, .attempt = choice.attempt, .at_ms = at_ms};
    return play_event(play, &event);
}

static bool play_on(GameInPlay *play)
{
    if (!seat_players(play) || !deliver_hearings(play, 0, TRY_NONE) || !play_opening(play))
        return false;
    while (!table_is_over(play->table))
        if (!play_choice(play))
            return false;
    return true;
}

bool game_player_play(const GamePlayer *game_player, const Memory *memory, GameResult *result,
                      Text *script)
{
    assert(game_player->players[0] && game_player->players[1]);
    assert(game_player->opening_count <= 2 * OPENING_MOVES_MAX);
    const Plan *plan = game_player->plan;
    GameInPlay play = {.game_player = game_player};
    play.table =
        table_create(memory, plan->game, plan->rules, plan->limits.clock, 0, &play.effects);
    if (!play.table)
        return false;
    const uint8_t first_seat = table_seat_to_move(play.table);
    const bool is_played = play_on(&play);
    if (is_played) {
        script_write(plan->game, table_record(play.table), first_seat, script);
        *result = play.result;
    }
    table_destroy(play.table);
    return is_played && !script->cut;
}

// Draws a try that is a legal move and does not end the game, and plays it on truths[0]. TRY_NONE if there is none.
static Try draw_move(const Plan *plan, Rng *rng, const OpeningRoom *room, Hearing to[2])
{
    const Game *game = plan->game;
    const uint8_t seat = game->seat_to_move(room->truths[0]);
    uint32_t count = game->tries(plan->rules, room->views[seat], room->tries);
    assert(count <= game->tries_max);
    while (count) {
        const uint32_t index = rng_below(rng, count);
        const Try attempt = room->tries[index];
        room->tries[index] = room->tries[--count];
        memcpy(room->truths[1], room->truths[0], game->truth_bytes);
        game->judge(plan->rules, room->truths[1], attempt, to);
        if (to[seat].verdict == VERDICT_PLAYED && !to[seat].ending) {
            memcpy(room->truths[0], room->truths[1], game->truth_bytes);
            return attempt;
        }
    }
    return TRY_NONE;
}

uint32_t opening_draw(const Plan *plan, Rng *const chance[2], const OpeningRoom *room, Try *opening)
{
    assert(plan->opening_moves <= OPENING_MOVES_MAX);
    const Game *game = plan->game;
    Hearing to[2];
    game->deal(plan->rules, room->truths[0], to);
    for (uint8_t seat = 0; seat < 2; seat++)
        game->sit(plan->rules, seat, room->views[seat]);
    uint32_t count = 0;
    while (count < 2 * plan->opening_moves && !to[0].ending) {
        const uint8_t seat = game->seat_to_move(room->truths[0]);
        const Try attempt = draw_move(plan, chance[seat], room, to);
        if (attempt == TRY_NONE)
            break;
        game_hear_both(game, plan->rules, room->views, attempt, to);
        opening[count++] = attempt;
    }
    return count;
}
