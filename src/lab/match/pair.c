// Plays pairs, writes and reads their lines, and goes through them again: to check them, or as PGN.
#include "lab/match/pair.h"

#include "base/hash.h"
#include "engine/players/roster.h"
#include "formats/records/format.h"
#include "formats/records/game_record.h"
#include "formats/records/hearing_text.h"
#include "games/core/table_replay.h"
#include "lab/match/external_programs.h"
#include "lab/match/game_player.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    HASH_DIGITS = 16, // of 64 bits in hexadecimal
    END_BYTES = sizeof MATCH_LINE_SEPARATOR - 1 + HASH_DIGITS,
};

static void add_hash(uint64_t hash, Text *text)
{
    text_format(text, MATCH_LINE_SEPARATOR "%0*" PRIx64, HASH_DIGITS, hash);
}

void match_line_seal(Text *text, size_t start)
{
    assert(start <= text->length);
    add_hash(hash_bytes(HASH_START, text->start + start, text->length - start), text);
}

bool match_line_unseal(Slice line, Slice *body, uint64_t *hash)
{
    char expected[END_BYTES + 1];
    Text end = TEXT_IN(expected);
    if (line.length < END_BYTES)
        return false;
    const size_t length = line.length - END_BYTES;
    const uint64_t found = hash_bytes(HASH_START, line.start, length);
    add_hash(found, &end);
    if (memcmp(line.start + length, expected, END_BYTES) != 0)
        return false;
    *body = (Slice){line.start, length};
    *hash = found;
    return true;
}

struct PairPlayer {
    Memory memory;
    const Plan *plan;
    const Clocks *clocks;
    Player *players[PLAN_PLAYERS_MAX];
    OpeningRoom room;
    Try opening[2 * OPENING_MOVES_MAX];
    Dialogue dialogues[2]; // by seat, in a plan that keeps them
    GameWatch *watch;      // NULL if nobody watches
};

static bool make_opening_room(PairPlayer *pair_player)
{
    const Game *game = pair_player->plan->game;
    OpeningRoom *room = &pair_player->room;
    for (unsigned i = 0; i < 2; i++) {
        room->views[i] = memory_resize(&pair_player->memory, NULL, game->view_bytes);
        room->truths[i] = memory_resize(&pair_player->memory, NULL, game->truth_bytes);
    }
    room->tries = memory_resize(&pair_player->memory, NULL, game->tries_max * sizeof(Try));
    return room->views[0] && room->views[1] && room->truths[0] && room->truths[1] && room->tries;
}

PairPlayer *pair_player_create(const Memory *memory, const Plan *plan, const Clocks *clocks,
                               Text *message)
{
    assert(plan->secret || !plan_has_external_programs(plan));
    assert(plan->player_count <= PLAN_PLAYERS_MAX);
    PairPlayer *pair_player = memory_resize(memory, NULL, sizeof *pair_player);
    if (pair_player)
        *pair_player = (PairPlayer){.memory = *memory, .plan = plan, .clocks = clocks};
    if (!pair_player || !make_opening_room(pair_player)) {
        text_add(message, "there is not enough memory to play");
        pair_player_destroy(pair_player);
        return NULL;
    }
    for (unsigned seat = 0; seat < 2 && plan->dialogues; seat++)
        dialogue_init(&pair_player->dialogues[seat], memory, clocks);
    for (uint32_t i = 0; i < plan->player_count; i++) {
        pair_player->players[i] = roster_open(memory, plan->players[i], message);
        if (!pair_player->players[i]) {
            pair_player_destroy(pair_player);
            return NULL;
        }
    }
    return pair_player;
}

void pair_player_destroy(PairPlayer *pair_player)
{
    if (!pair_player)
        return;
    const Memory memory = pair_player->memory;
    for (uint32_t i = 0; i < PLAN_PLAYERS_MAX; i++)
        player_destroy(pair_player->players[i]);
    for (unsigned i = 0; i < 2; i++) {
        if (pair_player->dialogues[i].log.add)
            dialogue_done(&pair_player->dialogues[i]);
        memory_resize(&memory, pair_player->room.views[i], 0);
        memory_resize(&memory, pair_player->room.truths[i], 0);
    }
    memory_resize(&memory, pair_player->room.tries, 0);
    memory_resize(&memory, pair_player, 0);
}

