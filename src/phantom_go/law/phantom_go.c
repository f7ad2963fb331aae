// The referee of Phantom Go, and its side of the seam.
//
// What a move did is gathered as a MoveFacts; who hears what of it is decided in one place, for the truth and for imagined boards
// alike. As in Kriegspiel the legal set of a turn is known before its first attempt is read, so a refusal takes one
// path and its delay tells no reason.
#include "phantom_go/law/phantom_go.h"

#include <assert.h>
#include <string.h>

static const PhantomRules *own_rules(const Rules *rules)
{
    return (const PhantomRules *)rules;
}

// A move or pass that was played.
typedef struct MoveFacts {
    uint8_t seat, ending, winner;
    bool is_pass, is_atari;
    GoSet captured;
} MoveFacts;

// --- Who hears what ------------------------------------------------------------------------------

static Hearing hear_facts(const PhantomRules *rules, const MoveFacts *facts, uint8_t listener)
{
    assert(facts->seat < 2 && listener < 2);
    Hearing heard = {.event = HEARD_MOVE,
                     .verdict = VERDICT_PLAYED,
                     .seat = facts->seat,
                     .ending = facts->ending,
                     .winner = facts->winner,
                     .stones = (uint16_t)go_set_count(&facts->captured)};
    if (facts->is_pass)
        heard.checks |= CALL_PASS;
    if (facts->is_atari && rules->has[PHANTOM_ATARI_CALLS])
        heard.checks |= CALL_ATARI;
    if (listener != facts->seat || rules->has[PHANTOM_POINTS_TO_BOTH])
        memcpy(heard.points, facts->captured.words, sizeof heard.points);
    return heard;
}

// The reason is for the seat that tried.
static void hear_refusal(const PhantomRules *rules, uint8_t seat, Verdict verdict, Reason reason,
                         Hearing to[2])
{
    assert(verdict == VERDICT_ILLEGAL || verdict == VERDICT_IMPOSSIBLE);
    const Hearing refusal = {.event = HEARD_REFUSAL, .verdict = (uint8_t)verdict, .seat = seat};
    to[seat] = refusal;
    to[!seat] = (Hearing){0};
    if (verdict != VERDICT_ILLEGAL)
        return;
    if (rules->has[PHANTOM_REASONS_GIVEN])
        to[seat].reason = (uint8_t)reason;
    if (rules->has[PHANTOM_TRIES_HEARD])
        to[!seat] = refusal;
}

static Reason reason_of(GoVerdict verdict)
{
    static const Reason reasons[] = {
        [GO_LEGAL] = REASON_NONE,         [GO_OCCUPIED] = REASON_STONE,
        [GO_SUICIDE] = REASON_SUICIDE,    [GO_KO] = REASON_REPETITION,
        [GO_SUPERKO] = REASON_REPETITION,
    };
    assert(verdict < COUNT_OF(reasons));
    return reasons[verdict];
}

// --- Counting --------------------------------------------------------------------------------------

int phantom_margin(const PhantomRules *rules, const GoBoard *board)
{
    const int points =
        rules->has[PHANTOM_TERRITORY] ? go_board_territory(board) : go_board_area(board);
    return 2 * points - rules->half_komi;
}

static uint8_t winner_by_count(const PhantomRules *rules, const GoBoard *board)
{
    const int margin = phantom_margin(rules, board);
    return margin == 0 ? WINNER_NONE : winner_is(margin > 0 ? GO_BLACK : GO_WHITE);
}

// A hash of two numbers of stones into the 256 bits of a PhantomCounts. The factors are odd, so that different numbers
// below 256 of one colour never share a bit.
enum { COUNTS_BITS = 256, WHITE_FACTOR = 61, BLACK_FACTOR = 89 };

static unsigned counts_place(unsigned white, unsigned black)
{
    assert(white + black <= GO_SPOTS);
    return (white * WHITE_FACTOR + black * BLACK_FACTOR) % COUNTS_BITS;
}

