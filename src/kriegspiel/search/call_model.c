// Chances and worths, from control and guards.
#include "kriegspiel/search/call_model_parts.h"

#include <math.h>
#include <string.h>

Bits referee__attacks_of(Kind kind, Color color, unsigned from, Bits blocked)
{
    switch (kind) {
    case PAWN:
        return chess_pawn_strikes[color][from];
    case KNIGHT:
        return chess_knight_steps[from];
    case BISHOP:
        return bishop_slides(from, blocked);
    case ROOK:
        return rook_slides(from, blocked);
    case QUEEN:
        return bishop_slides(from, blocked) | rook_slides(from, blocked);
    default:
        return chess_king_steps[from];
    }
}

// --- Assumptions ---------------------------------------------------------------------------------------------

void referee_init(Referee *referee, const KriegspielRules *rules, const Drift *drift)
{
    *referee = (Referee){
        .rules = rules,
        .drift = drift,
        .retaliation = 0.8F,
        .check_taken = 0.3F,
        .capture = 0.8F,
        .worth = {[PAWN] = 0.4F, [KNIGHT] = 1, [BISHOP] = 1, [ROOK] = 1.6F, [QUEEN] = 3},
        .pawn_worth = 0.4F,
        .piece_worth = 1.46F, // the mean of seven: nobody knows which they are
        .advance = 0.02F,
        .hunts = true,
        .weighs_control = true,
        .guards = true,
    };
}

void referee_count_men(Referee *referee)
{
    for (Kind kind = PAWN; kind < KING; kind++)
        referee->worth[kind] = 1;
    referee->pawn_worth = referee->piece_worth = 1;
}

// --- Worth ---------------------------------------------------------------------------------------------------

float referee__worth_of(const Referee *referee, const OwnMen *own, Kind kind, unsigned square)
{
    const float worth = referee->worth[kind];
    if (kind != PAWN)
        return worth;
    const unsigned rank = square_rank(square), ranks = own_men_board(own)->ranks;
    const unsigned gone = own->color == WHITE ? rank - 1 : ranks - 2 - rank;
    return worth * (1 + referee->advance * (float)gone * (float)gone);
}

static float enemy_worth(const Referee *referee, const Density *density)
{
    return density->pawn_count * referee->pawn_worth + density->piece_count * referee->piece_worth;
}

// --- Exchanges -----------------------------------------------------------------------------------------------

static Takers takers_on(const Scene *scene, unsigned square)
{
    const Referee *referee = scene->referee;
    const Density *density = &scene->stand->density;
    const OwnMen *own = &scene->stand->own;
    const Bits board = own_men_board(own)->squares;
    // An enemy's pawn takes from where an own one on the square would.
    const float pawns =
        density_sum_over(density->pawns, chess_pawn_strikes[own->color][square] & board);
    const float kings = density_sum_over(density->king, chess_king_steps[square] & board);
    Takers takers = {scene->outlook.control[square], kings, referee->piece_worth};
    const float pieces = takers.control - pawns - kings;
    if (pawns > 0 && pieces > 0)
        takers.worth =
            (pawns * referee->pawn_worth + pieces * referee->piece_worth) / (pawns + pieces);
    else if (pawns > 0)
        takers.worth = referee->pawn_worth;
    return takers;
}

// What is lost in an exchange that begins with this man: with a guard the taker is taken, half as surely if another enemy
// stands behind him. No exchange is a gain: who takes what is guarded has mostly seen to it.
static float lost(float worth, const Takers *takers, unsigned guards)
{
    const float others = takers->control - takers->kings - 1;
    const float retake = guards == 0 ? 0
                         : guards == 1
                             ? takers->worth * (1 - 0.5F * float_min(1, others > 0 ? others : 0))
                             : takers->worth;
    return worth > retake ? worth - retake : 0;
}

// How many may take a man with so many guards.
static float danger_of(const Takers *takers, unsigned guards)
{
    const float others = takers->control - takers->kings;
    return guards == 0 ? takers->control : others > 0 ? others : 0;
}

// --- A turn --------------------------------------------------------------------------------------------------

static void add_man(Scene *scene, Kind kind, unsigned square)
{
    const OwnMen *own = &scene->stand->own;
    const Bits blocked = own->all | ~own_men_board(own)->squares;
    const Bits attacks = referee__attacks_of(kind, own->color, square, blocked);
    scene->attacks[square] = attacks;
    for (Bits rest = attacks; rest;)
        scene->guards[bits_take(&rest)]++;
    scene->balance += kind == KING ? 0 : referee__worth_of(scene->referee, own, kind, square);
}

// What is lost if the man on `square` is, by who guards it.
static void weigh_man(const Scene *scene, Kind kind, unsigned square, float losses[3])
{
    const Takers takers = takers_on(scene, square);
    const float worth = referee__worth_of(scene->referee, &scene->stand->own, kind, square);
    for (unsigned guards = 0; guards < 3; guards++)
        losses[guards] = danger_of(&takers, guards) * lost(worth, &takers, guards);
}

