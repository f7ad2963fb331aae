// What a person at a desk does beside its tries: it asks, marks where it believes enemies to be, leads
// the cursor and the mouse over the board, takes a man and puts it back, names a promotion without its man. None of
// it reaches the table, and the answers may tell nothing that the person has not heard.
#include "sitting.h"

#include <stdlib.h>

enum { WORDS_MAX = 32 };

static void say(Sitting *sitting, const char *word, const Doing *doing)
{
    sitting_type(sitting, word, sitting_moment(sitting, doing));
    text_format(sitting->text, "%s: %s\n", word, ui_message(sitting->ui));
}

static unsigned files_of(const Pair *pair)
{
    return pair->is_go ? pair->go.size : pair->chess.setup.board->files;
}

static unsigned ranks_of(const Pair *pair)
{
    return pair->is_go ? pair->go.size : pair->chess.setup.board->ranks;
}

// --- Marks -------------------------------------------------------------------------------------------

static void mark(Sitting *sitting, unsigned file, unsigned rank, const Doing *doing)
{
    char memory[WORDS_MAX];
    Text word = TEXT_IN(memory);
    text_add(&word, "mark ");
    if (sitting->pair->is_go) {
        go_point_to_text(go_point(file, rank), &word);
    } else {
        text_add_char(&word, "pnbrqk"[rng_below(&sitting->rng, KIND_COUNT)]);
        square_to_text(rank * 8 + file, &word);
    }
    sitting_type(sitting, memory, sitting_moment(sitting, doing));
}

// One place, or every place at once.
static void mark_some(Sitting *sitting, const Doing *doing)
{
    const unsigned files = files_of(sitting->pair), ranks = ranks_of(sitting->pair);
    if (sitting->has_marked || rng_below(&sitting->rng, 2)) {
        mark(sitting, rng_below(&sitting->rng, files), rng_below(&sitting->rng, ranks), doing);
        return;
    }
    sitting->has_marked = true;
    for (unsigned place = 0; place < files * ranks; place++)
        mark(sitting, place % files, place / files, doing);
}

// --- Questions ---------------------------------------------------------------------------------------

static void ask(Sitting *sitting, const Doing *doing)
{
    static const char *const words[] = {"board", "log",  "clocks",    "tries",  "help",     "Zd9",
                                        "?",     "mark", "unmark d5", "unmark", "unmark z9"};
    // At the keys a word that is no command is taken for a try.
    static const char *const key_words[] = {"Zd9", "mark", "unmark d5", "unmark z9"};
    if (sitting->hand == BY_KEYS || sitting->is_shared)
        say(sitting, key_words[rng_below(&sitting->rng, COUNT_OF(key_words))], doing);
    else
        say(sitting, words[rng_below(&sitting->rng, COUNT_OF(words))], doing);
}

// What must be confirmed, and is not; and the page of help.
static void hesitate(Sitting *sitting, const Doing *doing)
{
    static const char *const words[] = {"resign", "quit"};
    const uint64_t now_ms = sitting_moment(sitting, doing);
    say(sitting, words[rng_below(&sitting->rng, COUNT_OF(words))], doing);
    sitting_look(sitting, doing);
    ui_line(sitting->ui, slice_of("n"), now_ms);
    if (sitting->hand == BY_KEYS) {
        ui_key(sitting->ui, '?', now_ms);
        sitting_look(sitting, doing);
        ui_key(sitting->ui, KEY_PRESS_ESCAPE, now_ms);
    }
}

// --- The cursor --------------------------------------------------------------------------------------