Player *pair_player_swap(PairPlayer *pair_player, uint32_t number, Player *player)
{
    assert(player && number < pair_player->plan->player_count);
    Player *before = pair_player->players[number];
    pair_player->players[number] = player;
    return before;
}

void pair_player_watch(PairPlayer *pair_player, GameWatch *watch)
{
    pair_player->watch = watch;
}

// Returns the seed of a random stream. Openings have one, and each player in each game has one. Streams belong to the player, not to the
// colour, and differ between the two games; otherwise a player against itself would play every pair even. From one
// of these seeds all others can be computed.
static uint64_t seeded_stream(const Plan *plan, uint64_t pair, unsigned purpose)
{
    uint64_t state = plan->seed;
    state = splitmix64(&state) ^ pair;
    state = splitmix64(&state) ^ purpose;
    return splitmix64(&state);
}

enum {
    FOR_OPENING,
    FOR_PLAYERS
}; // purposes; from FOR_PLAYERS on, one for each player in each game

static uint64_t keyed_stream(const Plan *plan, uint64_t pair, StreamPurpose purpose, unsigned game,
                             unsigned player)
{
    return secret_stream(plan->secret,
                         (Stream){pair, (uint8_t)purpose, (uint8_t)game, (uint8_t)player});
}

uint64_t pair_seed(const Plan *plan, uint64_t pair, unsigned game, unsigned player)
{
    assert(game < 2 && player < 2);
    if (plan->secret)
        return keyed_stream(plan, pair, STREAM_PLAYER, game, player);
    return seeded_stream(plan, pair, FOR_PLAYERS + 2 * game + player);
}

// Draws the opening of a game. Players of our own remember no opening: one stream makes all moves, the same in both games. With
// external programs the moves made for a player come from a stream of that player in that game: its own moves tell it nothing of
// the other's, in this game or the next.
static uint32_t draw_opening(PairPlayer *pair_player, uint64_t pair, unsigned game)
{
    const Plan *plan = pair_player->plan;
    Rng rngs[2] = {rng_from_seed(seeded_stream(plan, pair, FOR_OPENING))};
    Rng *chance[2] = {&rngs[0], &rngs[0]}; // by seat; the first player's seat is the game's number
    for (unsigned player = 0; player < 2 && plan->secret; player++) {
        rngs[player] = rng_from_seed(keyed_stream(plan, pair, STREAM_OPENING, game, player));
        chance[player ^ game] = &rngs[player];
    }
    return opening_draw(plan, chance, &pair_player->room, pair_player->opening);
}

static void add_reason(const char *reason, Text *text)
{
    if (reason[0])
        text_add(text, " ; ");
    for (; *reason; reason++)
        text_add_char(text, (unsigned char)*reason < ' ' || *reason == '|' ? ' ' : *reason);
}

static uint64_t game_number(const Job *job, unsigned game)
{
    return 2 * job->number + game + 1;
}

// Gives the external programs of a game that is about to begin their dialogues.
static void begin_dialogues(PairPlayer *pair_player, GamePlayer *game_player)
{
    for (unsigned seat = 0; seat < 2; seat++)
        if (pair_player->plan->dialogues &&
            roster_is_guest(pair_player->plan->players[game_player->numbers[seat]])) {
            dialogue_begin(&pair_player->dialogues[seat]);
            game_player->logs[seat] = &pair_player->dialogues[seat].log;
        }
}

static void save_dialogues(const PairPlayer *pair_player, const GamePlayer *game_player,
                           uint64_t number)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        char memory[64];
        Text name = TEXT_IN(memory);
        if (!game_player->logs[seat])
            continue;
        text_format(&name, "game-%" PRIu64 "-%s", number, view_name((uint8_t)seat));
        dialogue_save(&pair_player->dialogues[seat], pair_player->plan->dialogues, memory,
                      pair_player->plan->players[game_player->numbers[seat]]);
    }
}

static void begin_watch(GameWatch *watch, uint64_t number)
{
    if (!watch)
        return;
    atomic_store(&watch->plies, 0);
    atomic_store(&watch->game, number);
}

