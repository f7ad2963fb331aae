// Runs the blocks of docs/rules/ against the umpire: every picture there is a test.
//
//     law PAGE.md...           exits 1 and shows each line on which umpire and law differ
//     law --bless PAGE.md...   rewrites those lines in the page instead; read the diff
//
// Two more laws are checked: every clause (a `###` heading) has a block, and the clauses of a
// ruleset's page are the sentences that `nebel rules` prints for it.
#define _POSIX_C_SOURCE 200809L
#include "umpire/kriegspiel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX = 2048, PAGE_MAX = 1 << 20 };

// A block being read: the position is put together line by line and opened by
// the first line of dialogue.
typedef struct Block {
    bool is_open; // the game has begun
    KriegspielRules rules;
    char rows[FEN_TEXT_MAX], castling[8], passant[4];
    bool has_rows;
    char turn;
    unsigned clock, plies, attempts;
    Umpire umpire;
    Hearing opening[2];
} Block;

typedef struct Page {
    const char *path;
    unsigned line_number, blocks, failures;
    bool is_blessing;
    Text out; // the page as it should be
} Page;

static void fail(Page *page, const char *what, const char *detail)
{
    page->failures++;
    fprintf(stderr, "%s:%u: %s%s\n", page->path, page->line_number, what, detail);
}

static Slice trimmed(Slice text)
{
    while (text.length && text.start[0] == ' ')
        text = (Slice){text.start + 1, text.length - 1};
    while (text.length && text.start[text.length - 1] == ' ')
        text.length--;
    return text;
}

// "..p.." becomes "2p2".
static void add_row(Text *rows, Slice picture)
{
    unsigned empty = 0;
    if (rows->length)
        text_add_char(rows, '/');
    for (size_t i = 0; i <= picture.length; i++) {
        const bool is_end = i == picture.length;
        if (!is_end && picture.start[i] == '.') {
            empty++;
            continue;
        }
        if (empty)
            text_add_char(rows, (char)('0' + empty));
        empty = 0;
        if (!is_end)
            text_add_char(rows, picture.start[i]);
    }
}

static void begin_block(Page *page, Block *block, const char *game_string)
{
    char memory[256];
    Text complaint = TEXT_IN(memory);
    Spec spec;
    *block = (Block){.turn = 'w'};
    const Game *game = game_find(game_string, &spec, &complaint);
    if (!game || !game->read(&spec, (Rules *)&block->rules, &complaint))
        fail(page, "the game: ", memory);
}

static void open_game(Page *page, Block *block)
{
    const Board *board = block->rules.setup.board;
    const char *rows = block->has_rows ? block->rows : board->setup;
    const char *rights = block->castling;
    if (!rights[0])
        rights = !block->has_rows && board->castling ? "KQkq" : "-";
    char memory[FEN_TEXT_MAX + 32];
    Text fen = TEXT_IN(memory);
    text_format(&fen, "%s %c %s %s %u 1", rows, block->turn, rights,
                block->passant[0] ? block->passant : "-", block->clock);
    Position start;
    const FenError error = position_from_fen(slice_of(memory), board, &start);
    if (error) {
        fail(page, memory, fen_error_text(error));
        start = position_start(board);
    }
    umpire_open(&block->umpire, block->rules.ruleset, &start, block->opening);
    block->umpire.plies = (uint16_t)block->plies;
    block->umpire.turn.attempts = (uint16_t)block->attempts;
    block->is_open = true;
}

// Compares one line with what it should be; blessing takes the right one.
static void settle(Page *page, const char *written, const char *right, bool is_equal)
{
    if (!is_equal && !page->is_blessing)
        fail(page, "the umpire says: ", right);
    text_format(&page->out, "%s\n", is_equal || !page->is_blessing ? written : right);
}

