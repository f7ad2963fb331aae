// Fast random games: the generator hands over sets of targets, and one move is drawn from them without listing the others.
#include "engine/kriegspiel_search/playout.h"

#include "engine/core/ismcts.h"
#include "engine/kriegspiel_search/evaluate.h"
#include "engine/kriegspiel_search/geometry.h"

// Moves as the generator tells them: the targets of a man, or the targets of a step of all pawns.
typedef struct Group {
    Bits targets;
    uint8_t from; // of a man
    uint8_t step; // of pawns; PAWN_STEP_COUNT for a man's
    uint16_t count;
} Group;

// A queen comes twice, and so does a step of the pawns with a capture en passant.
enum { GROUPS_MAX = 2 * MEN_MAX + 2 * PAWN_STEP_COUNT };

typedef struct PlayoutDraw {
    const Board *board;
    Color us;
    uint32_t count; // moves
    Group *next;
    Group groups[GROUPS_MAX];
} PlayoutDraw;

static ALWAYS_INLINE void add_group(PlayoutDraw *draw, Bits targets, unsigned from, PawnStep step,
                                    unsigned count)
{
    assert(draw->next < draw->groups + GROUPS_MAX);
    *draw->next = (Group){targets, (uint8_t)from, (uint8_t)step, (uint16_t)count};
    draw->next += count != 0; // the next group overwrites one without moves
    draw->count += count;
}

static ALWAYS_INLINE void draw_man(void *context, unsigned from, Bits targets)
{
    add_group(context, targets, from, PAWN_STEP_COUNT, bits_count(targets));
}

static ALWAYS_INLINE void draw_pawns(void *context, PawnStep step, Bits targets)
{
    PlayoutDraw *draw = context;
    const Bits promoting = targets & draw->board->last_rank[draw->us];
    unsigned count = bits_count(targets);
    if (promoting)
        count += bits_count(promoting) * (bits_count(draw->board->promotions) - 1);
    add_group(draw, targets, 0, step, count);
}

static Move pawn_move(const PlayoutDraw *draw, const Group *group, unsigned index)
{
    const Bits promoting = group->targets & draw->board->last_rank[draw->us];
    const Bits plain = group->targets ^ promoting;
    const unsigned plain_count = bits_count(plain);
    const int offset = pawn_offset(draw->us, (PawnStep)group->step);
    unsigned to;
    Kind promotion = PAWN;
    if (index < plain_count) {
        to = bits_nth(plain, index);
    } else {
        const unsigned kinds = bits_count(draw->board->promotions);
        index -= plain_count;
        to = bits_nth(promoting, index / kinds);
        promotion = (Kind)bits_nth(draw->board->promotions, index % kinds);
    }
    return move_make((unsigned)((int)to - offset), to, promotion);
}

static Move move_at(const PlayoutDraw *draw, uint32_t index)
{
    assert(index < draw->count);
    const Group *group = draw->groups;
    while (index >= group->count)
        index -= group++->count;
    if (group->step != PAWN_STEP_COUNT)
        return pawn_move(draw, group, index);
    return move_make(group->from, bits_nth(group->targets, index), PAWN);
}

// A random legal move; MOVE_NONE if there is none. `*in_check` says whether the king is in check.
static Move draw_move(const Position *position, Rng *rng, bool *in_check)
{
    static const Sink sink = {draw_man, draw_pawns};
    PlayoutDraw draw;
    draw.board = position_board(position);
    draw.us = position->to_move;
    draw.count = 0;
    draw.next = draw.groups;
    *in_check = generate_legal(position, &sink, &draw).checkers != 0;
    return draw.count ? move_at(&draw, rng_below(rng, draw.count)) : MOVE_NONE;
}

static uint8_t winner_without_move(const Ruleset *rules, const Position *position, bool in_check)
{
    if (!in_check && !rules->stalemate_loses)
        return WINNER_NONE;
    return position->to_move == WHITE ? WINNER_SECOND : WINNER_FIRST;
}

static bool is_drawn(const Ruleset *rules, const Position *position)
{
    return chess_is_dead(position) ||
           (rules->counters_draw && position->quiet_plies >= QUIET_PLIES_MAX);
}

uint8_t playout_winner(const Playout *playout, const Ruleset *rules, const Position *start,
                       Rng *rng, Meter *meter)
{
    assert(playout->plies_max > 0);
    Position at[2] = {*start};
    for (uint32_t ply = 0; ply < playout->plies_max; ply++) {
        const Position *now = &at[ply % 2];
        bool in_check;
        const Move move = draw_move(now, rng, &in_check);
        if (!move)
            return winner_without_move(rules, now, in_check);
        if (is_drawn(rules, now))
            return WINNER_NONE;
        position_after(now, move, &at[(ply + 1) % 2]);
        (void)meter_step(meter);
    }
    return WINNER_NONE;
}

