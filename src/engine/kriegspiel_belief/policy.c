// Policies: from terms to weights, from weights to chances, and Bayes' rule over ways to play.
#include "engine/kriegspiel_belief/policy.h"

#include "base/portable_math.h"

#include <assert.h>
#include <string.h>

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
    for (unsigned i = 0; i < POLICY_TERMS; i++)
        policy->factors[i][policy->count] = portable_expf(logs->logs[i]);
    policy->shares[policy->count++] = share;
}

static unsigned phase_of(const KriegspielBoard *board)
{
    enum { OPENING, MIDDLE, LATE };
    const Position *position = &board->position;
    const Bits pieces =
        position->color[position->to_move] & ~position->kind[PAWN] & ~position->kind[KING];
    if (bits_count(pieces) <= 3)
        return LATE;
    return bits_count(pieces & board->still) >= 3 ? OPENING : MIDDLE;
}

PolicyMen policy_men(const KriegspielBoard *board)
{
    const Position *position = &board->position;
    const Color color = (Color)position->to_move;
    const Bits own = position->color[color];
    PolicyMen men = {.phase = phase_of(board)};
    for (Bits rest = own; rest;) {
        const unsigned square = bits_take(&rest);
        const Kind kind = position_kind_at(position, square);
        const Bits reach = man_attacks(kind, color, square, own);
        men.reaches[square] = reach;
        men.two_guards |= men.guards & reach;
        men.guards |= reach;
        if (kind == PAWN)
            men.pawn_guards |= reach;
    }
    return men;
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

static unsigned check_term(Bits checkers, Kind kind, unsigned to)
{
    if (bits_has(checkers, to))
        return POLICY_CHECK_TAKE;
    return kind == KING ? POLICY_CHECK_KING : POLICY_CHECK_BLOCK;
}

static unsigned place_terms(const PolicyMen *men, const Position *position, Move move, Kind kind,
                            uint16_t *terms)
{
    const Board *squares = position_board(position);
    const Color color = (Color)position->to_move;
    const unsigned of_kind = kind * POLICY_PLACES,
                   of_phase = men->phase * KIND_COUNT * POLICY_PLACES + of_kind;
    const unsigned from = place_of(squares, color, move_from(move)),
                   to = place_of(squares, color, move_to(move));
    terms[0] = (uint16_t)(POLICY_FROM + of_kind + from);
    terms[1] = (uint16_t)(POLICY_TO + of_kind + to);
    terms[2] = (uint16_t)(POLICY_PHASE_FROM + of_phase + from);
    terms[3] = (uint16_t)(POLICY_PHASE_TO + of_phase + to);
    return 4;
}

static unsigned reach_term(int change)
{
    static const int8_t most[POLICY_REACHES - 1] = {-4, -1, 0, 3, 6}; // of each but the last
    unsigned term = 0;
    while (term < POLICY_REACHES - 1 && change > most[term])
        term++;
    return POLICY_REACH + term;
}

// How guards change with a move: of the man itself, and of those around it.
static unsigned guard_terms(const PolicyMen *men, const Position *position, Move move, Kind kind,
                            uint16_t *terms)
{
    const Color color = (Color)position->to_move;
    const unsigned from = move_from(move), to = move_to(move);
    const Bits own = position->color[color] & ~bit(from), before = men->reaches[from],
               after = man_attacks(kind, color, to, own | bit(to)),
               only = before & ~men->two_guards; // squares that this man alone guards
    const Bits around = own & ~position->kind[KING];
    const unsigned left = bits_count(only & around & ~after),
                   guarded = bits_count(after & around & ~men->guards);
    unsigned count = 0;
    if (bits_has(men->pawn_guards, to) && !(kind == PAWN && bits_has(only, to)))
        terms[count++] = (uint16_t)(POLICY_TO_PAWN_GUARD + kind);
    else if (bits_has(men->guards & ~only, to))
        terms[count++] = (uint16_t)(POLICY_TO_GUARD + kind);
    if (bits_has(men->guards, from))
        terms[count++] = (uint16_t)(POLICY_FROM_GUARD + kind);
    if (left)
        terms[count++] = (uint16_t)(POLICY_LEAVE + (left > 1));
    if (guarded)
        terms[count++] = (uint16_t)(POLICY_GUARD + (guarded > 1));
    terms[count++] =
        (uint16_t)reach_term((int)bits_count(after & ~own) - (int)bits_count(before & ~own));
    return count;
}

// Terms that depend on the mover's own men and moves alone. The same for all promotions of a pawn.
static unsigned settled_terms(const PolicyMen *men, const KriegspielBoard *board, Move move,
                              Kind kind, uint16_t *terms)
{
    const Position *position = &board->position;
    const unsigned from = move_from(move);
    const uint8_t *latest = board->latest[position->to_move];
    unsigned count = place_terms(men, position, move, kind, terms);
    count += guard_terms(men, position, move, kind, terms + count);
    if (latest[0] == from + 1)
        terms[count++] = (uint16_t)(POLICY_AGAIN + kind);
    else if (latest[1] == from + 1)
        terms[count++] = (uint16_t)(POLICY_AGAIN_LATER + kind);
    if (kind == KING && chess_castle_of(from, move_to(move)))
        terms[count++] = POLICY_CASTLE;
    if (bits_has(board->shown, from))
        terms[count++] = POLICY_RETREAT;
    return count;
}

// What the other side's men have to do with the moves of a board.
typedef struct Contact {
    Bits checkers;           // of the side to move
    Bits sights[KIND_COUNT]; // squares from which its men would give check
    Kind cheapest;           // that can take back
} Contact;

static Contact contact_on(const PolicyMen *men, const KriegspielBoard *board)
{
    const Position *position = &board->position;
    const Color mover = (Color)position->to_move, other = other_color(mover);
    const unsigned king = bits_first(position_men(position, other, KING));
    Contact contact = {.checkers = position_checkers(position, mover), .cheapest = KING};
    for (Kind kind = PAWN; kind < KING; kind++)
        contact.sights[kind] = man_attacks(kind, other, king, position_occupied(position));
    for (Bits own = board->lost_at ? position->color[mover] : 0; own;) {
        const unsigned square = bits_take(&own);
        const Kind kind = position_kind_at(position, square);
        if (kind < contact.cheapest && bits_has(men->reaches[square], board->lost_at - 1u))
            contact.cheapest = kind;
    }
    return contact;
}

// The terms that are not settled.
static unsigned contact_terms(const Contact *contact, const KriegspielBoard *board, Move move,
                              Kind kind, uint16_t *terms)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Kind promotion = move_promotion(move);
    const unsigned capture = capture_term(board, kind, from, to);
    unsigned count = 0;
    if (capture < POLICY_TERMS)
        terms[count++] = (uint16_t)capture;
    if (capture < POLICY_TAKE_SHOWN && kind <= contact->cheapest)
        terms[count++] = POLICY_CHEAPEST;
    if (bits_has(contact->sights[promotion != PAWN ? promotion : kind], to))
        terms[count++] = (uint16_t)(POLICY_CHECK + kind);
    if (contact->checkers)
        terms[count++] = (uint16_t)check_term(contact->checkers, kind, to);
    if (promotion != PAWN)
        terms[count++] = promotion == QUEEN ? POLICY_PROMOTE : POLICY_UNDERPROMOTE;
    return count;
}

