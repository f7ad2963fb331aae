// Stepping through a record. For every screen the game is replayed from its beginning: that takes less than a millisecond and
// needs no state.
#include "ui/play/review.h"

#include "formats/draw/game_view.h"
#include "formats/draw/log.h"
#include "ui/play/internal.h"
#include "ui/play/replay_words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static AnalysisTurn *make_turn(const Memory *memory, const char *words, const double *enemy)
{
    const size_t bytes = strlen(words) + 1;
    AnalysisTurn *turn = memory_resize(memory, NULL, sizeof *turn + bytes);
    if (!turn)
        return NULL;
    memset(turn, 0, sizeof *turn);
    turn->words = (char *)(turn + 1);
    memcpy(turn->words, words, bytes);
    turn->has_chances = enemy;
    if (enemy)
        memcpy(turn->enemy, enemy, sizeof turn->enemy);
    return turn;
}

bool analysis_add(Analysis *analysis, const Memory *memory, const char *words, const double *enemy)
{
    if (!memory_reserve(memory, &analysis->turns, analysis->count, &analysis->capacity,
                        sizeof(AnalysisTurn *)))
        return false;
    AnalysisTurn *turn = make_turn(memory, words, enemy);
    if (!turn)
        return false;
    analysis->turns[analysis->count++] = turn;
    return true;
}

void analysis_done(Analysis *analysis, const Memory *memory)
{
    for (uint32_t i = 0; i < analysis->count; i++)
        memory_resize(memory, analysis->turns[i], 0);
    memory_resize(memory, analysis->turns, 0);
    *analysis = (Analysis){0};
}

enum {
    FOOT_ROWS = 3,           // an empty row, a message, keys
    STRIDE = 10,             // events that the upward and downward keys step over
    LINES_MAX = 100,         // events in the log
    LOG_ROWS_MIN = 3,        // below three boards
    LOG_WIDTH_MIN = 34,      // beside one board
    ANALYSIS_WIDTH_MIN = 26, // of the words beside a map
    LOG_WIDTH_MAX = 130,
    SEAT_COLUMN = EVENT_WORDS_NUMBER_COLUMNS + 2, // after the number of the move
    TRY_COLUMN = SEAT_COLUMN + 7,
    WORDS_COLUMN = TRY_COLUMN + 7,
    HEAD_MAX = 1024, // bytes of the title row
    NUMBER_MAX = 64, // bytes of "  12 of 345"
};

static bool is_umpires(const Review *review)
{
    return review->record->view == VIEW_UMPIRE;
}

static uint32_t step_count(const Review *review)
{
    return is_umpires(review) ? review->record->entries.count : review->record->heard.count;
}

void review_init(Review *review, const GameRecord *record)
{
    assert(record->view < VIEW_COUNT);
    *review = (Review){.record = record, .board = record->view};
    review->analyst = record->view == VIEW_BLACK;
    review->step = step_count(review);
}

void review_tell(Review *review, const char *sentence)
{
    snprintf(review->message, sizeof review->message, "%s", sentence);
}

bool review_take_save(Review *review)
{
    const bool wants_save = review->wants_save;
    review->wants_save = false;
    return wants_save;
}

static void move_step(Review *review, int64_t by)
{
    const int64_t count = step_count(review), step = review->step + by;
    assert(review->step <= count);
    review->step = (uint32_t)(step < 0 ? 0 : step > count ? count : step);
}

void review_analyse(Review *review, uint8_t seat)
{
    assert(seat < 2);
    if (!is_umpires(review)) {
        review_tell(review, words_of(SAY_REVIEW_ONE_SEAT));
        return;
    }
    review->analyst = seat;
    review->is_analysed = true;
}

bool review_awaits_analysis(const Review *review)
{
    return review->is_analysed && !review->analyses[review->analyst];
}

static void press_analyse(Review *review)
{
    if (review->is_analysed)
        review->is_analysed = false;
    else
        review_analyse(review, review->board < 2 ? review->board : review->analyst);
}

// To another game of the file.
static void change_game(Review *review, int32_t by)
{
    if (!review->games)
        review_tell(review, words_of(SAY_REVIEW_NO_OTHER));
    else if (by < 0 ? review->game <= 1 : review->game >= review->games)
        review_tell(review, words_of(by < 0 ? SAY_REVIEW_FIRST : SAY_REVIEW_LAST));
    else
        review->go_on = by;
    review->is_done |= review->go_on != 0;
}

