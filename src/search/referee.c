// Chances and worths, from control and guards.
#include "search/referee.h"

#include <math.h>
#include <string.h>

// What a man attacks, men of its own side included.
static Bits attacks_of(Kind kind, Color color, unsigned from, Bits blocked)
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

static float worth_of(const Referee *referee, const OwnMen *own, Kind kind, unsigned square)
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

// Who may take on a square: how many are expected, of them kings, who take nothing that is guarded, and what the others
// are worth in the mean.
typedef struct Takers {
    float control, kings, worth;
} Takers;

static float sum_of(const float density[SQUARE_COUNT], Bits squares)
{
    float sum = 0;
    while (squares)
        sum += density[bits_take(&squares)];
    return sum;
}

static Takers takers_on(const Scene *scene, unsigned square)
{
    const Referee *referee = scene->referee;
    const Density *density = &scene->stand->density;
    const OwnMen *own = &scene->stand->own;
    const Bits board = own_men_board(own)->squares;
    // An enemy's pawn takes from where an own one on the square would.
    const float pawns = sum_of(density->pawns, chess_pawn_strikes[own->color][square] & board);
    const float kings = sum_of(density->king, chess_king_steps[square] & board);
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
    const Bits attacks = attacks_of(kind, own->color, square, blocked);
    scene->attacks[square] = attacks;
    for (Bits rest = attacks; rest;)
        scene->guards[bits_take(&rest)]++;
    scene->balance += kind == KING ? 0 : worth_of(scene->referee, own, kind, square);
}

// What is lost if the man on `square` is, by who guards it.
static void weigh_man(const Scene *scene, Kind kind, unsigned square, float losses[3])
{
    const Takers takers = takers_on(scene, square);
    const float worth = worth_of(scene->referee, &scene->stand->own, kind, square);
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
    const float mean = sum_of(outlook->control, board) / (float)bits_count(board);
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
static float capture_chance(const Referee *referee, float exposure)
{
    if (exposure <= 0)
        return 0;
    return referee->capture * (1 - expf(-exposure));
}

static float expected_loss(const Referee *referee, float exposure, float loss)
{
    return exposure > 1e-6F ? capture_chance(referee, exposure) * loss / exposure : 0;
}

// --- A try ---------------------------------------------------------------------------------------------------

// A man that has moved: where it stands, what it attacks now and who guards it.
typedef struct Moved {
    Kind kind; // what it is now
    unsigned from, to;
    Bits attacks;
    unsigned guards;
    float worth, left; // the man's, and what is lost with it
    Takers takers;
} Moved;

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
        .attacks = attacks_of(becomes, own->color, to, blocked),
        .guards = guards_of(scene->referee, scene->guards[to] - bits_has(scene->attacks[from], to)),
    };
    if (becomes != KING) {
        moved.worth = worth_of(scene->referee, own, becomes, to);
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

// Squares that own men attack once one of them has moved.
static Bits all_attacks(const OwnMen *own)
{
    const Bits blocked = own->all | ~own_men_board(own)->squares;
    Bits attacks = 0;
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits men = own->kind[kind]; men;)
            attacks |= attacks_of(kind, own->color, bits_take(&men), blocked);
    return attacks;
}

// How many of the enemy's men, the king on `king` aside, may come to a square, at most one.
static float helpers_on(const Scene *scene, unsigned king, unsigned square)
{
    const float own =
        bits_has(chess_king_steps[king], square) ? scene->stand->density.king[king] : 0;
    const float helpers = scene->outlook.control[square] - own;
    return helpers > 0 ? float_min(1, helpers) : 0;
}

// The chance that a king on `king` in check by the moved man has no way out: every square beside him attacked or held by
// his own, none left to him that we have just left or where he would take, and nobody there who comes between or takes the
// checker.
static float no_way_out(const Scene *scene, const Moved *moved, const OwnMen *after, Bits attacks,
                        unsigned king)
{
    const Bits flights = chess_king_steps[king] & own_men_board(after)->squares & ~attacks;
    if (flights & (after->all | bit(moved->from)))
        return 0;
    float mate = 1 - helpers_on(scene, king, moved->to);
    for (Bits rest = flights; rest && mate > 1e-3F;)
        mate *= 1 - scene->outlook.empty[bits_take(&rest)];
    const Bits between = moved->kind == KNIGHT ? 0 : chess_path[moved->to][king] & ~bit(king);
    for (Bits rest = between; rest && mate > 1e-3F;)
        mate *= 1 - helpers_on(scene, king, bits_take(&rest));
    return mate;
}