uint32_t playout_list_legal(const Rules *rules, const void *truth, Try *out)
{
    (void)rules;
    const Umpire *umpire = truth;
    MoveList legal;
    uint32_t count = 0;
    if (umpire->ending)
        return 0;
    chess_list_legal(&umpire->truth, &legal);
    for (uint32_t i = 0; i < legal.count; i++)
        if (attempt_keeps_duty(&umpire->turn, &umpire->own, legal.moves[i]))
            out[count++] = legal.moves[i];
    return count;
}

double playout_value_men(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                         Rng *rng, Meter *meter)
{
    (void)context;
    (void)rules;
    (void)rng;
    (void)meter;
    const Position *position = &((const Umpire *)truth)->truth;
    const int ahead = evaluate_material(position) * (position->to_move == seat ? 1 : -1);
    return ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5;
}

double playout_value_end(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                         Rng *rng, Meter *meter)
{
    (void)rules;
    const Umpire *umpire = truth;
    return ismcts_value_of_end(playout_winner(context, umpire->rules, &umpire->truth, rng, meter),
                               seat);
}

enum { LIVELY_PER_CENT = 95 }; // of moves that capture if they can: as in the paper

// What a lively move depends on: the board, and where the last move captured.
typedef struct LivelyContext {
    const Position *position;
    unsigned lost_at; // SQUARE_NONE if nowhere
} LivelyContext;

static bool is_tempting(const LivelyContext *context, Move move, bool retakes)
{
    if (retakes)
        return move_to(move) == context->lost_at;
    return is_strike(context->position->kind[PAWN], move);
}

// The index of a random tempting move; `count` if there is none.
static uint32_t draw_tempting(const LivelyContext *context, const Move *moves, uint32_t count,
                              bool retakes, Rng *rng)
{
    uint32_t found = count, equals = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_tempting(context, moves[i], retakes) && rng_below(rng, ++equals) == 0)
            found = i;
    return found;
}

static uint32_t draw_lively(const LivelyContext *context, const Move *moves, uint32_t count,
                            Rng *rng)
{
    assert(count > 0);
    uint32_t found = count;
    if (rng_below(rng, 100) < LIVELY_PER_CENT) {
        if (context->lost_at != SQUARE_NONE)
            found = draw_tempting(context, moves, count, true, rng);
        if (found == count)
            found = draw_tempting(context, moves, count, false, rng);
    }
    return found < count ? found : rng_below(rng, count);
}

uint32_t playout_lively_reply(const void *truth, const Try *tries, uint32_t count, Rng *rng)
{
    const Umpire *umpire = truth;
    const LivelyContext context = {
        &umpire->truth, umpire->facts.captured ? umpire->facts.captured_at : SQUARE_NONE};
    return draw_lively(&context, tries, count, rng);
}

// The winner of a standard ending: a rook or a queen against a bare king.
static uint8_t adjudicate(const Position *position)
{
    const Bits heavy = position->kind[ROOK] | position->kind[QUEEN];
    for (Color color = WHITE; color <= BLACK; color++)
        if (!bits_are_many(position->color[color]) && (heavy & position->color[other_color(color)]))
            return winner_is(other_color(color));
    return WINNER_NONE;
}

static uint8_t lively_winner(const Umpire *umpire, Rng *rng, Meter *meter)
{
    Position at[2] = {umpire->truth};
    unsigned lost_at = umpire->facts.captured ? umpire->facts.captured_at : SQUARE_NONE;
    for (uint32_t ply = 0; ply < PLIES_MAX; ply++) {
        const Position *now = &at[ply % 2];
        MoveList legal;
        chess_list_legal(now, &legal);
        const uint8_t winner = adjudicate(now);
        if (!legal.count)
            return winner_without_move(umpire->rules, now,
                                       position_checkers(now, now->to_move) != 0);
        if (winner != WINNER_NONE || is_drawn(umpire->rules, now))
            return winner;
        const LivelyContext context = {now, lost_at};
        const Move move = legal.moves[draw_lively(&context, legal.moves, legal.count, rng)];
        lost_at = bits_has(position_occupied(now), move_to(move)) ? move_to(move) : SQUARE_NONE;
        position_after(now, move, &at[(ply + 1) % 2]);
        (void)meter_step(meter);
    }
    return WINNER_NONE;
}

double playout_value_lively(const void *context, const Rules *rules, const void *truth,
                            uint8_t seat, Rng *rng, Meter *meter)
{
    (void)context;
    (void)rules;
    return ismcts_value_of_end(lively_winner(truth, rng, meter), seat);
}