static void next_board(Review *review)
{
    if (review->is_analysed)
        review->analyst = !review->analyst;
    else if (is_umpires(review))
        review->board = (uint8_t)((review->board + 1) % VIEW_COUNT);
}

void review_key(Review *review, Key key)
{
    static const struct {
        Key key;
        int64_t by;
    } steps[] = {
        {KEY_PRESS_LEFT, -1},
        {KEY_PRESS_RIGHT, 1},
        {KEY_PRESS_UP, -STRIDE},
        {KEY_PRESS_DOWN, STRIDE},
        {KEY_PRESS_HOME, -(int64_t)UINT32_MAX},
        {KEY_PRESS_END, UINT32_MAX},
        {KEY_PRESS_PAGE_UP, -STRIDE},
        {KEY_PRESS_PAGE_DOWN, STRIDE},
    };
    review->message[0] = '\0';
    for (unsigned i = 0; i < COUNT_OF(steps); i++)
        if (key == steps[i].key)
            move_step(review, steps[i].by);
    if (key == KEY_PRESS_TAB)
        next_board(review);
    else if (key == 'a')
        press_analyse(review);
    else if (key == 'n' || key == 'p')
        change_game(review, key == 'n' ? 1 : -1);
    else if (key == KEY_PRESS_ESCAPE && review->is_analysed)
        review->is_analysed = false;
    else if (key == 'q' || key == KEY_PRESS_ESCAPE)
        review->is_done = true;
    review->wants_save |= key == 's';
}

// The game at a step, and the last events before it.
typedef struct RecentEvents {
    Replay replay;
    uint32_t count, first;
    Shown lines[LINES_MAX]; // by number modulo LINES_MAX
} RecentEvents;

static void replay_to_step(const Review *review, RecentEvents *recent)
{
    const GameRecord *record = review->record;
    assert(review->step <= record->entries.count);
    game_record_replay(record, &recent->replay);
    for (uint32_t i = 0; i < review->step; i++)
        event_words_step(&recent->replay, &recent->lines[i % LINES_MAX]);
    recent->count = review->step < LINES_MAX ? review->step : LINES_MAX;
    recent->first = review->step - recent->count;
}

static uint32_t rows_of(const Shown *line, uint32_t width)
{
    Slice rest = slice_of(line->words);
    uint32_t rows = 1;
    for (cells_take_row(&rest, width); rest.length; rows++)
        cells_take_row(&rest, width);
    return rows;
}

static uint32_t draw_line(const Review *review, const RecentEvents *recent, uint32_t number,
                          uint32_t row, Cells *out)
{
    const Entry *entry = &review->record->entries.list[number];
    assert(number < review->step && entry->seat < 2);
    const Shown *line = &recent->lines[number % LINES_MAX];
    const CellStyle style = number + 1 == review->step ? INK_TITLE : INK_PLAIN;
    char memory[NUMBER_MAX];
    Text digits = TEXT_IN(memory);
    event_words_add_number(line->number, &digits);
    cells_put_text(out, 0, row, slice_of(memory), INK_DIM);
    cells_put_text(out, SEAT_COLUMN, row, slice_of(words_color(entry->seat)), style);
    cells_put_text(out, TRY_COLUMN, row, slice_of(line->attempt), INK_TRY);
    Slice rest = slice_of(line->words);
    do {
        const Slice words = cells_take_row(&rest, out->width - WORDS_COLUMN);
        cells_put_text(out, WORDS_COLUMN, row++, words, style);
    } while (rest.length);
    return row;
}

// Draws the newest events that fit, newest last.
static void draw_recent(const Review *review, const RecentEvents *recent, Cells *out)
{
    uint32_t from = review->step;
    for (uint32_t left = out->height; from > recent->first; from--) {
        const uint32_t rows =
            rows_of(&recent->lines[(from - 1) % LINES_MAX], out->width - WORDS_COLUMN);
        if (rows > left)
            break;
        left -= rows;
    }
    uint32_t row = 0;
    for (; from < review->step; from++)
        row = draw_line(review, recent, from, row, out);
}