static void counts_add(PhantomCounts *counts, unsigned white, unsigned black)
{
    const unsigned place = counts_place(white, black);
    counts->seen[place / 64] |= bit(place % 64);
}

static bool counts_has(const PhantomCounts *counts, unsigned white, unsigned black)
{
    const unsigned place = counts_place(white, black);
    return bits_has(counts->seen[place / 64], place % 64);
}

// --- One move on a board -----------------------------------------------------------------------------

static bool leaves_atari(const GoBoard *board, GoPoint played)
{
    static const int sides[] = {1, -1, GO_STRIDE, -GO_STRIDE};
    for (unsigned i = 0; i < COUNT_OF(sides); i++) {
        const GoPoint side = (GoPoint)(played + sides[i]);
        if (go_board_at(board, side) == board->to_move && go_board_atari(board, side))
            return true;
    }
    return false;
}

// What a legal try would do, short of the ending. Boards are played on only where a call needs it.
static MoveFacts foresee(const PhantomRules *rules, const GoBoard *board, Try attempt)
{
    assert(attempt != TRY_NONE && attempt <= PHANTOM_PASS);
    MoveFacts facts = {.seat = board->to_move, .is_pass = attempt == PHANTOM_PASS};
    if (facts.is_pass)
        return facts;
    const GoPoint point = go_point_at(attempt - 1u);
    go_board_prey(board, point, &facts.captured);
    if (rules->has[PHANTOM_ATARI_CALLS]) {
        GoBoard after = *board;
        go_board_play(&after, point);
        facts.is_atari = leaves_atari(&after, point);
    }
    return facts;
}

static void finish(const PhantomRules *rules, const GoBoard *board, Ending ending, MoveFacts *facts)
{
    assert(ending == ENDING_PASSES || ending == ENDING_LENGTH);
    facts->ending = (uint8_t)ending;
    facts->winner = winner_by_count(rules, board);
}

// A try that the seat could have ruled out itself. The first test keeps the others on the board.
static bool is_impossible(unsigned size, Try attempt, const GoSet *own, const GoSet *refused)
{
    if (attempt == PHANTOM_PASS)
        return false;
    const unsigned spot = attempt - 1u;
    return spot >= GO_SPOTS || spot % GO_SIZE_MAX >= size || spot / GO_SIZE_MAX >= size ||
           go_set_has(own, spot) || go_set_has(refused, spot);
}

// --- The truth -----------------------------------------------------------------------------------------

static void begin_turn(PhantomTruth *truth)
{
    const GoBoard *board = &truth->game.board;
    truth->refused = truth->legal = (GoSet){0};
    truth->attempts = 0;
    for (unsigned i = 0; i < board->empty_count; i++)
        if (go_game_judge(&truth->game, board->empties[i]) == GO_LEGAL)
            go_set_add(&truth->legal, go_spot(board->empties[i]));
}

static void put_stones(const GoSet *set, GoColor color, GoBoard *board)
{
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        for (Bits left = set->words[i]; left;)
            go_board_put(board, color, go_point_at(i * 64 + bits_take(&left)));
}

void phantom_board_begin(const PhantomRules *rules, GoBoard *board)
{
    go_board_init(board, rules->size);
    for (unsigned seat = 0; seat < 2; seat++)
        put_stones(&rules->handicap[seat], (GoColor)seat, board);
}

static void deal_empty(const PhantomRules *rules, PhantomTruth *truth)
{
    memset(truth, 0, sizeof *truth);
    go_game_init(&truth->game, rules->size, rules->has[PHANTOM_SUPERKO]);
}

// A handicap is part of the rules, which both seats know: each has the other's stones marked from the beginning.
static void phantom_deal(const Rules *rules, void *truth, Hearing to[2])
{
    PhantomTruth *own = truth;
    GoBoard *board = &own->game.board;
    deal_empty(own_rules(rules), own);
    phantom_board_begin(own_rules(rules), board);
    for (unsigned seat = 0; seat < 2; seat++)
        own->marked[seat] = own_rules(rules)->handicap[!seat];
    if (board->stones[GO_WHITE] || board->stones[GO_BLACK])
        counts_add(&own->counts, board->stones[GO_WHITE], board->stones[GO_BLACK]);
    begin_turn(own);
    to[0] = to[1] = (Hearing){.event = HEARD_OPENING, .seat = GO_BLACK};
}

