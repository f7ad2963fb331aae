// Kriegspiel and open chess as Games: they share one umpire, which is the truth of both, and one form of rules, and differ in what
// a seat knows.
#include "games/kriegspiel/kriegspiel.h"

#include "games/chess/fen.h"
#include "games/kriegspiel/open_chess.h"

#include <assert.h>

static const Ruleset *ruleset_of(const Rules *rules)
{
    return kriegspiel_rules(rules)->ruleset;
}

static const Position *start_of(const Rules *rules)
{
    return &kriegspiel_rules(rules)->setup.start;
}

// Reads `board` and `fen`; on failure `*setup` is untouched and `message` says what is wrong.
static bool read_setup(const Spec *spec, Setup *setup, Text *message)
{
    FenError fen_error = FEN_OK;
    const SetupError error = setup_from_spec(spec, setup, &fen_error);
    if (error) {
        text_add(message, error == SETUP_ERR_BOARD
                              ? "there is no such board; nebel rules --boards lists them"
                              : "cannot read the position: ");
        text_add(message, error == SETUP_ERR_FEN ? fen_error_text(fen_error) : "");
    }
    return !error;
}

_Static_assert((int)FEN_TEXT_MAX <= (int)START_TEXT_MAX, "a position is a start");

static void write_start(const Rules *rules, Text *text)
{
    position_to_word(start_of(rules), text);
}

static void deal_by_umpire(const Rules *rules, void *truth, Hearing to[2])
{
    umpire_open(truth, ruleset_of(rules), start_of(rules), to);
}

static uint8_t umpire_seat(const void *truth)
{
    return ((const Umpire *)truth)->truth.to_move;
}

static void judge_by_umpire(const Rules *rules, void *truth, Try attempt, Hearing to[2])
{
    (void)rules;
    Reply reply;
    const UmpireError error = umpire_try(truth, umpire_seat(truth), attempt, &reply);
    assert(error == UMPIRE_OK);
    (void)error;
    to[0] = reply.to[0];
    to[1] = reply.to[1];
}

static bool has_more_than_king(const Rules *rules, const void *truth, uint8_t seat)
{
    (void)rules;
    assert(seat <= BLACK);
    return bits_are_many(((const Umpire *)truth)->truth.color[seat]); // not with a bare king
}

static void say_as_umpire(const Rules *rules, const Hearing *hearing, Text *text)
{
    umpire_say(ruleset_of(rules), hearing, text);
}

static const char rules_key[] = "rules";

static bool read_ruleset(const Spec *spec, KriegspielRules *read, Text *message)
{
    for (uint32_t i = 0; i < spec->option_count; i++) {
        const SpecOption *option = &spec->options[i];
        if (slice_is(option->key, rules_key)) {
            read->ruleset = ruleset_by_name(option->value);
            if (!read->ruleset) {
                ruleset_add_unknown(option->value, message);
                return false;
            }
        } else if (!setup_is_option(option->key)) {
            text_format(message, "kriegspiel has no option '%.*s'; it has rules, board and fen",
                        (int)option->key.length, option->key.start);
            return false;
        }
    }
    return true;
}

static bool kriegspiel_read(const Spec *spec, Rules *rules, Text *message)
{
    KriegspielRules read = {.ruleset = &rulesets[0]};
    if (!read_ruleset(spec, &read, message))
        return false;
    if (!read_setup(spec, &read.setup, message))
        return false;
    *(KriegspielRules *)rules = read;
    return true;
}

static void kriegspiel_write(const Rules *rules, Text *text)
{
    text_format(text, "%s(%s=%s,", kriegspiel_game.name, rules_key, ruleset_of(rules)->name);
    setup_to_text(&kriegspiel_rules(rules)->setup, text);
    text_add_char(text, ')');
}

static void kriegspiel_sit(const Rules *rules, uint8_t seat, void *view)
{
    assert(seat <= BLACK);
    const Position *start = start_of(rules);
    *(KriegspielView *)view =
        (KriegspielView){.own = own_men_of(start, seat), .seat = seat, .to_move = start->to_move};
}

static uint32_t kriegspiel_tries(const Rules *rules, const void *view, Try *out)
{
    const KriegspielView *seen = view;
    if (seen->ending || seen->seat != seen->to_move)
        return 0;
    return attempts_list(&seen->turn, ruleset_of(rules), &seen->own, out);
}