// More than two guards are as good as two.
static unsigned guards_of(const Referee *referee, unsigned count)
{
    return !referee->guards ? 0 : count < 2 ? count : 2;
}

// Every square as dangerous as the mean of all, were it not known which are attacked.
static void level_control(Outlook *outlook, Bits board)
{
    const float mean = density_sum_over(outlook->control, board) / (float)bits_count(board);
    while (board)
        outlook->control[bits_take(&board)] = mean;
}

static float tries_chance(const Scene *scene)
{
    const OwnMen *own = &scene->stand->own;
    const Density *density = &scene->stand->density;
    float sum = 0;
    for (Bits pawns = own->kind[PAWN]; pawns;)
        for (Bits strikes = scene->attacks[bits_take(&pawns)] & ~own->all; strikes;) {
            const unsigned at = bits_take(&strikes);
            sum += density->pawns[at] + density->pieces[at];
        }
    return 1 - expf(-sum);
}

static void set_stakes(Scene *scene)
{
    const Referee *referee = scene->referee;
    const OwnMen *own = &scene->stand->own;
    const Density *density = &scene->stand->density;
    Stakes *stakes = &scene->stakes;
    stakes->referee = referee;
    stakes->king = own->kind[KING];
    stakes->men = own->all & ~own->kind[KING];
    stakes->tries = tries_chance(scene);
    stakes->is_bare = referee->hunts && density->pawn_count + density->piece_count < 0.5F;
    unsigned place = 0;
    for (Bits men = stakes->men; men; place++) {
        const unsigned at = bits_take(&men);
        const float control = scene->outlook.control[at];
        const float loss = scene->losses[at][guards_of(referee, scene->guards[at])];
        stakes->control[place] = control;
        stakes->losses[place] = control > 0 ? loss / control : 0;
    }
}

void scene_init(Scene *scene, const Referee *referee, const Stand *stand)
{
    const OwnMen *own = &stand->own;
    const Density *density = &stand->density;
    scene->referee = referee;
    scene->stand = stand;
    outlook_init(&scene->outlook, density, own, &stand->last);
    if (!referee->weighs_control)
        level_control(&scene->outlook, own_men_board(own)->squares);
    memset(scene->guards, 0, sizeof scene->guards);
    scene->balance = -enemy_worth(referee, density);
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits men = own->kind[kind]; men;)
            add_man(scene, kind, bits_take(&men));
    scene->exposure = scene->loss = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits men = own->kind[kind]; men;) {
            const unsigned at = bits_take(&men);
            weigh_man(scene, kind, at, scene->losses[at]);
            scene->exposure += scene->outlook.control[at];
            scene->loss += scene->losses[at][guards_of(referee, scene->guards[at])];
        }
    set_stakes(scene);
}

// The chance that the enemy takes something in a turn in which nothing provokes him.
float referee__capture_chance(const Referee *referee, float exposure)
{
    if (exposure <= 0)
        return 0;
    return referee->capture * (1 - expf(-exposure));
}

static float expected_loss(const Referee *referee, float exposure, float loss)
{
    return exposure > 1e-6F ? referee__capture_chance(referee, exposure) * loss / exposure : 0;
}

// --- A try ---------------------------------------------------------------------------------------------------

static Moved move_man(const Scene *scene, Move move)
{
    const OwnMen *own = &scene->stand->own;
    const unsigned from = move_from(move), to = move_to(move);
    const Kind kind = own_men_kind(own, from);
    const Kind becomes = move_promotion(move) ? move_promotion(move) : kind;
    const Bits blocked = (own->all & ~bit(from)) | bit(to) | ~own_men_board(own)->squares;
    Moved moved = {
        .kind = becomes,
        .from = from,
        .to = to,
        .attacks = referee__attacks_of(becomes, own->color, to, blocked),
        .guards = guards_of(scene->referee, scene->guards[to] - bits_has(scene->attacks[from], to)),
    };
    if (becomes != KING) {
        moved.worth = referee__worth_of(scene->referee, own, becomes, to);
        moved.takers = takers_on(scene, to);
        moved.left = lost(moved.worth, &moved.takers, moved.guards);
    }
    return moved;
}

// What an ordinary reply costs once the man has moved: those it guarded and guards now, and itself.
static float loss_after(const Scene *scene, const Moved *moved)
{
    const OwnMen *own = &scene->stand->own;
    const Bits men = own->all & ~own->kind[KING] & ~bit(moved->from);
    const Bits before = scene->attacks[moved->from];
    float loss = scene->loss, exposure = scene->exposure;
    for (Bits changed = (before ^ moved->attacks) & men; changed;) {
        const unsigned at = bits_take(&changed);
        const unsigned guards = scene->guards[at];
        const unsigned now = guards - bits_has(before, at) + bits_has(moved->attacks, at);
        loss += scene->losses[at][guards_of(scene->referee, now)] -
                scene->losses[at][guards_of(scene->referee, guards)];
    }
    if (moved->kind != KING) {
        const unsigned guards = guards_of(scene->referee, scene->guards[moved->from]);
        loss += danger_of(&moved->takers, moved->guards) * moved->left -
                scene->losses[moved->from][guards];
        exposure += moved->takers.control - scene->outlook.control[moved->from];
    }
    return expected_loss(scene->referee, exposure, loss);
}

