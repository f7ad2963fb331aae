// From terms to weights, and from weights to chances.
#include "kriegspiel/law/policy.h"

#include "base/portable_math.h"

#include <assert.h>

// The logarithm of the weight of a move that is always played if it can be: about 10^10.
#define ALWAYS 23.0f

static const PolicyLogs capturer = {.logs = {[POLICY_RECAPTURE + PAWN] = ALWAYS,
                                             [POLICY_RECAPTURE + KNIGHT] = ALWAYS,
                                             [POLICY_RECAPTURE + BISHOP] = ALWAYS,
                                             [POLICY_RECAPTURE + ROOK] = ALWAYS,
                                             [POLICY_RECAPTURE + QUEEN] = ALWAYS,
                                             [POLICY_RECAPTURE + KING] = ALWAYS}};

bool policy_find(Slice name, const PolicyLogs **logs)
{
    const PolicyLogs *found = slice_is(name, "capturer") ? &capturer : NULL;
    for (unsigned i = 0; fitted_policies[i].name && !found; i++)
        if (slice_is(name, fitted_policies[i].name))
            found = &fitted_policies[i].logs;
    if (!found && !slice_is(name, "uniform"))
        return false;
    *logs = found;
    return true;
}

void policy_add(Policy *policy, const PolicyLogs *logs, float share)
{
    assert(policy->count < POLICY_PARTS_MAX && share >= 0);
    float *factors = policy->factors[policy->count];
    for (unsigned i = 0; i < POLICY_TERMS; i++)
        factors[i] = portable_expf(logs->logs[i]);
    policy->shares[policy->count++] = share;
}

// --- Terms ---------------------------------------------------------------------------------------

PolicyContext policy_context(const KriegspielBoard *board)
{
    return (PolicyContext){board,
                           position_checkers(&board->position, (Color)board->position.to_move)};
}

static unsigned place_of(const Board *board, Color color, unsigned square)
{
    const unsigned file = square_file(square), rank = square_rank(square);
    const unsigned mirrored = file < board->files / 2u ? file : board->files - 1u - file;
    return mirrored + 4 * (color == WHITE ? rank : board->ranks - 1u - rank);
}

// Which term a capture has, if it is one; POLICY_TERMS if not.
static unsigned capture_term(const KriegspielBoard *board, Kind kind, unsigned from, unsigned to)
{
    const Position *position = &board->position;
    const bool is_strike = kind == PAWN && square_file(from) != square_file(to);
    const bool is_push = kind == PAWN && !is_strike;
    if (board->lost_at == to + 1 && !is_push)
        return POLICY_RECAPTURE + kind;
    if (!bits_has(position_occupied(position), to) && !is_strike)
        return POLICY_TERMS;
    const uint8_t *latest = board->latest[!position->to_move];
    const unsigned term = bits_has(board->shown, to)                   ? POLICY_TAKE_SHOWN
                          : bits_has(board->still, to)                 ? POLICY_TAKE_STILL
                          : latest[0] == to + 1                        ? POLICY_TAKE_FRESH
                          : latest[1] == to + 1 || latest[2] == to + 1 ? POLICY_TAKE_RECENT
                                                                       : POLICY_TAKE_HIDDEN;
    return term + kind;
}

static unsigned check_term(const PolicyContext *context, Kind kind, unsigned to)
{
    if (bits_has(context->checkers, to))
        return POLICY_CHECK_TAKE;
    return kind == KING ? POLICY_CHECK_KING : POLICY_CHECK_BLOCK;
}

unsigned policy_terms(const PolicyContext *context, Move move, uint16_t terms[POLICY_MOVE_TERMS])
{
    const KriegspielBoard *board = context->board;
    const Position *position = &board->position;
    const Board *squares = position_board(position);
    const Color color = (Color)position->to_move;
    const unsigned from = move_from(move), to = move_to(move);
    const Kind kind = position_kind_at(position, from), promotion = move_promotion(move);
    unsigned count = 0;
    terms[count++] =
        (uint16_t)(POLICY_FROM + kind * POLICY_PLACES + place_of(squares, color, from));
    terms[count++] = (uint16_t)(POLICY_TO + kind * POLICY_PLACES + place_of(squares, color, to));
    const unsigned capture = capture_term(board, kind, from, to);
    if (capture < POLICY_TERMS)
        terms[count++] = (uint16_t)capture;
    if (context->checkers)
        terms[count++] = (uint16_t)check_term(context, kind, to);
    if (promotion != PAWN)
        terms[count++] = promotion == QUEEN ? POLICY_PROMOTE : POLICY_UNDERPROMOTE;
    if (kind == KING && chess_castle_of(from, to))
        terms[count++] = POLICY_CASTLE;
    if (bits_has(board->shown, from))
        terms[count++] = POLICY_RETREAT;
    assert(count <= POLICY_MOVE_TERMS);
    return count;
}

// --- Chances -------------------------------------------------------------------------------------

// Weights of all replies by each way to play; `sums` are the sums.
static void weigh(const Policy *policy, const KriegspielBoard *board, const MoveList *replies,
                  float weights[][MOVES_MAX], float sums[POLICY_PARTS_MAX])
{
    const PolicyContext context = policy_context(board);
    for (uint32_t part = 0; part < policy->count; part++)
        sums[part] = 0;
    for (uint32_t i = 0; i < replies->count; i++) {
        uint16_t terms[POLICY_MOVE_TERMS];
        const unsigned count = policy_terms(&context, replies->moves[i], terms);
        for (uint32_t part = 0; part < policy->count; part++) {
            const float *factors = policy->factors[part];
            float weight = factors[terms[0]] * factors[terms[1]];
            for (unsigned k = 2; k < count; k++)
                weight *= factors[terms[k]];
            weights[part][i] = weight;
            sums[part] += weight;
        }
    }
}

void policy_chances_by_part(const Policy *policy, const KriegspielBoard *board,
                            const MoveList *replies, float chances[][MOVES_MAX])
{
    float sums[POLICY_PARTS_MAX];
    weigh(policy, board, replies, chances, sums);
    for (uint32_t part = 0; part < policy->count; part++)
        for (uint32_t i = 0; i < replies->count; i++)
            chances[part][i] /= sums[part];
}

void policy_chances(const Policy *policy, const KriegspielBoard *board, const MoveList *replies,
                    float *chances)
{
    const uint32_t count = replies->count;
    float weights[POLICY_PARTS_MAX][MOVES_MAX], sums[POLICY_PARTS_MAX], rest = 1;
    assert(count <= MOVES_MAX);
    for (uint32_t part = 0; policy && part < policy->count; part++)
        rest -= policy->shares[part];
    for (uint32_t i = 0; i < count; i++)
        chances[i] = rest / (float)count;
    if (!policy)
        return;
    weigh(policy, board, replies, weights, sums);
    for (uint32_t part = 0; part < policy->count; part++) {
        const float scale = policy->shares[part] / sums[part];
        for (uint32_t i = 0; i < count; i++)
            chances[i] += scale * weights[part][i];
    }
}