// Over a whole rank: what stands there is taken and put back; in Go, where that would be a try, it is
// marked and unmarked.
static void roam(Sitting *sitting, const Doing *doing)
{
    const unsigned rank = rng_below(&sitting->rng, ranks_of(sitting->pair));
    const uint64_t now_ms = sitting_moment(sitting, doing);
    const Key key = sitting->pair->is_go ? ' ' : KEY_PRESS_ENTER;
    ui_key(sitting->ui, KEY_PRESS_ESCAPE, now_ms);
    sitting_lead(sitting, 0, rank, now_ms);
    for (unsigned file = 0; file < files_of(sitting->pair); file++) {
        for (unsigned times = 0; times < 2; times++) {
            ui_key(sitting->ui, key, now_ms);
            text_format(sitting->text, "cursor: %s\n", ui_message(sitting->ui));
        }
        ui_key(sitting->ui, KEY_PRESS_RIGHT, now_ms);
    }
    sitting_look(sitting, doing);
    ui_key(sitting->ui, KEY_PRESS_ESCAPE, now_ms);
}

// With the mouse, on cells by chance: twice, so that a man is put back where it was and a mark of Go goes again.
static void click(Sitting *sitting, const Doing *doing)
{
    enum { CLICKS = 12 };
    const uint64_t now_ms = sitting_moment(sitting, doing);
    const bool is_large = rng_below(&sitting->rng, 2);
    UiClick at = {.width = is_large ? 120 : 80,
                  .height = is_large ? 40 : 24,
                  .is_second = sitting->pair->is_go};
    ui_key(sitting->ui, KEY_PRESS_ESCAPE, now_ms);
    for (unsigned i = 0; i < CLICKS; i++) {
        at.column = rng_below(&sitting->rng, at.width / 2); // where the board is
        at.row = rng_below(&sitting->rng, at.height);
        for (unsigned times = 0; times < 2; times++) {
            ui_click(sitting->ui, at, now_ms);
            text_format(sitting->text, "click: %s\n", ui_message(sitting->ui));
        }
    }
    sitting_look(sitting, doing);
    ui_key(sitting->ui, KEY_PRESS_ESCAPE, now_ms);
}

// --- Promotions --------------------------------------------------------------------------------------

// A promotion without its man: the person is asked, and does not answer.
static void name_promotion(Sitting *sitting, unsigned from, unsigned to, const Doing *doing)
{
    char memory[WORDS_MAX];
    Text word = TEXT_IN(memory);
    square_to_text(from, &word);
    square_to_text(to, &word);
    say(sitting, memory, doing);
    sitting_look(sitting, doing);
    ui_line(sitting->ui, slice_of("--"), sitting_moment(sitting, doing));
}

static void name_promotions(Sitting *sitting, const Doing *doing)
{
    const Pair *pair = sitting->pair;
    const OwnMen *own = &sitting->view.own;
    if (pair->is_go || ui_seat_to_move(sitting->ui) != pair->ear)
        return;
    const Board *board = pair->chess.setup.board;
    for (Bits pawns = own->kind[PAWN]; pawns;) {
        const unsigned from = bits_take(&pawns);
        const unsigned ahead = pair->ear == WHITE ? from + 8 : from - 8;
        for (int side = -1; side <= 1; side++) {
            const unsigned to = ahead + (unsigned)side;
            const int files = (int)(to % 8) - (int)(from % 8);
            if (abs(files) <= 1 && to < SQUARE_COUNT && bits_has(board->last_rank[pair->ear], to) &&
                !bits_has(own->all, to))
                name_promotion(sitting, from, to, doing);
        }
    }
}

void sitting_probe(Sitting *sitting, const Doing *doing)
{
    static void (*const probes[])(Sitting * sitting, const Doing *doing) = {
        mark_some, ask, ask, hesitate, roam, click, name_promotions, name_promotions};
    enum { IN_ALL = COUNT_OF(probes), EVERY = 2 };
    const uint32_t drawn = rng_below(&sitting->rng, IN_ALL * EVERY);
    const uint64_t now_ms = sitting_moment(sitting, doing);
    ui_tick(sitting->ui, now_ms);
    if (drawn < IN_ALL && !ui_is_over(sitting->ui) && ui_seat(sitting->ui) == sitting->pair->ear)
        probes[drawn](sitting, doing);
}
