// The ear as a person at a desk (src/play): against a player, in lines or by keys, and at one
// keyboard with another person. Shown is every line that is spoken and every picture, before and
// after each doing that the ear hears, with the clocks and the moment of the next picture.
#include "sitting.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SMALL_COLUMNS = 80,
    SMALL_ROWS = 24,
    LARGE_COLUMNS = 120,
    LARGE_ROWS = 40,
    HAND_OVER_MS = 700,
    WORD_MAX = 24,
};

static GameUi *open_desk(const Pair *pair, bool is_shared)
{
    UiPlan plan = {.game = pair->kind->game,
                   .rules = pair_rules(pair),
                   .clock = pair->clock,
                   .pace_ms = SITTING_PACE_MS,
                   .names = {"one", "other"}};
    plan.is_person[pair->ear] = true;
    plan.is_person[!pair->ear] = is_shared;
    GameUi *ui = ui_create(&memory_heap, &plan, 0);
    if (!ui)
        abort();
    return ui;
}

uint64_t sitting_moment(const Sitting *sitting, const Doing *doing)
{
    return doing->event.at_ms + sitting->late_ms;
}

// --- Looking ---------------------------------------------------------------------------------------

void sitting_look(const Sitting *sitting, const Doing *doing)
{
    static Cell memory[LARGE_COLUMNS * LARGE_ROWS];
    const uint64_t now_ms = sitting_moment(sitting, doing);
    const bool is_large = doing->number % 4 == 3;
    Cells screen = is_large ? cells_in(memory, COUNT_OF(memory), LARGE_COLUMNS, LARGE_ROWS)
                            : cells_in(memory, COUNT_OF(memory), SMALL_COLUMNS, SMALL_ROWS);
    const GameUi *ui = sitting->ui;
    surface_serve_other(sitting->pair, sitting->run);
    const UiLook look = {.is_ascii = !is_large, .has_letters = doing->number % 8 == 7};
    ui_draw(ui, look, now_ms, &screen);
    surface_add_cells(&screen, sitting->text);
    text_format(sitting->text,
                "clocks %u %u, next %llu, over %d, awaits %d, to move %u, rings %d: %s\n",
                ui_clock_ms(ui, 0, now_ms), ui_clock_ms(ui, 1, now_ms),
                (unsigned long long)ui_next_ms(ui, now_ms), ui_is_over(ui), ui_awaits_player(ui),
                ui_seat_to_move(ui), ui_take_refusal(sitting->ui), ui_message(ui));
}

// --- What the ear knows of its men ------------------------------------------------------------------

static void follow(Sitting *sitting)
{
    const SeatLog *log = ui_log(sitting->ui, sitting->pair->ear);
    for (; !sitting->pair->is_go && sitting->heard < log->count; sitting->heard++) {
        const Heard *heard = &log->list[sitting->heard];
        kriegspiel_game.hear(pair_rules(sitting->pair), &sitting->view, heard->own,
                             &heard->hearing);
    }
}

static void spell_castling(Try attempt, Text *word)
{
    text_add(word, move_to(attempt) > move_from(attempt) ? "O-O" : "O-O-O");
}

// A try as chess players write it, with the sign of a capture or without: the ear does not know
// which it is, and neither may whoever reads it.
static void spell_man(Sitting *sitting, Kind kind, Try attempt, Text *word)
{
    static const char letters[] = "?NBRQK";
    const unsigned from = move_from(attempt);
    const bool is_pawn = kind == PAWN,
               is_diagonal = square_file(from) != square_file(move_to(attempt));
    if (!is_pawn)
        text_add_char(word, letters[kind]);
    if (is_pawn ? is_diagonal : rng_below(&sitting->rng, 2) != 0)
        text_add_char(word, (char)('a' + square_file(from)));
    if (!is_pawn && rng_below(&sitting->rng, 2))
        text_add_char(word, (char)('1' + square_rank(from)));
    if (is_pawn ? is_diagonal : rng_below(&sitting->rng, 2) != 0)
        text_add_char(word, 'x');
    square_to_text(move_to(attempt), word);
    if (move_promotion(attempt) != PAWN)
        text_format(word, "=%c", letters[move_promotion(attempt)]);
}

