// Prints all signatures and nothing else: ci/signature compares those of several builds, and tools/behaviour those of the
// players with their versions. With --times it prints how many seconds the signature of each room takes: tools/bench-wasm compares.
#include "base/os/clocks.h"
#include "engine/players/roster.h"
#include "engine/players/signature.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Settings that are players of their own in the experiments, besides every player with its defaults.
static const char *const more_players[] = {"capturer(pawn_tries=1)",
                                           "hs(repeat=30)",
                                           "pimc(combine=vote)",
                                           "meta(checks=1)",
                                           "mcts-b(k=10)",
                                           "mcts-b(paper=1)",
                                           "mcts-c(paper=1)",
                                           "go-flat(ucb=1,rave=300)",
                                           "go-flat(amaf=0.7)",
                                           "go-mcts(guess=early)",
                                           NULL};
static const char outside[] = "uci"; // plays as the program does that it starts

static bool print_rooms(void)
{
    uint64_t signature;
    bool is_fine = true;
    for (unsigned i = 0; room_signatures[i].room && is_fine; i++) {
        is_fine = room_signatures[i].find(&memory_heap, &signature);
        if (is_fine)
            printf("bench:%-17s %016" PRIx64 "\n", room_signatures[i].room, signature);
    }
    return is_fine;
}

// The mean of as many runs as take a second, after one that warms up: WebAssembly is compiled while it runs.
static bool time_room(bool (*find)(const Memory *memory, uint64_t *signature), double *seconds)
{
    uint64_t signature;
    unsigned runs = 0;
    if (!find(&memory_heap, &signature))
        return false;
    const double start = wall_seconds();
    do {
        if (!find(&memory_heap, &signature))
            return false;
        *seconds = (wall_seconds() - start) / ++runs;
    } while (wall_seconds() - start < 1);
    return true;
}

static bool print_times(void)
{
    double seconds;
    bool is_fine = true;
    for (unsigned i = 0; room_signatures[i].room && is_fine; i++) {
        is_fine = time_room(room_signatures[i].find, &seconds);
        if (is_fine)
            printf("%s %.6f\n", room_signatures[i].room, seconds);
    }
    return is_fine;
}

static bool print_player(const char *player, Text *message)
{
    uint64_t signature;
    const bool is_fine = player_signature(&memory_heap, player, &signature, message);
    if (is_fine)
        printf("%-23s %016" PRIx64 "\n", player, signature);
    return is_fine;
}

static bool print_all(Text *message)
{
    bool is_fine = print_rooms();
    for (unsigned i = 0; roster_kinds[i] && is_fine; i++)
        if (strcmp(roster_kinds[i]->name, outside) != 0)
            is_fine = print_player(roster_kinds[i]->name, message);
    for (unsigned i = 0; more_players[i] && is_fine; i++)
        is_fine = print_player(more_players[i], message);
    return is_fine;
}

int main(int count, char **words)
{
    char why[128] = "there is not enough memory";
    Text message = TEXT_IN(why);
    const bool has_times = count > 1 && strcmp(words[1], "--times") == 0;
    const bool is_fine = has_times ? print_times() : print_all(&message);
    if (!is_fine)
        fprintf(stderr, "print_signatures: %s\n", why);
    return is_fine && fflush(stdout) == 0 ? 0 : 1;
}
