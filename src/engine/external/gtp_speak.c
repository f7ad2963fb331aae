// The commands of GTP: one row each, with the roles that may give it.
//
// The game is kept as a list of tries. It is replayed from the start when the player sits down late, changes sides, or after an
// `undo`.
#include "engine/external/gtp_speak.h"

#include "engine/external/speak.h"
#include "formats/draw/go_board.h"
#include "formats/protocol/gtp.h"
#include "formats/records/hearing_text.h"
#include "games/core/replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// The role of the controller. As the table it knows everything and moves for either side. In a seat it hears what that seat
// hears; the referee is here. As the referee it judges the player's tries.
typedef enum Role { ROLE_TABLE = 1, ROLE_SEAT = 2, ROLE_REFEREE = 4 } Role;
enum { ROLE_ANY = ROLE_TABLE | ROLE_SEAT | ROLE_REFEREE };

enum {
    REFUSAL_TEXT_MAX = 32, // bytes of a refused try, as both hear it in some rules
    // The longest answer: every point refused, and a hearing.
    ANSWER_MAX = HEARING_TEXT_MAX + REFUSAL_TEXT_MAX * GO_SPOTS,
    MESSAGE_MAX = 200,   // bytes of a sentence on what went wrong
    DAY_SECONDS = 86400, // the longest time that a command can give
    MS_PER_SECOND = 1000,
};

struct GtpSpeaker {
    Memory memory;
    GtpSpeakerPlan plan; // its rules are those of the game now
    uint32_t clock_ms[2], move_ms[2];
    Player *player;
    Role role;
    uint8_t seat;       // of the player
    uint8_t controller; // its seat, in ROLE_SEAT
    bool is_sitting;    // the player has sat down in `seat`
    bool has_resigned;
    bool is_quitting;
    Speaker speaker; // ROLE_REFEREE: tells the player its hearings, which come as text
    Entries tries;   // of the game
    Replay replay;   // the game after all of them
};

static const char no_memory[] = "there is not enough memory";

static const Rules *rules_of(const GtpSpeaker *self)
{
    return (const Rules *)&self->plan.rules;
}

static const PhantomTruth *truth_of(const GtpSpeaker *self)
{
    return (const PhantomTruth *)&self->replay.truth;
}

static bool refuse(const char *why, Text *answer)
{
    text_add(answer, why);
    return false;
}

static bool refuse_for_player(const GtpSpeaker *self, PlayerError error, Text *answer)
{
    return refuse(player_reason(self->player, error), answer);
}

// Tells the player what its seat heard of the last try, or of the opening.
static PlayerError gtp_speak_line(GtpSpeaker *self)
{
    assert(self->seat < 2);
    const Hearing *heard = &self->replay.to[self->seat];
    if (!self->is_sitting || heard->event == HEARD_NOTHING)
        return PLAYER_OK;
    const Try attempt = self->replay.next ? replay_entry(&self->replay)->attempt : TRY_NONE;
    return player_hear(self->player, hearing_own(heard, self->seat, attempt), heard);
}

static uint8_t seat_to_move(const GtpSpeaker *self)
{
    return replay_seat_to_move(&self->replay);
}

// Judges one more try of the game.
static bool add_try(GtpSpeaker *self, Try attempt, Text *answer)
{
    assert(!self->replay.outcome.is_over);
    const Entry entry = {.kind = EVENT_TRY, .seat = seat_to_move(self), .attempt = attempt};
    if (!entries_add(&self->tries, &self->memory, entry))
        return refuse(no_memory, answer);
    (void)replay_step(&self->replay);
    const PlayerError error = gtp_speak_line(self);
    return error ? refuse_for_player(self, error, answer) : true;
}

static PlayerError seat_player(GtpSpeaker *self)
{
    const Seating seating = {.game = &phantom_go_game,
                             .rules = rules_of(self),
                             .seat = self->seat,
                             .seed = self->plan.seed};
    return player_sit(self->player, &seating);
}

// Notes an error of the player, after which it is told nothing more.
static void note_error(GtpSpeaker *self, PlayerError error, PlayerError *first)
{
    if (!error)
        return;
    *first = error;
    self->is_sitting = false;
}

// Replays the whole game, with the player in its seat if it sits.
static bool retell(GtpSpeaker *self, Text *answer)
{
    PlayerError first = PLAYER_OK;
    self->has_resigned = false;
    if (self->is_sitting)
        note_error(self, seat_player(self), &first);
    replay_begin(&self->replay, &phantom_go_game, rules_of(self), &self->tries);
    do
        note_error(self, gtp_speak_line(self), &first);
    while (replay_step(&self->replay));
    return first ? refuse_for_player(self, first, answer) : true;
}

