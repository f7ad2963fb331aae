// What the files of the call model share, for this room only. Their calls go one way: call_model_turn.c uses
// call_model_ends.c, and both use call_model.c.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_CALL_MODEL_PARTS_H
#define NEBEL_KRIEGSPIEL_SEARCH_CALL_MODEL_PARTS_H

#include "engine/kriegspiel_search/call_model.h"

// --- Worths (call_model.c) -----------------------------------------------------------------------

// The worth of an own man on a square.
float call_model__worth_of(const CallModel *calls, const OwnMen *own, Kind kind, unsigned square);

// The worth of a game that ends by stalemate.
float call_model__stalemate_worth(const CallModel *calls);

// The chance that an unprovoked reply takes something; `exposure` is the sum of control over the own men.
float call_model__capture_chance(const CallModel *calls, float exposure);

// --- Ends of the game (call_model_ends.c) --------------------------------------------------------

// The enemy men that may take on a square: how many are expected, how many of them are kings, who take nothing that is
// guarded, and the mean worth of the others.
typedef struct Takers {
    float control, kings, worth;
} Takers;

// A man that has moved: where it stands, what it attacks now and who guards it.
typedef struct MovedMan {
    Kind kind; // what it is now
    unsigned from, to;
    Bits attacks;
    unsigned guards;
    float worth, left; // of the man; and what is lost with it
    Takers takers;
} MovedMan;

// The own men after a try is played, and every square they attack then.
typedef struct Played {
    OwnMen own;
    Bits attacks;
} Played;

Played call_model__play(const OwnMen *own, Move move);

// The chance that a check by the moved man is mate, over all squares on which the king may be in check.
float call_model__mate_chance(const TurnContext *context, const MovedMan *moved,
                              const Played *played);

// Whether the enemy has so few men that he may be stalemated; and the chance that a try onto `to` stalemates him, by what
// it takes.
bool call_model__may_stalemate(const TurnContext *context);
void call_model__find_stalemates(const TurnContext *context, const Played *played, unsigned to,
                                 float stalemate[TAKES_COUNT]);

// The outcomes of a try against a bare king.
void call_model__bare_king_try(const TurnContext *context, Move move, TryOutcomes *outcomes);

#endif