unsigned policy_terms(const PolicyMen *men, const KriegspielBoard *board, Move move,
                      uint16_t terms[POLICY_MOVE_TERMS])
{
    const Kind kind = position_kind_at(&board->position, move_from(move));
    const Contact contact = contact_on(men, board);
    unsigned count = settled_terms(men, board, move, kind, terms);
    count += contact_terms(&contact, board, move, kind, terms + count);
    assert(count <= POLICY_MOVE_TERMS);
    return count;
}

// A weight by each way to play; all parts at once, so that the compiler can use wide registers.
typedef struct Weights {
    float of[POLICY_PARTS_MAX];
} Weights;

static void multiply(const Policy *policy, const uint16_t *terms, unsigned count, Weights *weights)
{
    for (unsigned k = 0; k < count; k++)
        for (unsigned part = 0; part < POLICY_PARTS_MAX; part++)
            weights->of[part] *= policy->factors[terms[k]][part];
}

static Weights settled_weights(const Policy *policy, const PolicyMen *men,
                               const KriegspielBoard *board, Move move, Kind kind)
{
    uint16_t terms[POLICY_MOVE_TERMS];
    const unsigned count = settled_terms(men, board, move, kind, terms);
    Weights weights;
    memcpy(weights.of, policy->factors[terms[0]], sizeof weights.of);
    multiply(policy, terms + 1, count - 1, &weights);
    return weights;
}

