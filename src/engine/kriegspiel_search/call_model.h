// A model of the umpire's calls for the tree searches B and C (Ciancarini and Favini 2010): what the umpire will say to a
// try and after the enemy's reply, with which chance, and what that is worth. It works from a density and needs no board.
//
// A worth is counted in men: a knight is one man, and mate is CALL_MODEL_WIN.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_CALL_MODEL_H
#define NEBEL_KRIEGSPIEL_SEARCH_CALL_MODEL_H

#include "engine/kriegspiel_belief/density.h"

// What is assumed of the enemy, and what men are worth.
typedef struct CallModel {
    const KriegspielRules *rules;
    const MotionModel *motion;
    float retaliation;             // chance that an own man that has just captured is taken
    float check_taken;             // chance that an own man that gives check is taken
    float capture;                 // chance that the enemy takes something in any other turn
    float worth[KIND_COUNT];       // of own men
    float pawn_worth, piece_worth; // of enemy men
    float advance;                 // of an own pawn: share of its worth, times its steps squared
    bool mates_bare_king;          // knows how a bare king is mated
    bool weighs_control;           // knows which squares the enemy may attack
    bool guards;                   // knows that a guarded man is retaken
    bool is_paper; // assumes what the paper says and nothing else: see call_model_follow_paper
} CallModel;

// Sets the defaults: a man is worth what its kind is.
void call_model_init(CallModel *calls, const KriegspielRules *rules, const MotionModel *motion);
// Makes every man worth one, as in the paper.
void call_model_count_men(CallModel *calls);
// Leaves out all that sections 5.2, 5.3 and 6.1 of the paper do not have, besides what the fields above tell: mates and
// stalemates are no messages, the chances above are constant however far the enemy is, a retaliation to the second capture
// of a string depends on control, pins count in full, kings take what is guarded, and men count alike however many.
void call_model_follow_paper(CallModel *calls);

enum { CALL_MODEL_WIN = 16 }; // men: the worth of mate, as many as a side has; no worth is larger

// All that a search knows in a turn of its seat. A plain value.
typedef struct BeliefState {
    OwnMen own;
    Density density;
    Hearing last;         // the call that began the turn
    uint32_t move_number; // moves that the enemy has played
} BeliefState;

// What a reply may take: all that a message is drawn by, besides the outcomes of its try. A small plain value that a tree
// keeps with each turn, so that the rest of a TurnContext is computed once.
typedef struct ReplyRisks {
    const CallModel *calls;
    Bits men, king;         // own; the king is not among the men
    float control[MEN_MAX]; // of the square of each man, in the order of squares
    float losses[MEN_MAX];  // what is lost with it
    float tries;            // chance that pawn tries will be announced
    bool is_bare;           // the enemy has his king alone
} ReplyRisks;

enum { GUARDS_MAX = 2 }; // more guards of a man than this count as this many

// What is computed once for all tries of a turn.
typedef struct TurnContext {
    const CallModel *calls;
    const BeliefState *belief;
    DensityForecast forecast;
    Bits attacks[SQUARE_COUNT];                 // of the own man on each square; else not set
    uint8_t guards[SQUARE_COUNT];               // own men that could retake there
    float losses[SQUARE_COUNT][GUARDS_MAX + 1]; // of the own man there, by guards; times control
    float exposure, loss;                       // sums over the own men: of control, of losses
    float balance;                              // own men less the enemy's, by worth
    float refused_worth;                        // of every try that is refused
    ReplyRisks risks;
} TurnContext;

void turn_context_init(TurnContext *context, const CallModel *calls, const BeliefState *belief);

// What a try takes.
enum { TAKES_NOTHING, TAKES_PAWN, TAKES_PIECE, TAKES_COUNT };

// When the man that moved is taken by the reply: after it has captured, after it gives check.
enum { TAKEN_CAPTURER, TAKEN_CHECKER, TAKEN_COUNT };

// The chances of the answers to one try, and the worth of each, the reply included.
typedef struct TryOutcomes {
    float legal, pawn, piece, check; // as a TryForecast
    float mate;                      // given check
    float stalemate[TAKES_COUNT];    // given no check and what it takes
    float control;                   // of the square to which it goes
    float illegal_worth, silent_worth, check_worth, pawn_worth, piece_worth, stalemate_worth;
    float taken[TAKEN_COUNT]; // chance that the reply takes the moved man
    float calm;               // the worth if nothing is taken; not set against a bare king
    float left;               // what is lost with the moved man
} TryOutcomes;

void turn_context_try(const TurnContext *context, Move move, TryOutcomes *outcomes);

// Returns the chance that an unprovoked reply takes something; `exposure` is the sum of control over the own men.
float call_model_capture_chance(const CallModel *calls, float exposure);

// The worth of a balance of men: it grows with every man, but stays below mate.
float balance_worth(const CallModel *calls, float balance);

// The worth of a try: each message by its chance. And the part of it that comes from being played.
float outcomes_worth(const TryOutcomes *outcomes);
float outcomes_played_worth(const TryOutcomes *outcomes);

// Keeps the tries that a search looks at: no questions, and of promotions only the best. Returns how many.
uint32_t call_model_keep_tries(const Board *board, Try *tries, uint32_t count);

// Lists such tries for a turn that begins. `tries` has room for TRIES_MAX.
uint32_t call_model_fresh_tries(const CallModel *calls, const OwnMen *own, Try *tries);

#endif