static void kriegspiel_hear_own(const Ruleset *rules, KriegspielView *view, Try own,
                                const Hearing *heard)
{
    view->turn.attempts++;
    if (heard->event == HEARD_MOVE) {
        own_men_play(&view->own, own);
        turn_begin(&view->turn);
    } else if (heard->event == HEARD_ANSWER) {
        turn_answer(&view->turn, heard->count != 0);
    } else if (attempt_is_possible(&view->turn, rules, &view->own, own)) {
        // Asked of the umpire's own rules of the turn, not of the word that was heard: under some
        // rulesets the word for impossible is the word for illegal.
        turn_refuse(&view->turn, rules, &view->own, own);
    }
}

static void kriegspiel_hear(const Rules *rules, void *view, Try own, const Hearing *heard)
{
    KriegspielView *seen = view;
    assert(own == TRY_NONE || heard->seat == seen->seat);
    assert(!heard->captured || heard->capture_at);
    if (own != TRY_NONE)
        kriegspiel_hear_own(ruleset_of(rules), seen, own, heard);
    else if (heard->event == HEARD_MOVE && heard->captured)
        own_men_lose(&seen->own, heard->capture_at - 1u);
    if (heard->event == HEARD_MOVE)
        seen->to_move = (uint8_t)other_color(heard->seat);
    seen->ending = heard->ending;
}

// Whether a move can capture on `square`: its target or, for a pawn that captures en passant, the square beside its start.
static bool can_take_at(const OwnMen *own, Move move, unsigned square)
{
    const unsigned beside = square_rank(move_from(move)) * 8 + square_file(move_to(move));
    return square == move_to(move) ||
           (bits_has(own->kind[PAWN], move_from(move)) && square == beside);
}

static bool can_be_answered(const Ruleset *rules, const KriegspielView *view, Try own,
                            const Hearing *heard)
{
    const bool is_possible = attempt_is_possible(&view->turn, rules, &view->own, own);
    if (heard->event == HEARD_REFUSAL)
        return !(is_possible && own == TRY_ANY);
    if (heard->event == HEARD_ANSWER)
        return is_possible && own == TRY_ANY;
    return heard->event == HEARD_MOVE && is_possible && own != TRY_ANY &&
           (!heard->captured || can_take_at(&view->own, own, heard->capture_at - 1u));
}

// Whether the own man that the hearing says was captured can have stood there.
static bool can_lose(const OwnMen *own, const Hearing *heard)
{
    const Kind kind = heard->captured ? own_men_kind(own, heard->capture_at - 1u) : PAWN;
    if (heard->captured == CAPTURED_PAWN)
        return kind == PAWN;
    return kind < KING && !(heard->captured == CAPTURED_PIECE && kind == PAWN);
}

static bool kriegspiel_can_hear(const Rules *rules, const void *view, Try own, const Hearing *heard)
{
    const KriegspielView *seen = view;
    const bool is_turn = heard->seat == seen->to_move;
    if (seen->ending)
        return false;
    if (own != TRY_NONE)
        return is_turn && heard->seat == seen->seat &&
               can_be_answered(ruleset_of(rules), seen, own, heard);
    if (heard->event == HEARD_OPENING)
        return is_turn;
    if (heard->event == HEARD_MOVE || heard->event == HEARD_REFUSAL || heard->event == HEARD_ANSWER)
        return is_turn && heard->seat != seen->seat && can_lose(&seen->own, heard);
    return heard->event != HEARD_NOTHING;
}

ASSERT_FITS_ANY(KriegspielRules, Umpire, KriegspielView);

const Game kriegspiel_game = {
    .name = "kriegspiel",
    .rules_bytes = sizeof(KriegspielRules),
    .truth_bytes = sizeof(Umpire),
    .view_bytes = sizeof(KriegspielView),
    .tries_max = TRIES_MAX,
    .read = kriegspiel_read,
    .write = kriegspiel_write,
    .write_start = write_start,
    .deal = deal_by_umpire,
    .judge = judge_by_umpire,
    .seat_to_move = umpire_seat,
    .can_win = has_more_than_king,
    .sit = kriegspiel_sit,
    .tries = kriegspiel_tries,
    .hear = kriegspiel_hear,
    .can_hear = kriegspiel_can_hear,
    .say = say_as_umpire,
    .try_to_text = try_to_text,
    .try_from_text = try_from_text,
};

