// Judging attempts, and the one place where truth becomes a hearing.
#include "games/kriegspiel/judge.h"

#include <assert.h>
#include <string.h>

static const char *const error_texts[] = {
    [UMPIRE_OK] = "no error",
    [UMPIRE_ERR_TURN] = "it is the other seat's turn",
    [UMPIRE_ERR_OVER] = "the game is over",
};
_Static_assert(COUNT_OF(error_texts) == UMPIRE_ERR_COUNT, "every error needs a text");

const char *umpire_error_text(UmpireError error)
{
    assert(error < UMPIRE_ERR_COUNT);
    return error_texts[error];
}

// A sink that keeps the legal moves as a set.
typedef struct SetContext {
    TrySet *set;
    Bits men; // of the side to move that are not pawns
    Bits any; // whether there was a move at all
} SetContext;

static ALWAYS_INLINE void keep_man(void *context, unsigned from, Bits targets)
{
    SetContext *keeper = context;
    keeper->set->words[try_set_man(keeper->men, from)] |= targets;
    keeper->any |= targets;
}

static ALWAYS_INLINE void keep_pawns(void *context, PawnStep step, Bits targets)
{
    SetContext *keeper = context;
    keeper->set->words[TRY_SET_PAWNS + step] |= targets;
    keeper->any |= targets;
}

uint8_t umpire_check_line(const Board *board, unsigned king, unsigned checker)
{
    assert(king != checker);
    const unsigned file = square_file(king), rank = square_rank(king);
    if (square_rank(checker) == rank)
        return CHECK_RANK;
    if (square_file(checker) == file)
        return CHECK_FILE;
    const unsigned right = board->files - 1u - file, above = board->ranks - 1u - rank;
    const unsigned rising = (file < rank ? file : rank) + (right < above ? right : above);
    const unsigned falling = (file < above ? file : above) + (right < rank ? right : rank);
    const bool is_rising = (square_file(checker) > file) == (square_rank(checker) > rank);
    return is_rising == (rising >= falling) ? CHECK_LONG : CHECK_SHORT;
}

static uint8_t check_kind(const Position *position, unsigned king, unsigned checker)
{
    if (bits_has(position->kind[KNIGHT], checker))
        return CHECK_KNIGHT;
    return umpire_check_line(position_board(position), king, checker);
}

static void note_checks(Facts *facts, const Position *position, Bits checkers)
{
    const unsigned king = bits_first(position_men(position, position->to_move, KING));
    facts->checks = 0;
    facts->checker_count = 0;
    while (checkers) {
        facts->checks |= check_kind(position, king, bits_take(&checkers));
        facts->checker_count++;
    }
}

static void note_strikes(Facts *facts, Bits west, Bits east, Color us)
{
    facts->try_pawns =
        pawns_stepped_back(west, us, PAWN_WEST) | pawns_stepped_back(east, us, PAWN_EAST);
    facts->tries = (uint8_t)(bits_count(west) + bits_count(east));
}

// The ending of a position that any board can know, whatever came before it.
static Ending ending_without_past(const Umpire *umpire, const Position *truth, bool can_move)
{
    if (!can_move)
        return umpire->facts.checks ? ENDING_MATE : ENDING_STALEMATE;
    if (chess_is_dead(truth))
        return ENDING_DEAD;
    const bool is_fifty = umpire->rules->counters_draw && truth->quiet_plies >= QUIET_PLIES_MAX;
    return is_fifty ? ENDING_FIFTY : ENDING_NONE;
}

static Ending find_ending(const Umpire *umpire, bool can_move)
{
    const Position *truth = &umpire->truth;
    const Ending plain = ending_without_past(umpire, truth, can_move);
    if (plain)
        return plain;
    if (umpire->rules->counters_draw && past_is_threefold(&umpire->past, truth))
        return ENDING_REPETITION;
    return umpire->plies >= PLIES_MAX ? ENDING_LENGTH : ENDING_NONE;
}

// Notes how the game stands as `truth` arises.
static void settle(Umpire *umpire, const Position *truth, Ending ending)
{
    assert(ending < ENDING_COUNT);
    umpire->ending = (uint8_t)ending;
    const bool is_won =
        ending == ENDING_MATE || (ending == ENDING_STALEMATE && umpire->rules->stalemate_loses);
    umpire->winner = is_won ? winner_is(other_color(truth->to_move)) : WINNER_NONE;
}