static void spell(Sitting *sitting, Try attempt, Text *word)
{
    const OwnMen *own = &sitting->view.own;
    const Kind kind = own_men_kind(own, move_from(attempt));
    const int steps = (int)move_to(attempt) - (int)move_from(attempt);
    if (sitting->pair->is_go || attempt == TRY_ANY || kind == KIND_COUNT)
        sitting->pair->kind->game->try_to_text(attempt, word);
    else if (kind == KING && (steps == 2 || steps == -2))
        spell_castling(attempt, word);
    else
        spell_man(sitting, kind, attempt, word);
}

// --- Typing -----------------------------------------------------------------------------------------

void sitting_type(Sitting *sitting, const char *word, uint64_t now_ms)
{
    if (sitting->hand == BY_KEYS) {
        ui_key(sitting->ui, KEY_PRESS_ESCAPE, now_ms);
        for (const char *c = word; *c; c++)
            ui_key(sitting->ui, (Key)(unsigned char)*c, now_ms);
        ui_key(sitting->ui, KEY_PRESS_ENTER, now_ms);
    } else if (sitting->is_shared) {
        ui_line(sitting->ui, slice_of(word), now_ms);
    } else {
        line_mode_take(&sitting->lines, slice_of(word), now_ms, sitting->text);
    }
}

static void press(Sitting *sitting, Key key, unsigned times, uint64_t now_ms)
{
    while (times--)
        ui_key(sitting->ui, key, now_ms);
}

void sitting_lead(Sitting *sitting, unsigned column, unsigned row, uint64_t now_ms)
{
    press(sitting, KEY_PRESS_LEFT, GO_SIZE_MAX + 1, now_ms);
    press(sitting, KEY_PRESS_DOWN, GO_SIZE_MAX + 1, now_ms);
    press(sitting, KEY_PRESS_RIGHT, column, now_ms);
    press(sitting, KEY_PRESS_UP, row, now_ms);
}

static void point_at(Sitting *sitting, unsigned column, unsigned row, uint64_t now_ms)
{
    sitting_lead(sitting, column, row, now_ms);
    press(sitting, KEY_PRESS_ENTER, 1, now_ms);
}

static void point_at_square(Sitting *sitting, unsigned square, uint64_t now_ms)
{
    const Board *board = sitting->pair->chess.setup.board;
    const bool is_turned = sitting->pair->ear == BLACK;
    const unsigned file = square_file(square), rank = square_rank(square);
    point_at(sitting, is_turned ? board->files - 1u - file : file,
             is_turned ? board->ranks - 1u - rank : rank, now_ms);
}

static bool is_on_board(const Pair *pair, Try attempt)
{
    if (pair->is_go)
        return attempt <= GO_SPOTS && (attempt - 1u) % GO_SIZE_MAX < pair->go.size &&
               (attempt - 1u) / GO_SIZE_MAX < pair->go.size;
    return attempt != TRY_ANY && bits_has(pair->chess.setup.board->squares, move_from(attempt)) &&
           bits_has(pair->chess.setup.board->squares, move_to(attempt));
}

// With the arrow keys alone.
static void carry(Sitting *sitting, Try attempt, uint64_t now_ms)
{
    ui_key(sitting->ui, KEY_PRESS_ESCAPE, now_ms);
    if (sitting->pair->is_go) {
        const GoPoint point = go_point_at(attempt - 1u);
        point_at(sitting, go_column(point), go_row(point), now_ms);
        return;
    }
    point_at_square(sitting, move_from(attempt), now_ms);
    point_at_square(sitting, move_to(attempt), now_ms);
    if (move_promotion(attempt) != PAWN)
        press(sitting, (Key) "?nbrqk"[move_promotion(attempt)], 1, now_ms);
}