static bool sit_down(GtpSpeaker *self, uint8_t seat, Text *answer)
{
    assert(seat < 2);
    if (self->is_sitting && self->seat == seat)
        return true;
    self->is_sitting = true;
    self->seat = seat;
    return retell(self, answer);
}

static void begin(GtpSpeaker *self)
{
    char unused[1];
    Text nothing = TEXT_IN(unused);
    self->role = ROLE_TABLE;
    self->is_sitting = false;
    self->tries.count = 0;
    (void)retell(self, &nothing); // no player sits, so none can fail
}

static bool is_over(const GtpSpeaker *self)
{
    return self->replay.outcome.is_over || self->has_resigned;
}

// GTP lets a side move twice in a row; then the other side passes in between. False if that pass would end the game, or if
// the move is illegal after it.
static bool may_play(const GtpSpeaker *self, uint8_t seat, Try attempt)
{
    assert(seat < 2 && attempt != TRY_NONE);
    PhantomTruth after = *truth_of(self);
    Hearing to[2];
    if (is_over(self))
        return false;
    if (seat_to_move(self) != seat)
        phantom_go_game.judge(rules_of(self), &after, PHANTOM_PASS, to);
    return !after.ending && (attempt == PHANTOM_PASS || go_set_has(&after.legal, attempt - 1u));
}

static bool take_turn(GtpSpeaker *self, uint8_t seat, Text *answer)
{
    return seat_to_move(self) == seat || add_try(self, PHANTOM_PASS, answer);
}

static bool gtp_speak_choose(GtpSpeaker *self, Choice *choice, Text *answer)
{
    if (!player_list_tries(self->player))
        return refuse("it is not the player's turn", answer);
    Budget budget = self->plan.budget;
    memcpy(budget.clock_ms, self->clock_ms, sizeof budget.clock_ms);
    budget.move_ms = self->move_ms[self->seat];
    const PlayerError error = player_choose(self->player, &budget, choice);
    if (error)
        return refuse_for_player(self, error, answer);
    if (choice->kind != EVENT_TRY && choice->kind != EVENT_RESIGN)
        return refuse("the player wants what GTP has no word for", answer);
    return true;
}

static void write_choice(const Choice *choice, Text *answer)
{
    if (choice->kind == EVENT_RESIGN)
        text_add(answer, "resign");
    else
        phantom_go_game.try_to_text(choice->attempt, answer);
}

// Adds what the controller hears in its seat, a line for each hearing. In other roles it adds nothing.
static void write_heard(const GtpSpeaker *self, const Hearing to[2], Text *answer)
{
    assert(self->controller < 2);
    const Hearing *heard = &to[self->controller];
    if (self->role != ROLE_SEAT || !heard->event)
        return;
    if (answer->length)
        text_add_char(answer, '\n');
    hearing_to_text(heard, self->controller, answer);
}

static void resign(GtpSpeaker *self, Text *answer)
{
    const Hearing end = {.event = HEARD_END,
                         .seat = self->seat,
                         .ending = ENDING_RESIGNED,
                         .winner = winner_is(!self->seat)};
    self->has_resigned = true;
    write_heard(self, (Hearing[2]){end, end}, answer);
}

// Lets the player try until a try is played or it resigns. `*choice` is its last choice.
static bool play_turn(GtpSpeaker *self, Choice *choice, Text *answer)
{
    assert(self->is_sitting);
    char why_memory[MESSAGE_MAX], heard_memory[ANSWER_MAX];
    Text why = TEXT_IN(why_memory), heard = TEXT_IN(heard_memory);
    while (seat_to_move(self) == self->seat && !is_over(self)) {
        if (!gtp_speak_choose(self, choice, &why) ||
            (choice->kind == EVENT_TRY && !add_try(self, choice->attempt, &why)))
            return refuse(why_memory, answer);
        if (choice->kind == EVENT_RESIGN)
            resign(self, &heard);
        else
            write_heard(self, self->replay.to, &heard);
    }
    text_add(answer, heard_memory);
    return true;
}

static const char wrong_move[] = "invalid color or coordinate", illegal_move[] = "illegal move",
                  syntax_error[] = "syntax error", game_over[] = "the game is over";

