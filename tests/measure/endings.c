// Plays endings from random starts: how often does a player win before fifty quiet moves are over?
//
//     endings --material KRK --games 200 --cpu 50
//
// The help below explains the options. docs/engines/endings.md has the results.
#include "base/cli/output.h"
#include "base/cli/progress.h"
#include "base/os/clocks.h"
#include "base/stats/estimate.h"
#include "engine/kriegspiel_players/plays.h"
#include "engine/kriegspiel_search/geometry.h"
#include "engine/players/roster.h"
#include "games/chess/legal.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/registry/games.h"
#include "lab/match/game_player.h"
#include "measure/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: endings [OPTION VALUE]...\n"
    "\n"
    "  --material TEXT      the men of the player and those of the defender: KQK, KBBK, KPPKP "
    "(default KRK)\n"
    "  --player PLAYER      (default fog)\n"
    "  --defender PLAYER    (default centralising, which is no player elsewhere)\n"
    "  --games N            (default 200)\n"
    "  --hidden N           random moves of each side before the player is asked (default 4)\n"
    "  --seed N             of all chance (default 1)\n"
    "  --cpu MS, --nodes N  limits of a try (default --nodes 10000)\n"
    "\n"
    "The player moves first. Both know where the men stand at the start, as in every game; after "
    "the hidden\n"
    "moves, in which nothing is captured nor can be, the king may stand on many squares. The "
    "centralising\n"
    "defender tries pawn captures that the umpire announced, then squares of his king from the "
    "middle outwards;\n"
    "a pawn is tried as if it were a king two steps from the middle.\n"
    "\n"
    "example: endings --material KQK --games 20\n";

enum {
    OPTION_MATERIAL,
    OPTION_PLAYER,
    OPTION_DEFENDER,
    OPTION_GAMES,
    OPTION_HIDDEN,
    OPTION_SEED,
    OPTION_CPU,
    OPTION_NODES,
    OPTION_COUNT
};

static const LabOption options[] = {
    [OPTION_MATERIAL] = {"--material", "KRK", 0},
    [OPTION_PLAYER] = {"--player", "fog", 0},
    [OPTION_DEFENDER] = {"--defender", "centralising", 0},
    [OPTION_GAMES] = {"--games", "200", 1000000},
    [OPTION_HIDDEN] = {"--hidden", "4", OPENING_MOVES_MAX},
    [OPTION_SEED] = {"--seed", "1", UINT64_MAX},
    [OPTION_CPU] = {"--cpu", "0", 1000000},
    [OPTION_NODES] = {"--nodes", "0", UINT64_MAX},
};
_Static_assert(COUNT_OF(options) == OPTION_COUNT, "every option has a row");

// --- The defender ------------------------------------------------------------------------------------------------

enum { PAWN_PLACE = 4, CAPTURE_PLACE = 7 }; // among the centralities of squares, 0 to 6

static double eagerness(Player *player, bool has_pawn_tries, Try attempt)
{
    const KriegspielView *view = player->view;
    const Board *board = kriegspiel_rules(player->seating.rules)->setup.board;
    if (is_strike(view->own.kind[PAWN], attempt))
        return has_pawn_tries ? CAPTURE_PLACE : -1;
    const bool is_king = bits_has(view->own.kind[KING], move_from(attempt));
    return (is_king ? centrality(board, move_to(attempt)) : PAWN_PLACE) + rng_share(&player->rng);
}

static PlayerError defend(Player *player, const Budget *budget, Choice *choice)
{
    (void)budget;
    const uint32_t count = player_list_tries(player);
    const bool has_pawn_tries = *(bool *)player->self;
    double best = -2;
    *choice = (Choice){.kind = EVENT_TRY, .value = 0.5};
    for (uint32_t i = 0; i < count; i++) {
        const double eager = eagerness(player, has_pawn_tries, player->tries[i]);
        if (eager > best) {
            best = eager;
            choice->attempt = player->tries[i];
        }
    }
    return PLAYER_OK;
}

static PlayerError hear(Player *player, Try own, const Hearing *heard)
{
    (void)own;
    if (heard->event == HEARD_MOVE)
        *(bool *)player->self = heard->seat != player->seating.seat && heard->count;
    return PLAYER_OK;
}