static void draw_head(const Review *review, Cells *out)
{
    char memory[HEAD_MAX], where[NUMBER_MAX];
    Text head = TEXT_IN(memory), step = TEXT_IN(where);
    const RecordTags *tags = &review->record->tags;
    const ViewTitle title = {tags->white, tags->black, game_record_result(review->record)};
    view_replay_head(review->record->game, game_record_rules(review->record), title, &head);
    Slice rest = {head.start, head.length};
    cells_put_text(out, MARGIN, 0, slice_take(&rest, "\n"), INK_TITLE);
    text_add(&step, "  ");
    if (review->games) {
        WORDS_FILL(&step, SAY_REVIEW_GAME, {.number = review->game}, {.number = review->games});
        text_add(&step, "  ");
    }
    WORDS_FILL(&step, SAY_REVIEW_STEP, {.number = review->step}, {.number = step_count(review)});
    play__put(out, out->width - MARGIN - cells_width(slice_of(where)), 0, where, INK_DIM);
}

static const GameView *drawing_of(const Review *review)
{
    return game_view_of(review->record->game);
}

// The keys, by what is shown.
static SayCode keys_of(const Review *review, bool is_three)
{
    if (review->is_analysed)
        return SAY_REVIEW_KEYS_ANALYSIS;
    if (!is_umpires(review))
        return SAY_REVIEW_KEYS_SEAT;
    return is_three ? SAY_REVIEW_KEYS_THREE : SAY_REVIEW_KEYS_ONE;
}

// A message, or how the game stands.
static void draw_foot(const Review *review, const Replay *replay, bool is_three, Cells *out)
{
    char memory[HEAD_MAX], keys[HEAD_MAX];
    Text words = TEXT_IN(memory), hint = TEXT_IN(keys);
    if (review->message[0])
        text_add(&words, review->message);
    else if (replay)
        drawing_of(review)->say_score(replay, &words);
    const SayCode usual = keys_of(review, is_three);
    if (review->games)
        WORDS_FILL(&hint, SAY_REVIEW_KEYS_GAMES, {words_of(usual)});
    else
        words_say(&hint, usual);
    play__put(out, MARGIN, out->height - 2, memory, review->message[0] ? INK_ALERT : INK_PLAIN);
    play__put(out, MARGIN, out->height - 1, keys, INK_DIM);
}

// The last try before the current step.
static Try last_try(const Review *review)
{
    const GameRecord *record = review->record;
    if (!review->step)
        return TRY_NONE;
    return is_umpires(review) ? record->entries.list[review->step - 1].attempt
                              : record->heard.list[review->step - 1].own;
}

static ViewSize board_size(const Review *review, ViewScale scale)
{
    return drawing_of(review)->size(game_record_rules(review->record), scale);
}

// The column of the words beside one board.
static uint32_t side_column(const Review *review, ViewScale scale)
{
    return MARGIN + board_size(review, scale).width + MARGIN;
}

// The larger scale of one board, if there is room for it and for the words.
static ViewScale one_scale(const Review *review, const Cells *out)
{
    const uint32_t rows = HEAD_ROWS + VIEW_CAPTION_ROWS + board_size(review, VIEW_WIDE).height;
    const bool fits = rows + FOOT_ROWS <= out->height &&
                      side_column(review, VIEW_WIDE) + LOG_WIDTH_MIN <= out->width;
    return fits ? VIEW_WIDE : VIEW_SMALL;
}

static ViewSize three_size(const Review *review)
{
    return drawing_of(review)->three_size(game_record_rules(review->record), VIEW_WIDE);
}

static ViewOptions options_of(const Review *review, ViewScale scale, bool is_ascii)
{
    return (ViewOptions){.scale = scale,
                         .turned = review->record->view == VIEW_BLACK,
                         .glyphs = !is_ascii,
                         .soft_fog = !is_ascii,
                         .pointed = last_try(review)};
}

