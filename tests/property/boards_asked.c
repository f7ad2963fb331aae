// Counts the boards on which a sampling player has its tries valued: in games against another player, for each stretch of
// ten own turns.
//
//     boards_asked PLAYER OPPONENT [--games N] [--cpu MS] [--nodes N] [--seed S]    (default 4, 0, 0, 1; icc rules)
//
// Colours alternate. For each stretch it prints the tries, the mean number of boards a try, the quartiles, how many per cent of
// the boards agree with the last turn alone, and in how many per cent of the tries there was no board at all. Fails if no
// board was asked about in the whole run.
#include "base/os/clocks.h"
#include "engine/players/roster.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/registry/games.h"
#include "oracle/options.h"

enum { STRETCH = 10, STRETCHES = 8, TRIES_KEPT = 20000 };

// The last stretch has all later turns, too.
static struct {
    uint32_t boards[TRIES_KEPT], count, empty;
    uint64_t all, guessed;
} stretches[STRETCHES];

static void fail(const char *why)
{
    fprintf(stderr, "boards_asked: %s\n", why);
    exit(EXIT_FAILURE);
}

static void require(PlayerError error, const Player *player)
{
    if (error)
        fail(player_reason(player, error));
}

static void add(unsigned turn, const Choice *choice)
{
    const unsigned at = turn / STRETCH < STRETCHES ? turn / STRETCH : STRETCHES - 1;
    if (stretches[at].count < TRIES_KEPT)
        stretches[at].boards[stretches[at].count++] = choice->boards;
    stretches[at].all += choice->boards;
    stretches[at].guessed += choice->guessed;
    stretches[at].empty += choice->boards == 0;
}

static void begin(Player *const players[2], const KriegspielRules *rules, Umpire *truth,
                  uint64_t seed)
{
    Hearing to[2];
    kriegspiel_game.deal((const Rules *)rules, truth, to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        const Seating seating = {.game = &kriegspiel_game,
                                 .rules = (const Rules *)rules,
                                 .seat = seat,
                                 .seed = seed + seat};
        require(player_sit(players[seat], &seating), players[seat]);
        require(player_hear(players[seat], TRY_NONE, &to[seat]), players[seat]);
    }
}

// One game; `players[counted]` is the one whose boards are counted.
static void play(Player *const players[2], uint8_t counted, const KriegspielRules *rules,
                 const Budget *budget, uint64_t seed)
{
    Umpire truth;
    begin(players, rules, &truth, seed);
    while (!truth.ending) {
        const uint8_t seat = truth.truth.to_move;
        Hearing to[2];
        Choice choice;
        require(player_choose(players[seat], budget, &choice), players[seat]);
        if (seat == counted)
            add(truth.plies / 2, &choice);
        kriegspiel_game.judge((const Rules *)rules, &truth, choice.attempt, to);
        for (uint8_t i = 0; i < 2; i++)
            if (to[i].event)
                require(player_hear(players[i], i == seat ? choice.attempt : TRY_NONE, &to[i]),
                        players[i]);
    }
}

static int compare(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

// Prints a table; returns all boards.
static uint64_t print(void)
{
    uint64_t all = 0;
    printf("from turn  tries    mean  quartiles            guessed  none\n");
    for (unsigned i = 0; i < STRETCHES; i++) {
        uint32_t *boards = stretches[i].boards;
        const uint32_t count = stretches[i].count;
        if (!count)
            continue;
        qsort(boards, count, sizeof *boards, compare);
        printf("%9u %6u %7.0f  %5u %5u %5u  %8.1f %% %4.1f %%\n", i * STRETCH + 1, count,
               (double)stretches[i].all / count, boards[count / 4], boards[count / 2],
               boards[count * 3 / 4],
               stretches[i].all ? 100.0 * (double)stretches[i].guessed / (double)stretches[i].all
                                : 0,
               100.0 * stretches[i].empty / count);
        all += stretches[i].all;
    }
    return all;
}

static Player *open_player(const char *string)
{
    char why[200];
    Text message = TEXT_IN(why);
    Player *player = roster_open(&memory_heap, string, &message);
    if (!player)
        fail(why);
    return player;
}

int main(int count, char **words)
{
    char why[200];
    Text message = TEXT_IN(why);
    Spec spec;
    KriegspielRules rules;
    if (count < 3)
        fail("usage: boards_asked PLAYER OPPONENT [--games N] [--cpu MS] [--nodes N] [--seed S]");
    const Game *game = game_find("kriegspiel(rules=icc)", &spec, &message);
    if (game != &kriegspiel_game || !game->read(&spec, (Rules *)&rules, &message))
        fail(why);
    const Budget budget = {.cpu_ms = (uint32_t)number_option(count, words, "--cpu", 0),
                           .nodes = number_option(count, words, "--nodes", 0),
                           .clocks = &system_clocks};
    const uint64_t games = number_option(count, words, "--games", 4);
    const uint64_t seed = number_option(count, words, "--seed", 1);
    Player *const pair[2] = {open_player(words[1]), open_player(words[2])};
    for (uint64_t i = 0; i < games; i++) {
        Player *const players[2] = {pair[i % 2], pair[!(i % 2)]};
        play(players, (uint8_t)(i % 2), &rules, &budget, seed + 2 * i);
    }
    player_destroy(pair[0]);
    player_destroy(pair[1]);
    return print() ? EXIT_SUCCESS : EXIT_FAILURE;
}
