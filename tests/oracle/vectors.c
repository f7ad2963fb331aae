// Holds the umpire against the vectors of an independent implementation, field by field.
//
//     vectors positions umpire_positions.txt.gz
//     vectors games umpire_games.txt.gz
//
// For each record the expected lines are written anew from our own umpire and compared as text.
#include "games/chess/fen.h"
#include "games/chess/notation.h"
#include "games/kriegspiel/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LINE_ROOM = 1024 };

typedef struct Reader {
    gzFile file;
    unsigned number; // of the line in `line`
    char line[LINE_ROOM];
    uint64_t compared, failures;
} Reader;

static bool next_line(Reader *reader)
{
    do {
        if (!gzgets(reader->file, reader->line, sizeof reader->line))
            return false;
        reader->number++;
        reader->line[strcspn(reader->line, "\n")] = '\0';
    } while (reader->line[0] == '#');
    return true;
}

static void compare(Reader *reader, const char *ours)
{
    reader->compared++;
    if (strcmp(reader->line, ours) == 0)
        return;
    if (reader->failures++ < 20)
        printf("line %u\n  expected %s\n  we say   %s\n", reader->number, reader->line, ours);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

typedef struct Names {
    uint32_t count;
    char text[TRIES_MAX][8];
} Names;

static void name_moves(Names *names, const Move *moves, uint32_t count)
{
    names->count = count;
    for (uint32_t i = 0; i < count; i++) {
        Text name = TEXT_IN(names->text[i]);
        move_to_uci(moves[i], &name);
    }
    qsort(names->text, count, sizeof names->text[0], compare_texts);
}

// "cap=P:d5 ep=0 promo=0 checks=RF checkers=2 tries=1:e5d6 end=-"
static void add_facts(const Umpire *umpire, const char *end, Text *text)
{
    const Facts *facts = &umpire->facts;
    if (facts->captured) {
        text_format(text, "cap=%c:", facts->captured == CAPTURED_PAWN ? 'P' : 'X');
        square_to_text(facts->captured_at, text);
    } else {
        text_add(text, "cap=-");
    }
    text_format(text, " ep=%d promo=%d checks=", facts->is_passant, facts->is_promotion);
    for (unsigned kind = 0; kind < 5; kind++)
        if (bits_has(facts->checks, kind))
            text_add_char(text, "RFLSN"[kind]);
    Move tries[TRIES_MAX];
    Names names;
    name_moves(&names, tries, umpire_pawn_tries(umpire, tries));
    text_format(text, "%s checkers=%u tries=%u:", facts->checks ? "" : "-", facts->checker_count,
                facts->tries);
    for (uint32_t i = 0; i < names.count; i++)
        text_format(text, "%s%s", i ? "," : "", names.text[i]);
    text_format(text, "%s end=%s", names.count ? "" : "-", end);
}

static const char *const end_names[ENDING_COUNT] = {
    [ENDING_NONE] = "-",          [ENDING_MATE] = "#",
    [ENDING_STALEMATE] = "=S",    [ENDING_DEAD] = "=M",
    [ENDING_FIFTY] = "=50",       [ENDING_REPETITION] = "=R",
    [ENDING_LENGTH] = "too long", [ENDING_ATTEMPTS] = "too many",
};

static bool open_at(Reader *reader, const char *fen, Umpire *umpire)
{
    Position start;
    Hearing opening[2];
    const FenError error = position_from_fen(slice_of(fen), NULL, &start);
    if (error) {
        printf("line %u: %s\n", reader->number, fen_error_text(error));
        reader->failures++;
        return false;
    }
    umpire_open(umpire, ruleset_by_name(slice_of("icc")), &start, opening);
    return true;
}

static void check_move(Reader *reader, const Umpire *umpire, const char *uci)
{
    Umpire fork = *umpire;
    Reply reply;
    char ours[LINE_ROOM];
    Text text = TEXT_IN(ours);
    const UmpireError error =
        umpire_try(&fork, fork.truth.to_move, move_from_uci(slice_of(uci)), &reply);
    text_format(&text, "M %s ", uci);
    if (error || reply.verdict != VERDICT_PLAYED)
        text_add(&text, "refused");
    else
        add_facts(&fork, end_names[fork.ending], &text);
    compare(reader, ours);
}

// One `P` record: the plausible attempts, then one `M` line for each legal move.
static void check_position(Reader *reader)
{
    Umpire umpire;
    if (!open_at(reader, reader->line + 2, &umpire) || !next_line(reader))
        return;
    Try tries[TRIES_MAX];
    Names names;
    name_moves(&names, tries, umpire_tries(&umpire, tries));
    char ours[LINE_ROOM * 2];
    Text text = TEXT_IN(ours);
    text_add_char(&text, 'A');
    for (uint32_t i = 0; i < names.count; i++)
        text_format(&text, " %s", names.text[i]);
    compare(reader, ours);

    MoveList legal;
    chess_list_legal(&umpire.truth, &legal);
    name_moves(&names, legal.moves, legal.count);
    for (uint32_t i = 0; i < names.count && next_line(reader); i++)
        check_move(reader, &umpire, names.text[i]);
}

static void check_attempt(Reader *reader, Umpire *umpire)
{
    unsigned ply;
    char color, uci[8], ours[LINE_ROOM];
    if (sscanf(reader->line, "%u %c %7s", &ply, &color, uci) != 3) {
        compare(reader, "an attempt");
        return;
    }
    Reply reply;
    Text text = TEXT_IN(ours);
    text_format(&text, "%u %c %s ", umpire->plies + 1u, umpire->truth.to_move ? 'b' : 'w', uci);
    const UmpireError error =
        umpire_try(umpire, color == 'w' ? WHITE : BLACK, move_from_uci(slice_of(uci)), &reply);
    if (error) {
        text_add(&text, umpire_error_text(error));
    } else if (reply.verdict == VERDICT_PLAYED) {
        text_add(&text, "played ");
        add_facts(umpire, end_names[umpire->ending], &text);
    } else {
        text_add(&text, reply.verdict == VERDICT_ILLEGAL ? "illegal" : "impossible");
    }
    compare(reader, ours);
}

static void check_end(Reader *reader, const Umpire *umpire)
{
    static const char *const results[] = {"1/2-1/2", "1-0", "0-1"};
    char ours[64];
    Text text = TEXT_IN(ours);
    text_format(&text, "E %s %s", results[umpire->winner], end_names[umpire->ending]);
    compare(reader, ours);
}

static void check_game_line(Reader *reader, Umpire *umpire)
{
    const char *start = strstr(reader->line, "start ");
    if (reader->line[0] == 'G' && start)
        (void)open_at(reader, start + 6, umpire);
    else if (reader->line[0] == 'E')
        check_end(reader, umpire);
    else
        check_attempt(reader, umpire);
}

int main(int count, char **words)
{
    Reader reader = {.file = count == 3 ? gzopen(words[2], "r") : NULL};
    if (!reader.file) {
        fprintf(stderr, "usage: vectors positions|games FILE\n");
        return EXIT_FAILURE;
    }
    static Umpire umpire;
    const bool has_games = strcmp(words[1], "games") == 0;
    while (next_line(&reader)) {
        if (has_games)
            check_game_line(&reader, &umpire);
        else
            check_position(&reader);
    }
    gzclose(reader.file);
    printf("%llu lines compared, %llu differ\n", (unsigned long long)reader.compared,
           (unsigned long long)reader.failures);
    return reader.failures || !reader.compared ? EXIT_FAILURE : EXIT_SUCCESS;
}
