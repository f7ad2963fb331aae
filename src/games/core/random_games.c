// Random games through the table's public functions: nothing here sees a truth.
#include "games/core/random_games.h"

#include "base/rng.h"

#include <assert.h>

// What both seats know, and room for the tries of one.
typedef struct Seats {
    AnyView views[2];
    Try *tries;
} Seats;

static void random_games_hear(TableRandomGames *random_games, const Game *game, const Rules *rules,
                              Seats *seats, const TableEvent *event, const TableEffects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        const Try own =
            hearing_own(&effect->hearing, effect->seat, event ? event->attempt : TRY_NONE);
        game->hear(rules, &seats->views[effect->seat], own, &effect->hearing);
        random_games->sum = rotate_left(random_games->sum, 5) + effect->sequence +
                            effect->clock_ms[0] + effect->clock_ms[1] + effect->hearing.event +
                            effect->hearing.checks;
    }
}

static bool random_games_play_game(TableRandomGames *random_games, const Memory *memory,
                                   const Game *game, const Rules *rules, Seats *seats, Rng *rng)
{
    // Three minutes and two seconds a move; a try takes half a second on average.
    enum { BASE_MS = 180000, INCREMENT_MS = 2000, TRY_MS_MAX = 1000 };
    const ClockRule clock = {BASE_MS, INCREMENT_MS};
    TableEffects effects;
    Table *table = table_create(memory, game, rules, clock, 0, &effects);
    if (!table)
        return false;
    for (uint8_t seat = 0; seat < 2; seat++)
        game->sit(rules, seat, &seats->views[seat]);
    random_games_hear(random_games, game, rules, seats, NULL, &effects);

    TableEvent event = {.kind = EVENT_TRY};
    TableError error = TABLE_OK;
    while (!table_is_over(table) && !error) {
        event.seat = table_seat_to_move(table);
        const uint32_t count = game->tries(rules, &seats->views[event.seat], seats->tries);
        assert(count > 0 && count <= game->tries_max);
        event.attempt = seats->tries[rng_below(rng, count)];
        event.at_ms += rng_below(rng, TRY_MS_MAX);
        error = table_step(table, &event, &effects);
        if (!error)
            random_games_hear(random_games, game, rules, seats, &event, &effects);
        random_games->events++;
    }
    table_destroy(table);
    random_games->games++;
    return !error;
}

bool table_random_games(TableRandomGames *random_games, const Memory *memory, const Game *game,
                        const Rules *rules, uint64_t seed, uint64_t games)
{
    Seats seats = {.tries = memory_resize(memory, NULL, game->tries_max * sizeof(Try))};
    Rng rng = rng_from_seed(seed);
    bool is_fine = seats.tries != NULL;
    for (uint64_t i = 0; i < games && is_fine; i++)
        is_fine = random_games_play_game(random_games, memory, game, rules, &seats, &rng);
    memory_resize(memory, seats.tries, 0);
    return is_fine;
}