static const PlayerKind defender = {.name = "centralising",
                                    .summary = "tries squares from the middle outwards",
                                    .self_bytes = sizeof(bool),
                                    .plays = player__plays_kriegspiel,
                                    .hear = hear,
                                    .choose = defend};

static Player *open_defender(const char *name, Text *message)
{
    const OptionValues none = {0};
    return strcmp(name, defender.name) == 0 ? player_create(&memory_heap, &defender, &none)
                                            : roster_open(&memory_heap, name, message);
}

// --- Starts ------------------------------------------------------------------------------------------------------

// Puts the men of `material` on random squares, as a FEN without turn.
static void scatter(const char *material, Rng *chance, Text *fen)
{
    char men[SQUARE_COUNT] = {0};
    unsigned kings = 0;
    for (const char *man = material; *man; man++) {
        unsigned square;
        kings += *man == 'K';
        do
            square = rng_below(chance, SQUARE_COUNT);
        while (men[square]);
        men[square] = kings > 1 ? (char)(*man + 'a' - 'A') : *man;
    }
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++)
            text_add_char(fen, men[8 * rank + file] ? men[8 * rank + file] : '1');
        text_add_char(fen, rank ? '/' : '_');
    }
}

static bool has_capture(const Position *position, const MoveList *moves)
{
    for (uint32_t i = 0; i < moves->count; i++)
        if (bits_has(position_occupied(position), move_to(moves->moves[i])))
            return true;
    return false;
}

static bool has_bishops_of_one_colour(const Position *position)
{
    const Bits bishops = position_men(position, WHITE, BISHOP);
    return bits_are_many(bishops) && (!(bishops & DARK_SQUARES) || !(bishops & ~DARK_SQUARES));
}

// Draws a move that captures nothing and after which nothing can be captured. False if there is none.
static bool draw_hidden(Position *position, Rng *chance, Try *move)
{
    MoveList moves, kept = {0}, replies;
    Position after;
    chess_list_legal(position, &moves);
    for (uint32_t i = 0; i < moves.count; i++) {
        position_after(position, moves.moves[i], &after);
        chess_list_legal(&after, &replies);
        if (!bits_has(position_occupied(position), move_to(moves.moves[i])) && replies.count &&
            !has_capture(&after, &replies))
            kept.moves[kept.count++] = moves.moves[i];
    }
    if (!kept.count)
        return false;
    *move = kept.moves[rng_below(chance, kept.count)];
    position_after(position, *move, &after);
    *position = after;
    return true;
}

typedef struct RandomStart {
    KriegspielRules rules;
    Try opening[2 * OPENING_MOVES_MAX];
    uint32_t opening_count;
} RandomStart;

// False if these squares do not make a start.
static bool draw_start(const LabWords *given, Rng *chance, RandomStart *start)
{
    char word[MESSAGE_ROOM], why[MESSAGE_ROOM];
    Text text = TEXT_IN(word), message = TEXT_IN(why);
    Spec spec;
    MoveList moves;
    text_add(&text, "kriegspiel(fen=");
    scatter(given->texts[OPTION_MATERIAL], chance, &text);
    text_add(&text, "w)");
    const Game *game = game_find(word, &spec, &message);
    if (!game || !game->read(&spec, (Rules *)&start->rules, &message))
        return false;
    Position position = start->rules.setup.start;
    chess_list_legal(&position, &moves);
    if (!moves.count || has_bishops_of_one_colour(&position) || has_capture(&position, &moves) ||
        position_checkers(&position, WHITE))
        return false;
    start->opening_count = 2 * (uint32_t)given->numbers[OPTION_HIDDEN];
    for (uint32_t i = 0; i < start->opening_count; i++)
        if (!draw_hidden(&position, chance, &start->opening[i]))
            return false;
    return true;
}

enum { DRAWS_MAX = 100000 }; // of starts, for one game

// --- Games -------------------------------------------------------------------------------------------------------

typedef struct EndingScore {
    uint64_t games, wins, losses, ends[ENDING_COUNT];
    uint64_t plies; // of the games that were won
} EndingScore;

