// nebel/state.h: games as numbers.
#include "engine/players/belief_models.h"
#include "formats/records/hearing_text.h"
#include "games/seat/seat.h"
#include "lib/handles.h"

#include <assert.h>
#include <string.h>

enum { SEAT_COUNT = 2, NO_SEAT = -1 };

_Static_assert((int)NEBEL_MOVES_MAX == PLIES_MAX && (int)NEBEL_REFUSALS_MAX == ATTEMPTS_MAX,
               "the header names the limits of every game");

static const char written_as[] = "nebel state 1\n"; // the first line of a state as text

nebel_shape nebel_game_shape(const nebel_game *game)
{
    const NumericShape shape = game->kind->shape(api__rules(game));
    return (nebel_shape){.planes = shape.planes,
                         .ranks = shape.ranks,
                         .files = shape.files,
                         .kinds = shape.kinds,
                         .actions = game->actions.count,
                         .actions_max = game->game->tries_max < game->actions.count
                                            ? game->game->tries_max
                                            : game->actions.count};
}

const char *nebel_game_plane(const nebel_game *game, uint32_t index)
{
    return index < game->kind->shape(api__rules(game)).planes ? game->kind->planes[index] : NULL;
}

bool nebel_action_text(const nebel_game *game, int32_t action, nebel_try *attempt)
{
    const Try code = action_try(&game->actions, action);
    *attempt = (nebel_try){""};
    if (code != TRY_NONE)
        api__try_to_text(game->game, code, attempt);
    return code != TRY_NONE;
}

int32_t nebel_action_read(const nebel_game *game, const char *attempt)
{
    return action_of(&game->actions, game->game->try_from_text(slice_of(attempt)));
}

static size_t state_bytes(const nebel_game *game)
{
    return sizeof(nebel_state) + live_bytes(game->game);
}

nebel_state *api__make_state(const nebel_game *game)
{
    nebel_state *state = memory_resize(&memory_heap, NULL, state_bytes(game));
    if (state) {
        memset(state, 0, sizeof(nebel_state));
        state->game = game;
        state->live = (Live *)state->bytes;
    }
    return state;
}

// Notes what the seats heard of a try, or of the opening. False, with nothing changed, if there is no memory.
static bool note(nebel_state *state, Try attempt, const Hearing to[SEAT_COUNT])
{
    const uint32_t counts[SEAT_COUNT] = {state->logs[0].count, state->logs[1].count};
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        const Heard heard = {.own = hearing_own(&to[seat], (uint8_t)seat, attempt),
                             .hearing = to[seat]};
        if (to[seat].event != HEARD_NOTHING &&
            !seat_log_add(&state->logs[seat], &memory_heap, heard)) {
            state->logs[0].count = counts[0];
            return false;
        }
    }
    return true;
}

nebel_state *nebel_state_create(const nebel_game *game)
{
    nebel_state *state = api__make_state(game);
    Hearing opening[SEAT_COUNT];
    if (!state)
        return NULL;
    live_deal(game->game, api__rules(game), state->live, opening);
    if (note(state, TRY_NONE, opening))
        return state;
    nebel_state_destroy(state);
    return NULL;
}

static bool copy_list(void *to, const void *from, size_t bytes)
{
    void *copy = bytes ? memory_resize(&memory_heap, NULL, bytes) : NULL;
    if (bytes && !copy)
        return false;
    if (bytes)
        memcpy(copy, from, bytes);
    memcpy(to, &copy, sizeof copy);
    return true;
}

nebel_state *nebel_state_copy(const nebel_state *state)
{
    nebel_state *copy = api__make_state(state->game);
    if (!copy)
        return NULL;
    memcpy(copy->live, state->live, live_bytes(state->game->game));
    copy->is_drawn = state->is_drawn;
    bool is_copied = copy_list(&copy->tries, state->tries, state->count * sizeof(Try));
    copy->count = copy->capacity = is_copied ? state->count : 0;
    for (unsigned seat = 0; seat < SEAT_COUNT && is_copied; seat++) {
        const SeatLog *log = &state->logs[seat];
        is_copied = copy_list(&copy->logs[seat].list, log->list, log->count * sizeof(Heard));
        copy->logs[seat].count = copy->logs[seat].capacity = is_copied ? log->count : 0;
    }
    if (is_copied)
        return copy;
    nebel_state_destroy(copy);
    return NULL;
}