static uint8_t phantom_seat_to_move(const void *truth)
{
    return ((const PhantomTruth *)truth)->game.board.to_move;
}

static void play(const PhantomRules *rules, PhantomTruth *truth, Try attempt, Hearing to[2])
{
    GoGame *game = &truth->game;
    MoveFacts facts = foresee(rules, &game->board, attempt);
    if (facts.is_pass) {
        go_game_pass(game);
    } else {
        go_game_play(game, go_point_at(attempt - 1u));
        go_set_drop(&truth->marked[facts.seat], attempt - 1u);
        counts_add(&truth->counts, game->board.stones[GO_WHITE], game->board.stones[GO_BLACK]);
    }
    truth->lost = facts.captured;
    if (go_game_is_over(game))
        finish(rules, &game->board, game->board.passes >= 2 ? ENDING_PASSES : ENDING_LENGTH,
               &facts);
    truth->ending = facts.ending;
    begin_turn(truth);
    for (uint8_t listener = 0; listener < 2; listener++)
        to[listener] = hear_facts(rules, &facts, listener);
}

// The seat that will not stop guessing loses.
static void end_by_attempts(PhantomTruth *truth, uint8_t seat, Hearing to[2])
{
    truth->ending = ENDING_ATTEMPTS;
    if (to[!seat].event == HEARD_NOTHING)
        to[!seat] = (Hearing){.event = HEARD_END, .seat = seat};
    for (unsigned listener = 0; listener < 2; listener++) {
        to[listener].ending = ENDING_ATTEMPTS;
        to[listener].winner = winner_is(!seat);
    }
}

static void refuse(const PhantomRules *rules, PhantomTruth *truth, Try attempt, bool is_nonsense,
                   Hearing to[2])
{
    assert(truth->attempts < ATTEMPTS_MAX);
    const uint8_t seat = truth->game.board.to_move;
    Reason reason = REASON_NONE;
    if (!is_nonsense) {
        go_set_add(&truth->refused, attempt - 1u);
        go_set_add(&truth->marked[seat], attempt - 1u);
        if (rules->has[PHANTOM_REASONS_GIVEN])
            reason = reason_of(go_game_judge(&truth->game, go_point_at(attempt - 1u)));
    }
    hear_refusal(rules, seat, is_nonsense ? VERDICT_IMPOSSIBLE : VERDICT_ILLEGAL, reason, to);
    if (++truth->attempts == ATTEMPTS_MAX)
        end_by_attempts(truth, seat, to);
}

static void phantom_judge(const Rules *rules, void *truth, Try attempt, Hearing to[2])
{
    PhantomTruth *own = truth;
    const GoBoard *board = &own->game.board;
    assert(!own->ending);
    GoSet stones;
    go_board_stones(board, (GoColor)board->to_move, &stones);
    const bool is_nonsense =
        attempt == TRY_NONE || is_impossible(board->size, attempt, &stones, &own->refused);
    if (!is_nonsense && (attempt == PHANTOM_PASS || go_set_has(&own->legal, attempt - 1u)))
        play(own_rules(rules), own, attempt, to);
    else
        refuse(own_rules(rules), own, attempt, is_nonsense, to);
}

static bool phantom_can_win(const Rules *rules, const void *truth, uint8_t seat)
{
    (void)rules;
    (void)truth;
    (void)seat;
    return true; // with one stone a board may still be counted
}

// --- What a seat knows -----------------------------------------------------------------------------------

static void phantom_sit(const Rules *rules, uint8_t seat, void *view)
{
    const PhantomRules *own = own_rules(rules);
    assert(seat < 2);
    *(PhantomView *)view = (PhantomView){.own = own->handicap[seat],
                                         .marked = own->handicap[!seat],
                                         .enemies = (uint16_t)go_set_count(&own->handicap[!seat]),
                                         .size = own->size,
                                         .seat = seat,
                                         .to_move = GO_BLACK};
}

