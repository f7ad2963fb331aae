// Playing a record of Go before everyone's eyes.
#include "play/go_review.h"

#include "play/inside.h"
#include "play/showing.h"

static void hear_both(GoShowing *showing, const Entry *entry, const Hearing to[2])
{
    for (uint8_t seat = 0; seat < 2; seat++)
        if (to[seat].event != HEARD_NOTHING)
            phantom_go_game.hear(showing->rules, &showing->views[seat],
                                 entry && entry->seat == seat ? entry->attempt : TRY_NONE,
                                 &to[seat]);
}

void go_showing_open(GoShowing *showing, const PhantomRules *rules)
{
    Hearing to[2];
    showing->rules = (const Rules *)rules;
    phantom_go_game.deal(showing->rules, &showing->truth, to);
    for (uint8_t seat = 0; seat < 2; seat++)
        phantom_go_game.sit(showing->rules, seat, &showing->views[seat]);
    hear_both(showing, NULL, to);
}

static void play_try(GoShowing *showing, const Entry *entry, Text *line)
{
    char name[8];
    Text attempt = TEXT_IN(name);
    Hearing to[2];
    record_try_to_text(&phantom_go_game, entry->attempt, &attempt);
    text_format(line, "%-6s ", name);
    if (showing->truth.ending || phantom_go_game.seat_to_move(&showing->truth) != entry->seat) {
        text_add(line, "(out of turn, or after the end)");
        return;
    }
    phantom_go_game.judge(showing->rules, &showing->truth, entry->attempt, to);
    hear_both(showing, entry, to);
    showing_add_words(&phantom_go_game, showing->rules, to, line);
}

void go_showing_play(GoShowing *showing, const Entry *entry, Text *line)
{
    text_format(line, "%s  ", view_name(entry->seat));
    if (entry->kind == EVENT_TRY)
        play_try(showing, entry, line);
    else
        text_add(line, showing_event_words(entry->kind));
}

void go_showing_lines(const GameRecord *record, Text *text)
{
    GoShowing showing;
    go_showing_open(&showing, &record->go);
    for (uint32_t i = 0; i < record->entries.count; i++) {
        text_format(text, "%4u  ", i + 1);
        go_showing_play(&showing, &record->entries.list[i], text);
        text_add_char(text, '\n');
    }
    Cell memory[VIEW_GO_THREE_WIDTH_MAX * VIEW_GO_THREE_HEIGHT_MAX];
    const ViewSize size = view_go_three_size(record->go.size);
    Cells boards = CELLS_IN(memory, size.width, size.height);
    view_go_three_boards(showing.views, &showing.truth.game.board, &boards);
    text_add_char(text, '\n');
    cells_to_text(&boards, text);
}

// --- On a screen ---------------------------------------------------------------------------------

// All three boards, or the truth alone where they do not fit.
static void draw_boards(const GoShowing *showing, Cells *out)
{
    Cell memory[VIEW_GO_THREE_WIDTH_MAX * VIEW_GO_THREE_HEIGHT_MAX];
    const unsigned size = showing->truth.game.board.size;
    const ViewSize three = view_go_three_size(size), one = view_go_size(size);
    const bool fits = MARGIN + three.width <= out->width;
    Cells boards =
        CELLS_IN(memory, fits ? three.width : one.width, fits ? three.height : one.height);
    if (fits)
        view_go_three_boards(showing->views, &showing->truth.game.board, &boards);
    else
        view_go_truth_board(&showing->truth.game.board, GO_NONE, &boards);
    cells_copy(&boards, out, MARGIN, HEAD_ROWS);
}

void go_review_draw(const Review *review, Cells *out)
{
    const GameRecord *record = review->record;
    char line_memory[2048] = "The game begins.", head_memory[256];
    GoShowing showing;
    go_showing_open(&showing, &record->go);
    for (uint32_t i = 0; i < review->step; i++) {
        Text line = TEXT_IN(line_memory);
        go_showing_play(&showing, &record->entries.list[i], &line);
    }
    Text head = TEXT_IN(head_memory);
    text_format(&head, "Event %u of %u   %s", review->step, record->entries.count,
                game_record_result(record));
    cells_clear(out);
    play__put(out, MARGIN, 0, head_memory, INK_TITLE);
    draw_boards(&showing, out);
    const uint32_t row = HEAD_ROWS + view_go_three_size(record->go.size).height + 1;
    play__draw_wrapped(line_memory, MARGIN, row, INK_PLAIN, out);
    play__put(out, MARGIN, out->height - 1,
              review->message[0] ? review->message
                                 : "Left, Right: step  Home, End: begin, end  s: save  q: leave",
              INK_DIM);
}
