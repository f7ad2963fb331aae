// Prints random games of open Go, each with some of its positions and our list of the legal points there, for another
// program to judge.
//
//     list_go POSITIONS COUNTS SEED ko|superko
//
//     game 9                                  a board of that size, Black to move
//     play black d4                           a move of it; or `pass`
//     legal white a1 b1 | suicide c3 | ko d5 | superko e5
//                                             a position: where White may play, and where not though it is empty
//     count 3                                 the board is played out: Black's area less White's
//
// Half of the games are played as playouts are, without filling own eyes, and are counted when nothing else is left; the
// others fill eyes too, for the sake of boards that come back. Games end before the witness's memory does.
#include "base/rng.h"
#include "games/go/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOW_ONE_IN = 8, // neighbours in a game are much alike
    TURNS_MAX = 450, // GNU Go remembers 500
};

typedef struct Wanted {
    uint64_t positions, counts; // still
} Wanted;

static const char *const color_names[] = {[GO_WHITE] = "white", [GO_BLACK] = "black"};

static void print_point(GoPoint point)
{
    char memory[8];
    Text text = TEXT_IN(memory);
    go_point_to_text(point, &text);
    printf(" %s", memory);
}

static void print_judged(const GoGame *game, GoVerdict verdict, const char *word)
{
    printf("%s", word);
    for (unsigned i = 0; i < game->board.empty_count; i++)
        if (go_game_judge(game, game->board.empties[i]) == verdict)
            print_point(game->board.empties[i]);
}

static void print_position(const GoGame *game)
{
    char head[16];
    snprintf(head, sizeof head, "legal %s", color_names[game->board.to_move]);
    print_judged(game, GO_LEGAL, head);
    print_judged(game, GO_SUICIDE, " | suicide");
    print_judged(game, GO_KO, " | ko");
    print_judged(game, GO_SUPERKO, " | superko");
    putchar('\n');
}

// Where a board may come back is rare and full of pitfalls: all such positions.
static bool is_shown(const GoGame *game, Rng *rng)
{
    for (unsigned i = 0; i < game->board.empty_count; i++)
        if (go_game_judge(game, game->board.empties[i]) >= GO_KO)
            return true;
    return rng_below(rng, SHOW_ONE_IN) == 0;
}

// Any legal point, with `fills_eyes` own eyes too; GO_NONE if there is none.
static GoPoint draw_move(const GoGame *game, bool fills_eyes, Rng *rng)
{
    GoPoint open[GO_SPOTS];
    unsigned count = 0;
    for (unsigned i = 0; i < game->board.empty_count; i++) {
        const GoPoint point = game->board.empties[i];
        if (go_game_judge(game, point) == GO_LEGAL &&
            (fills_eyes || !go_board_is_eye(&game->board, (GoColor)game->board.to_move, point)))
            open[count++] = point;
    }
    return (GoPoint)(count ? open[rng_below(rng, count)] : GO_NONE);
}

static void make_move(GoGame *game, GoPoint point)
{
    printf("play %s", color_names[game->board.to_move]);
    if (point) {
        print_point(point);
        putchar('\n');
        go_game_play(game, point);
    } else {
        printf(" pass\n");
        go_game_pass(game);
    }
}

static void play(GoGame *game, Wanted *wanted, bool fills_eyes, Rng *rng)
{
    while (!go_game_is_over(game) && game->turns < TURNS_MAX) {
        if (wanted->positions && is_shown(game, rng)) {
            print_position(game);
            wanted->positions--;
        }
        make_move(game, draw_move(game, fills_eyes, rng));
    }
    if (wanted->counts && go_game_is_over(game) && !fills_eyes) {
        printf("count %d\n", go_board_area(&game->board));
        wanted->counts--;
    }
}

int main(int count, char **words)
{
    static const unsigned sizes[] = {5, 6, 7, 8, 9, 13, 19};
    static GoGame game;
    Wanted wanted;
    uint64_t seed;
    if (count != 5 || !slice_number(slice_of(words[1]), UINT32_MAX, &wanted.positions) ||
        !slice_number(slice_of(words[2]), UINT32_MAX, &wanted.counts) ||
        !slice_number(slice_of(words[3]), UINT64_MAX, &seed)) {
        fprintf(stderr, "usage: list_go POSITIONS COUNTS SEED ko|superko\n");
        return EXIT_FAILURE;
    }
    Rng rng = rng_from_seed(seed);
    for (unsigned i = 0; wanted.positions || wanted.counts; i++) {
        const unsigned size = sizes[i / 2 % COUNT_OF(sizes)];
        printf("game %u\n", size);
        go_game_init(&game, size, strcmp(words[4], "superko") == 0);
        play(&game, &wanted, i % 2 && wanted.positions, &rng);
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