bool phantom_may_try(const PhantomView *view, Try attempt)
{
    return !is_impossible(view->size, attempt, &view->own, &view->refused);
}

static uint32_t phantom_tries(const Rules *rules, const void *view, Try *out)
{
    (void)rules;
    const PhantomView *seen = view;
    uint32_t count = 0;
    if (seen->ending || seen->seat != seen->to_move)
        return 0;
    for (unsigned row = 0; row < seen->size; row++)
        for (unsigned column = 0; column < seen->size; column++) {
            const Try attempt = (Try)(row * GO_SIZE_MAX + column + 1);
            if (phantom_may_try(seen, attempt))
                out[count++] = attempt;
        }
    out[count++] = PHANTOM_PASS;
    assert(count <= PHANTOM_TRIES_MAX);
    return count;
}

static GoSet points_of(const Hearing *heard)
{
    GoSet points;
    memcpy(points.words, heard->points, sizeof points.words);
    return points;
}

// A refused try may be no point at all; a view takes no notice of it.
static void hear_own(PhantomView *view, Try own, const Hearing *heard)
{
    const bool is_point = own <= GO_SPOTS;
    if (is_point && heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL) {
        go_set_add(&view->refused, own - 1u);
        go_set_add(&view->marked, own - 1u);
    }
    if (heard->event != HEARD_MOVE)
        return;
    if (is_point) {
        go_set_add(&view->own, own - 1u);
        go_set_drop(&view->marked, own - 1u);
    }
    assert(heard->stones <= view->enemies);
    view->refused = view->lost = (GoSet){0};
    view->enemies = (uint16_t)(view->enemies - heard->stones);
    view->taken = (uint16_t)(view->taken + heard->stones);
}

static void hear_other(PhantomView *view, const Hearing *heard)
{
    if (heard->event != HEARD_MOVE)
        return;
    view->lost = points_of(heard);
    go_set_subtract(&view->own, &view->lost);
    view->enemies = (uint16_t)(view->enemies + !(heard->checks & CALL_PASS));
}

static bool can_be_answered(const PhantomView *view, Try own, const Hearing *heard)
{
    if (heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL)
        return own != PHANTOM_PASS && phantom_may_try(view, own);
    if (heard->event == HEARD_REFUSAL)
        return true;
    return heard->event == HEARD_MOVE && phantom_may_try(view, own) &&
           (own == PHANTOM_PASS) == ((heard->checks & CALL_PASS) != 0) &&
           heard->stones <= view->enemies;
}

// Whether the stones that are said to have been taken were there to be taken.
static bool can_lose(const PhantomView *view, const Hearing *heard)
{
    GoSet rest = points_of(heard);
    const bool is_counted = go_set_count(&rest) == heard->stones;
    go_set_subtract(&rest, &view->own);
    return is_counted && go_set_is_empty(&rest);
}

static bool phantom_can_hear(const Rules *rules, const void *view, Try own, const Hearing *heard)
{
    (void)rules;
    const PhantomView *seen = view;
    const bool is_turn = heard->seat == seen->to_move;
    if (seen->ending)
        return false;
    if (own != TRY_NONE)
        return is_turn && heard->seat == seen->seat && can_be_answered(seen, own, heard);
    if (heard->event == HEARD_OPENING)
        return is_turn;
    if (heard->event == HEARD_MOVE || heard->event == HEARD_REFUSAL)
        return is_turn && heard->seat != seen->seat && can_lose(seen, heard);
    return heard->event != HEARD_NOTHING && heard->event != HEARD_ANSWER;
}

static void phantom_hear(const Rules *rules, void *view, Try own, const Hearing *heard)
{
    (void)rules;
    PhantomView *seen = view;
    if (own != TRY_NONE)
        hear_own(seen, own, heard);
    else
        hear_other(seen, heard);
    if (heard->event == HEARD_MOVE)
        seen->to_move = !heard->seat;
    seen->ending = heard->ending;
}