void nebel_state_destroy(nebel_state *state)
{
    if (!state)
        return;
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++)
        seat_log_done(&state->logs[seat], &memory_heap);
    memory_resize(&memory_heap, state->tries, 0);
    memory_resize(&memory_heap, state, 0);
}

int nebel_state_to_move(const nebel_state *state)
{
    return state->live->ending ? NO_SEAT : state->live->to_move;
}

nebel_outcome nebel_state_outcome(const nebel_state *state)
{
    const Live *live = state->live;
    nebel_outcome outcome = {.is_over = live->ending != 0, .winner = -1, .ending = live->ending};
    if (live->winner != WINNER_NONE) {
        outcome.winner = live->winner == WINNER_FIRST ? NEBEL_WHITE : NEBEL_BLACK;
        outcome.returns[outcome.winner] = 1;
        outcome.returns[!outcome.winner] = -1;
    }
    return outcome;
}

const char *nebel_ending_text(uint8_t ending)
{
    const char *name = ending ? ending_name(ending) : NULL;
    return name ? name : "";
}

// The tries of the seat to move, in the order of its game; `tries` has room for API_TRIES_MAX.
static uint32_t list_tries(const nebel_state *state, Try *tries)
{
    const Game *game = state->game->game;
    const Live *live = state->live;
    if (live->ending)
        return 0;
    return game->tries(api__rules(state->game), live_view_const(game, live, live->to_move), tries);
}

uint32_t nebel_state_actions(const nebel_state *state, int32_t *actions, uint32_t room)
{
    Try tries[API_TRIES_MAX];
    int32_t sorted[API_TRIES_MAX];
    const uint32_t count = list_tries(state, tries);
    actions_sort(&state->game->actions, tries, count, count <= room ? actions : sorted);
    if (count > room && room)
        memcpy(actions, sorted, room * sizeof actions[0]);
    return count;
}

void nebel_state_mask(const nebel_state *state, uint8_t *mask)
{
    Try tries[API_TRIES_MAX];
    const Actions *actions = &state->game->actions;
    const uint32_t count = list_tries(state, tries);
    memset(mask, 0, actions->count);
    for (uint32_t i = 0; i < count; i++)
        mask[action_of(actions, tries[i])] = 1;
}

nebel_error nebel_state_apply(nebel_state *state, int32_t action, nebel_hearing to[2])
{
    const nebel_game *game = state->game;
    const Try attempt = action_try(&game->actions, action);
    if (attempt == TRY_NONE)
        return NEBEL_ERR_TRY;
    if (state->live->ending)
        return NEBEL_ERR_OVER;
    // Room first: a call that fails has changed nothing.
    if (!memory_reserve(&memory_heap, &state->tries, state->count, &state->capacity, sizeof(Try)) ||
        !memory_reserve(&memory_heap, &state->logs[0].list, state->logs[0].count,
                        &state->logs[0].capacity, sizeof(Heard)) ||
        !memory_reserve(&memory_heap, &state->logs[1].list, state->logs[1].count,
                        &state->logs[1].capacity, sizeof(Heard)))
        return NEBEL_ERR_MEMORY;
    Hearing heard[SEAT_COUNT];
    live_try(game->game, api__rules(game), state->live, attempt, heard);
    state->tries[state->count++] = attempt;
    const bool is_noted = note(state, attempt, heard);
    assert(is_noted);
    (void)is_noted;
    if (to)
        memcpy(to, heard, sizeof heard);
    return NEBEL_OK;
}

nebel_error nebel_state_observe(const nebel_state *state, int seat, uint8_t *planes)
{
    if (!api__is_seat(seat))
        return NEBEL_ERR_SEAT;
    const nebel_game *game = state->game;
    game->kind->observe(api__rules(game), live_view_const(game->game, state->live, (uint8_t)seat),
                        &state->live->ears[seat], planes);
    return NEBEL_OK;
}

static void add_heard(const Game *game, const Heard *heard, uint8_t seat, Text *text)
{
    if (heard->own != TRY_NONE) {
        game->try_to_text(heard->own, text);
        text_add(text, ": ");
    }
    hearing_to_text(&heard->hearing, seat, text);
    text_add_char(text, '\n');
}

