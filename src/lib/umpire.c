// nebel/umpire.h: games, hearings, and an umpire with the views of both seats beside it.
#include "games/registry/games.h"
#include "lib/handles.h"

#include <assert.h>
#include <string.h>

enum { SEAT_COUNT = 2 };

_Static_assert(sizeof(nebel_hearing) == sizeof(Hearing), "hearings cross the border as bytes");

nebel_game *nebel_game_open(const char *game_string, char *text, size_t bytes)
{
    Text message = text_in(text, bytes);
    nebel_game read = {0};
    read.game = game_read(game_string, &read.rules, &message);
    if (!read.game)
        return NULL;
    nebel_game *game = api__make_game(read.game, &read.rules);
    if (!game)
        text_add(&message, nebel_error_text(NEBEL_ERR_MEMORY));
    return game;
}

nebel_game *api__make_game(const Game *game, const AnyRules *rules)
{
    assert(game->tries_max <= API_TRIES_MAX);
    nebel_game made = {.game = game, .rules = *rules, .kind = numeric_kind_of(game)};
    assert(made.kind); // every game of the list has a row
    nebel_game *kept = memory_resize(&memory_heap, NULL, sizeof *kept);
    if (!kept || !actions_init(&made.actions, &memory_heap, made.kind, (const Rules *)rules)) {
        memory_resize(&memory_heap, kept, 0);
        return NULL;
    }
    *kept = made;
    return kept;
}

void nebel_game_close(nebel_game *game)
{
    if (game)
        actions_done(&game->actions, &memory_heap);
    memory_resize(&memory_heap, game, 0);
}

bool nebel_game_string(const nebel_game *game, char *text, size_t bytes)
{
    Text string = text_in(text, bytes);
    game->game->write(api__rules(game), &string);
    return !string.cut;
}

bool api__is_same_game(const nebel_game *one, const nebel_game *other)
{
    if (one == other)
        return true;
    char texts[2][GAME_TEXT_MAX];
    return nebel_game_string(one, texts[0], GAME_TEXT_MAX) &&
           nebel_game_string(other, texts[1], GAME_TEXT_MAX) && strcmp(texts[0], texts[1]) == 0;
}

bool nebel_hearing_is_silence(const nebel_hearing *hearing)
{
    Hearing inside;
    memcpy(&inside, hearing, sizeof inside);
    return inside.event == HEARD_NOTHING;
}

bool nebel_hearing_words(const nebel_game *game, const nebel_hearing *hearing, char *text,
                         size_t bytes)
{
    Hearing inside;
    memcpy(&inside, hearing, sizeof inside);
    Text words = text_in(text, bytes);
    game->game->say(api__rules(game), &inside, &words);
    return !words.cut;
}

// The seats' views are kept for the list of tries, which must never see the truth.
struct nebel_umpire {
    const nebel_game *game;
    bool is_over;
    AnyView views[SEAT_COUNT];
    _Alignas(max_align_t) unsigned char truth
        []; // game->truth_bytes, which are often far fewer than AnyTruth's
};

static size_t umpire_bytes(const Game *game)
{
    assert(game->truth_bytes <= TRUTH_BYTES_MAX && game->view_bytes <= VIEW_BYTES_MAX);
    return sizeof(nebel_umpire) + game->truth_bytes;
}

static void hear_both(nebel_umpire *umpire, Try attempt, const Hearing to[SEAT_COUNT])
{
    void *const views[SEAT_COUNT] = {&umpire->views[0], &umpire->views[1]};
    game_hear_both(umpire->game->game, api__rules(umpire->game), views, attempt, to);
}

nebel_umpire *nebel_umpire_create(const nebel_game *game, nebel_hearing to[2])
{
    nebel_umpire *umpire = memory_resize(&memory_heap, NULL, umpire_bytes(game->game));
    if (!umpire)
        return NULL;
    Hearing opening[SEAT_COUNT];
    umpire->game = game;
    game->game->deal(api__rules(game), umpire->truth, opening);
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++)
        game->game->sit(api__rules(game), (uint8_t)seat, &umpire->views[seat]);
    hear_both(umpire, TRY_NONE, opening);
    umpire->is_over = opening[0].ending != 0;
    memcpy(to, opening, sizeof opening);
    return umpire;
}

nebel_umpire *nebel_umpire_copy(const nebel_umpire *umpire)
{
    const size_t bytes = umpire_bytes(umpire->game->game);
    nebel_umpire *copy = memory_resize(&memory_heap, NULL, bytes);
    if (copy)
        memcpy(copy, umpire, bytes);
    return copy;
}

void nebel_umpire_destroy(nebel_umpire *umpire)
{
    memory_resize(&memory_heap, umpire, 0);
}

nebel_error nebel_umpire_try(nebel_umpire *umpire, int seat, const char *attempt,
                             nebel_hearing to[2])
{
    const Game *game = umpire->game->game;
    const Try code = game->try_from_text(slice_of(attempt));
    if (code == TRY_NONE)
        return NEBEL_ERR_TRY;
    if (!api__is_seat(seat))
        return NEBEL_ERR_SEAT;
    if (umpire->is_over)
        return NEBEL_ERR_OVER;
    if (seat != nebel_umpire_seat_to_move(umpire))
        return NEBEL_ERR_TURN;
    Hearing heard[SEAT_COUNT];
    game->judge(api__rules(umpire->game), umpire->truth, code, heard);
    hear_both(umpire, code, heard);
    umpire->is_over = heard[seat].ending != 0;
    memcpy(to, heard, sizeof heard);
    return NEBEL_OK;
}

int nebel_umpire_seat_to_move(const nebel_umpire *umpire)
{
    return umpire->game->game->seat_to_move(umpire->truth);
}

bool nebel_umpire_is_over(const nebel_umpire *umpire)
{
    return umpire->is_over;
}

uint32_t nebel_umpire_tries(const nebel_umpire *umpire, nebel_try *tries, uint32_t room)
{
    const Game *game = umpire->game->game;
    const AnyView *view = &umpire->views[nebel_umpire_seat_to_move(umpire)];
    Try codes[API_TRIES_MAX];
    const uint32_t count = game->tries(api__rules(umpire->game), view, codes);
    assert(count <= game->tries_max);
    for (uint32_t i = 0; i < count && i < room; i++)
        api__try_to_text(game, codes[i], &tries[i]);
    return count;
}