// What is not understood as it was spelt is typed by its squares.
static void type_try(Sitting *sitting, const Doing *doing)
{
    char words[2][WORD_MAX];
    Text spelt = TEXT_IN(words[0]), plain = TEXT_IN(words[1]);
    const uint64_t now_ms = sitting_moment(sitting, doing);
    const Try attempt = doing->event.attempt;
    const uint32_t heard = ui_log(sitting->ui, sitting->pair->ear)->count;
    sitting->pair->kind->game->try_to_text(attempt, &plain);
    if (sitting->hand == BY_KEYS && is_on_board(sitting->pair, attempt) && !doing->error) {
        carry(sitting, attempt, now_ms);
        return;
    }
    if (sitting->hand == BY_SAN) {
        spell(sitting, attempt, &spelt);
        sitting_type(sitting, words[0], now_ms);
    }
    const bool is_answered = ui_log(sitting->ui, sitting->pair->ear)->count > heard;
    if (sitting->hand != BY_SAN || (!is_answered && !doing->error))
        sitting_type(sitting, words[1], now_ms);
}

bool sitting_act(Sitting *sitting, const Doing *doing)
{
    static const char *const words[EVENT_COUNT] = {[EVENT_OFFER] = "draw",
                                                   [EVENT_ACCEPT] = "accept",
                                                   [EVENT_DECLINE] = "decline",
                                                   [EVENT_RESIGN] = "resign"};
    const uint8_t kind = doing->event.kind;
    if (kind == EVENT_FORFEIT || kind == EVENT_ABORT)
        return false;
    if (kind == EVENT_TIME)
        ui_tick(sitting->ui, sitting_moment(sitting, doing));
    else if (kind == EVENT_TRY)
        type_try(sitting, doing);
    else
        sitting_type(sitting, words[kind], sitting_moment(sitting, doing));
    if (kind == EVENT_RESIGN)
        sitting_type(sitting, "y", sitting_moment(sitting, doing));
    return true;
}

// --- Against a player -----------------------------------------------------------------------------------

static void choose(Sitting *sitting, const Doing *doing)
{
    const Choice choice = surface_choice(sitting->pair, sitting->run, doing);
    ui_choose(sitting->ui, &choice, sitting_moment(sitting, doing));
}

bool sitting_let_player(Sitting *sitting, const Doing *doing)
{
    const TableEvent *event = &doing->event;
    const uint64_t now_ms = sitting_moment(sitting, doing);
    if (event->kind == EVENT_TIME)
        ui_tick(sitting->ui, now_ms);
    else if (event->seat != ui_seat_to_move(sitting->ui) || event->kind == EVENT_ABORT)
        return false;
    else if (event->kind == EVENT_FORFEIT)
        ui_fail(sitting->ui, "it has failed", now_ms);
    else
        choose(sitting, doing);
    return true;
}

Sitting sitting_open(const Pair *pair, const Run *run, bool is_shared, Text *text)
{
    Sitting sitting = {.pair = pair,
                       .run = run,
                       .ui = open_desk(pair, is_shared),
                       .rng = rng_from_seed(pair->number),
                       .is_shared = is_shared,
                       .text = text};
    sitting.hand = (Hand)rng_below(&sitting.rng, HAND_COUNT);
    if (!pair->is_go)
        kriegspiel_game.sit(pair_rules(pair), pair->ear, &sitting.view);
    return sitting;
}

bool sitting_skips(const Pair *pair, const Doing *doing)
{
    return doing->event.seat > 1 || (doing->event.seat != pair->ear && doing->error);
}