// --- Imagined boards -----------------------------------------------------------------------------------

static void phantom_imagine(const Rules *rules, const void *truth, void *board)
{
    (void)rules;
    const PhantomTruth *own = truth;
    const GoBoard *now = &own->game.board;
    PhantomBoard imagined = {.key = now->key,
                             .refused = own->refused,
                             .lost = own->lost,
                             .counts = own->counts,
                             .ko = now->ko,
                             .to_move = now->to_move,
                             .passes = now->passes};
    for (unsigned seat = 0; seat < 2; seat++) {
        go_board_stones(now, (GoColor)seat, &imagined.stones[seat]);
        imagined.marked[seat] = own->marked[seat];
        imagined.taken[seat] = now->taken[seat];
    }
    *(PhantomBoard *)board = imagined;
}

static void unpack_onto(const PhantomBoard *board, GoBoard *empty)
{
    assert(board->to_move < 2 && board->ko < GO_POINTS);
    for (unsigned seat = 0; seat < 2; seat++) {
        put_stones(&board->stones[seat], (GoColor)seat, empty);
        empty->taken[seat] = board->taken[seat];
    }
    empty->ko = board->ko;
    empty->to_move = board->to_move;
    empty->passes = board->passes;
}

void phantom_board_unpack(const PhantomRules *rules, const PhantomBoard *board, GoBoard *unpacked)
{
    go_board_init(unpacked, rules->size);
    unpack_onto(board, unpacked);
}

static void phantom_revive(const Rules *rules, const void *board, void *truth)
{
    const PhantomBoard *imagined = board;
    PhantomTruth *own = truth;
    deal_empty(own_rules(rules), own);
    unpack_onto(imagined, &own->game.board);
    own->counts = imagined->counts;
    memcpy(own->marked, imagined->marked, sizeof own->marked);
    own->lost = imagined->lost;
    begin_turn(own);
    own->refused = imagined->refused;
    own->attempts = (uint16_t)go_set_count(&own->refused);
}

void phantom_view_of(const PhantomRules *rules, const PhantomBoard *board, uint8_t seat,
                     PhantomView *view)
{
    assert(seat < 2);
    const bool is_mover = board->to_move == seat;
    *view = (PhantomView){.own = board->stones[seat],
                          .marked = board->marked[seat],
                          .enemies = (uint16_t)go_set_count(&board->stones[!seat]),
                          .taken = board->taken[seat],
                          .size = rules->size,
                          .seat = seat,
                          .to_move = board->to_move,
                          .ending = board->passes >= 2 ? ENDING_PASSES : ENDING_NONE};
    if (is_mover) {
        view->refused = board->refused;
        view->lost = board->lost;
    }
}

// Moves a packed board on by a deed, without its chains.
static void advance(PhantomBoard *board, const GoBoard *before, Try attempt, const MoveFacts *facts)
{
    const GoColor us = (GoColor)facts->seat, them = go_other(us);
    assert(board->to_move == facts->seat && before->to_move == facts->seat);
    board->ko = GO_NONE;
    board->refused = (GoSet){0};
    board->lost = facts->captured;
    board->to_move = (uint8_t)them;
    board->passes = facts->is_pass ? (uint8_t)(board->passes + 1) : 0;
    if (facts->is_pass)
        return;
    const GoPoint point = go_point_at(attempt - 1u);
    go_set_add(&board->stones[us], attempt - 1u);
    go_set_drop(&board->marked[us], attempt - 1u);
    board->key ^= go_stone_key(us, point);
    unsigned taken = 0;
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        for (Bits left = facts->captured.words[i]; left; taken++)
            board->key ^= go_stone_key(them, go_point_at(i * 64 + bits_take(&left)));
    go_set_subtract(&board->stones[them], &facts->captured);
    board->ko = go_board_ko_after(before, point, &facts->captured);
    board->taken[us] = (uint16_t)(board->taken[us] + taken);
    counts_add(&board->counts,
               before->stones[GO_WHITE] + (us == GO_WHITE) - (us == GO_BLACK) * taken,
               before->stones[GO_BLACK] + (us == GO_BLACK) - (us == GO_WHITE) * taken);
}

