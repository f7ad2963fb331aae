// The signatures of rooms: sums over what they did in random games.
#include "engine/players/signature.h"

#include "base/hash.h"
#include "engine/core/pool_games.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "engine/kriegspiel_belief/metaposition.h"
#include "engine/players/roster.h"
#include "games/core/random_games.h"
#include "games/go/random_games.h"
#include "games/kriegspiel/random_games.h"

#include <assert.h>
#include <string.h>

enum { SEED = 1 };

static KriegspielRules rules_at(unsigned ruleset)
{
    const Board *board = &chess_boards[0];
    return (KriegspielRules){.ruleset = &rulesets[ruleset],
                             .setup = {board, position_start(board), true}};
}

static bool find_umpire(const Memory *memory, uint64_t *signature)
{
    (void)memory;
    *signature = umpire_signature();
    return true;
}

static bool find_table(const Memory *memory, uint64_t *signature)
{
    enum { GAMES = 4 };
    TableRandomGames games = {0};
    bool is_fine = true;
    for (unsigned i = 0; i < ruleset_count && is_fine; i++) {
        const KriegspielRules rules = rules_at(i);
        is_fine = table_random_games(&games, memory, &kriegspiel_game, (const Rules *)&rules, SEED,
                                     GAMES);
    }
    *signature = games.sum;
    return is_fine;
}

// How many boards a pool has and expands, and which: the sum of the keys is in the counts of later steps.
static bool find_belief(const Memory *memory, uint64_t *signature)
{
    enum { STEPS = 60, BOARDS = 2000 };
    const KriegspielRules rules = rules_at(0);
    const PoolPlan plan = {.limit = BOARDS, .seed = SEED};
    PoolRandomGames *games =
        pool_random_games_create(memory, &kriegspiel_belief_model, (const Rules *)&rules, &plan);
    bool is_fine = games != NULL;
    *signature = HASH_START;
    for (unsigned i = 0; i < STEPS && is_fine; i++) {
        PoolStep step;
        is_fine = pool_random_games_step(games, &step);
        if (is_fine)
            *signature = hash_word(hash_word(*signature, step.before), step.expanded);
    }
    pool_random_games_destroy(games);
    return is_fine;
}

static uint64_t hash_metaposition(uint64_t hash, const Metaposition *meta)
{
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        hash = hash_word(hash_word(hash, meta->men[kind]), meta->max[kind]);
    return hash_word(hash_word(hash, meta->empty),
                     metaposition_age(meta, metaposition_board(meta)->squares));
}

// White's metaposition after everything that White hears in random games.
static bool find_meta(const Memory *memory, uint64_t *signature)
{
    (void)memory;
    *signature = HASH_START;
    for (unsigned i = 0; i < ruleset_count; i++) {
        const KriegspielRules rules = rules_at(i);
        Rng rng = rng_from_seed(SEED);
        Umpire umpire;
        Reply reply = {0};
        Metaposition meta;
        Try tries[TRIES_MAX], own = TRY_NONE;
        metaposition_begin(&meta, &rules, WHITE);
        umpire_open(&umpire, rules.ruleset, &rules.setup.start, reply.to);
        for (;;) {
            if (reply.to[WHITE].event) {
                metaposition_hear(&meta, own, &reply.to[WHITE]);
                *signature = hash_metaposition(*signature, &meta);
            }
            if (umpire.ending)
                break;
            const Color mover = umpire.truth.to_move;
            const Try attempt = tries[rng_below(&rng, umpire_tries(&umpire, tries))];
            const UmpireError error = umpire_try(&umpire, mover, attempt, &reply);
            assert(error == UMPIRE_OK);
            (void)error;
            own = mover == WHITE ? attempt : TRY_NONE;
        }
    }
    return true;
}

static bool find_of_players(const Memory *memory, const char *const *players, uint64_t *signature)
{
    char why[128];
    Text message = TEXT_IN(why);
    bool is_fine = true;
    *signature = HASH_START;
    for (; *players && is_fine; players++) {
        uint64_t one = 0;
        is_fine = player_signature(memory, *players, &one, &message);
        *signature = hash_word(*signature, one);
    }
    return is_fine;
}

static bool find_mcts(const Memory *memory, uint64_t *signature)
{
    static const char *const players[] = {"mcts-c", "mcts-b", "mcts-bc", NULL};
    return find_of_players(memory, players, signature);
}

static bool find_goflat(const Memory *memory, uint64_t *signature)
{
    static const char *const players[] = {"go-flat", "go-flat(ucb=1,rave=300)", NULL};
    return find_of_players(memory, players, signature);
}

static bool find_go(const Memory *memory, uint64_t *signature)
{
    (void)memory;
    *signature = go_signature();
    return true;
}

const RoomSignature room_signatures[] = {
    {"umpire", find_umpire}, {"table", find_table}, {"belief", find_belief}, {"meta", find_meta},
    {"mcts", find_mcts},     {"go", find_go},       {"goflat", find_goflat}, {0}};

bool room_signature(const Memory *memory, const char *room, uint64_t *signature)
{
    unsigned i = 0;
    while (strcmp(room_signatures[i].room, room) != 0)
        i++;
    return room_signatures[i].find(memory, signature);
}