void show_desk(const Pair *pair, const Run *run, Text *text)
{
    Sitting sitting = sitting_open(pair, run, false, text);
    bool goes_on = true;
    line_mode_open(&sitting.lines, sitting.ui, text);
    for (uint32_t i = 0; goes_on && i < run->doings.count; i++) {
        const Doing *doing = &run->doings.list[i];
        const bool is_watched = surface_watches(run, doing);
        if (sitting_skips(pair, doing))
            continue;
        follow(&sitting);
        if (is_watched && doing->event.seat == pair->ear) {
            sitting_look(&sitting, doing);
            sitting_probe(&sitting, doing);
        }
        goes_on =
            (doing->event.seat == pair->ear ? sitting_act : sitting_let_player)(&sitting, doing);
        line_mode_add_news(&sitting.lines, text);
        if (!is_watched)
            continue;
        sitting_look(&sitting, doing);
        follow(&sitting);
        sitting_probe(&sitting, doing);
    }
    ui_destroy(sitting.ui);
}

// --- Two people -------------------------------------------------------------------------------------------

// The other marks, leads its cursor and types ahead, each time otherwise in the second run.
static void fidget(Sitting *sitting, const Doing *doing)
{
    static const char *const chess_marks[2] = {"mark nd4", "mark qe5"};
    static const char *const go_marks[2] = {"mark b2", "mark c4"};
    static const Key keys[2] = {KEY_PRESS_LEFT, KEY_PRESS_UP};
    const unsigned i = sitting->run == &sitting->pair->runs[1];
    const uint64_t now_ms = sitting_moment(sitting, doing);
    ui_line(sitting->ui, slice_of((sitting->pair->is_go ? go_marks : chess_marks)[i]), now_ms);
    press(sitting, keys[i], 2 + i, now_ms);
    press(sitting, (Key) "ab"[i], 1, now_ms);
}

// The other types its tries by their squares; what it is asked in return it does not answer. What
// it sees meanwhile is not the ear's.
static void let_other(Sitting *sitting, const Doing *doing)
{
    Sitting other = *sitting;
    other.hand = BY_SQUARES;
    other.text = surface_waste();
    if (surface_watches(sitting->run, doing)) {
        fidget(&other, doing);
        sitting_look(&other, doing);
    }
    sitting_act(&other, doing);
    if (ui_seat_to_move(sitting->ui) != sitting->pair->ear)
        ui_line(sitting->ui, slice_of("--"), sitting_moment(sitting, doing));
}

// The keyboard changes hands: the page that both see, and a while.
static void hand_over(Sitting *sitting, const Doing *doing)
{
    ui_key(sitting->ui, KEY_PRESS_ENTER, sitting_moment(sitting, doing));
    sitting_look(sitting, doing);
    sitting->late_ms += HAND_OVER_MS;
    sitting_look(sitting, doing);
    ui_key(sitting->ui, KEY_PRESS_ENTER, sitting_moment(sitting, doing));
}

// Whoever is not at the keyboard cannot act, and does not look.
void show_shared_desk(const Pair *pair, const Run *run, Text *text)
{
    Sitting sitting = sitting_open(pair, run, true, text);
    for (uint32_t i = 0; i < run->doings.count && !ui_is_over(sitting.ui); i++) {
        const Doing *doing = &run->doings.list[i];
        const uint8_t mover = ui_seat_to_move(sitting.ui);
        const bool is_ears = mover == pair->ear, is_watched = surface_watches(run, doing);
        if (sitting_skips(pair, doing) || (doing->error && doing->event.seat != mover))
            continue;
        if (doing->event.seat != mover && doing->event.kind != EVENT_TIME)
            break;
        follow(&sitting);
        if (is_ears && is_watched) {
            sitting_look(&sitting, doing);
            sitting_probe(&sitting, doing);
        }
        if (is_ears && !sitting_act(&sitting, doing))
            break;
        if (!is_ears)
            let_other(&sitting, doing);
        if (is_ears && is_watched)
            sitting_look(&sitting, doing);
        if (ui_seat_to_move(sitting.ui) != mover && !ui_is_over(sitting.ui))
            hand_over(&sitting, doing);
    }
    ui_destroy(sitting.ui);
}