// Everything the new turn will need: its legal set, checks, tries, and whether it comes at all.
static void begin_turn(Umpire *umpire)
{
    static const Sink keep_sink = {keep_man, keep_pawns};
    const Position *truth = &umpire->truth;
    const Color us = truth->to_move;
    umpire->own = own_men_of(truth, us);
    memset(&umpire->legal, 0, sizeof umpire->legal);
    SetContext keeper = {&umpire->legal, truth->color[us] & ~truth->kind[PAWN], 0};
    const Threats threats = generate_legal(truth, &keep_sink, &keeper);
    note_checks(&umpire->facts, truth, threats.checkers);
    note_strikes(&umpire->facts, umpire->legal.words[TRY_SET_PAWNS + PAWN_WEST],
                 umpire->legal.words[TRY_SET_PAWNS + PAWN_EAST], us);
    turn_begin(&umpire->turn);
    if (umpire->rules->counters_draw)
        past_add(&umpire->past, truth);

    settle(umpire, truth, find_ending(umpire, keeper.any != 0));
}

static void note_move(Facts *facts, const Position *before, Move move)
{
    const unsigned to = move_to(move);
    const Color us = before->to_move;
    assert(bits_has(before->color[us], move_from(move)));
    const bool is_pawn = bits_has(before->kind[PAWN], move_from(move));
    *facts = (Facts){.is_promotion = move_promotion(move) != PAWN,
                     .is_passant = is_pawn && to == before->passant};
    if (facts->is_passant) {
        facts->captured = CAPTURED_PAWN;
        facts->captured_at = (Square)(us == WHITE ? to - 8 : to + 8);
    } else if (bits_has(before->color[other_color(us)], to)) {
        facts->captured = bits_has(before->kind[PAWN], to) ? CAPTURED_PAWN : CAPTURED_PIECE;
        facts->captured_at = (Square)to;
    }
}

static void add_end(const Umpire *umpire, Hearing *hearing)
{
    hearing->ending = umpire->ending;
    hearing->winner = umpire->winner;
}

// What the ruleset announces of the position that has just arisen: checks,
// and tries if play goes on.
static void add_position_calls(const Umpire *umpire, Hearing *hearing)
{
    const Ruleset *rules = umpire->rules;
    const Facts *facts = &umpire->facts;
    hearing->checks = facts->checks;
    if (facts->checks && !rules->check_tells_kind)
        hearing->checks = CHECK_PLAIN;
    add_end(umpire, hearing);
    if (umpire->ending)
        return;
    if (rules->tries == TRIES_COUNTED)
        hearing->count = facts->tries;
    else if (rules->tries == TRIES_EXIST)
        hearing->count = facts->tries > 0;
    else if (rules->tries == TRIES_SQUARES)
        hearing->points[0] = facts->try_pawns;
}

static void add_move_calls(const Umpire *umpire, Move move, Hearing *hearing)
{
    const Ruleset *rules = umpire->rules;
    const Facts *facts = &umpire->facts;
    assert(facts->captured != CAPTURED_MAN);
    hearing->promoted = rules->promotion_is_said && facts->is_promotion;
    hearing->played = rules->move_is_said ? move : TRY_NONE;
    if (!facts->captured)
        return;
    hearing->captured = (uint8_t)(rules->capture_tells_kind ? facts->captured : CAPTURED_MAN);
    hearing->capture_at = facts->captured_at + 1;
    if (rules->passant_is_named && facts->is_passant)
        hearing->passant_at = (uint8_t)(move_to(move) + 1);
}

static void call_to_both(const Umpire *umpire, Hearing hearing, Hearing to[2])
{
    add_position_calls(umpire, &hearing);
    to[WHITE] = to[BLACK] = hearing;
}

static void umpire_refuse(const Umpire *umpire, Color seat, Verdict verdict, Hearing to[2])
{
    const Ruleset *rules = umpire->rules;
    const bool is_impossible = verdict == VERDICT_IMPOSSIBLE;
    assert(is_impossible || verdict == VERDICT_ILLEGAL);
    if (is_impossible && rules->impossible_is_illegal)
        verdict = VERDICT_ILLEGAL;
    const HeardBy heard_by = is_impossible ? rules->impossible_heard_by : rules->illegal_heard_by;

    to[seat] =
        (Hearing){.event = HEARD_REFUSAL, .verdict = (uint8_t)verdict, .seat = (uint8_t)seat};
    add_end(umpire, &to[seat]);
    to[other_color(seat)] = (Hearing){0};
    if (heard_by == HEARD_BY_BOTH) {
        to[other_color(seat)] = to[seat];
    } else if (umpire->ending) {
        to[other_color(seat)] = (Hearing){.event = HEARD_END, .seat = (uint8_t)seat};
        add_end(umpire, &to[other_color(seat)]);
    }
}