// Draws a board with its caption. `seen` is the view of a seat, or the truth for the umpire's board.
static void draw_one_board(const Review *review, const void *seen, ViewScale scale, bool is_ascii,
                           Cells *out)
{
    assert(review->board < VIEW_COUNT);
    Cell memory[VIEW_ONE_CELLS_MAX];
    const ViewSize size = board_size(review, scale);
    const GameView *drawing = drawing_of(review);
    Cells board = CELLS_IN(memory, size.width, size.height);
    (review->board == VIEW_UMPIRE ? drawing->draw_truth : drawing->draw_seat)(
        seen, options_of(review, scale, is_ascii), &board);
    play__put(out, MARGIN + 2, HEAD_ROWS, view_caption(review->board), INK_TITLE);
    cells_copy(&board, out, MARGIN, HEAD_ROWS + 2);
}

static Cells panel(Cell memory[LOG_WIDTH_MAX * LINES_MAX], uint32_t width, uint32_t height)
{
    return cells_in(memory, LOG_WIDTH_MAX * LINES_MAX,
                    width < LOG_WIDTH_MAX ? width : LOG_WIDTH_MAX,
                    height < LINES_MAX ? height : LINES_MAX);
}

static void draw_three(const Review *review, const RecentEvents *recent, bool is_ascii, Cells *out)
{
    Cell memory[LOG_WIDTH_MAX * LINES_MAX], drawn[VIEW_THREE_CELLS_MAX];
    const ViewSize size = three_size(review);
    Cells boards = CELLS_IN(drawn, size.width, size.height);
    drawing_of(review)->draw_three(&recent->replay, options_of(review, VIEW_WIDE, is_ascii),
                                   &boards);
    cells_copy(&boards, out, 0, HEAD_ROWS);
    const uint32_t row = HEAD_ROWS + boards.height + 1;
    Cells log = panel(memory, out->width - 2 * MARGIN, out->height - FOOT_ROWS - row);
    draw_recent(review, recent, &log);
    cells_copy(&log, out, MARGIN, row);
}

static void draw_narrow(const Review *review, const RecentEvents *recent, bool is_ascii, Cells *out)
{
    Cell memory[LOG_WIDTH_MAX * LINES_MAX];
    const ViewScale scale = one_scale(review, out);
    const uint32_t column = side_column(review, scale);
    const Replay *replay = &recent->replay;
    draw_one_board(review,
                   review->board == VIEW_UMPIRE ? (const void *)&replay->truth
                                                : &replay->views[review->board],
                   scale, is_ascii, out);
    Cells log = panel(memory, out->width - column - MARGIN, out->height - FOOT_ROWS - HEAD_ROWS);
    draw_recent(review, recent, &log);
    cells_copy(&log, out, column, HEAD_ROWS);
}

// Draws the record of one seat: what it heard up to the step, and its board.
static void draw_seat(const Review *review, bool is_ascii, Cells *out)
{
    Cell memory[LOG_WIDTH_MAX * LINES_MAX];
    const GameRecord *record = review->record;
    const Game *game = record->game;
    const Rules *rules = game_record_rules(record);
    const ViewScale scale = one_scale(review, out);
    const uint32_t column = side_column(review, scale);
    AnyView view;
    game->sit(rules, record->view, &view);
    for (uint32_t i = 0; i < review->step; i++)
        game->hear(rules, &view, record->heard.list[i].own, &record->heard.list[i].hearing);
    draw_one_board(review, &view, scale, is_ascii, out);
    Cells log = panel(memory, out->width - column - MARGIN, out->height - FOOT_ROWS - HEAD_ROWS);
    const ViewLog heard = {
        .game = game, .rules = rules, .entries = record->heard.list, .count = review->step};
    view_log(&heard, &log);
    cells_copy(&log, out, column, HEAD_ROWS);
}

// The game at the beginning of the analyst's latest turn, and which of its turns that is, from 1; 0 if it has had none.
static uint32_t replay_to_turn(const Review *review, Replay *at_turn)
{
    Replay replay;
    uint32_t turns = 0;
    game_record_replay(review->record, &replay);
    for (uint8_t mover_before = !review->analyst;;) {
        const uint8_t mover = replay_seat_to_move(&replay);
        if (!replay.outcome.is_over && mover == review->analyst && mover_before != mover) {
            turns++;
            *at_turn = replay;
        }
        mover_before = mover;
        if (replay.next >= review->step || !replay_step(&replay))
            return turns;
    }
}