// Ends the game on this board if the deed does; an ending that only the past decides is taken on trust.
static void conclude(const PhantomRules *rules, const GoBoard *board, Try attempt,
                     const Hearing *heard, MoveFacts *facts)
{
    GoBoard after = *board;
    if (!facts->is_pass && heard->ending == ENDING_LENGTH)
        go_board_play(&after, go_point_at(attempt - 1u));
    if (facts->is_pass && board->passes == 1)
        finish(rules, &after, ENDING_PASSES, facts);
    else if (heard->ending == ENDING_LENGTH)
        finish(rules, &after, ENDING_LENGTH, facts);
}

// Whether `attempt`, legal on this board, would have sounded so; if so the board is moved on.
static bool play_on(const PhantomRules *rules, PhantomBoard *board, const GoBoard *unpacked,
                    Try attempt, uint8_t listener, const Hearing *heard)
{
    MoveFacts facts = foresee(rules, unpacked, attempt);
    if (heard->ending || (facts.is_pass && unpacked->passes))
        conclude(rules, unpacked, attempt, heard, &facts);
    const Hearing answer = hear_facts(rules, &facts, listener);
    if (memcmp(&answer, heard, sizeof answer) != 0)
        return false;
    advance(board, unpacked, attempt, &facts);
    return true;
}

// Whether a point that this board allows can have been refused for what it has forgotten.
static bool may_be_superko(const PhantomRules *rules, const PhantomCounts *counts,
                           const GoBoard *board, GoPoint point)
{
    if (!rules->has[PHANTOM_SUPERKO])
        return false;
    GoSet captured;
    go_board_prey(board, point, &captured);
    unsigned stones[2] = {board->stones[0], board->stones[1]};
    stones[board->to_move]++;
    stones[!board->to_move] -= go_set_count(&captured);
    return counts_has(counts, stones[GO_WHITE], stones[GO_BLACK]);
}

static bool keep_refused(const PhantomRules *rules, PhantomBoard *board, const GoBoard *unpacked,
                         Try own, const Hearing *heard)
{
    const GoPoint point = go_point_at(own - 1u);
    GoVerdict verdict = go_board_judge(unpacked, point);
    if (verdict == GO_LEGAL && may_be_superko(rules, &board->counts, unpacked, point))
        verdict = GO_SUPERKO;
    if (verdict == GO_LEGAL || (heard->reason && heard->reason != reason_of(verdict)))
        return false;
    go_set_add(&board->refused, own - 1u);
    go_set_add(&board->marked[heard->seat], own - 1u);
    return true;
}

static bool keep_board(const PhantomRules *rules, PhantomBoard *board, const GoBoard *empty,
                       Try own, const Hearing *heard)
{
    if (heard->event == HEARD_MOVE && own != PHANTOM_PASS &&
        go_set_has(&board->stones[!heard->seat], own - 1u))
        return false;
    GoBoard unpacked = *empty;
    unpack_onto(board, &unpacked);
    if (heard->event == HEARD_REFUSAL)
        return keep_refused(rules, board, &unpacked, own, heard);
    return (own == PHANTOM_PASS || go_board_judge(&unpacked, go_point_at(own - 1u)) == GO_LEGAL) &&
           play_on(rules, board, &unpacked, own, heard->seat, heard);
}

// Whether an answer tells one board from another.
static bool tells_boards_apart(const Hearing *heard)
{
    return heard->event == HEARD_MOVE ||
           (heard->event == HEARD_REFUSAL && heard->verdict == VERDICT_ILLEGAL);
}

static size_t phantom_keep(const Rules *rules, void *boards, size_t count, Try own,
                           const Hearing *heard)
{
    PhantomBoard *board = boards;
    if (!tells_boards_apart(heard))
        return count;
    GoBoard empty;
    go_board_init(&empty, own_rules(rules)->size);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        PhantomBoard after = board[i];
        if (keep_board(own_rules(rules), &after, &empty, own, heard))
            board[kept++] = after;
    }
    return kept;
}

