// Runs the blocks of docs/rules/ at a table: every picture there is a test of umpire and table.
//
//     law PAGE.md...           exits 1 and shows each line on which umpire and law differ
//     law --bless PAGE.md...   rewrites those lines in the page instead; read the diff
//
// Two more laws are checked: every clause (a `###` heading) has a block, and the clauses of a
// ruleset's page are the sentences that `nebel rules` prints for it.
#define _POSIX_C_SOURCE 200809L
#include "games/core/truth.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/registry/games.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Clocks stand still until a flag falls, so any time will do.
enum { LINE_MAX = 2048, PAGE_MAX = 1 << 20, CLOCK_MS = 1000 };

// The rules of a game that begins late. The game reads the first part; only its deal knows the rest.
typedef struct LateRules {
    KriegspielRules kriegspiel;
    unsigned plies, attempts;
} LateRules;

// A block being read: the position is put together line by line and opened by
// the first line of dialogue.
typedef struct Block {
    Table *table; // NULL until the game has begun
    LateRules rules;
    char rows[FEN_TEXT_MAX], castling[8], passant[4];
    bool has_rows;
    char turn;
    unsigned clock;
    Hearing opening[2];
} Block;

static Game late_game; // kriegspiel, but for its deal

static void deal_late(const Rules *rules, void *truth, Hearing to[2])
{
    const LateRules *late = (const LateRules *)rules;
    Umpire *umpire = truth;
    kriegspiel_game.deal(rules, truth, to);
    umpire->plies = (uint16_t)late->plies;
    umpire->turn.attempts = (uint16_t)late->attempts;
}

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
    Text message = TEXT_IN(memory);
    Spec spec;
    table_destroy(block->table);
    *block = (Block){.turn = 'w'};
    const Game *game = game_find(game_string, &spec, &message);
    if (!game || !game->read(&spec, (Rules *)&block->rules, &message)) {
        fail(page, "the game: ", memory);
        exit(1); // nothing below can be played
    }
}

// What each seat heard of an event; silence for a seat that got nothing.
static void hear_effects(const TableEffects *effects, Hearing heard[2])
{
    heard[WHITE] = heard[BLACK] = (Hearing){0};
    for (uint32_t i = 0; i < effects->count; i++)
        heard[effects->effects[i].seat] = effects->effects[i].hearing;
}

static const Umpire *truth_of(const Block *block)
{
    return table_truth(block->table);
}

static void open_game(Page *page, Block *block)
{
    Setup *setup = &block->rules.kriegspiel.setup;
    const Board *board = setup->board;
    const char *rows = block->has_rows ? block->rows : board->setup;
    const char *rights = block->castling;
    if (!rights[0])
        rights = !block->has_rows && board->castling ? "KQkq" : "-";
    char memory[FEN_TEXT_MAX + 32];
    Text fen = TEXT_IN(memory);
    text_format(&fen, "%s %c %s %s %u 1", rows, block->turn, rights,
                block->passant[0] ? block->passant : "-", block->clock);
    const FenError error = position_from_fen(slice_of(memory), board, &setup->start);
    if (error) {
        fail(page, memory, fen_error_text(error));
        setup->start = position_start(board);
    }
    TableEffects effects;
    block->table = table_create(&memory_heap, &late_game, (const Rules *)&block->rules,
                                (ClockRule){CLOCK_MS, 0}, 0, &effects);
    if (!block->table)
        abort();
    hear_effects(&effects, block->opening);
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
        umpire_say(block->rules.kriegspiel.ruleset, &heard[seat], &text);
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
    const uint32_t count = umpire_tries(truth_of(block), tries);
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

// What a seat may do beside trying; every other word is an attempt.
static const struct {
    const char *words;
    EventKind kind;
} doings[] = {
    {"resigns", EVENT_RESIGN},   {"offers a draw", EVENT_OFFER}, {"accepts", EVENT_ACCEPT},
    {"declines", EVENT_DECLINE}, {"forfeits", EVENT_FORFEIT},    {"falls", EVENT_TIME},
    {"aborts", EVENT_ABORT},
};

static TableEvent read_event(const Block *block, Color seat, Slice doing)
{
    TableEvent event = {.kind = EVENT_TRY, .seat = (uint8_t)seat};
    for (unsigned i = 0; i < COUNT_OF(doings); i++)
        if (slice_is(doing, doings[i].words))
            event.kind = (uint8_t)doings[i].kind;
    if (event.kind == EVENT_TRY)
        event.attempt = try_from_text(doing);
    if (event.kind == EVENT_TIME)
        event.at_ms = table_deadline_ms(block->table);
    return event;
}

// What the table does not take, nobody hears of: a dialogue says so with two dashes.
static void check_event(Page *page, Block *block, const char *line, Color seat)
{
    Slice rest = slice_of(line);
    slice_take(&rest, " ");
    const TableEvent event = read_event(block, seat, trimmed(slice_take(&rest, "|")));
    TableEffects effects = {0};
    Hearing heard[2];
    const TableError error = table_step(block->table, &event, &effects);
    assert(!error || effects.count == 0);
    (void)error;
    hear_effects(&effects, heard);
    check_heard(page, block, line, heard);
}

static bool is_dialogue(const char *line)
{
    return strncmp(line, "white ", 6) == 0 || strncmp(line, "black ", 6) == 0 ||
           strncmp(line, "start ", 6) == 0 || strncmp(line, "flag falls", 10) == 0;
}

static void run_dialogue(Page *page, Block *block, const char *line)
{
    if (!block->table)
        open_game(page, block);
    const Color seat = line[0] == 'b' ? BLACK : WHITE;
    if (line[0] == 's')
        check_heard(page, block, line, block->opening);
    else if (strncmp(line + 6, "may try", 7) != 0)
        check_event(page, block, line, seat);
    else if (seat != table_seat_to_move(block->table))
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
             sscanf(line, "plies %u", &block->rules.plies) != 1 &&
             sscanf(line, "attempts %u", &block->rules.attempts) != 1)
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
    table_destroy(block.table);
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
    late_game = kriegspiel_game;
    late_game.deal = deal_late;
    const bool is_blessing = count > 1 && strcmp(words[1], "--bless") == 0;
    bool is_fine = count > 1 + is_blessing;
    for (int i = 1 + is_blessing; i < count; i++)
        is_fine = check_page(words[i], is_blessing) && is_fine;
    return is_fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
