// Kriegspiel as a Game: game strings, and what a seat knows. The truth is an Umpire.
#include "games/kriegspiel/kriegspiel.h"

#include "games/kriegspiel/chess_seam.h"

#include <assert.h>

static const char rules_key[] = "rules";

// --- Game strings ------------------------------------------------------------------------------

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
    if (!kriegspiel__read_setup(spec, &read.setup, message))
        return false;
    *(KriegspielRules *)rules = read;
    return true;
}

static void kriegspiel_write(const Rules *rules, Text *text)
{
    text_format(text, "%s(%s=%s,", kriegspiel_game.name, rules_key,
                kriegspiel__ruleset_of(rules)->name);
    setup_to_text(&kriegspiel_rules(rules)->setup, text);
    text_add_char(text, ')');
}

// --- What a seat knows -------------------------------------------------------------------------

static void kriegspiel_sit(const Rules *rules, uint8_t seat, void *view)
{
    assert(seat <= BLACK);
    const Position *start = kriegspiel__start_of(rules);
    *(KriegspielView *)view =
        (KriegspielView){.own = own_men_of(start, seat), .seat = seat, .to_move = start->to_move};
}

static uint32_t kriegspiel_tries(const Rules *rules, const void *view, Try *out)
{
    const KriegspielView *seen = view;
    if (seen->ending || seen->seat != seen->to_move)
        return 0;
    return attempts_list(&seen->turn, kriegspiel__ruleset_of(rules), &seen->own, out);
}

static void hear_own(const Ruleset *rules, KriegspielView *view, Try own, const Hearing *heard)
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
        hear_own(kriegspiel__ruleset_of(rules), seen, own, heard);
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
               can_be_answered(kriegspiel__ruleset_of(rules), seen, own, heard);
    if (heard->event == HEARD_OPENING)
        return is_turn;
    if (heard->event == HEARD_MOVE || heard->event == HEARD_REFUSAL || heard->event == HEARD_ANSWER)
        return is_turn && heard->seat != seen->seat && can_lose(&seen->own, heard);
    return heard->event != HEARD_NOTHING;
}

FITS_ANY_ROOM(KriegspielRules, Umpire, KriegspielView);

const Game kriegspiel_game = {
    .name = "kriegspiel",
    .rules_bytes = sizeof(KriegspielRules),
    .truth_bytes = sizeof(Umpire),
    .view_bytes = sizeof(KriegspielView),
    .tries_max = TRIES_MAX,
    .read = kriegspiel_read,
    .write = kriegspiel_write,
    .write_start = kriegspiel__write_start,
    .deal = kriegspiel__deal,
    .judge = kriegspiel__judge,
    .seat_to_move = kriegspiel__seat_to_move,
    .can_win = kriegspiel__can_win,
    .sit = kriegspiel_sit,
    .tries = kriegspiel_tries,
    .hear = kriegspiel_hear,
    .can_hear = kriegspiel_can_hear,
    .say = kriegspiel__say,
    .try_to_text = try_to_text,
    .try_from_text = try_from_text,
};