// The chance that a check by the moved man is mate, over all squares on which the king may hear it.
static float mate_chance(const Scene *scene, const Moved *moved, Move move)
{
    const float *kings = scene->stand->density.king;
    OwnMen after = scene->stand->own;
    own_men_play(&after, move);
    const Bits attacks = all_attacks(&after);
    float sum = 0, mates = 0;
    for (Bits rest = moved->attacks & own_men_board(&after)->squares & ~after.all; rest;) {
        const unsigned king = bits_take(&rest);
        if (kings[king] < 0.002F)
            continue;
        sum += kings[king];
        mates += kings[king] * no_way_out(scene, moved, &after, attacks, king);
    }
    return sum > 0 ? mates / sum : 0;
}

// Men are men up to six, and less and less beyond.
float balance_worth(float balance)
{
    const float plain = 6, more = REFEREE_WIN - plain;
    if (balance > plain)
        return plain + more * (1 - expf((plain - balance) / more));
    if (balance < -plain)
        return -plain - more * (1 - expf((plain + balance) / more));
    return balance;
}

// What a game that ends by stalemate is worth.
static float stalemate_worth(const Referee *referee)
{
    return referee->rules->ruleset->stalemate_loses ? REFEREE_WIN : 0;
}

// The chance that a king who is not in check has no step, once the move is played.
static float stuck_chance(const Scene *scene, const OwnMen *after)
{
    const float *kings = scene->stand->density.king;
    const Bits attacks = all_attacks(after), board = own_men_board(after)->squares;
    float stuck = 0, sum = 0;
    for (Bits rest = board & ~after->all & ~attacks; rest;) {
        const unsigned king = bits_take(&rest);
        const Bits flights = chess_king_steps[king] & board & ~attacks;
        float chance = kings[king];
        sum += chance;
        if (flights & after->all) // who hangs beside him can be taken
            continue;
        for (Bits open = flights; open && chance > 1e-4F;)
            chance *= 1 - scene->outlook.empty[bits_take(&open)];
        stuck += chance;
    }
    return sum > 1e-4F ? stuck / sum : 0;
}

// How many pawns of the enemy's can step on, if each is where it is believed to be.
static float free_pawns(const Scene *scene, Bits men)
{
    const Stand *stand = scene->stand;
    const int forward = stand->own.color == WHITE ? -8 : 8; // the enemy's
    float free = 0;
    for (Bits rest = own_men_board(&stand->own)->squares & ~men; rest;) {
        const unsigned at = bits_take(&rest), to = (unsigned)((int)at + forward);
        if (to < SQUARE_COUNT && !bits_has(men, to))
            free += stand->density.pawns[at] *
                    (1 - float_min(1, stand->density.pawns[to] + stand->density.king[to]));
    }
    return free;
}

// The chance that the move stalemates, by what it takes: pieces that are left can move, pawns may be blocked.
static void find_stalemates(const Scene *scene, Move move, float stalemate[TAKES_COUNT])
{
    const Density *density = &scene->stand->density;
    if (density->piece_count > 1.5F)
        return;
    OwnMen after = scene->stand->own;
    own_men_play(&after, move);
    const float stuck = stuck_chance(scene, &after);
    if (stuck < 1e-4F)
        return;
    const float free = free_pawns(scene, after.all);
    const float elsewhere = density->pawn_count - density->pawns[move_to(move)];
    const float share = elsewhere > 0.01F ? 1 / elsewhere : 0; // of each pawn that is left
    for (unsigned takes = 0; takes < TAKES_COUNT; takes++) {
        const float pawns = float_max(0, density->pawn_count - (takes == TAKES_PAWN));
        const float pieces = float_max(0, density->piece_count - (takes == TAKES_PIECE));
        stalemate[takes] = stuck * expf(-3 * (pieces + pawns * share * free));
    }
}

static void settle(Odds *odds)
{
    odds->illegal_worth = balance_worth(odds->illegal_worth);
    odds->silent_worth = balance_worth(odds->silent_worth);
    odds->check_worth = balance_worth(odds->check_worth);
    odds->pawn_worth = balance_worth(odds->pawn_worth);
    odds->piece_worth = balance_worth(odds->piece_worth);
}