static bool read_color(Slice *arguments, uint8_t *seat, Text *answer)
{
    return gtp_color_read(slice_take(arguments, " "), seat) || refuse(wrong_move, answer);
}

static bool read_vertex(const GtpSpeaker *self, Slice *arguments, Try *attempt, Text *answer)
{
    *attempt = gtp_vertex_read(slice_take(arguments, " "), self->plan.rules.size);
    return *attempt != TRY_NONE || refuse(wrong_move, answer);
}

// Seconds, at most a day, as milliseconds.
static bool read_ms(Slice *arguments, uint32_t *ms, Text *answer)
{
    double seconds;
    if (!slice_decimal(slice_take(arguments, " "), &seconds))
        return refuse(syntax_error, answer);
    *ms = (uint32_t)((seconds < DAY_SECONDS ? seconds : DAY_SECONDS) * MS_PER_SECOND);
    return true;
}

static bool on_protocol_version(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)self, (void)arguments;
    text_format(answer, "%d", GTP_PROTOCOL);
    return true;
}

static bool on_name(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)arguments;
    text_add(answer, self->plan.name);
    return true;
}

static bool on_version(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)arguments;
    text_add(answer, self->plan.version);
    return true;
}

static bool on_quit(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)arguments, (void)answer;
    self->is_quitting = true;
    return true;
}

static bool on_boardsize(GtpSpeaker *self, Slice arguments, Text *answer)
{
    uint64_t size;
    if (!slice_number(slice_take(&arguments, " "), GO_SIZE_MAX, &size) || size < GO_SIZE_MIN)
        return refuse("unacceptable size", answer);
    self->plan.rules.size = (uint8_t)size;
    memset(self->plan.rules.handicap, 0,
           sizeof self->plan.rules.handicap); // it belongs to another board
    begin(self);
    return true;
}

static bool on_clear_board(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)arguments, (void)answer;
    begin(self);
    return true;
}

// Whole and half points. The player sees the change, since it reads the same rules.
static bool on_komi(GtpSpeaker *self, Slice arguments, Text *answer)
{
    Slice word = slice_take(&arguments, " ");
    const bool is_negative = word.length && word.start[0] == '-';
    double komi;
    word = (Slice){word.start + is_negative, word.length - is_negative};
    if (!slice_decimal(word, &komi))
        return refuse(syntax_error, answer);
    if (komi > GO_SPOTS || komi * 2 != (int)(komi * 2))
        return refuse("the komi must be whole or half points", answer);
    self->plan.rules.half_komi = (int16_t)(is_negative ? -komi * 2 : komi * 2);
    return true;
}

// The time is for all moves to come, or for `stones` moves if that is not 0.
static void set_clock(GtpSpeaker *self, uint8_t seat, uint32_t ms, uint64_t stones)
{
    assert(seat < 2);
    self->clock_ms[seat] = stones ? 0 : ms;
    self->move_ms[seat] = stones ? (uint32_t)(ms / stones) : 0;
}

// Without main time the overtime counts from the start. Without both there is no limit.
static bool on_time_settings(GtpSpeaker *self, Slice arguments, Text *answer)
{
    uint32_t main_ms, overtime_ms;
    uint64_t stones;
    if (!read_ms(&arguments, &main_ms, answer) || !read_ms(&arguments, &overtime_ms, answer))
        return false;
    if (!slice_number(slice_take(&arguments, " "), UINT32_MAX, &stones))
        return refuse(syntax_error, answer);
    const bool is_overtime = !main_ms && stones && overtime_ms;
    for (uint8_t seat = 0; seat < 2; seat++)
        set_clock(self, seat, is_overtime ? overtime_ms : main_ms, is_overtime ? stones : 0);
    return true;
}

static bool on_time_left(GtpSpeaker *self, Slice arguments, Text *answer)
{
    uint8_t seat;
    uint32_t ms;
    uint64_t stones;
    if (!read_color(&arguments, &seat, answer) || !read_ms(&arguments, &ms, answer))
        return false;
    if (!slice_number(slice_take(&arguments, " "), UINT32_MAX, &stones))
        return refuse(syntax_error, answer);
    set_clock(self, seat, ms ? ms : 1, stones);
    return true;
}

static bool on_play(GtpSpeaker *self, Slice arguments, Text *answer)
{
    uint8_t seat;
    Try attempt;
    if (!read_color(&arguments, &seat, answer) || !read_vertex(self, &arguments, &attempt, answer))
        return false;
    if (!may_play(self, seat, attempt))
        return refuse(illegal_move, answer);
    return take_turn(self, seat, answer) && add_try(self, attempt, answer);
}