static void answer(const Umpire *umpire, Color seat, Hearing to[2])
{
    assert(ruleset_has_question(umpire->rules));
    Hearing hearing = {.event = HEARD_ANSWER,
                       .verdict = VERDICT_ANSWERED,
                       .seat = (uint8_t)seat,
                       .count = umpire->facts.tries > 0};
    add_end(umpire, &hearing);
    to[WHITE] = to[BLACK] = hearing;
}

void umpire_open(Umpire *umpire, const Ruleset *rules, const Position *start, Hearing to[2])
{
    assert(rules && start->board < chess_board_count);
    *umpire = (Umpire){.rules = rules, .truth = *start};
    begin_turn(umpire);
    call_to_both(umpire, (Hearing){.event = HEARD_OPENING, .seat = start->to_move}, to);
}

static void umpire_play(Umpire *umpire, Color seat, Move move, Hearing to[2])
{
    note_move(&umpire->facts, &umpire->truth, move);
    Position after;
    position_after(&umpire->truth, move, &after);
    umpire->truth = after;
    umpire->plies++;
    begin_turn(umpire);

    Hearing hearing = {.event = HEARD_MOVE, .verdict = VERDICT_PLAYED, .seat = (uint8_t)seat};
    add_move_calls(umpire, move, &hearing);
    call_to_both(umpire, hearing, to);
}

// Legal moves are looked for first: they need no other question. All refusals take one path.
static Verdict umpire_judge(const Umpire *umpire, Try attempt)
{
    const OwnMen *own = &umpire->own;
    if (try_set_has_legal(&umpire->legal, own, attempt) &&
        attempt_keeps_duty(&umpire->turn, own, attempt))
        return VERDICT_PLAYED;
    if (!attempt_is_possible(&umpire->turn, umpire->rules, own, attempt))
        return VERDICT_IMPOSSIBLE;
    return attempt == TRY_ANY ? VERDICT_ANSWERED : VERDICT_ILLEGAL;
}

UmpireError umpire_try(Umpire *umpire, Color seat, Try attempt, Reply *reply)
{
    if (umpire->ending)
        return UMPIRE_ERR_OVER;
    if (seat != umpire->truth.to_move)
        return UMPIRE_ERR_TURN;

    assert(umpire->turn.attempts < ATTEMPTS_MAX);
    const Verdict verdict = umpire_judge(umpire, attempt);
    reply->verdict = verdict;
    umpire->turn.attempts++;
    if (verdict == VERDICT_PLAYED) {
        umpire_play(umpire, seat, attempt, reply->to);
        return UMPIRE_OK;
    }
    if (umpire->turn.attempts >= ATTEMPTS_MAX) {
        umpire->ending = ENDING_ATTEMPTS;
        umpire->winner = winner_is(other_color(seat));
    }
    if (verdict == VERDICT_ANSWERED) {
        turn_answer(&umpire->turn, umpire->facts.tries > 0);
        answer(umpire, seat, reply->to);
        return UMPIRE_OK;
    }
    if (verdict == VERDICT_ILLEGAL)
        turn_refuse(&umpire->turn, umpire->rules, &umpire->own, attempt);
    umpire_refuse(umpire, seat, verdict, reply->to);
    return UMPIRE_OK;
}

uint32_t umpire_tries(const Umpire *umpire, Try *out)
{
    return attempts_list(&umpire->turn, umpire->rules, &umpire->own, out);
}

uint32_t umpire_pawn_tries(const Umpire *umpire, Move *out)
{
    uint32_t count = 0;
    for (PawnStep step = PAWN_WEST; step <= PAWN_EAST; step++) {
        const int offset = pawn_offset(umpire->truth.to_move, step);
        for (Bits targets = umpire->legal.words[TRY_SET_PAWNS + step]; targets;) {
            const unsigned to = bits_take(&targets);
            out[count++] = move_make((unsigned)((int)to - offset), to, PAWN);
        }
    }
    return count;
}

// A sink that keeps only what is called: pawns' captures, and whether there is a move at all.
typedef struct StrikeContext {
    Bits strikes[PAWN_STEP_COUNT];
    Bits any;
} StrikeContext;

static ALWAYS_INLINE void strike_man(void *context, unsigned from, Bits targets)
{
    (void)from;
    ((StrikeContext *)context)->any |= targets;
}