static bool open_read(const Spec *spec, Rules *rules, Text *message)
{
    KriegspielRules read = {.ruleset = &open_ruleset};
    for (uint32_t i = 0; i < spec->option_count; i++) {
        const Slice key = spec->options[i].key;
        if (!setup_is_option(key)) {
            text_format(message, "chess has no option '%.*s'; it has board and fen",
                        (int)key.length, key.start);
            return false;
        }
    }
    if (!read_setup(spec, &read.setup, message))
        return false;
    *(KriegspielRules *)rules = read;
    return true;
}

static void open_write(const Rules *rules, Text *text)
{
    text_format(text, "%s(", open_chess_game.name);
    setup_to_text(&kriegspiel_rules(rules)->setup, text);
    text_add_char(text, ')');
}

const Game *kriegspiel_rules_game(const KriegspielRules *rules)
{
    return rules->ruleset == &open_ruleset ? &open_chess_game : &kriegspiel_game;
}

bool game_is_on_chess_board(const Game *game)
{
    return game == &kriegspiel_game || game == &open_chess_game;
}

static void open_sit(const Rules *rules, uint8_t seat, void *view)
{
    assert(seat <= BLACK);
    *(OpenView *)view = (OpenView){.position = *start_of(rules), .seat = seat};
}

static uint32_t open_tries(const Rules *rules, const void *view, Try *out)
{
    (void)rules;
    const OpenView *seen = view;
    if (seen->ending || seen->seat != seen->position.to_move)
        return 0;
    MoveList legal;
    chess_list_legal(&seen->position, &legal);
    for (uint32_t i = 0; i < legal.count; i++)
        out[i] = legal.moves[i];
    return legal.count;
}

static void open_hear(const Rules *rules, void *view, Try own, const Hearing *heard)
{
    (void)rules;
    (void)own;
    OpenView *seen = view;
    if (heard->event == HEARD_MOVE) {
        assert(heard->played != TRY_NONE);
        const Position before = seen->position;
        position_after(&before, heard->played, &seen->position);
    }
    seen->ending = heard->ending;
}

bool open_chess_play_on(const Rules *rules, Position *board, Try attempt, const Hearing *heard)
{
    Umpire umpire;
    Hearing to[2];
    umpire_open(&umpire, ruleset_of(rules), board, to);
    if (umpire.ending)
        return false;
    judge_by_umpire(rules, &umpire, attempt, to);
    if (!umpire_sounds_alike(&to[heard->seat], heard))
        return false;
    *board = umpire.truth;
    return true;
}

// All is said aloud, so that a claim can be checked whole.
static bool open_can_hear(const Rules *rules, const void *view, Try own, const Hearing *heard)
{
    const OpenView *seen = view;
    const bool is_own = heard->seat == seen->seat;
    if (seen->ending || heard->event == HEARD_NOTHING || heard->event == HEARD_ANSWER)
        return false;
    if (heard->event != HEARD_MOVE)
        return own == TRY_NONE || (is_own && heard->event == HEARD_REFUSAL);
    Position board = seen->position;
    return heard->seat == board.to_move && own == (is_own ? heard->played : TRY_NONE) &&
           open_chess_play_on(rules, &board, heard->played, heard);
}

ASSERT_FITS_ANY(KriegspielRules, Umpire, OpenView);

const Game open_chess_game = {
    .name = "chess",
    .rules_bytes = sizeof(KriegspielRules),
    .truth_bytes = sizeof(Umpire),
    .view_bytes = sizeof(OpenView),
    .tries_max = TRIES_MAX,
    .read = open_read,
    .write = open_write,
    .write_start = write_start,
    .deal = deal_by_umpire,
    .judge = judge_by_umpire,
    .seat_to_move = umpire_seat,
    .can_win = has_more_than_king,
    .sit = open_sit,
    .tries = open_tries,
    .hear = open_hear,
    .can_hear = open_can_hear,
    .say = say_as_umpire,
    .try_to_text = try_to_text,
    .try_from_text = try_from_text,
};