// Men are men up to six, and less and less beyond.
float balance_worth(float balance)
{
    const float plain = 6, rest = REFEREE_WIN - plain;
    const float more = fabsf(balance) - plain;
    return more > 0 ? copysignf(plain + rest * (1 - expf(-more / rest)), balance) : balance;
}

static void settle(Odds *odds)
{
    odds->illegal_worth = balance_worth(odds->illegal_worth);
    odds->silent_worth = balance_worth(odds->silent_worth);
    odds->check_worth = balance_worth(odds->check_worth);
    odds->pawn_worth = balance_worth(odds->pawn_worth);
    odds->piece_worth = balance_worth(odds->piece_worth);
}

static void weigh_ends(const Scene *scene, const Moved *moved, Move move, Odds *odds)
{
    const bool may_mate = odds->check > 0.01F && odds->legal > 0.01F;
    const bool may_stalemate = referee__may_stalemate(scene);
    if (!may_mate && !may_stalemate)
        return;
    const Played played = referee__play(&scene->stand->own, move);
    if (may_mate)
        odds->mate = referee__mate_chance(scene, moved, &played);
    if (may_stalemate)
        referee__find_stalemates(scene, &played, moved->to, odds->stalemate);
}

static void weigh_try(const Scene *scene, Move move, Odds *odds)
{
    const Referee *referee = scene->referee;
    const OwnMen *own = &scene->stand->own;
    const Prospect prospect = outlook_try(&scene->outlook, &scene->stand->density, own, move);
    const Moved moved = move_man(scene, move);
    const float before = scene->balance;
    const float promoted = bits_has(own->kind[PAWN], moved.from)
                               ? moved.worth - referee__worth_of(referee, own, PAWN, moved.from)
                               : 0;
    const float reach = 1 - expf(-3 * danger_of(&moved.takers, moved.guards));
    *odds = (Odds){.legal = prospect.legal,
                   .pawn = prospect.pawn,
                   .piece = prospect.piece,
                   .check = prospect.check,
                   .control = moved.takers.control,
                   .stalemate_worth = referee__stalemate_worth(referee),
                   .taken = {moved.kind == KING ? 0 : referee->retaliation * reach,
                             moved.kind == KING ? 0 : referee->check_taken * reach}};
    const float after = before + promoted;
    odds->calm = after;
    odds->left = moved.left;
    odds->illegal_worth = before - expected_loss(referee, scene->exposure, scene->loss);
    odds->silent_worth = after - loss_after(scene, &moved);
    odds->check_worth = after - odds->taken[1] * moved.left;
    odds->pawn_worth = after + referee->pawn_worth - odds->taken[0] * moved.left;
    odds->piece_worth = after + referee->piece_worth - odds->taken[0] * moved.left;
    weigh_ends(scene, &moved, move, odds);
}

void scene_try(const Scene *scene, Move move, Odds *odds)
{
    if (scene->stakes.is_bare)
        referee__hunt_try(scene, move, odds);
    else
        weigh_try(scene, move, odds);
    settle(odds);
}

float odds_played_worth(const Odds *odds)
{
    const float chances[TAKES_COUNT] = {1 - odds->pawn - odds->piece, odds->pawn, odds->piece};
    const float silent[TAKES_COUNT] = {odds->silent_worth, odds->pawn_worth, odds->piece_worth};
    const float checks[TAKES_COUNT] = {odds->check_worth, odds->pawn_worth, odds->piece_worth};
    float sum = 0;
    for (unsigned takes = 0; takes < TAKES_COUNT; takes++) {
        const float stuck = odds->stalemate[takes];
        const float quiet = (1 - stuck) * silent[takes] + stuck * odds->stalemate_worth;
        sum += chances[takes] *
               ((1 - odds->check) * quiet + odds->check * (1 - odds->mate) * checks[takes]);
    }
    return odds->legal * (sum + odds->check * odds->mate * REFEREE_WIN);
}

float odds_worth(const Odds *odds)
{
    return (1 - odds->legal) * odds->illegal_worth + odds_played_worth(odds);
}

// --- Tries ---------------------------------------------------------------------------------------------------

uint32_t referee_keep_tries(const Board *board, Try *tries, uint32_t count)
{
    Kind best = PAWN;
    for (Bits kinds = board->promotions; kinds;)
        best = (Kind)bits_take(&kinds);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Kind promotion = tries[i] == TRY_ANY ? PAWN : move_promotion(tries[i]);
        if (tries[i] != TRY_ANY && (promotion == PAWN || promotion == best))
            tries[kept++] = tries[i];
    }
    return kept;
}

uint32_t referee_fresh_tries(const Referee *referee, const OwnMen *own, Try *tries)
{
    Turn fresh;
    turn_begin(&fresh);
    const uint32_t count = attempts_list(&fresh, referee->rules->ruleset, own, tries);
    return referee_keep_tries(own_men_board(own), tries, count);
}
