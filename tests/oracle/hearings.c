// Writes random games with every hearing, to be compared with those of the library in a web page (web/tests/hearings.test.ts).
//
//     usage: hearings GAMES SEED
//
// The games go round all rulesets on eight boards, open chess, and Phantom Go in several sizes and with all its calls. A game is
// a line `game STRING`; then come a line `open HEX HEX` and a line `SEAT TRY HEX HEX` for each try: what White and Black hear, as
// bytes. Tries are drawn from those that the seat can send, and now and then from all others.
#include <nebel/nebel.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 1024, GAME_TRIES_MAX = 400, WILD_ONE_IN = 16, NAME_MAX_BYTES = 160 };

static const char *const rulesets[] = {"icc",     "berkeley", "berkeley-any", "cincinnati",
                                       "english", "rand",     "parker2005",   "foret2019"};
static const char *const boards[] = {"8x8",          "silverman4x4", "reduced4x4", "gardner5x5",
                                     "losalamos6x6", "7x7",          "4x8",        "8x5"};
static const char *const others[] = {
    "chess",
    "chess(board=gardner5x5)",
    "phantom-go(size=5)",
    "phantom-go(size=7,komi=-3,superko=no,score=territory)",
    "phantom-go(size=9,tries_heard=yes,reasons_given=yes,points_to_both=yes,atari_calls=yes)",
    "phantom-go(size=9,black=d4+c3,white=e5)",
    "phantom-go(size=13)",
    "phantom-go(size=19)",
};
enum {
    RULESETS = sizeof rulesets / sizeof *rulesets,
    BOARDS = sizeof boards / sizeof *boards,
    OTHERS = sizeof others / sizeof *others,
    KINDS = RULESETS * BOARDS + OTHERS,
};

// The numbers need not be good, only the same for a seed: Knuth's generator.
static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % below);
}

static void name_game(uint32_t kind, char name[NAME_MAX_BYTES])
{
    if (kind < RULESETS * BOARDS)
        snprintf(name, NAME_MAX_BYTES, "kriegspiel(rules=%s,board=%s)", rulesets[kind % RULESETS],
                 boards[kind / RULESETS]);
    else
        snprintf(name, NAME_MAX_BYTES, "%s", others[kind - RULESETS * BOARDS]);
}

static void print_heard(const nebel_hearing to[2])
{
    for (unsigned seat = 0; seat < 2; seat++) {
        unsigned char bytes[sizeof to[seat]];
        memcpy(bytes, &to[seat], sizeof bytes);
        putchar(' ');
        for (size_t i = 0; i < sizeof bytes; i++)
            printf("%02x", bytes[i]);
    }
    putchar('\n');
}

// A try that the seat can send, or any two squares.
static nebel_try draw_try(const nebel_umpire *umpire, uint64_t *chance)
{
    static nebel_try tries[TRIES_MAX];
    nebel_try wild;
    const uint32_t count = nebel_umpire_tries(umpire, tries, TRIES_MAX);
    if (count && draw(chance, WILD_ONE_IN))
        return tries[draw(chance, count)];
    snprintf(wild.text, sizeof wild.text, "%c%u%c%u", 'a' + (int)draw(chance, 8),
             1 + draw(chance, 8), 'a' + (int)draw(chance, 8), 1 + draw(chance, 8));
    return wild;
}

static bool play(uint32_t number, uint64_t seed)
{
    char name[NAME_MAX_BYTES], why[NEBEL_TEXT_BYTES];
    nebel_hearing to[2];
    uint64_t chance = seed * UINT64_C(1000003) + number;
    name_game(number % KINDS, name);
    nebel_game *game = nebel_game_open(name, why, sizeof why);
    nebel_umpire *umpire = game ? nebel_umpire_create(game, to) : NULL;
    if (!umpire) {
        fprintf(stderr, "hearings: %s: %s\n", name, why);
        nebel_game_close(game);
        return false;
    }
    printf("game %s\nopen", name);
    print_heard(to);
    for (unsigned i = 0; i < GAME_TRIES_MAX && !nebel_umpire_is_over(umpire); i++) {
        const int seat = nebel_umpire_seat_to_move(umpire);
        const nebel_try attempt = draw_try(umpire, &chance);
        if (nebel_umpire_try(umpire, seat, attempt.text, to) != NEBEL_OK)
            continue; // no try of this game
        printf("%d %s", seat, attempt.text);
        print_heard(to);
    }
    nebel_umpire_destroy(umpire);
    nebel_game_close(game);
    return true;
}

int main(int count, char **words)
{
    if (count != 3) {
        fprintf(stderr, "usage: hearings GAMES SEED\n");
        return EXIT_FAILURE;
    }
    const uint32_t games = (uint32_t)strtoul(words[1], NULL, 10);
    const uint64_t seed = strtoull(words[2], NULL, 10);
    for (uint32_t number = 0; number < games; number++)
        if (!play(number, seed))
            return EXIT_FAILURE;
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