// The legal tries of the seat to move, a pass among them.
static uint32_t list_legal(const GoBoard *board, Try *legal)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < board->empty_count; i++)
        if (go_board_judge(board, board->empties[i]) == GO_LEGAL)
            legal[count++] = (Try)(go_spot(board->empties[i]) + 1);
    legal[count++] = PHANTOM_PASS;
    return count;
}

static void expand_move(const PhantomRules *rules, const PhantomBoard *board,
                        const GoBoard *unpacked, const Hearing *heard, const BoardSink *sink)
{
    Try legal[PHANTOM_TRIES_MAX];
    const uint32_t count = list_legal(unpacked, legal);
    for (uint32_t i = 0; i < count; i++) {
        if ((legal[i] == PHANTOM_PASS) != ((heard->checks & CALL_PASS) != 0))
            continue;
        PhantomBoard after = *board;
        if (play_on(rules, &after, unpacked, legal[i], !heard->seat, heard))
            sink->take(sink->context, &after, 1.0f / (float)count);
    }
}

// On a board without an enemy stone a refusal needs a suicide, a ko or a board come back.
static bool can_be_refused(const PhantomRules *rules, const PhantomBoard *board,
                           const GoBoard *unpacked)
{
    if (!go_set_is_empty(&board->stones[!board->to_move]))
        return true;
    for (unsigned i = 0; i < unpacked->empty_count; i++)
        if (go_board_judge(unpacked, unpacked->empties[i]) != GO_LEGAL ||
            may_be_superko(rules, &board->counts, unpacked, unpacked->empties[i]))
            return true;
    return false;
}

static void phantom_expand(const Rules *rules, const void *boards, size_t count,
                           const Hearing *heard, const Policy *policy, const BoardSink *sink)
{
    (void)policy; // there is none for Go: all legal moves are alike
    const PhantomBoard *board = boards;
    GoBoard empty;
    go_board_init(&empty, own_rules(rules)->size);
    for (size_t i = 0; i < count; i++) {
        GoBoard unpacked = empty;
        unpack_onto(&board[i], &unpacked);
        if (heard->event == HEARD_MOVE)
            expand_move(own_rules(rules), &board[i], &unpacked, heard, sink);
        else if (heard->event != HEARD_REFUSAL ||
                 can_be_refused(own_rules(rules), &board[i], &unpacked))
            sink->take(sink->context, &board[i], 1);
    }
}

// What was refused and lost is left out: the seats know it, and it tells no future apart.
static uint64_t phantom_key(const void *board)
{
    const PhantomBoard *imagined = board;
    uint64_t rest =
        (uint64_t)imagined->ko << 16 | (uint64_t)imagined->passes << 8 | imagined->to_move;
    return imagined->key ^ splitmix64(&rest);
}

FITS_ANY_ROOM(PhantomRules, PhantomTruth, PhantomView);

const Game phantom_go_game = {
    .name = "phantom-go",
    .rules_bytes = sizeof(PhantomRules),
    .truth_bytes = sizeof(PhantomTruth),
    .board_bytes = sizeof(PhantomBoard),
    .view_bytes = sizeof(PhantomView),
    .tries_max = PHANTOM_TRIES_MAX,
    .read = kriegspiel__phantom_read,
    .write = kriegspiel__phantom_write,
    .deal = phantom_deal,
    .judge = phantom_judge,
    .seat_to_move = phantom_seat_to_move,
    .can_win = phantom_can_win,
    .sit = phantom_sit,
    .tries = phantom_tries,
    .hear = phantom_hear,
    .can_hear = phantom_can_hear,
    .imagine = phantom_imagine,
    .revive = phantom_revive,
    .keep = phantom_keep,
    .expand = phantom_expand,
    .key = phantom_key,
    .say = kriegspiel__phantom_say,
    .try_to_text = kriegspiel__phantom_try_to_text,
    .try_from_text = kriegspiel__phantom_try_from_text,
};