static bool play(const LabWords *given, Player *players[2], uint64_t number, EndingScore *score)
{
    static RandomStart start;
    Rng chance = rng_from_seed(given->numbers[OPTION_SEED] + number * 0x9E3779B97F4A7C15);
    uint32_t draws = 0;
    while (!draw_start(given, &chance, &start))
        if (++draws == DRAWS_MAX) {
            complain("no start has the material '%s'; write it as in KQK",
                     given->texts[OPTION_MATERIAL]);
            return false;
        }
    const Plan plan = {.player_count = 2,
                       .players = {given->texts[OPTION_PLAYER], "random"},
                       .game = &kriegspiel_game,
                       .rules = (const Rules *)&start.rules,
                       .limits.tries = {.nodes = given->numbers[OPTION_NODES],
                                        .cpu_ms = (uint32_t)given->numbers[OPTION_CPU]}};
    const GamePlayer game = {.plan = &plan,
                             .clocks = &system_clocks,
                             .players = {players[0], players[1]},
                             .numbers = {0, 1},
                             .seeds = {rng_next(&chance), rng_next(&chance)},
                             .opening = start.opening,
                             .opening_count = start.opening_count};
    Text script = text_growing(&memory_heap);
    GameResult result;
    const bool is_played = game_player_play(&game, &memory_heap, &result, &script);
    text_done(&script);
    if (!is_played) {
        complain_of_memory("a game");
        return false;
    }
    score->games++;
    score->wins += result.winner == WINNER_FIRST;
    score->losses += result.winner == WINNER_SECOND;
    score->plies += result.winner == WINNER_FIRST ? result.plies : 0;
    if (result.ending < ENDING_COUNT)
        score->ends[result.ending]++;
    return true;
}

static void print(const LabWords *given, const EndingScore *score)
{
    const Estimate share = binomial_share(score->wins, score->games);
    printf("%-6s %s: %llu games, won %.1f %% (%.1f to %.1f), lost %llu, after %.1f moves; "
           "fifty moves %llu, dead %llu, stalemate %llu, repetition %llu\n",
           given->texts[OPTION_MATERIAL], given->texts[OPTION_PLAYER],
           (unsigned long long)score->games, 100 * share.value, 100 * share.low, 100 * share.high,
           (unsigned long long)score->losses,
           score->wins ? (double)score->plies / 2 / (double)score->wins : 0,
           (unsigned long long)score->ends[ENDING_FIFTY],
           (unsigned long long)score->ends[ENDING_DEAD],
           (unsigned long long)score->ends[ENDING_STALEMATE],
           (unsigned long long)score->ends[ENDING_REPETITION]);
}

static bool play_games(const LabWords *given, Player *players[2])
{
    EndingScore score = {0};
    Progress progress = progress_begin("games", given->numbers[OPTION_GAMES]);
    bool is_fine = true;
    for (uint64_t i = 0; i < given->numbers[OPTION_GAMES] && is_fine; i++) {
        is_fine = play(given, players, i, &score);
        progress_step(&progress, i + 1);
    }
    progress_end(&progress);
    if (is_fine)
        print(given, &score);
    return is_fine;
}

int main(int count, char **words)
{
    LabWords given = {0};
    char why[MESSAGE_ROOM] = "there is not enough memory";
    Text message = TEXT_IN(why);
    if (count == 2 && strcmp(words[1], "--help") == 0) {
        fputs(help, stdout);
        return EXIT_FINE;
    }
    if (!lab_read_words("endings", options, OPTION_COUNT, count, words, &given))
        return EXIT_USAGE;
    Player *players[2] = {roster_open(&memory_heap, given.texts[OPTION_PLAYER], &message),
                          open_defender(given.texts[OPTION_DEFENDER], &message)};
    const bool is_open = players[0] && players[1];
    if (!is_open)
        complain("%s", why);
    const bool is_played = is_open && play_games(&given, players);
    player_destroy(players[0]);
    player_destroy(players[1]);
    return is_played ? EXIT_FINE : is_open ? EXIT_FAILED : EXIT_USAGE;
}
