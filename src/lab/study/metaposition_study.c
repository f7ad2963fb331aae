// Prints a metaposition. A square shows an own man as a capital, or the letters of the men that may stand there, and a dot if the
// square may be empty. Below it are the ages of the squares and the known numbers of men.
#include "lab/study/internal.h"

#include "base/cli/output.h"
#include "engine/kriegspiel_belief/metaposition.h"
#include "lab/study/records.h"

#include <assert.h>
#include <inttypes.h>

enum { CELL_WIDTH = 8, AGE_WIDTH = 3 }; // columns of a square in the two drawings

typedef struct Drawing {
    const StudyPlan *plan;
    uint64_t at;
    Metaposition now, drawn;
    uint32_t move; // of the drawn metaposition; 0 if there is none yet
    uint32_t turns;
    uint32_t sent, answered; // own tries, and moves of both seats that were heard
    uint32_t calls;          // moves with a further call
    uint64_t plausible;      // plausible tries, summed over all turns
    Text text;
} Drawing;

static void add_meta_cell(const Metaposition *meta, unsigned square, Text *text)
{
    assert(square < SQUARE_COUNT);
    const size_t end = text->length + CELL_WIDTH;
    for (unsigned kind = KING + 1; kind-- > PAWN;) {
        const char letter = kind_letter((Kind)kind);
        if (bits_has(meta->own.kind[kind], square))
            text_add_char(text, (char)(letter - 'a' + 'A'));
        if (bits_has(meta->men[kind], square))
            text_add_char(text, letter);
    }
    if (bits_has(meta->empty, square))
        text_add_char(text, '.');
    while (text->length < end && !text->cut)
        text_add_char(text, ' ');
}

static void add_age(const Metaposition *meta, unsigned square, Text *text)
{
    assert(square < SQUARE_COUNT);
    if (bits_has(meta->own.all, square))
        text_add(text, "  -");
    else
        text_format(text, " %2u", metaposition_age(meta, bit(square)));
}

static void draw_board(const Metaposition *meta, Text *text, unsigned width,
                       void (*add)(const Metaposition *, unsigned, Text *))
{
    const Board *board = metaposition_board(meta);
    for (unsigned rank = board->ranks; rank-- > 0;) {
        text_format(text, "%u  ", rank + 1);
        for (unsigned file = 0; file < board->files; file++)
            add(meta, rank * 8 + file, text);
        while (text->length && text->start[text->length - 1] == ' ')
            text->start[--text->length] = '\0';
        text_add_char(text, '\n');
    }
    text_add(text, "   ");
    for (unsigned file = 0; file < board->files; file++)
        text_format(text, "%*c%*s", width == CELL_WIDTH ? 1 : (int)width, (char)('a' + file),
                    width == CELL_WIDTH && file + 1u < board->files ? CELL_WIDTH - 1 : 0, "");
    text_add(text, "\n\n");
}

static void add_drawing(const Drawing *drawing, Text *text)
{
    assert(drawing->move > 0);
    const Metaposition *meta = &drawing->drawn;
    text_format(text, "\nMove %u. A dot: the square may be empty. Capitals: own men.\n\n",
                drawing->move);
    draw_board(meta, text, CELL_WIDTH, add_meta_cell);
    text_add(text, "Moves since something was learnt of a square:\n\n");
    draw_board(meta, text, AGE_WIDTH, add_age);
    text_format(
        text,
        "%u enemy men, %u to %u of them pawns; at most %u plies since a capture or a pawn's "
        "move.\n",
        meta->count, meta->pawns_min, meta->max[PAWN], meta->quiet_max);
}

static bool draw_hearing(void *context, const void *view, Try own, const Hearing *heard)
{
    (void)view;
    Drawing *drawing = context;
    metaposition_hear(&drawing->now, own, heard);
    drawing->sent += own != TRY_NONE;
    drawing->answered += heard->event == HEARD_MOVE;
    drawing->calls += heard->event == HEARD_MOVE &&
                      (heard->captured || heard->checks || heard->count || heard->points[0]);
    return true;
}

static bool draw_turn(void *context, const StudyTurn *turn)
{
    Drawing *drawing = context;
    const Metaposition *meta = &drawing->now;
    Try tries[TRIES_MAX];
    const uint32_t count = kriegspiel_game.tries(drawing->plan->rules, turn->view, tries);
    drawing->turns++;
    drawing->plausible += count;
    text_format(&drawing->text, "%4u %6u %13u %12u %19u  %s\n", turn->number, count,
                metaposition_pseudopieces(meta), bits_count(meta->men[KING]),
                bits_count(metaposition_certain(meta)),
                metaposition_holds(meta, &((const Umpire *)turn->truth)->truth) ? "held"
                                                                                : "RULED OUT");
    if (!drawing->at || turn->number == drawing->at) {
        drawing->drawn = *meta;
        drawing->move = turn->number;
    }
    return true;
}

static int print_drawing(Drawing *drawing)
{
    if (!drawing->move)
        return record_study_no_turn(drawing->plan, drawing->turns, drawing->at);
    text_format(&drawing->text,
                "%u turns, %u tries sent, %" PRIu64 " plausible; %u moves heard, %u with a call\n",
                drawing->turns, drawing->sent, drawing->plausible, drawing->answered,
                drawing->calls);
    add_drawing(drawing, &drawing->text);
    return print_text(&drawing->text, "the drawing");
}

int kriegspiel_metaposition(const RecordStudy *study, uint64_t at)
{
    StudyPlan plan = study->plan;
    plan.pool.limit = LIMIT_MIN; // the pool is not used
    Drawing drawing = {.plan = &plan, .at = at, .text = text_growing(&memory_heap)};
    metaposition_begin(&drawing.now, kriegspiel_rules(plan.rules), plan.seat);
    records_add_head(&study->record, &drawing.text);
    text_format(&drawing.text,
                "What %s could not rule out.\n\n"
                "move  tries  pseudopieces king squares  certainly occupied  truth\n",
                view_name(plan.seat));
    const StudySink sink = {.turn = draw_turn, .hear = draw_hearing, .context = &drawing};
    int status = record_study_run(&plan, &sink);
    if (!status)
        status = print_drawing(&drawing);
    text_done(&drawing.text);
    return status;
}
