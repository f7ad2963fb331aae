// The umpire as the searches B and C imagine him (Ciancarini and Favini 2010): what he will say to a try and after the
// enemy's reply, with which chance, and what that is worth, all from a density and without a board.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_CALL_MODEL_H
#define NEBEL_KRIEGSPIEL_SEARCH_CALL_MODEL_H

#include "kriegspiel/belief/density.h"

// What is assumed of the enemy, and what men are worth.
typedef struct CallModel {
    const KriegspielRules *rules;
    const MotionModel *motion;
    float retaliation;             // chance that a man of ours that has just taken is taken
    float check_taken;             // that one which gives check is
    float capture;                 // that in another turn the enemy takes something
    float worth[KIND_COUNT];       // of own men
    float pawn_worth, piece_worth; // of the enemy's
    float advance;                 // of an own pawn, for each rank, as a part of its worth
    bool hunts;                    // knows how a bare king is mated
    bool weighs_control;           // knows squares apart by who may attack them
    bool guards;                   // knows that a guarded man is retaken
} CallModel;

// What is usually assumed, men worth what their kind is; and every man alike, as the paper counts them.
void call_model_init(CallModel *calls, const KriegspielRules *rules, const MotionModel *motion);
void call_model_count_men(CallModel *calls);

enum { CALL_MODEL_WIN = 16 }; // men: what mate is worth, and what values are divided by

// A turn of the seat: all that a search knows in it. A plain value.
typedef struct BeliefState {
    OwnMen own;
    Density density;
    Hearing last;  // the call that began the turn
    uint32_t time; // moves the enemy has played
} BeliefState;

// All that a message is drawn by, besides the odds of its try: what replies may take. A small plain value, kept with a turn so
// that the rest is worked out but once.
typedef struct ReplyRisks {
    const CallModel *calls;
    Bits men, king;         // own; the king is not among the men
    float control[MEN_MAX]; // of the square of each man, in the order of squares
    float losses[MEN_MAX];  // what is lost with it
    float tries;            // chance that pawn tries will be announced
    bool is_bare;           // the enemy has his king alone
} ReplyRisks;

// What is worked out once for all tries of a turn.
typedef struct TurnContext {
    const CallModel *calls;
    const BeliefState *belief;
    DensityForecast forecast;
    Bits attacks[SQUARE_COUNT];   // of the own man on each square
    uint8_t guards[SQUARE_COUNT]; // own men that could retake there
    float losses[SQUARE_COUNT]
                [3];      // of the man there, if nobody, one or more guard it; weighed by control
    float exposure, loss; // sums over the own men: of control, and of losses
    float balance;        // own men less the enemy's, by worth
    ReplyRisks risks;
} TurnContext;

void turn_context_init(TurnContext *context, const CallModel *calls, const BeliefState *belief);

// What a try takes.
enum { TAKES_NOTHING, TAKES_PAWN, TAKES_PIECE, TAKES_COUNT };

// The chances of one try's answers, and what each is worth, the reply included. Worths are in men.
typedef struct TryOutcomes {
    float legal, pawn, piece, check; // as a TryForecast
    float mate;                      // given check
    float stalemate[TAKES_COUNT];    // given no check and what it takes
    float control;                   // of the square to which it goes
    float illegal_worth, silent_worth, check_worth, pawn_worth, piece_worth, stalemate_worth;
    float taken
        [2]; // chance that the moved man is taken: after it has taken something, after it gives check
    float calm,
        left; // the worth if nobody is taken, and what is lost with the moved man; calm is 0 in a hunt
} TryOutcomes;

void turn_context_try(const TurnContext *context, Move move, TryOutcomes *outcomes);

// What a balance of men is worth: no less for more men, and always less than mate.
float balance_worth(float balance);

// The worth of all of it, and the part of it that comes of being played: each message by its chance.
float outcomes_worth(const TryOutcomes *outcomes);
float outcomes_played_worth(const TryOutcomes *outcomes);

// The tries a search looks at, given those a seat can send: no questions, and queens alone for promotions.
uint32_t call_model_keep_tries(const Board *board, Try *tries, uint32_t count);

// The same of a turn that begins. `tries` has room for TRIES_MAX.
uint32_t call_model_fresh_tries(const CallModel *calls, const OwnMen *own, Try *tries);

#endif
