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

Played referee__play(const OwnMen *own, Move move);

// The worth of an own man on a square.
float referee__worth_of(const Referee *referee, const OwnMen *own, Kind kind, unsigned square);

// What a man attacks, men of its own side included.
Bits referee__attacks_of(Kind kind, Color color, unsigned from, Bits blocked);

// The chance that a reply takes something, if own men are attacked so often in all.
float referee__capture_chance(const Referee *referee, float exposure);

// --- Ends of the game ----------------------------------------------------------------------------------------

// The chance that a check by the moved man is mate, over all squares on which the king may hear it.
float referee__mate_chance(const Scene *scene, const Moved *moved, const Played *played);

// Whether so few enemies are left that one may be stalemated; and the chance that a try onto `to` does it, by what it takes.
bool referee__may_stalemate(const Scene *scene);
void referee__find_stalemates(const Scene *scene, const Played *played, unsigned to,
                              float stalemate[TAKES_COUNT]);

// What a game that ends by stalemate is worth.
float referee__stalemate_worth(const Referee *referee);

// The odds of a try where the enemy has his king alone.
void referee__hunt_try(const Scene *scene, Move move, Odds *odds);

#endif