// The seat as nebel/seat.h knows it; it borrows the log of the state.
static Seat seat_of(const nebel_state *state, uint8_t number)
{
    const Game *game = state->game->game;
    Seat seat;
    seat_init(&seat, &memory_heap, game, api__rules(state->game), number);
    memcpy(&seat.view, live_view_const(game, state->live, number), game->view_bytes);
    seat.log = state->logs[number];
    return seat;
}

static void add_turn(const nebel_state *state, uint8_t seat, Text *text)
{
    const Live *live = state->live;
    static const char *const names[SEAT_COUNT] = {"white", "black"};
    text_add(text, names[seat]);
    if (live->ending)
        text_format(text, ", over: %s, winner %s\n", ending_name(live->ending),
                    winner_name(live->winner));
    else
        text_add(text, live->to_move == seat ? ", to move\n" : ", waiting\n");
}

static void add_men(const Seat *seat, Text *text)
{
    for (unsigned side = 0; side < SEAT_COUNT; side++) {
        bool is_first = true;
        for (unsigned spot = 0; spot < SEAT_SPOTS; spot++) {
            const SeatMan man = seat_man_at(seat, (uint8_t)side, spot);
            if (!man)
                continue;
            text_add(text, is_first ? (side == seat->number ? "men " : "enemy men ") : " ");
            seat_man_to_text(seat, spot, man, text);
            is_first = false;
        }
        text_add(text, is_first ? "" : "\n");
    }
}

static void add_refusals(const Seat *seat, Text *text)
{
    Try refused[ATTEMPTS_MAX];
    const uint32_t count = seat_refusals(seat, refused);
    for (uint32_t i = 0; i < count; i++) {
        text_add(text, i == 0 ? "refused " : " ");
        seat->game->try_to_text(refused[i], text);
    }
    text_add(text, count ? "\n" : "");
}

// What was heard since the own last move, that move included.
static void add_latest(const Seat *seat, Text *text)
{
    const SeatLog *log = &seat->log;
    uint32_t first = log->count;
    while (first > 0 && !(log->list[first - 1].hearing.event == HEARD_MOVE &&
                          log->list[first - 1].hearing.seat == seat->number))
        first--;
    for (uint32_t i = first ? first - 1 : 0; i < log->count; i++) {
        text_add(text, "heard ");
        add_heard(seat->game, &log->list[i], seat->number, text);
    }
}

static nebel_error hand_over(Text *text, char **written)
{
    if (text->cut) {
        text_done(text);
        return NEBEL_ERR_MEMORY;
    }
    *written = text->start;
    return NEBEL_OK;
}

nebel_error nebel_state_observation(const nebel_state *state, int seat, char **written)
{
    if (!api__is_seat(seat))
        return NEBEL_ERR_SEAT;
    const Seat seen = seat_of(state, (uint8_t)seat);
    Text text = text_growing(&memory_heap);
    add_turn(state, (uint8_t)seat, &text);
    add_men(&seen, &text);
    add_refusals(&seen, &text);
    add_latest(&seen, &text);
    return hand_over(&text, written);
}

nebel_error nebel_state_information(const nebel_state *state, int seat, char **written)
{
    if (!api__is_seat(seat))
        return NEBEL_ERR_SEAT;
    const SeatLog *log = &state->logs[seat];
    Text text = text_growing(&memory_heap);
    for (uint32_t i = 0; i < log->count; i++)
        add_heard(state->game->game, &log->list[i], (uint8_t)seat, &text);
    return hand_over(&text, written);
}

uint32_t nebel_state_heard(const nebel_state *state, int seat)
{
    return api__is_seat(seat) ? state->logs[seat].count : 0;
}

bool nebel_state_hearing(const nebel_state *state, int seat, uint32_t index, int32_t *own,
                         nebel_hearing *hearing)
{
    if (index >= nebel_state_heard(state, seat))
        return false;
    const Heard *heard = &state->logs[seat].list[index];
    *own = action_of(&state->game->actions, heard->own);
    memcpy(hearing, &heard->hearing, sizeof *hearing);
    return true;
}

nebel_error nebel_state_history(const nebel_state *state, int32_t *actions, uint32_t room,
                                uint32_t *count)
{
    if (state->is_drawn)
        return NEBEL_ERR_PAST;
    for (uint32_t i = 0; i < state->count && i < room; i++)
        actions[i] = action_of(&state->game->actions, state->tries[i]);
    *count = state->count;
    return NEBEL_OK;
}