static void weigh_try(const Scene *scene, Move move, Odds *odds)
{
    const Referee *referee = scene->referee;
    const Prospect prospect =
        outlook_try(&scene->outlook, &scene->stand->density, &scene->stand->own, move);
    const Moved moved = move_man(scene, move);
    const float before = scene->balance;
    const float promoted =
        move_promotion(move) ? moved.worth - worth_of(referee, &scene->stand->own, PAWN, moved.from)
        : moved.kind == PAWN ? moved.worth - worth_of(referee, &scene->stand->own, PAWN, moved.from)
                             : 0;
    const float reach = 1 - expf(-3 * danger_of(&moved.takers, moved.guards));
    *odds = (Odds){.legal = prospect.legal,
                   .pawn = prospect.pawn,
                   .piece = prospect.piece,
                   .check = prospect.check,
                   .control = moved.takers.control,
                   .stalemate_worth = stalemate_worth(referee),
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
    if (odds->check > 0.01F && odds->legal > 0.01F)
        odds->mate = mate_chance(scene, &moved, move);
    find_stalemates(scene, move, odds->stalemate);
    settle(odds);
}

// --- Hunting a bare king -------------------------------------------------------------------------------------

static unsigned distance(unsigned a, unsigned b)
{
    const int ranks = (int)square_rank(a) - (int)square_rank(b);
    const int files = (int)square_file(a) - (int)square_file(b);
    const unsigned rank_steps = (unsigned)(ranks < 0 ? -ranks : ranks);
    const unsigned file_steps = (unsigned)(files < 0 ? -files : files);
    return rank_steps > file_steps ? rank_steps : file_steps;
}

static unsigned to_edge(const Board *board, unsigned square)
{
    const unsigned rank = square_rank(square), file = square_file(square);
    const unsigned far_rank = board->ranks - 1u - rank, far_file = board->files - 1u - file;
    const unsigned ranks = rank < far_rank ? rank : far_rank;
    const unsigned files = file < far_file ? file : far_file;
    return ranks < files ? ranks : files;
}

// One square on which the king may stand after our move.
typedef struct Quarry {
    Bits flights, attacks;
    unsigned square;
} Quarry;

// How near he is to being caught there, less than one man's worth: few flights, an edge, our king near.
static float closeness(const OwnMen *after, const Quarry *quarry)
{
    const unsigned hunter = bits_first(after->kind[KING]);
    return 0.05F * (float)(8 - bits_count(quarry->flights)) -
           0.08F * (float)to_edge(own_men_board(after), quarry->square) -
           0.05F * (float)distance(hunter, quarry->square);
}

static float least_worth(const Referee *referee, const OwnMen *after, Bits hanging)
{
    float worst = 0;
    while (hanging) {
        const unsigned at = bits_take(&hanging);
        const float worth = worth_of(referee, after, own_men_kind(after, at), at);
        worst = worth > worst ? worth : worst;
    }
    return worst;
}

typedef struct Hunt {
    float legal, check, mates, stalemates, silent_sum, check_sum;
} Hunt;

// Adds one square of the king's: without a step he is mated or stalemated, and what hangs beside him is lost.
static void add_quarry(const Scene *scene, const OwnMen *after, float balance, const Quarry *quarry,
                       Hunt *hunt)
{
    const Referee *referee = scene->referee;
    const float chance = scene->stand->density.king[quarry->square];
    const bool in_check = bits_has(quarry->attacks, quarry->square);
    hunt->legal += chance;
    hunt->check += in_check ? chance : 0;
    if (!quarry->flights) {
        *(in_check ? &hunt->mates : &hunt->stalemates) += chance;
        return;
    }
    const Bits hanging = quarry->flights & after->all;
    const float worth =
        balance + closeness(after, quarry) - 0.8F * least_worth(referee, after, hanging);
    *(in_check ? &hunt->check_sum : &hunt->silent_sum) += chance * worth;
}

static Bits path_between(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    return bits_has(own->kind[KNIGHT], from) ? bit(to) : chess_path[from][to];
}

// Every square on which the king may stand is looked at by itself: with no other man on the board this is exact.
static void hunt_try(const Scene *scene, Move move, Odds *odds)
{
    const Stand *stand = scene->stand;
    OwnMen after = stand->own;
    own_men_play(&after, move);
    const Bits attacks = all_attacks(&after), board = own_men_board(&after)->squares;
    const Bits out =
        path_between(&stand->own, move) | chess_king_steps[bits_first(after.kind[KING])];
    const bool is_strike = bits_has(stand->own.kind[PAWN], move_from(move)) &&
                           square_file(move_from(move)) != square_file(move_to(move));
    float balance = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        for (Bits men = after.kind[kind]; men;)
            balance += worth_of(scene->referee, &after, kind, bits_take(&men));
    Hunt hunt = {0};
    for (unsigned i = 0; i < SQUARE_COUNT && !is_strike; i++) {
        if (stand->density.king[i] < 1e-3F || bits_has(out, i))
            continue;
        const Quarry quarry = {chess_king_steps[i] & board & ~attacks, attacks, i};
        add_quarry(scene, &after, balance, &quarry, &hunt);
    }
    const float silent = hunt.legal - hunt.check, checks = hunt.check - hunt.mates;
    *odds = (Odds){.legal = float_min(1, hunt.legal),
                   .control = scene->outlook.control[move_to(move)],
                   .check = hunt.legal > 0 ? hunt.check / hunt.legal : 0,
                   .mate = hunt.check > 0 ? hunt.mates / hunt.check : 0,
                   .stalemate = {silent > 0 ? hunt.stalemates / silent : 0},
                   .stalemate_worth = stalemate_worth(scene->referee),
                   .illegal_worth = scene->balance - 0.1F};
    const float goes_on = silent - hunt.stalemates;
    odds->silent_worth = goes_on > 1e-4F ? hunt.silent_sum / goes_on : balance;
    odds->check_worth = checks > 1e-4F ? hunt.check_sum / checks : balance;
    settle(odds);
}

void scene_try(const Scene *scene, Move move, Odds *odds)
{
    if (scene->stakes.is_bare)
        hunt_try(scene, move, odds);
    else
        weigh_try(scene, move, odds);
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

// --- Messages ------------------------------------------------------------------------------------------------

static float draw_part(Rng *rng)
{
    return (float)(rng_next(rng) >> 40) * 0x1p-24F;
}

// Whether something of chance `chance` happens; `*product` is multiplied by the chance of what did.
static bool happens(Rng *rng, float chance, float *product)
{
    const bool does = draw_part(rng) < chance;
    *product *= does ? chance : 1 - chance;
    return does;
}

static unsigned place_of(const Stakes *stakes, unsigned square)
{
    return (unsigned)bits_count(stakes->men & (bit(square) - 1));
}

static float control_on(const Stakes *stakes, Move move, const Odds *odds, unsigned square)
{
    return square == move_to(move) ? odds->control : stakes->control[place_of(stakes, square)];
}

// Whom a reply to the move may take: a king is never taken, and a rook that has castled no longer stands where it stood.
static Bits victims_of(const Stakes *stakes, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Bits others = stakes->men & ~bit(from) & ~bit(to);
    if (!bits_has(stakes->king, from))
        return others | bit(to);
    const Castle *castle = chess_castle_of(from, to);
    return castle ? others & ~bit(castle->rook_from) : others;
}

// The own man that an unprovoked reply takes, in proportion to control; SQUARE_NONE if there is none.
static unsigned draw_victim(const Stakes *stakes, Move move, const Odds *odds, Rng *rng,
                            float *chance)
{
    const Bits victims = victims_of(stakes, move);
    float sum = 0;
    for (Bits rest = victims; rest;)
        sum += control_on(stakes, move, odds, bits_take(&rest));
    if (!happens(rng, capture_chance(stakes->referee, sum), chance) || sum <= 0)
        return SQUARE_NONE;
    float mark = draw_part(rng) * sum;
    Bits rest = victims;
    unsigned at;
    do {
        at = bits_take(&rest);
        mark -= control_on(stakes, move, odds, at);
    } while (rest && mark >= 0);
    *chance *= control_on(stakes, move, odds, at) / sum;
    return at;
}

// The reply to a try that was played.
static void draw_reply(const Stakes *stakes, Move move, const Odds *odds, Rng *rng, float *chance,
                       Message *message)
{
    const TriesCall tries = stakes->referee->rules->ruleset->tries;
    if (message->captured || message->checks) {
        if (happens(rng, odds->taken[!message->captured], chance))
            message->lost_at = (uint8_t)(move_to(move) + 1);
    } else {
        const unsigned victim = draw_victim(stakes, move, odds, rng, chance);
        message->lost_at = (uint8_t)(victim == SQUARE_NONE ? 0 : victim + 1);
    }
    if (tries == TRIES_COUNTED || tries == TRIES_EXIST)
        message->tries = happens(rng, stakes->tries, chance);
}

// What is lost with the man that a reply took.
static float loss_of(const Stakes *stakes, const Odds *odds, Move move, const Message *message)
{
    const unsigned at = message->lost_at - 1u;
    if (!message->lost_at)
        return 0;
    return at == move_to(move) ? odds->left : stakes->losses[place_of(stakes, at)];
}

static float worth_of_message(const Stakes *stakes, const Odds *odds, Move move,
                              const Message *message)
{
    const Referee *referee = stakes->referee;
    if (message->is_mate)
        return REFEREE_WIN;
    if (message->is_stalemate)
        return odds->stalemate_worth;
    if (stakes->is_bare)
        return message->checks ? odds->check_worth : odds->silent_worth;
    const float gain = message->captured == CAPTURED_PAWN    ? referee->pawn_worth
                       : message->captured == CAPTURED_PIECE ? referee->piece_worth
                                                             : 0;
    return balance_worth(odds->calm + gain - loss_of(stakes, odds, move, message));
}

static unsigned draw_taken(const Odds *odds, Rng *rng, float *chance)
{
    const float something = odds->pawn + odds->piece;
    if (!happens(rng, something, chance))
        return TAKES_NOTHING;
    return happens(rng, odds->pawn / something, chance) ? TAKES_PAWN : TAKES_PIECE;
}

Message stakes_draw_played(const Stakes *stakes, Move move, const Odds *odds, Rng *rng,
                           float *chance, float *worth)
{
    static const uint8_t captured_of[TAKES_COUNT] = {CAPTURED_NOTHING, CAPTURED_PAWN,
                                                     CAPTURED_PIECE};
    Message message = {0};
    *chance = 1;
    const unsigned takes = draw_taken(odds, rng, chance);
    message.captured = captured_of[takes];
    if (happens(rng, odds->check, chance)) {
        message.checks = CHECK_PLAIN;
        message.is_mate = happens(rng, odds->mate, chance);
    } else if (odds->stalemate[takes] > 0) {
        message.is_stalemate = happens(rng, odds->stalemate[takes], chance);
    }
    if (!message_ends(&message))
        draw_reply(stakes, move, odds, rng, chance, &message);
    *worth = worth_of_message(stakes, odds, move, &message);
    return message;
}

Message stakes_draw(const Stakes *stakes, Move move, const Odds *odds, Rng *rng, float *chance,
                    float *worth)
{
    float legal = 1;
    if (!happens(rng, odds->legal, &legal)) {
        *chance = legal;
        *worth = odds->illegal_worth;
        return (Message){.is_refused = true};
    }
    const Message message = stakes_draw_played(stakes, move, odds, rng, chance, worth);
    *chance *= legal;
    return message;
}

static Hearing hear_answer(const OwnMen *own, Move move, Message message)
{
    return (Hearing){
        .event = message.is_refused ? HEARD_REFUSAL : HEARD_MOVE,
        .verdict = message.is_refused ? VERDICT_ILLEGAL : VERDICT_PLAYED,
        .seat = own->color,
        .captured = message.captured,
        .capture_at = message.captured ? (uint8_t)(move_to(move) + 1) : 0,
        .checks = message.checks,
    };
}

void stand_after(const Stand *before, const Referee *referee, Move move, Message message,
                 Stand *after)
{
    const Ruleset *rules = referee->rules->ruleset;
    const Hearing answer = hear_answer(&before->own, move, message);
    *after = *before;
    density_answer(&after->density, &before->own, rules, move, &answer);
    if (message.is_refused)
        return;
    own_men_play(&after->own, move);
    if (message.lost_at)
        own_men_lose(&after->own, message.lost_at - 1u);
    after->time++;
    after->last = (Hearing){.event = HEARD_MOVE,
                            .verdict = VERDICT_PLAYED,
                            .seat = other_color(before->own.color),
                            .captured = message.lost_at ? CAPTURED_PIECE : CAPTURED_NOTHING,
                            .capture_at = message.lost_at,
                            .count = message.tries};
    density_reply(&after->density, &after->own, rules, referee->drift, after->time, &after->last);
}

bool message_of(const Hearing *answer, const Hearing *reply, Message *message)
{
    *message = (Message){.is_refused = answer->event == HEARD_REFUSAL};
    if (message->is_refused)
        return true;
    message->captured = answer->captured;
    message->checks = answer->checks ? CHECK_PLAIN : 0;
    if (!reply || reply->checks || reply->passant_at || answer->captured == CAPTURED_MAN)
        return false;
    message->lost_at = reply->capture_at;
    message->tries = reply->count > 0;
    return true;
}

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