// Plays a game and writes " | winner ending attempts plies script".
static bool play_game_of_pair(PairPlayer *pair_player, const Job *job, unsigned game, Text *text,
                              GameResult *result)
{
    assert(game < 2);
    const Plan *plan = pair_player->plan;
    const unsigned first_seat = game; // of the job's first player
    GamePlayer game_player = {.plan = plan,
                              .clocks = pair_player->clocks,
                              .opening = pair_player->opening,
                              .watch = pair_player->watch,
                              .opening_count = draw_opening(pair_player, job->number, game)};
    game_player.players[first_seat] = pair_player->players[job->first];
    game_player.players[!first_seat] = pair_player->players[job->second];
    game_player.numbers[first_seat] = job->first;
    game_player.numbers[!first_seat] = job->second;
    game_player.seeds[first_seat] = pair_seed(plan, job->number, game, 0);
    game_player.seeds[!first_seat] = pair_seed(plan, job->number, game, 1);

    begin_dialogues(pair_player, &game_player);
    begin_watch(game_player.watch, game_number(job, game));
    Text script = text_growing(&pair_player->memory);
    const bool is_played = game_player_play(&game_player, &pair_player->memory, result, &script);
    save_dialogues(pair_player, &game_player, game_number(job, game));
    if (is_played) {
        text_format(text, MATCH_LINE_SEPARATOR "%s %s %u %u ", winner_name(result->winner),
                    ending_name(result->ending), result->attempts, result->plies);
        text_add(text, script.start);
        add_reason(result->reason, text);
    }
    text_done(&script);
    return is_played;
}

bool pair_player_play(PairPlayer *pair_player, uint64_t number, Text *text, PairResult *result)
{
    const Plan *plan = pair_player->plan;
    const Job job = plan_job(plan, number);
    GameResult games[2];
    const size_t start = text->length;
    text_format(text, "pair %" PRIu64, number);
    for (unsigned game = 0; game < 2; game++)
        if (!play_game_of_pair(pair_player, &job, game, text, &games[game]))
            return false;
    match_line_seal(text, start);
    const Slice line = {text->start + start, text->length - start};
    return !text->cut && pair_from_line(plan, line, result);
}

// Takes the part before the next separator.
static Slice take_part(Slice *rest)
{
    const Slice all = *rest;
    const size_t length = sizeof MATCH_LINE_SEPARATOR - 1;
    for (size_t i = 0; i + length <= all.length; i++)
        if (memcmp(all.start + i, MATCH_LINE_SEPARATOR, length) == 0) {
            const size_t used = i + length;
            *rest = (Slice){all.start + used, all.length - used};
            return (Slice){all.start, i};
        }
    *rest = (Slice){all.start + all.length, 0};
    return all;
}

static bool take_count(Slice *rest, uint32_t *number)
{
    uint64_t read;
    if (!slice_number(slice_take(rest, " "), UINT32_MAX, &read))
        return false;
    *number = (uint32_t)read;
    return true;
}

static bool read_game_part(Slice part, GameResult *result, Slice *script)
{
    *result = (GameResult){0};
    result->winner = winner_from_name(slice_take(&part, " "));
    result->ending = ending_from_name(slice_take(&part, " "));
    // A match has no games without a result.
    if (result->winner == WINNER_COUNT || !result->ending || result->ending == ENDING_ABORTED ||
        !take_count(&part, &result->attempts) || !take_count(&part, &result->plies))
        return false;
    *script = slice_take(&part, ";");
    if (part.length) {
        Text reason = TEXT_IN(result->reason);
        script->length -= script->length > 0; // the space before the semicolon
        for (size_t i = 1; i < part.length; i++)
            text_add_char(&reason, part.start[i]);
    }
    return true;
}

bool pair_from_line(const Plan *plan, Slice line, PairResult *result)
{
    PairResult read = {.line = line};
    Slice rest;
    uint64_t number;
    if (!match_line_unseal(line, &rest, &read.hash) || !slice_is(slice_take(&rest, " "), "pair") ||
        !slice_number(take_part(&rest), UINT64_MAX, &number))
        return false;
    for (unsigned game = 0; game < 2; game++)
        if (!read_game_part(take_part(&rest), &read.games[game], &read.scripts[game]))
            return false;
    read.job = plan_job(plan, number);
    *result = read;
    return true;
}