void nebel_state_men(const nebel_state *state, uint8_t *men)
{
    const nebel_game *game = state->game;
    _Alignas(max_align_t) unsigned char board[TRUTH_BYTES_MAX];
    const BeliefModel *model = belief_model_of(game->game);
    assert(model && model->board_bytes <= sizeof board);
    model->imagine(api__rules(game), live_truth_const(game->game, state->live), board);
    game->kind->men(api__rules(game), board, men);
}

nebel_error nebel_state_write(const nebel_state *state, char **written)
{
    if (state->is_drawn)
        return NEBEL_ERR_PAST;
    const Game *game = state->game->game;
    Text text = text_growing(&memory_heap);
    text_add(&text, written_as);
    game->write(api__rules(state->game), &text);
    text_add_char(&text, '\n');
    for (uint32_t i = 0; i < state->count; i++) {
        text_add(&text, i ? " " : "");
        game->try_to_text(state->tries[i], &text);
    }
    text_add_char(&text, '\n');
    return hand_over(&text, written);
}

static const char *replay(nebel_state *state, Slice tries)
{
    for (Slice word = slice_word(&tries); word.length; word = slice_word(&tries)) {
        const Try attempt = state->game->game->try_from_text(word);
        const nebel_error error =
            nebel_state_apply(state, action_of(&state->game->actions, attempt), NULL);
        if (error)
            return nebel_error_text(error);
    }
    return NULL;
}

// Reads the lines above the tries; what is wrong with them, or NULL.
static const char *read_head(const nebel_game *game, Slice *rest)
{
    char string[GAME_TEXT_MAX];
    const bool is_whole = nebel_game_string(game, string, sizeof string);
    const size_t length = sizeof written_as - 1;
    assert(is_whole);
    (void)is_whole;
    if (rest->length < length || memcmp(rest->start, written_as, length) != 0)
        return "this is no state of nebel_state_write";
    *rest = (Slice){rest->start + length, rest->length - length};
    return slice_is(slice_take(rest, "\n"), string) ? NULL : "this is a state of another game";
}

nebel_state *nebel_state_read(const nebel_game *game, const char *written, char *text, size_t bytes)
{
    Text message = text_in(text, bytes);
    Slice rest = slice_of(written);
    const char *why = read_head(game, &rest);
    nebel_state *state = why ? NULL : nebel_state_create(game);
    if (!why)
        why = state ? replay(state, rest) : nebel_error_text(NEBEL_ERR_MEMORY);
    if (!why)
        return state;
    nebel_state_destroy(state);
    text_add(&message, why);
    return NULL;
}

// Plays the tries again, since an entry says who made it.
static bool add_entries(const nebel_state *state, GameRecord *record)
{
    nebel_state *again = nebel_state_create(state->game);
    bool is_added = again != NULL;
    for (uint32_t i = 0; i < state->count && is_added; i++) {
        const Entry entry = {
            .kind = EVENT_TRY, .seat = again->live->to_move, .attempt = state->tries[i]};
        const int32_t action = action_of(&state->game->actions, entry.attempt);
        is_added = entries_add(&record->entries, &memory_heap, entry) &&
                   nebel_state_apply(again, action, NULL) == NEBEL_OK;
    }
    nebel_state_destroy(again);
    return is_added;
}

nebel_record *nebel_state_record(const nebel_state *state)
{
    nebel_record *record =
        state->is_drawn ? NULL : memory_resize(&memory_heap, NULL, sizeof *record);
    if (!record)
        return NULL;
    record->game = game_record_of(state->game->game, api__rules(state->game), (ClockRule){0});
    if (add_entries(state, &record->game))
        return record;
    nebel_record_destroy(record);
    return NULL;
}

nebel_game *nebel_record_game(const nebel_record *record)
{
    return api__make_game(record->game.game, &record->game.rules);
}

uint32_t nebel_record_actions(const nebel_record *record, const nebel_game *game, int32_t *actions,
                              uint32_t room)
{
    const Entries *entries = &record->game.entries;
    uint32_t count = 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        if (entries->list[i].kind != EVENT_TRY)
            continue;
        if (count < room)
            actions[count] = action_of(&game->actions, entries->list[i].attempt);
        count++;
    }
    return count;
}

const char *nebel_record_tag(const nebel_record *record, nebel_tag tag)
{
    return (size_t)tag < TAG_COUNT ? record_tag_value(&record->game.tags, tag) : "";
}