static Weights remembered_weights(const Policy *policy, PolicyMemo *memo,
                                  const KriegspielBoard *board, Move move, Kind kind)
{
    const unsigned index = SQUARE_COUNT * move_from(move) + move_to(move);
    Weights weights;
    if (memo->serials[index] == memo->serial) {
        memcpy(weights.of, memo->weights[index], sizeof weights.of);
        return weights;
    }
    weights = settled_weights(policy, &memo->men, board, move, kind);
    memcpy(memo->weights[index], weights.of, sizeof weights.of);
    memo->serials[index] = memo->serial;
    return weights;
}

void policy_memo_begin(PolicyMemo *memo, const KriegspielBoard *board)
{
    memo->men = policy_men(board);
    if (!++memo->serial) { // a serial may come back after four billion boards
        memset(memo->serials, 0, sizeof memo->serials);
        memo->serial = 1;
    }
}

// Weights of all replies; `sums` are the sums. The memo may be NULL, the men not.
static void weigh(const Policy *policy, const PolicyMen *men, PolicyMemo *memo,
                  const KriegspielBoard *board, const MoveList *replies,
                  float weights[][POLICY_PARTS_MAX], float sums[POLICY_PARTS_MAX])
{
    const Contact contact = contact_on(men, board);
    for (unsigned part = 0; part < POLICY_PARTS_MAX; part++)
        sums[part] = 0;
    for (uint32_t i = 0; i < replies->count; i++) {
        const Move move = replies->moves[i];
        const Kind kind = position_kind_at(&board->position, move_from(move));
        uint16_t terms[POLICY_MOVE_TERMS];
        Weights product = memo ? remembered_weights(policy, memo, board, move, kind)
                               : settled_weights(policy, men, board, move, kind);
        multiply(policy, terms, contact_terms(&contact, board, move, kind, terms), &product);
        for (unsigned part = 0; part < POLICY_PARTS_MAX; part++)
            sums[part] += product.of[part];
        memcpy(weights[i], product.of, sizeof product.of);
    }
}

void policy_chances_by_part(const Policy *policy, const KriegspielBoard *board,
                            const MoveList *replies, float chances[][POLICY_PARTS_MAX])
{
    const PolicyMen men = policy_men(board);
    float sums[POLICY_PARTS_MAX];
    weigh(policy, &men, NULL, board, replies, chances, sums);
    for (uint32_t i = 0; i < replies->count; i++)
        for (uint32_t part = 0; part < policy->count; part++)
            chances[i][part] /= sums[part];
}