static bool on_genmove(GtpSpeaker *self, Slice arguments, Text *answer)
{
    uint8_t seat;
    Choice choice;
    if (!read_color(&arguments, &seat, answer))
        return false;
    if (!may_play(self, seat, PHANTOM_PASS))
        return refuse(game_over, answer);
    if (!sit_down(self, seat, answer) || !take_turn(self, seat, answer) ||
        !play_turn(self, &choice, answer))
        return false;
    write_choice(&choice, answer);
    return true;
}

// Takes back the last move that was played, with the refused tries before and after it.
static bool on_undo(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)arguments;
    uint32_t before = 0, after = 0; // how many tries there were before the last move, and with it
    replay_begin(&self->replay, &phantom_go_game, rules_of(self), &self->tries);
    while (replay_step(&self->replay))
        if (self->replay.to[replay_entry(&self->replay)->seat].event == HEARD_MOVE) {
            before = after;
            after = self->replay.next;
        }
    if (!after)
        return refuse("cannot undo", answer);
    self->tries.count = before;
    return retell(self, answer);
}

static bool on_final_score(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)arguments;
    if (self->role == ROLE_SEAT && !is_over(self))
        return refuse("the game is not over", answer);
    const int margin = phantom_margin(&self->plan.rules, &truth_of(self)->game.board);
    if (margin)
        text_format(answer, "%c+%d.%d", margin > 0 ? 'B' : 'W', abs(margin) / 2,
                    abs(margin) % 2 * 5);
    else
        text_add(answer, "0");
    return true;
}

// Shows what one seat knows: the controller's own seat, else the player's, else Black's if no player sits.
static bool on_showboard(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)arguments;
    const uint8_t seat = self->role == ROLE_SEAT ? self->controller
                         : self->is_sitting      ? self->seat
                                                 : GO_BLACK;
    const PhantomView *view =
        self->role == ROLE_REFEREE ? self->player->view : (const void *)&self->replay.views[seat];
    Cell memory[VIEW_GO_WIDTH_MAX * VIEW_GO_HEIGHT_MAX];
    const ViewSize size = view_go_size(view->size, VIEW_SMALL);
    Cells cells = CELLS_IN(memory, size.width, size.height);
    view_go_seat_board(view, (ViewOptions){0}, &cells);
    text_add_char(answer, '\n');
    cells_to_text(&cells, answer);
    return true;
}

static bool is_fresh(const GtpSpeaker *self, Text *answer)
{
    return !self->tries.count || refuse("a game has begun: clear_board first", answer);
}

static bool on_phantom_seat(GtpSpeaker *self, Slice arguments, Text *answer)
{
    uint8_t seat;
    if (!is_fresh(self, answer) || !read_color(&arguments, &seat, answer) ||
        !sit_down(self, !seat, answer))
        return false;
    self->role = ROLE_SEAT;
    self->controller = seat;
    write_heard(self, self->replay.to, answer);
    return true;
}

static bool on_phantom_try(GtpSpeaker *self, Slice arguments, Text *answer)
{
    Try attempt;
    if (!read_vertex(self, &arguments, &attempt, answer))
        return false;
    if (is_over(self))
        return refuse(game_over, answer);
    if (seat_to_move(self) != self->controller)
        return refuse("it is the player's turn: phantom-turn", answer);
    if (!add_try(self, attempt, answer))
        return false;
    write_heard(self, self->replay.to, answer);
    return true;
}

static bool on_phantom_turn(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)arguments;
    Choice choice;
    if (is_over(self))
        return refuse(game_over, answer);
    if (seat_to_move(self) == self->controller)
        return refuse("it is your turn: phantom-try", answer);
    return play_turn(self, &choice, answer);
}

static bool on_phantom_sit(GtpSpeaker *self, Slice arguments, Text *answer)
{
    uint8_t seat;
    if (!is_fresh(self, answer) || !read_color(&arguments, &seat, answer))
        return false;
    self->seat = seat;
    self->is_sitting = false;
    const PlayerError error = seat_player(self);
    if (error)
        return refuse_for_player(self, error, answer);
    self->role = ROLE_REFEREE;
    self->speaker = (Speaker){.player = self->player, .is_seated = true};
    return true;
}

static bool on_phantom_genmove(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)arguments;
    Choice choice;
    if (!self->speaker.is_seated)
        return refuse(game_over, answer);
    if (!gtp_speak_choose(self, &choice, answer))
        return false;
    self->speaker.sent = choice.kind == EVENT_TRY ? choice.attempt : TRY_NONE;
    write_choice(&choice, answer);
    return true;
}

