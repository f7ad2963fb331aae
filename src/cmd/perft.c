// nebel perft: counts legal move sequences, or checks a file of known counts.

#include "base/cli/progress.h"
#include "base/os/clocks.h"
#include "cmd/command.h"
#include "games/chess/fen.h"
#include "games/chess/legal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { OPTION_BOARD, OPTION_FEN, OPTION_SUITE, OPTION_JSON };

// Well-known positions of computer chess.
static const struct {
    const char *name, *fen;
} known_positions[] = {
    {"KIWIPETE", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
};

enum { DEPTH_DEFAULT = 5, DEPTH_MAX = 20, SUITE_LINE_MAX = 4096 };

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
        if (strcasecmp(known_positions[i].name, fen) == 0)
            fen = known_positions[i].fen;
    const FenError error = position_from_fen(slice_of(fen), board, position);
    if (error)
        return complain(
            "cannot read the position '%s': %s; one that reads: 4k3/8/8/8/8/8/4P3/4K3 w", fen,
            fen_error_text(error));
    return EXIT_FINE;
}

// The results of a suite.
typedef struct PerftScore {
    uint64_t passed, failed;
} PerftScore;

// One field `D3 8902` of a suite's line.
static void check_field(Slice field, const Position *position, unsigned line, PerftScore *score)
{
    Slice rest = field;
    const Slice name = slice_take(&rest, " ");
    uint64_t depth = 0, expected = 0;
    const bool is_read =
        name.length > 1 && name.start[0] == 'D' &&
        slice_number((Slice){name.start + 1, name.length - 1}, DEPTH_MAX, &depth) &&
        slice_number(rest, UINT64_MAX, &expected);
    if (!is_read) {
        printf("line %u: %.*s: cannot be read\n", line, (int)field.length, field.start);
        score->failed++;
        return;
    }
    const uint64_t nodes = chess_perft(position, (unsigned)depth);
    if (nodes == expected) {
        score->passed++;
        return;
    }
    printf("line %u: %.*s: we count %" PRIu64 "\n", line, (int)field.length, field.start, nodes);
    score->failed++;
}

static void check_line(Slice text, unsigned line, PerftScore *score)
{
    Position position;
    const FenError error = position_from_fen(slice_take(&text, ";"), NULL, &position);
    if (error) {
        printf("line %u: %s\n", line, fen_error_text(error));
        score->failed++;
        return;
    }
    while (text.length)
        check_field(slice_take(&text, ";"), &position, line, score);
}

static int check_suite(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return complain("cannot open the suite %s: %s", path, strerror(errno));
    PerftScore score = {0};
    char line[SUITE_LINE_MAX];
    Progress progress = progress_begin("lines", 0);
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] && line[0] != '#')
            check_line(slice_of(line), number, &score);
        progress_step(&progress, number);
    }
    progress_end(&progress);
    const bool is_broken = ferror(file);
    fclose(file);
    if (is_broken || score.passed + score.failed == 0)
        return complain("%s holds no counts; a suite has lines of FEN;D1 n;D2 n;...", path);
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", score.passed, score.failed);
    return score.failed ? EXIT_FAILED : EXIT_FINE;
}

// Counts first move by first move, so that progress can be shown.
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

static int perft_run(const Given *given)
{
    const char *suite = given->options[OPTION_SUITE];
    if (suite && (given->arguments[0] || given->options[OPTION_BOARD] ||
                  given->options[OPTION_FEN] || given->options[OPTION_JSON]))
        return complain("--suite FILE stands alone: the file says what to count");
    if (suite)
        return check_suite(suite);

    uint64_t depth = DEPTH_DEFAULT;
    if (given->arguments[0] && !slice_number(slice_of(given->arguments[0]), DEPTH_MAX, &depth))
        return complain("the depth must be a number from 0 to %d, not '%s'", DEPTH_MAX,
                        given->arguments[0]);
    Position position;
    const int status = read_position(given, &position);
    if (status)
        return status;

    const double start = cpu_seconds();
    const uint64_t nodes = count_sequences(&position, (unsigned)depth);
    const double seconds = cpu_seconds() - start;
    const double mnps = seconds > 0 ? (double)nodes / seconds / 1e6 : 0;
    printf(given->options[OPTION_JSON]
               ? "{\"nodes\":%" PRIu64 ",\"seconds\":%.6f,\"mnps\":%.1f}\n"
               : "%" PRIu64 " move sequences in %.3f s of CPU time, %.1f million a second\n",
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
            [OPTION_BOARD] = {"--board", "BOARD", "the board (default 8x8; nebel rules --boards)"},
            [OPTION_FEN] = {"--fen", "FEN", "count from this position; KIWIPETE is known by name"},
            [OPTION_SUITE] = {"--suite", "FILE", "check lines of `FEN;D1 n;D2 n;...`"},
            [OPTION_JSON] = {"--json", NULL, "print one JSON object"},
        },
    .run = perft_run,
};