// The chances of the mixture.
static void mix(const Policy *policy, const PolicyMen *men, PolicyMemo *memo,
                const KriegspielBoard *board, const MoveList *replies, float *chances)
{
    const uint32_t count = replies->count;
    float weights[MOVES_MAX][POLICY_PARTS_MAX], sums[POLICY_PARTS_MAX],
        scales[POLICY_PARTS_MAX] = {0}, rest = 1;
    assert(count <= MOVES_MAX);
    weigh(policy, men, memo, board, replies, weights, sums);
    for (uint32_t part = 0; part < policy->count; part++) {
        rest -= policy->shares[part];
        scales[part] = policy->shares[part] / sums[part];
    }
    for (uint32_t i = 0; i < count; i++) {
        chances[i] = rest / (float)count;
        for (uint32_t part = 0; part < policy->count; part++)
            chances[i] += scales[part] * weights[i][part];
    }
}

static void make_equal(float *chances, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        chances[i] = 1 / (float)count;
}

void policy_chances(const Policy *policy, const KriegspielBoard *board, const MoveList *replies,
                    float *chances)
{
    if (!policy) {
        make_equal(chances, replies->count);
        return;
    }
    const PolicyMen men = policy_men(board);
    mix(policy, &men, NULL, board, replies, chances);
}

void policy_chances_by_memo(const Policy *policy, PolicyMemo *memo, const KriegspielBoard *board,
                            const MoveList *replies, float *chances)
{
    if (policy)
        mix(policy, &memo->men, memo, board, replies, chances);
    else
        make_equal(chances, replies->count);
}

enum { BOARDS_ASKED = 64 }; // of the pool, for the chance of what was heard

static const double unknown_share =
                        0.05, // of a way to play that we do not know, in which all moves are alike
    lasting_share = 0.01; // what each known way keeps at least, about: he may not be who he seems

void opponent_model_begin(OpponentModel *model, const Ruleset *rules, uint8_t seat, uint64_t seed)
{
    assert(seat < 2);
    uint32_t count = 0;
    while (fitted_policies[count].name)
        count++;
    *model = (OpponentModel){.rules = rules, .seat = seat, .rng = rng_from_seed(seed)};
    for (uint32_t i = 0; i < count; i++)
        policy_add(&model->policy, &fitted_policies[i].logs, (float)((1 - unknown_share) / count));
}

// Adds the chance of what was heard on one board, by each way to play.
static void add_likelihoods(const OpponentModel *model, const KriegspielBoard *board,
                            const Hearing *heard, double likelihoods[POLICY_PARTS_MAX])
{
    MoveList replies;
    Position after;
    float chances[MOVES_MAX][POLICY_PARTS_MAX];
    chess_list_legal(&board->position, &replies);
    policy_chances_by_part(&model->policy, board, &replies, chances);
    for (uint32_t i = 0; i < replies.count; i++)
        if (umpire_would_sound(model->rules, &board->position, replies.moves[i], heard, &after))
            for (uint32_t part = 0; part < model->policy.count; part++)
                likelihoods[part] += (double)chances[i][part];
}

void opponent_model_hear(OpponentModel *model, const Boards *boards, const Hearing *heard)
{
    Policy *policy = &model->policy;
    if (heard->event != HEARD_MOVE || heard->seat != model->seat || !boards->count)
        return;
    double likelihoods[POLICY_PARTS_MAX] = {0}, sum = 0;
    BoardDraw drawn[BOARDS_ASKED];
    const uint32_t count = boards_draw(boards, rng_share(&model->rng), BOARDS_ASKED, drawn);
    for (uint32_t i = 0; i < count; i++)
        add_likelihoods(model, boards_at(boards, drawn[i].index), heard, likelihoods);
    for (uint32_t part = 0; part < policy->count; part++)
        sum += likelihoods[part] *= (double)policy->shares[part];
    if (!(sum > 0))
        return; // no board agrees with it
    const double scale = (1 - unknown_share) / (1 + lasting_share * policy->count);
    for (uint32_t part = 0; part < policy->count; part++)
        policy->shares[part] = (float)(scale * (likelihoods[part] / sum + lasting_share));
}