static void draw_map(const Review *review, const Replay *at_turn, const AnalysisTurn *turn,
                     uint32_t width, Cells *out)
{
    Cell memory[VIEW_ONE_CELLS_MAX];
    const ViewSize size = drawing_of(review)->heat_size(game_record_rules(review->record));
    if (!turn->has_chances || size.width > width)
        return;
    Cells map = CELLS_IN(memory, size.width, size.height);
    drawing_of(review)->draw_heat(at_turn, review->analyst, turn->enemy, &map);
    cells_copy(&map, out, MARGIN, HEAD_ROWS + 2);
}

static void draw_turn(const Review *review, const Replay *at_turn, const AnalysisTurn *turn,
                      Cells *out)
{
    const ViewSize size = drawing_of(review)->heat_size(game_record_rules(review->record));
    const uint32_t room = out->width - 3 * MARGIN - ANALYSIS_WIDTH_MIN;
    const bool has_map = turn->has_chances && size.width <= room;
    const uint32_t column = MARGIN + (has_map ? size.width + MARGIN : 0);
    draw_map(review, at_turn, turn, room, out);
    Cells words = *out;
    words.height -= FOOT_ROWS - 1; // what does not fit is left out
    play__draw_wrapped(turn->words, column, HEAD_ROWS + 2, INK_PLAIN, &words);
}

static void draw_analysis(const Review *review, Cells *out)
{
    static const SayCode captions[2] = {SAY_REVIEW_WHITE_KNEW, SAY_REVIEW_BLACK_KNEW};
    const Analysis *analysis = review->analyses[review->analyst];
    Replay at_turn;
    const uint32_t turns = replay_to_turn(review, &at_turn);
    play__put_words(out, MARGIN, HEAD_ROWS, captions[review->analyst], INK_TITLE);
    SayCode instead = SAY_NOTHING;
    if (!turns)
        instead = SAY_REVIEW_NO_TURN;
    else if (!analysis || turns > analysis->count)
        instead = analysis && analysis->is_whole ? SAY_REVIEW_NO_ANALYSIS : SAY_REVIEW_ANALYSING;
    if (analysis && analysis->reason)
        play__put(out, MARGIN, HEAD_ROWS + 2, analysis->reason, INK_ALERT);
    else if (instead)
        play__put_words(out, MARGIN, HEAD_ROWS + 2, instead, INK_ALERT);
    else
        draw_turn(review, &at_turn, analysis->turns[turns - 1], out);
}

static bool has_room_for_three(const Review *review, const Cells *out)
{
    const ViewSize three = three_size(review);
    return is_umpires(review) && out->width >= three.width &&
           out->height >= three.height + HEAD_ROWS + FOOT_ROWS + LOG_ROWS_MIN;
}

void review_draw(const Review *review, bool is_ascii, Cells *out)
{
    cells_clear(out);
    if (out->width < UI_WIDTH_MIN || out->height < UI_HEIGHT_MIN) {
        play__draw_too_small(out);
        return;
    }
    const bool is_three = has_room_for_three(review, out);
    draw_head(review, out);
    if (!is_umpires(review)) {
        draw_foot(review, NULL, is_three, out);
        draw_seat(review, is_ascii, out);
        return;
    }
    RecentEvents recent;
    replay_to_step(review, &recent);
    draw_foot(review, &recent.replay, is_three, out);
    if (review->is_analysed)
        draw_analysis(review, out);
    else if (is_three)
        draw_three(review, &recent, is_ascii, out);
    else
        draw_narrow(review, &recent, is_ascii, out);
}

void review_lines(const GameRecord *record, Text *text)
{
    Replay replay;
    Shown shown;
    game_record_replay(record, &replay);
    while (event_words_step(&replay, &shown)) {
        move_number_to_text(shown.number, text);
        text_add(text, shown.number.move ? ". " : "");
        const char *color = words_color(replay_entry(&replay)->seat);
        if (shown.attempt[0])
            WORDS_FILL(text, SAY_REVIEW_TRIES, {color}, {shown.attempt}, {shown.words});
        else
            WORDS_FILL(text, SAY_REVIEW_DOES, {color}, {shown.words});
        text_add_char(text, '\n');
    }
    play__ui_of(record->game)->say_truth(&replay.truth, text);
}
