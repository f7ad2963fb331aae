// Wrapping a player, keeping the truth, and helping one seat with it.
#include "measure/oracle_player.h"

#include "engine/kriegspiel_players/mcts_internal.h"
#include "games/core/record.h"
#include "measure/board_audit.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Seat {
    Player *inner;
    Oracle *oracle;
    bool is_helped;
} Seat;

static bool plays(const Game *game)
{
    return game == &kriegspiel_game;
}

// Passes a result on, with the message behind it.
static PlayerError pass_on(Player *player, PlayerError error)
{
    const Seat *seat = player->self;
    if (error)
        memcpy(player->message, seat->inner->message, sizeof player->message);
    return error;
}

static PlayerError sit(Player *player, const Seating *seating)
{
    const Seat *seat = player->self;
    Hearing to[2];
    kriegspiel_game.deal(seating->rules, &seat->oracle->truth, to);
    return pass_on(player, player_sit(seat->inner, seating));
}

// Judges an own try again. The table and this umpire must say the same to the seat; else the truth here is another game's.
static void follow_truth(const Player *player, Try own, const Hearing *heard)
{
    const Seat *seat = player->self;
    Hearing to[2];
    kriegspiel_game.judge(player->seating.rules, &seat->oracle->truth, own, to);
    if (memcmp(&to[player->seating.seat], heard, sizeof *heard) != 0) {
        fputs("oracle: the table's answer is not the one of the truth kept here\n", stderr);
        abort();
    }
}

static PlayerError hear(Player *player, Try own, const Hearing *heard)
{
    const Seat *seat = player->self;
    if (own != TRY_NONE)
        follow_truth(player, own, heard);
    return pass_on(player, player_hear(seat->inner, own, heard));
}

// --- Helping -------------------------------------------------------------------------------------------------

static void mix(float to[SQUARE_COUNT], const float from[SQUARE_COUNT], float share)
{
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        to[i] += share * (from[i] - to[i]);
}

// Sums of matrices stay what they should be, because every part is mixed alike.
static void give_density(const Seat *seat)
{
    const Position *truth = &seat->oracle->truth.truth;
    const float share = seat->oracle->share;
    Density density = *mcts_player_density(seat->inner), true_one;
    density_begin(&true_one, truth, other_color((Color)truth->to_move));
    mix(density.king, true_one.king, share);
    mix(density.pawns, true_one.pawns, share);
    mix(density.pieces, true_one.pieces, share);
    density.pawn_count += share * (true_one.pawn_count - density.pawn_count);
    density.piece_count += share * (true_one.piece_count - density.piece_count);
    mcts_player_believe(seat->inner, share < 1 ? &density : &true_one);
}

static bool has_try(const Try *tries, uint32_t count, Try attempt)
{
    for (uint32_t i = 0; i < count; i++)
        if (tries[i] == attempt)
            return true;
    return false;
}

// The best try of the last search that passes the audit; the first choice if there is none.
static Try best_allowed(Player *player, const BoardAudit *audit, Try first)
{
    const Seat *seat = player->self;
    Try ranking[TRIES_MAX];
    const uint32_t possible = player_list_tries(player);
    const uint32_t count = mcts_player_ranking(seat->inner, ranking);
    for (uint32_t i = 0; i < count; i++)
        if (has_try(player->tries, possible, ranking[i]) && !board_audit_vetoes(audit, ranking[i]))
            return ranking[i];
    return first;
}

// Audits a choice, counts it, and with ORACLE_AUDIT replaces it if it is vetoed. Against a bare king the tree does not choose.
static void review(Player *player, Choice *choice)
{
    const Seat *seat = player->self;
    Oracle *oracle = seat->oracle;
    const Position *truth = &oracle->truth.truth;
    if (!bits_are_many(truth->color[other_color((Color)truth->to_move)]))
        return;
    BoardAudit audit;
    board_audit_init(&audit, truth, oracle->margin);
    const bool is_vetoed = board_audit_vetoes(&audit, choice->attempt);
    oracle->counts.choices++;
    oracle->counts.legal += board_audit_is_legal(&audit, choice->attempt);
    oracle->counts.losing += is_vetoed;
    if (!is_vetoed || !(oracle->uses & ORACLE_AUDIT))
        return;
    const Try first = choice->attempt;
    choice->attempt = best_allowed(player, &audit, first);
    oracle->counts.replaced += choice->attempt != first;
}

static PlayerError choose(Player *player, const Budget *budget, Choice *choice)
{
    const Seat *seat = player->self;
    const unsigned uses = seat->is_helped ? seat->oracle->uses : 0;
    assert(seat->oracle->truth.truth.to_move == player->seating.seat);
    if (uses & ORACLE_DENSITY)
        give_density(seat);
    if (uses & (ORACLE_DENSITY | ORACLE_NEW_TREE))
        mcts_player_drop_tree(seat->inner);
    const PlayerError error = pass_on(player, player_choose(seat->inner, budget, choice));
    if (!error && seat->is_helped && choice->kind == EVENT_TRY)
        review(player, choice);
    return error;
}

static void done(Player *player)
{
    Seat *seat = player->self;
    player_destroy(seat->inner);
    seat->inner = NULL;
}

static const PlayerKind oracle_kind = {.name = "oracle",
                                       .summary = "a player in a seat that keeps the truth",
                                       .self_bytes = sizeof(Seat),
                                       .plays = plays,
                                       .sit = sit,
                                       .hear = hear,
                                       .choose = choose,
                                       .done = done};

Player *oracle_player_create(const Memory *memory, Player *inner, Oracle *oracle, bool is_helped)
{
    assert(inner && oracle);
    Player *player = player_create(memory, &oracle_kind, &(OptionValues){0});
    if (player)
        *(Seat *)player->self = (Seat){.inner = inner, .oracle = oracle, .is_helped = is_helped};
    return player;
}