static bool on_phantom_hear(GtpSpeaker *self, Slice arguments, Text *answer)
{
    return speaker_hear(&self->speaker, arguments) ||
           refuse("that is no hearing, or it cannot have been heard now", answer);
}

static bool on_known_command(GtpSpeaker *self, Slice arguments, Text *answer);
static bool on_list_commands(GtpSpeaker *self, Slice arguments, Text *answer);

static const struct Row {
    const char *name;
    bool (*take)(GtpSpeaker *self, Slice arguments, Text *answer);
    unsigned roles;
} rows[] = {
    {"protocol_version", on_protocol_version, ROLE_ANY},
    {"name", on_name, ROLE_ANY},
    {"version", on_version, ROLE_ANY},
    {"known_command", on_known_command, ROLE_ANY},
    {"list_commands", on_list_commands, ROLE_ANY},
    {"quit", on_quit, ROLE_ANY},
    {"boardsize", on_boardsize, ROLE_ANY},
    {"clear_board", on_clear_board, ROLE_ANY},
    {"komi", on_komi, ROLE_TABLE},
    {"time_settings", on_time_settings, ROLE_ANY},
    {"time_left", on_time_left, ROLE_ANY},
    {"play", on_play, ROLE_TABLE},
    {"genmove", on_genmove, ROLE_TABLE},
    {"undo", on_undo, ROLE_TABLE},
    {"final_score", on_final_score, ROLE_TABLE | ROLE_SEAT},
    {"showboard", on_showboard, ROLE_ANY},
    {"phantom-seat", on_phantom_seat, ROLE_TABLE},
    {"phantom-try", on_phantom_try, ROLE_SEAT},
    {"phantom-turn", on_phantom_turn, ROLE_SEAT},
    {"phantom-sit", on_phantom_sit, ROLE_TABLE},
    {"phantom-genmove", on_phantom_genmove, ROLE_REFEREE},
    {"phantom-hear", on_phantom_hear, ROLE_REFEREE},
};

static const struct Row *find_row(Slice name)
{
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (slice_is(name, rows[i].name))
            return &rows[i];
    return NULL;
}

static bool on_known_command(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)self;
    text_add(answer, find_row(slice_take(&arguments, " ")) ? "true" : "false");
    return true;
}

static bool on_list_commands(GtpSpeaker *self, Slice arguments, Text *answer)
{
    (void)self, (void)arguments;
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        text_format(answer, "%s%s", i ? "\n" : "", rows[i].name);
    return true;
}

static bool obey(GtpSpeaker *self, const GtpCommand *command, Text *answer)
{
    const struct Row *row = find_row(command->name);
    if (!row)
        return refuse("unknown command", answer);
    if (!(row->roles & self->role))
        return refuse(self->role == ROLE_TABLE ? "say phantom-seat or phantom-sit first"
                                               : "not in phantom play; clear_board ends it",
                      answer);
    return row->take(self, command->arguments, answer);
}

bool gtp_speaker_take(GtpSpeaker *self, Slice line, Text *answer)
{
    char room_memory[GTP_LINE_MAX], text_memory[ANSWER_MAX];
    Text room = TEXT_IN(room_memory), text = TEXT_IN(text_memory);
    GtpCommand command = {0};
    const bool is_read = gtp_command_read(line, &room, &command);
    if (!is_read && !room.cut)
        return true; // an empty line or a comment
    const bool is_done =
        is_read ? obey(self, &command, &text) : refuse("the line is too long", &text);
    gtp_answer_write(&(GtpAnswer){command.id, !is_done, {text.start, text.length}}, answer);
    return !self->is_quitting;
}

GtpSpeaker *gtp_speaker_create(Player *player, const GtpSpeakerPlan *plan)
{
    assert(player->kind->plays(&phantom_go_game));
    assert(plan->name && plan->version);
    GtpSpeaker *self = memory_resize(&player->memory, NULL, sizeof *self);
    if (!self)
        return NULL;
    *self = (GtpSpeaker){.memory = player->memory, .plan = *plan, .player = player};
    begin(self);
    return self;
}

void gtp_speaker_destroy(GtpSpeaker *self)
{
    if (!self)
        return;
    const Memory memory = self->memory;
    entries_done(&self->tries, &memory);
    memory_resize(&memory, self, 0);
}
