// Runs the blocks of docs/rules/phantom-go.md against the referee: every dialogue there is a test.
//
//     go_law PAGE.md...           exits 1 and shows each line on which referee and law differ
//     go_law --bless PAGE.md...   rewrites those lines in the page instead; read the diff
//
// A block, fenced as ```referee, opens with `game phantom-go(...)` and goes on with one line an attempt:
//
//     black c3 | b: Black played.  | w: Black played.
//
// `opening | b: ... | w: ...` is what was heard as the game began. The attempt is by whoever is to move; the colour is written for the reader and checked. Several attempts may share a line
// if what they say does not matter: `play b2 b1 a3`. `turns N` and `attempts N` pretend that so many went before. Every
// clause (a `###` heading) has a block.
#define _POSIX_C_SOURCE 200809L
#include "games/phantom_go/phantom_go.h"
#include "games/registry/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_MAX = 1 << 20, LINE_MAX = 2048 };

typedef struct Page {
    const char *path;
    unsigned line_number, blocks, failures;
    bool is_blessing, is_open, clause_has_block;
    Text out; // the page as it should be
    PhantomRules rules;
    PhantomTruth truth;
    Hearing opening[2];
} Page;

static void fail(Page *page, const char *what, const char *detail)
{
    page->failures++;
    fprintf(stderr, "%s:%u: %s%s\n", page->path, page->line_number, what, detail);
}

static void open_game(Page *page, const char *text)
{
    char why[200];
    Text message = TEXT_IN(why);
    Spec spec;
    const Game *game = game_find(text, &spec, &message);
    if (game != &phantom_go_game || !game->read(&spec, (Rules *)&page->rules, &message)) {
        fail(page, "no game of Phantom Go: ", why);
        return;
    }
    game->deal((const Rules *)&page->rules, &page->truth, page->opening);
    page->is_open = true;
}

static bool attempt(Page *page, Slice word, Hearing to[2])
{
    const Try code = phantom_go_game.try_from_text(word);
    if (!page->is_open || page->truth.ending || code == TRY_NONE) {
        fail(page, "no attempt, or no game to make it in", "");
        return false;
    }
    phantom_go_game.judge((const Rules *)&page->rules, &page->truth, code, to);
    return true;
}

static void play_all(Page *page, Slice rest)
{
    Hearing to[2];
    while (rest.length) {
        const Slice word = slice_take(&rest, " ");
        if (!attempt(page, word, to))
            return;
        if (to[page->truth.game.board.to_move].event != HEARD_MOVE)
            fail(page, "not played: ", word.start);
    }
}

// Writes the line as it should be, `head` and what both heard, and compares.
static void compare(Page *page, const char *line, const char *head, const Hearing to[2])
{
    char now[LINE_MAX];
    Text text = TEXT_IN(now);
    text_format(&text, "%s | b: ", head);
    Text black = {now + text.length, 0, sizeof now - text.length, false, NULL};
    phantom_go_game.say((const Rules *)&page->rules, &to[GO_BLACK], &black);
    text.length += black.length;
    text_format(&text, "%*s | w: ", black.length < 38 ? (int)(38 - black.length) : 0, "");
    Text white = {now + text.length, 0, sizeof now - text.length, false, NULL};
    phantom_go_game.say((const Rules *)&page->rules, &to[GO_WHITE], &white);
    if (!page->is_blessing && strcmp(now, line) != 0)
        fail(page, "the referee says\n  ", now);
    text_add(&page->out, page->is_blessing ? now : line);
    text_add_char(&page->out, '\n');
}

static void judge_line(Page *page, const char *line)
{
    char memory[LINE_MAX];
    Text head = TEXT_IN(memory);
    Hearing to[2];
    Slice rest = slice_of(line);
    const Slice color = slice_take(&rest, " "), word = slice_take(&rest, " ");
    const uint8_t mover = page->truth.game.board.to_move;
    if (page->is_open && slice_is(color, "opening")) {
        compare(page, line, "opening   ", page->opening);
        return;
    }
    if (!slice_is(color, mover == GO_BLACK ? "black" : "white"))
        fail(page, "the other colour is to move: ", line);
    if (!attempt(page, word, to))
        return;
    text_format(&head, "%.*s %-4.*s", (int)color.length, color.start, (int)word.length, word.start);
    compare(page, line, memory, to);
}

// False if the line sets no counter.
static bool set_counter(Page *page, const char *line)
{
    unsigned number;
    if (sscanf(line, "turns %u", &number) == 1)
        page->truth.game.turns = (uint16_t)number;
    else if (sscanf(line, "attempts %u", &number) == 1)
        page->truth.attempts = (uint16_t)number;
    else
        return false;
    return true;
}

static void read_line(Page *page, const char *line, bool *in_block)
{
    page->line_number++;
    const bool is_fence = strncmp(line, "```", 3) == 0;
    if (is_fence && !*in_block && strcmp(line, "```referee") == 0) {
        *in_block = page->clause_has_block = true;
        page->blocks++;
        page->is_open = false;
    } else if (is_fence) {
        *in_block = false;
    } else if (*in_block && strncmp(line, "game ", 5) == 0) {
        open_game(page, line + 5);
    } else if (*in_block && strncmp(line, "play ", 5) == 0) {
        play_all(page, slice_of(line + 5));
    } else if (*in_block && *line && *line != '#' && !set_counter(page, line)) {
        judge_line(page, line);
        return;
    } else if (!*in_block && strncmp(line, "### ", 4) == 0) {
        if (!page->clause_has_block)
            fail(page, "the clause above has no block: ", line);
        page->clause_has_block = false;
    }
    text_add(&page->out, line);
    text_add_char(&page->out, '\n');
}

static unsigned run(Page *page, const char *path)
{
    static char memory[PAGE_MAX];
    FILE *file = fopen(path, "r");
    char line[LINE_MAX];
    bool in_block = false;
    *page = (Page){.path = path, .is_blessing = page->is_blessing, .clause_has_block = true};
    page->out = TEXT_IN(memory);
    if (!file)
        fail(page, "cannot be opened", "");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        read_line(page, line, &in_block);
    }
    if (file)
        fclose(file);
    if (!page->blocks || !page->clause_has_block)
        fail(page, "a clause has no block", "");
    printf("%s: %u blocks, %u failures\n", path, page->blocks, page->failures);
    if (page->is_blessing && (file = fopen(path, "w"))) {
        fputs(page->out.start, file);
        fclose(file);
    }
    return page->failures;
}

int main(int count, char **words)
{
    static Page page;
    unsigned failures = 0;
    const bool is_blessing = count > 1 && strcmp(words[1], "--bless") == 0;
    for (int i = 1 + is_blessing; i < count; i++) {
        page.is_blessing = is_blessing;
        failures += run(&page, words[i]);
    }
    return failures || count < 2 ? 1 : 0;
}
