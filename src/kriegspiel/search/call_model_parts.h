// What the parts of the referee share, inside this room.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_CALL_MODEL_PARTS_H
#define NEBEL_KRIEGSPIEL_SEARCH_CALL_MODEL_PARTS_H

#include "kriegspiel/search/call_model.h"

// Who may take on a square: how many are expected, of them kings, who take nothing that is guarded, and what the others
// are worth in the mean.
typedef struct Takers {
    float control, kings, worth;
} Takers;

// A man that has moved: where it stands, what it attacks now and who guards it.
typedef struct Moved {
    Kind kind; // what it is now
    unsigned from, to;
    Bits attacks;
    unsigned guards;
    float worth, left; // the man's, and what is lost with it
    Takers takers;
} Moved;

// The own men once a try is played, and every square they attack then.
typedef struct Played {
    OwnMen own;
    Bits attacks;
} Played;

Played call_model__play(const OwnMen *own, Move move);

// The worth of an own man on a square.
float call_model__worth_of(const CallModel *calls, const OwnMen *own, Kind kind, unsigned square);

// What a man attacks, men of its own side included.
Bits call_model__attacks_of(Kind kind, Color color, unsigned from, Bits blocked);

// The chance that a reply takes something, if own men are attacked so often in all.
float call_model__capture_chance(const CallModel *calls, float exposure);

// --- Ends of the game ----------------------------------------------------------------------------------------

// The chance that a check by the moved man is mate, over all squares on which the king may hear it.
float call_model__mate_chance(const TurnContext *context, const Moved *moved, const Played *played);

// Whether so few enemies are left that one may be stalemated; and the chance that a try onto `to` does it, by what it takes.
bool call_model__may_stalemate(const TurnContext *context);
void call_model__find_stalemates(const TurnContext *context, const Played *played, unsigned to,
                                 float stalemate[TAKES_COUNT]);

// What a game that ends by stalemate is worth.
float call_model__stalemate_worth(const CallModel *calls);

// The odds of a try where the enemy has his king alone.
void call_model__hunt_try(const TurnContext *context, Move move, TryOutcomes *outcomes);

#endif
