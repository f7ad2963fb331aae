// nebel perft: count legal move sequences, or check a file of known counts.
#include "chess/perft.h"

#include "chess/fen.h"
#include "chess/legal.h"
#include "cmd/command.h"
#include "cmd/progress.h"
#include "cmd/stopwatch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OPTION_BOARD, OPTION_FEN, OPTION_SUITE, OPTION_JSON };

// Names for positions everyone in computer chess knows.
static const struct {
    const char *name, *fen;
} known_positions[] = {
    {"KIWIPETE", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
};

enum { DEPTH_DEFAULT = 5, DEPTH_MAX = 20 };

static int read_position(const Given *given, Position *position)
{
    const Board *board = NULL;
    const char *board_name = given->options[OPTION_BOARD];
    if (board_name) {
        board = board_by_name(slice_of(board_name));
        if (!board)
            return complain("there is no board '%s'; nebel rules --boards lists them", board_name);
    }
    const char *fen = given->options[OPTION_FEN];
    if (!fen) {
        *position = position_start(board ? board : &chess_boards[0]);
        return EXIT_FINE;
    }
    for (unsigned i = 0; i < COUNT_OF(known_positions); i++)
        if (strcmp(known_positions[i].name, fen) == 0)
            fen = known_positions[i].fen;
    const FenError error = position_from_fen(slice_of(fen), board, position);
    if (error)
        return complain("cannot read the position '%s': %s", fen, fen_error_text(error));
    return EXIT_FINE;
}

// One field `D3 8902` of a suite's line. Returns whether our count agrees.
static bool check_field(Slice field, const Position *position, uint64_t *passed, uint64_t *failed,
                        unsigned line)
{
    Slice rest = field;
    const Slice name = slice_take(&rest, ' ');
    uint32_t depth = 0, expected = 0;
    const bool is_read =
        name.length > 1 && name.start[0] == 'D' &&
        slice_number((Slice){name.start + 1, name.length - 1}, DEPTH_MAX, &depth) &&
        slice_number(rest, UINT32_MAX, &expected);
    if (is_read && chess_perft(position, depth) == expected) {
        ++*passed;
        return true;
    }
    printf("line %u: %.*s: %s\n", line, (int)field.length, field.start,
           is_read ? "our count differs" : "cannot be read");
    ++*failed;
    return false;
}

static void check_line(Slice text, unsigned line, uint64_t *passed, uint64_t *failed)
{
    Position position;
    const Slice fen = slice_take(&text, ';');
    const FenError error = position_from_fen(fen, NULL, &position);
    if (error) {
        printf("line %u: %s\n", line, fen_error_text(error));
        ++*failed;
        return;
    }
    while (text.length)
        if (!check_field(slice_take(&text, ';'), &position, passed, failed, line))
            return;
}

static int check_suite(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return complain("cannot open %s: %s", path, strerror(errno));
    uint64_t passed = 0, failed = 0;
    char line[1024];
    Progress progress = progress_begin("lines", 0);
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] && line[0] != '#')
            check_line(slice_of(line), number, &passed, &failed);
        progress_step(&progress, number);
    }
    progress_end(&progress);
    fclose(file);
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", passed, failed);
    return failed || !passed ? EXIT_FAILED : EXIT_FINE;
}

// The whole count, first move by first move so that progress can be shown.
static uint64_t count_sequences(const Position *position, unsigned depth)
{
    if (depth == 0)
        return chess_perft(position, depth);
    MoveList list;
    chess_list_legal(position, &list);
    uint64_t nodes = 0;
    Progress progress = progress_begin("first moves", list.count);
    for (uint32_t i = 0; i < list.count; i++) {
        Position after;
        position_after(position, list.moves[i], &after);
        nodes += chess_perft(&after, depth - 1);
        progress_step(&progress, i + 1);
    }
    progress_end(&progress);
    return nodes;
}

static int run(const Given *given)
{
    if (given->options[OPTION_SUITE])
        return check_suite(given->options[OPTION_SUITE]);

    uint32_t depth = DEPTH_DEFAULT;
    if (given->argument && !slice_number(slice_of(given->argument), DEPTH_MAX, &depth))
        return complain("the depth must be a number from 0 to %d, not '%s'", DEPTH_MAX,
                        given->argument);
    Position position;
    const int status = read_position(given, &position);
    if (status)
        return status;

    const double start = cpu_seconds();
    const uint64_t nodes = count_sequences(&position, depth);
    const double seconds = cpu_seconds() - start;
    const double mnps = seconds > 0 ? (double)nodes / seconds / 1e6 : 0;
    printf(given->options[OPTION_JSON]
               ? "{\"nodes\":%" PRIu64 ",\"seconds\":%.6f,\"mnps\":%.1f}\n"
               : "%" PRIu64 " sequences in %.3f s of CPU time, %.1f million a second\n",
           nodes, seconds, mnps);
    return EXIT_FINE;
}

const Command perft_command = {
    .name = "perft",
    .argument = "DEPTH",
    .summary = "count legal move sequences, or check a file of known counts",
    .example = "nebel perft 5 --fen KIWIPETE --json",
    .options =
        {
            [OPTION_BOARD] = {"--board", "NAME", "the board (default 8x8; nebel rules --boards)"},
            [OPTION_FEN] = {"--fen", "FEN", "count from this position; KIWIPETE is known by name"},
            [OPTION_SUITE] = {"--suite", "FILE", "check lines of `FEN;D1 n;D2 n;...`"},
            [OPTION_JSON] = {"--json", NULL, "print one JSON object"},
        },
    .run = run,
};
