// Imagined boards of Kriegspiel and of open chess. Most are judged by umpire_would_sound, without an umpire of their own.
#include "engine/kriegspiel_belief/belief_model.h"

#include "base/rng.h"
#include "engine/kriegspiel_belief/policy.h"
#include "games/kriegspiel/open_chess.h"

#include <assert.h>
#include <string.h>

static const Ruleset *kriegspiel_ruleset_of(const Rules *rules)
{
    return kriegspiel_rules(rules)->ruleset;
}

// Returns a position's key joined with its count towards fifty moves, since boards that differ in it end at different times;
// `rest` is whatever else distinguishes two boards.
static uint64_t board_key(const Position *position, uint8_t rest)
{
    uint64_t state = (uint64_t)position->quiet_plies << 8 | rest;
    return position->key ^ splitmix64(&state);
}

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
    umpire_open(umpire, kriegspiel_ruleset_of(rules), &imagined->position, unheard);
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
    Reply reply;
    kriegspiel_revive(rules, board, &umpire);
    const UmpireError error = umpire_try(&umpire, heard->seat, own, &reply);
    assert(error == UMPIRE_OK);
    if (error || !umpire_sounds_alike(&reply.to[heard->seat], heard))
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
    if (ruleset_has_question(kriegspiel_ruleset_of(rules)))
        return keep_by_umpire(rules, board, own, heard);
    if (heard->event == HEARD_MOVE)
        return keep_played(kriegspiel_ruleset_of(rules), board, own, heard);
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
           attempt_is_possible(&fresh, kriegspiel_ruleset_of(rules), &men, own);
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
        if (umpire_would_sound(kriegspiel_ruleset_of(rules), &board->position, replies.moves[i],
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
    const bool may_be_impossible =
        heard->verdict == VERDICT_IMPOSSIBLE || kriegspiel_ruleset_of(rules)->impossible_is_illegal;
    if (!may_be_impossible && !can_be_refused(umpire))
        return;
    KriegspielBoard after = *board;
    if (after.asked == ASKED_BOUND && kriegspiel_ruleset_of(rules)->tries == TRIES_ASKED_MUST_TRY)
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
    return board_key(&imagined->position, imagined->asked);
}

const BeliefModel kriegspiel_belief_model = {
    .game = &kriegspiel_game,
    .board_bytes = sizeof(KriegspielBoard),
    .imagine = kriegspiel_imagine,
    .revive = kriegspiel_revive,
    .keep = kriegspiel_keep,
    .expand = kriegspiel_expand,
    .key = kriegspiel_key,
    .fallback = &kriegspiel_fallback,
};

static void open_imagine(const Rules *rules, const void *truth, void *board)
{
    (void)rules;
    *(Position *)board = ((const Umpire *)truth)->truth;
}

static void open_revive(const Rules *rules, const void *board, void *truth)
{
    Hearing unheard[2];
    umpire_open(truth, kriegspiel_ruleset_of(rules), board, unheard);
}

static size_t open_keep(const Rules *rules, void *boards, size_t count, Try own,
                        const Hearing *heard)
{
    Position *board = boards;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        Position after = board[i];
        if (open_chess_play_on(rules, &after, own, heard))
            board[kept++] = after;
    }
    return kept;
}

// The move was said aloud: there was one way for it to go.
static void open_expand(const Rules *rules, const void *boards, size_t count, const Hearing *heard,
                        const Policy *policy, const BoardSink *sink)
{
    (void)policy;
    const Position *board = boards;
    for (size_t i = 0; i < count; i++) {
        Position after = board[i];
        if (heard->event != HEARD_MOVE || open_chess_play_on(rules, &after, heard->played, heard))
            sink->take(sink->context, &after, 1);
    }
}

static uint64_t open_key(const void *board)
{
    return board_key(board, 0);
}

const BeliefModel open_chess_belief_model = {
    .game = &open_chess_game,
    .board_bytes = sizeof(Position),
    .imagine = open_imagine,
    .revive = open_revive,
    .keep = open_keep,
    .expand = open_expand,
    .key = open_key,
};