static void check_heard(Page *page, const Block *block, const char *line, const Hearing heard[2])
{
    Slice rest = slice_of(line);
    const Slice said = trimmed(slice_take(&rest, "|"));
    char right[LINE_MAX];
    Text whole = TEXT_IN(right);
    text_format(&whole, "%.*s", (int)said.length, said.start);
    bool is_equal = true;
    for (unsigned seat = 0; seat < 2; seat++) {
        char words[256];
        Text text = TEXT_IN(words);
        umpire_say(block->rules.ruleset, &heard[seat], &text);
        text_format(&whole, " | %c: %s", "wb"[seat], words);
        Slice column = trimmed(slice_take(&rest, "|"));
        is_equal = is_equal && column.length >= 2 && column.start[0] == "wb"[seat] &&
                   slice_is(trimmed((Slice){column.start + 2, column.length - 2}), words);
    }
    settle(page, line, right, is_equal);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_list(Page *page, const Block *block, const char *line, const char *seat_name)
{
    Try tries[TRIES_MAX];
    char names[TRIES_MAX][8], right[LINE_MAX];
    const uint32_t count = umpire_tries(&block->umpire, tries);
    for (uint32_t i = 0; i < count; i++) {
        Text name = TEXT_IN(names[i]);
        try_to_text(tries[i], &name);
    }
    qsort(names, count, sizeof names[0], compare_texts);
    Text whole = TEXT_IN(right);
    text_format(&whole, "%s may try", seat_name);
    for (uint32_t i = 0; i < count; i++)
        text_format(&whole, " %s", names[i]);
    settle(page, line, right, strcmp(line, right) == 0);
}

static void check_attempt(Page *page, Block *block, const char *line, Color seat)
{
    Slice rest = slice_of(line);
    slice_take(&rest, " ");
    const Slice attempt = trimmed(slice_take(&rest, "|"));
    Reply reply;
    const UmpireError error = umpire_try(&block->umpire, seat, try_from_text(attempt), &reply);
    if (error) {
        fail(page, "cannot be tried: ", umpire_error_text(error));
        return;
    }
    check_heard(page, block, line, reply.to);
}

static bool is_dialogue(const char *line)
{
    return strncmp(line, "white ", 6) == 0 || strncmp(line, "black ", 6) == 0 ||
           strncmp(line, "start ", 6) == 0;
}

static void run_dialogue(Page *page, Block *block, const char *line)
{
    if (!block->is_open)
        open_game(page, block);
    const Color seat = line[0] == 'b' ? BLACK : WHITE;
    if (line[0] == 's')
        check_heard(page, block, line, block->opening);
    else if (strncmp(line + 6, "may try", 7) != 0)
        check_attempt(page, block, line, seat);
    else if (seat != block->umpire.truth.to_move)
        fail(page, "it is not this seat's turn", "");
    else
        check_list(page, block, line, seat == WHITE ? "white" : "black");
}

static void run_block_line(Page *page, Block *block, const char *line)
{
    if (is_dialogue(line)) {
        run_dialogue(page, block, line);
        return;
    }
    text_format(&page->out, "%s\n", line);
    Text rows = {block->rows, strlen(block->rows), sizeof block->rows, false};
    if (line[0] == '#' || line[0] == '\0')
        return;
    if (strncmp(line, "game ", 5) == 0)
        begin_block(page, block, line + 5);
    else if (strncmp(line, "  ", 2) == 0)
        add_row(&rows, slice_of(line + 2));
    else if (strcmp(line, "board") == 0)
        block->has_rows = true;
    else if (strcmp(line, "turn black") == 0)
        block->turn = 'b';
    else if (sscanf(line, "castling %7s", block->castling) != 1 &&
             sscanf(line, "passant %3s", block->passant) != 1 &&
             sscanf(line, "clock %u", &block->clock) != 1 &&
             sscanf(line, "plies %u", &block->plies) != 1 &&
             sscanf(line, "attempts %u", &block->attempts) != 1)
        fail(page, "cannot be read: ", line);
}

// A ruleset's page must say what the row of data says, clause by clause, in the same order.
static void check_clause(Page *page, const Ruleset *rules, unsigned number, const char *heading)
{
    RulesetClause clauses[RULESET_CLAUSES_MAX];
    if (rules && (number >= ruleset_clauses(rules, clauses) ||
                  strcmp(clauses[number].sentence, heading) != 0))
        fail(page, "nebel rules has no such sentence here: ", heading);
}

static const Ruleset *ruleset_of_page(const char *path)
{
    const char *slash = strrchr(path, '/');
    Slice name = slice_of(slash ? slash + 1 : path);
    return ruleset_by_name(slice_take(&name, "."));
}

static void run_page(Page *page, FILE *file)
{
    const Ruleset *rules = ruleset_of_page(page->path);
    unsigned clauses = 0, blocks_before = 0;
    bool in_block = false;
    Block block = {0};
    char line[LINE_MAX];
    for (; fgets(line, sizeof line, file); page->line_number++) {
        line[strcspn(line, "\n")] = '\0';
        if (in_block && strcmp(line, "```") != 0) {
            run_block_line(page, &block, line);
            continue;
        }
        text_format(&page->out, "%s\n", line);
        in_block = strcmp(line, "```umpire") == 0;
        page->blocks += in_block;
        if (strncmp(line, "### ", 4) == 0) {
            if (clauses && page->blocks == blocks_before)
                fail(page, "the clause before this one has no block", "");
            check_clause(page, rules, clauses++, line + 4);
            blocks_before = page->blocks;
        }
    }
    RulesetClause all[RULESET_CLAUSES_MAX];
    if (rules && clauses != ruleset_clauses(rules, all))
        fail(page, "the page misses a clause of ", rules->name);
    if (page->blocks == blocks_before)
        fail(page, "the last clause has no block", "");
}

static bool check_page(const char *path, bool is_blessing)
{
    static char memory[PAGE_MAX];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    Page page = {
        .path = path, .line_number = 1, .is_blessing = is_blessing, .out = TEXT_IN(memory)};
    run_page(&page, file);
    fclose(file);
    if (is_blessing && !page.out.cut) {
        file = fopen(path, "w");
        if (!file || fputs(memory, file) < 0 || fclose(file) != 0)
            perror(path);
    }
    printf("%s: %u blocks, %u differences\n", path, page.blocks, page.failures);
    return page.failures == 0;
}

int main(int count, char **words)
{
    const bool is_blessing = count > 1 && strcmp(words[1], "--bless") == 0;
    bool is_fine = count > 1 + is_blessing;
    for (int i = 1 + is_blessing; i < count; i++)
        is_fine = check_page(words[i], is_blessing) && is_fine;
    return is_fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