unsigned pair_half_points(const PairResult *result, unsigned game)
{
    assert(game < 2 && result->games[game].winner < WINNER_COUNT);
    const uint8_t winner = result->games[game].winner;
    if (winner == WINNER_NONE)
        return 1;
    const unsigned winning_seat = winner == WINNER_SECOND;
    return winning_seat == game ? 2 : 0;
}

// Reads a script into `entries`, which the caller frees, and plays it again.
static bool replay_script(const Plan *plan, Slice script, const TableVisitor *visitor,
                          const Memory *memory, Entries *entries)
{
    return script_read(plan->game, script, game_first_seat(plan->game, plan->rules), memory,
                       entries) &&
           table_replay_visit(memory, plan->game, plan->rules, plan->limits.clock, entries,
                              visitor) == TABLE_OK;
}

// What a replay comes to.
typedef struct PairReplay {
    uint8_t winner, ending;
    uint32_t tries, plies;
} PairReplay;

static bool count_effects(void *context, const Table *table, const Entry *entry,
                          const TableEffects *effects)
{
    (void)table;
    PairReplay *outcome = context;
    outcome->tries += entry && entry->kind == EVENT_TRY;
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        outcome->plies +=
            entry && effect->hearing.event == HEARD_MOVE && effect->seat == entry->seat;
        outcome->ending = effect->hearing.ending;
        outcome->winner = effect->hearing.winner;
    }
    return true;
}

// The tries of the opening are in the record and not among the attempts of the players. The last try of a player that
// forfeits is among the attempts and perhaps not in the record.
static bool has_attempts(const Plan *plan, const GameResult *result, const PairReplay *outcome)
{
    const uint32_t refused = result->ending == ENDING_FORFEIT;
    return result->attempts <= outcome->tries + refused &&
           outcome->tries <= result->attempts + 2 * plan->opening_moves;
}

static bool game_can_be_played(const Plan *plan, const PairResult *result, unsigned game,
                               const Memory *memory)
{
    const GameResult *said = &result->games[game];
    Entries entries = {0};
    PairReplay outcome = {0};
    const TableVisitor visitor = {.after = count_effects, .context = &outcome};
    const bool is_played = replay_script(plan, result->scripts[game], &visitor, memory, &entries);
    entries_done(&entries, memory);
    return is_played && outcome.ending && outcome.ending == said->ending &&
           outcome.winner == said->winner && outcome.plies == said->plies &&
           has_attempts(plan, said, &outcome);
}

bool pair_can_be_played(const Plan *plan, const PairResult *result, const Memory *memory)
{
    return game_can_be_played(plan, result, 0, memory) &&
           game_can_be_played(plan, result, 1, memory);
}

static bool game_to_pgn(const Plan *plan, const PairResult *result, unsigned game,
                        const Memory *memory, Text *text)
{
    GameRecord record = game_record_of(plan->game, plan->rules, plan->limits.clock);
    RecordTags *tags = &record.tags;
    const char *first = plan->players[result->job.first];
    const char *second = plan->players[result->job.second];
    // The PGN is written while external programs play, so it must not tell their secret.
    if (plan_has_external_programs(plan))
        snprintf(tags->event, sizeof tags->event, "secret streams");
    else
        snprintf(tags->event, sizeof tags->event, "seed %" PRIu64, plan->seed);
    snprintf(tags->round, sizeof tags->round, "%" PRIu64 ".%u", result->job.number + 1, game + 1);
    snprintf(tags->white, sizeof tags->white, "%s", game == 0 ? first : second);
    snprintf(tags->black, sizeof tags->black, "%s", game == 0 ? second : first);
    // A checksum proves that a line of a match file is whole, not that its game was played.
    const bool is_written =
        replay_script(plan, result->scripts[game], &(TableVisitor){0}, memory, &record.entries) &&
        record_format_of(plan->game)->write(&record, text);
    game_record_done(&record, memory);
    return is_written;
}

bool pair_to_pgn(const Plan *plan, const PairResult *result, const Memory *memory, Text *text)
{
    return game_to_pgn(plan, result, 0, memory, text) && game_to_pgn(plan, result, 1, memory, text);
}