static ALWAYS_INLINE void strike_pawns(void *context, PawnStep step, Bits targets)
{
    StrikeContext *striker = context;
    striker->strikes[step] |= targets;
    striker->any |= targets;
}

static const Sink strike_sink = {strike_man, strike_pawns};

// The generator, as far as calls need it. Out of check, one pawn that can move proves that the game goes on, and the
// moves of the other men, most of the work, are not generated.
static ALWAYS_INLINE Bits find_strikes_of(const Position *position, Color us, StrikeContext *found)
{
    const Bits squares = position_board(position)->squares;
    const unsigned king = bits_first(position_men(position, us, KING));
    const Threats threats = find_threats(position, us, king);
    if (!threats.checkers)
        generate_pawns(position, us, threats.line_pins, threats.diagonal_pins, squares,
                       ~position_occupied(position) & squares, &strike_sink, found);
    return threats.checkers;
}

// Returns the men that give check.
static Bits find_strikes(const Position *position, StrikeContext *found)
{
    *found = (StrikeContext){0};
    const Bits checkers = position->to_move == WHITE ? find_strikes_of(position, WHITE, found)
                                                     : find_strikes_of(position, BLACK, found);
    if (!found->any)
        (void)generate_legal(position, &strike_sink, found);
    return checkers;
}

// What can be told before the move is made: captures, promotions.
static bool move_sounds(const Umpire *imagined, Move move, const Hearing *heard)
{
    Hearing call = {0};
    add_move_calls(imagined, move, &call);
    return call.captured == heard->captured && call.capture_at == heard->capture_at &&
           call.passant_at == heard->passant_at && call.promoted == heard->promoted &&
           call.played == heard->played;
}

// Adds the calls of a position that an imagined move has led to.
static void imagine_position_calls(Umpire *imagined, const Position *after, Bits checkers,
                                   const StrikeContext *found, Hearing *call)
{
    note_checks(&imagined->facts, after, checkers);
    note_strikes(&imagined->facts, found->strikes[PAWN_WEST], found->strikes[PAWN_EAST],
                 after->to_move);
    settle(imagined, after, ending_without_past(imagined, after, found->any != 0));
    add_position_calls(imagined, call);
}

static bool position_sounds(Umpire *imagined, const Position *after, const Hearing *heard)
{
    StrikeContext found;
    const Bits checkers = find_strikes(after, &found);
    if ((checkers != 0) != (heard->checks != 0))
        return false;
    Hearing call = {0};
    imagine_position_calls(imagined, after, checkers, &found, &call);
    // The board cannot know, and calls tries for a turn that never came.
    if (ending_needs_past(heard->ending))
        return !call.ending && call.checks == heard->checks;
    return call.checks == heard->checks && call.count == heard->count &&
           call.points[0] == heard->points[0] && call.ending == heard->ending &&
           call.winner == heard->winner;
}

bool umpire_would_sound(const Ruleset *rules, const Position *before, Move move,
                        const Hearing *heard, Position *after)
{
    assert(before != after);
    assert(heard->event == HEARD_MOVE);
    Umpire imagined; // only what the calls are made from is filled in
    imagined.rules = rules;
    note_move(&imagined.facts, before, move);
    if (!move_sounds(&imagined, move, heard))
        return false;
    position_after(before, move, after);
    return position_sounds(&imagined, after, heard);
}

Hearing umpire_imagine_call(const Ruleset *rules, const Position *before, Move move,
                            Position *after)
{
    assert(before != after);
    Umpire imagined; // as above
    StrikeContext found;
    Hearing call = {.event = HEARD_MOVE, .verdict = VERDICT_PLAYED, .seat = before->to_move};
    imagined.rules = rules;
    note_move(&imagined.facts, before, move);
    add_move_calls(&imagined, move, &call);
    position_after(before, move, after);
    imagine_position_calls(&imagined, after, find_strikes(after, &found), &found, &call);
    return call;
}

bool umpire_sounds_alike(const Hearing *answer, const Hearing *heard)
{
    if (!ending_needs_past(heard->ending))
        return memcmp(answer, heard, sizeof *heard) == 0;
    Hearing ended = *answer;
    ended.ending = heard->ending;
    ended.winner = heard->winner;
    if (ended.event == HEARD_MOVE) {
        ended.count = 0;
        ended.points[0] = 0;
    }
    return !answer->ending && memcmp(&ended, heard, sizeof *heard) == 0;
}
