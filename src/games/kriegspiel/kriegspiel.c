// Kriegspiel as a Game: what a seat knows, and imagined boards. The truth is an Umpire.
#include "games/kriegspiel/kriegspiel.h"

#include "games/kriegspiel/chess_seam.h"
#include "games/kriegspiel/policy.h"

#include <assert.h>
#include <string.h>

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

// --- Imagined boards ---------------------------------------------------------------------------

static void kriegspiel_imagine(const Rules *rules, const void *truth, void *board)
{
    (void)rules;
    const Umpire *umpire = truth;
    const Facts *facts = &umpire->facts;
    *(KriegspielBoard *)board =
        (KriegspielBoard){.position = umpire->truth,
                          .still = umpire->plies ? 0 : position_occupied(&umpire->truth),
                          .asked = umpire->turn.asked,
                          .lost_at = facts->captured ? facts->captured_at + 1 : 0};
}

static void kriegspiel_revive(const Rules *rules, const void *board, void *truth)
{
    const KriegspielBoard *imagined = board;
    assert(imagined->asked <= ASKED_BOUND && imagined->lost_at <= SQUARE_COUNT);
    Hearing unheard[2];
    Umpire *umpire = truth;
    umpire_open(umpire, kriegspiel__ruleset_of(rules), &imagined->position, unheard);
    umpire->turn.asked = imagined->asked;
    umpire->turn.attempts = imagined->asked != ASKED_NOT;
    if (imagined->lost_at) { // its kind is forgotten, and never called again
        umpire->facts.captured = CAPTURED_PIECE;
        umpire->facts.captured_at = imagined->lost_at - 1;
    }
}

void kriegspiel_remember(const KriegspielBoard *before, Move move, uint8_t capture_at,
                         KriegspielBoard *after)
{
    const unsigned side = before->position.to_move;
    const Bits gone =
        bit(move_from(move)) | bit(move_to(move)) | (capture_at ? bit(capture_at - 1u) : 0);
    after->shown = (before->shown & ~gone) | (capture_at ? bit(move_to(move)) : 0);
    after->still = before->still & ~gone;
    memcpy(after->latest, before->latest, sizeof after->latest);
    memmove(&after->latest[side][1], &before->latest[side][0], LATEST_MOVES - 1);
    after->latest[side][0] = (uint8_t)(move_to(move) + 1);
}

// Under rules with the question "any?", each board is judged by an umpire of its own.
static bool keep_by_umpire(const Rules *rules, KriegspielBoard *board, Try own,
                           const Hearing *heard)
{
    assert(heard->seat == board->position.to_move);
    Umpire umpire;
    Hearing to[2];
    kriegspiel_revive(rules, board, &umpire);
    kriegspiel__judge(rules, &umpire, own, to);
    if (!kriegspiel__sounds_alike(&to[heard->seat], heard))
        return false;
    const KriegspielBoard before = *board;
    kriegspiel_imagine(rules, &umpire, board);
    if (heard->event == HEARD_MOVE) {
        kriegspiel_remember(&before, own, heard->capture_at, board);
    } else {
        *board = before;
        board->asked = umpire.turn.asked;
    }
    return true;
}

static bool keep_played(const Ruleset *rules, KriegspielBoard *board, Move own,
                        const Hearing *heard)
{
    Position after;
    if (!chess_allows(&board->position, own) ||
        !umpire_would_sound(rules, &board->position, own, heard, &after))
        return false;
    const KriegspielBoard before = *board;
    *board = (KriegspielBoard){.position = after, .lost_at = heard->capture_at};
    kriegspiel_remember(&before, own, heard->capture_at, board);
    return true;
}

static bool keep_board(const Rules *rules, KriegspielBoard *board, Try own, const Hearing *heard)
{
    if (ruleset_has_question(kriegspiel__ruleset_of(rules)))
        return keep_by_umpire(rules, board, own, heard);
    if (heard->event == HEARD_MOVE)
        return keep_played(kriegspiel__ruleset_of(rules), board, own, heard);
    return !chess_allows(&board->position, own);
}

// Whether an answer distinguishes boards. The refusal of a try that the seat's own men forbid, or that was refused
// before, does not. Some rulesets have a word of their own for it; under the others it is computed from the own men.
static bool tells_boards_apart(const Rules *rules, const KriegspielBoard *any, Try own,
                               const Hearing *heard)
{
    if (heard->event == HEARD_MOVE || heard->event == HEARD_ANSWER)
        return true;
    const OwnMen men = own_men_of(&any->position, any->position.to_move);
    const Turn fresh = {.asked = any->asked};
    return heard->event == HEARD_REFUSAL && heard->verdict != VERDICT_IMPOSSIBLE &&
           attempt_is_possible(&fresh, kriegspiel__ruleset_of(rules), &men, own);
}

static size_t kriegspiel_keep(const Rules *rules, void *boards, size_t count, Try own,
                              const Hearing *heard)
{
    KriegspielBoard *board = boards;
    assert(own != TRY_NONE && heard->seat <= BLACK);
    if (!count || !tells_boards_apart(rules, board, own, heard))
        return count;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        KriegspielBoard after = board[i];
        if (keep_board(rules, &after, own, heard))
            board[kept++] = after;
    }
    return kept;
}

// A seat that is bound by an answer plays nothing but a pawn's capture.
static void list_replies(const KriegspielBoard *board, MoveList *replies)
{
    chess_list_legal(&board->position, replies);
    assert(board->asked <= ASKED_BOUND);
    if (board->asked != ASKED_BOUND)
        return;
    const OwnMen men = own_men_of(&board->position, board->position.to_move);
    const Turn bound = {.asked = ASKED_BOUND};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < replies->count; i++)
        if (attempt_keeps_duty(&bound, &men, replies->moves[i]))
            replies->moves[kept++] = replies->moves[i];
    replies->count = kept;
}

static void expand_move(const Rules *rules, const KriegspielBoard *board, const Hearing *heard,
                        const Policy *policy, const BoardSink *sink)
{
    MoveList replies;
    float chances[MOVES_MAX];
    KriegspielBoard after = {.lost_at = heard->capture_at};
    list_replies(board, &replies);
    policy_chances(policy, board, &replies, chances);
    for (uint32_t i = 0; i < replies.count; i++)
        if (umpire_would_sound(kriegspiel__ruleset_of(rules), &board->position, replies.moves[i],
                               heard, &after.position)) {
            kriegspiel_remember(board, replies.moves[i], heard->capture_at, &after);
            sink->take(sink->context, &after, chances[i]);
        }
}

static bool can_be_refused(const Umpire *umpire)
{
    Try tries[TRIES_MAX];
    const uint32_t count = umpire_tries(umpire, tries);
    for (uint32_t i = 0; i < count; i++)
        if (tries[i] != TRY_ANY && !try_set_has_legal(&umpire->legal, &umpire->own, tries[i]))
            return true;
    return false;
}

// The other seat was refused: the board must have a try to refuse. A seat that was bound to try a pawn's
// diagonal may have done so now. The hearing does not say, so the seat is taken to be free.
static void expand_refusal(const Rules *rules, const KriegspielBoard *board, const Umpire *umpire,
                           const Hearing *heard, const BoardSink *sink)
{
    const bool may_be_impossible = heard->verdict == VERDICT_IMPOSSIBLE ||
                                   kriegspiel__ruleset_of(rules)->impossible_is_illegal;
    if (!may_be_impossible && !can_be_refused(umpire))
        return;
    KriegspielBoard after = *board;
    if (after.asked == ASKED_BOUND && kriegspiel__ruleset_of(rules)->tries == TRIES_ASKED_MUST_TRY)
        after.asked = ASKED_FREE;
    sink->take(sink->context, &after, 1);
}

static void expand_answer(const KriegspielBoard *board, const Umpire *umpire, const Hearing *heard,
                          const BoardSink *sink)
{
    const bool yes = umpire->facts.tries > 0;
    if (yes != (heard->count != 0))
        return;
    KriegspielBoard after = *board;
    after.asked = yes ? ASKED_BOUND : ASKED_FREE;
    sink->take(sink->context, &after, 1);
}

static void expand_board(const Rules *rules, const KriegspielBoard *board, const Hearing *heard,
                         const Policy *policy, const BoardSink *sink)
{
    if (heard->event == HEARD_MOVE) {
        expand_move(rules, board, heard, policy, sink);
        return;
    }
    Umpire umpire;
    kriegspiel_revive(rules, board, &umpire);
    if (heard->event == HEARD_REFUSAL)
        expand_refusal(rules, board, &umpire, heard, sink);
    else if (heard->event == HEARD_ANSWER)
        expand_answer(board, &umpire, heard, sink);
    else
        sink->take(sink->context, board, 1);
}

static void kriegspiel_expand(const Rules *rules, const void *boards, size_t count,
                              const Hearing *heard, const Policy *policy, const BoardSink *sink)
{
    const KriegspielBoard *board = boards;
    for (size_t i = 0; i < count; i++)
        expand_board(rules, &board[i], heard, policy, sink);
}

static uint64_t kriegspiel_key(const void *board)
{
    const KriegspielBoard *imagined = board;
    return kriegspiel__board_key(&imagined->position, imagined->asked);
}

FITS_ANY_ROOM(KriegspielRules, Umpire, KriegspielView);

const Game kriegspiel_game = {
    .name = "kriegspiel",
    .rules_bytes = sizeof(KriegspielRules),
    .truth_bytes = sizeof(Umpire),
    .board_bytes = sizeof(KriegspielBoard),
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
    .imagine = kriegspiel_imagine,
    .revive = kriegspiel_revive,
    .keep = kriegspiel_keep,
    .expand = kriegspiel_expand,
    .key = kriegspiel_key,
    .say = kriegspiel__say,
    .try_to_text = try_to_text,
    .try_from_text = try_from_text,
};
