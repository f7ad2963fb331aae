// What a player keeps in order to mate a bare king: all squares that are possible, how likely each is, and how its own men
// have stood. A king that is chased in circles makes the own men come back.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE
#define NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE

#include "engine/core/player.h"
#include "engine/kriegspiel_search/bare_king.h"
#include "engine/kriegspiel_search/ending_choice.h"
#include "games/kriegspiel/kriegspiel.h"

// How the own men of a player have stood since the last irreversible move. No position comes back unless its own half does,
// so a player that keeps its men from coming back never draws by repetition, though it does not see the board.
enum {
    ARRANGEMENTS_MAX = 128, // with fifty quiet moves a game is drawn, but enemy pawns move unheard
    ARRANGEMENTS_LAST = 64, // that arrangements_before compares
};

// A plain value; begins zeroed.
typedef struct Arrangements {
    bool ignores_castling;           // rights to castle do not tell two arrangements apart
    uint32_t count;                  // noted since the last first one
    uint64_t keys[ARRANGEMENTS_MAX]; // of the last ones, as a ring
} Arrangements;

// Notes how the men stand. The first one after an irreversible move makes all before it forgotten.
void arrangements_note(Arrangements *arrangements, const OwnMen *own, bool is_first);

// How many of the last `max` arrangements are equal to that of these men.
uint32_t arrangements_times(const Arrangements *arrangements, const OwnMen *own, uint32_t max);

// Notes the men after a hearing that the view has already taken in: own moves and captures count, captures as irreversible.
void arrangements_hear(Arrangements *arrangements, const KriegspielView *view, uint8_t seat,
                       const Hearing *heard);

// How often the men have stood as they would after this try.
uint32_t arrangements_before(const Arrangements *arrangements, const KriegspielView *view,
                             Try attempt);

// How the king is hunted; each means has those before it.
typedef enum BareKingMeans {
    BARE_KING_SQUARES, // its possible squares are followed, and no move is chosen
    BARE_KING_SEARCH,  // by search
    BARE_KING_TABLES,  // by tables of endings where there is one for our men
} BareKingMeans;

// A plain value.
typedef struct BareKingState {
    BareKingMeans means;
    Metaposition meta;
    PieceWeights piece_weights; // kept up to date only for a search
    EndingBelief belief;        // kept up to date only for tables
    Arrangements arrangements;  // own, since a man was lost or taken or an own pawn moved
} BareKingState;

void bare_king_state_begin(BareKingState *king_state, const KriegspielRules *rules, uint8_t seat,
                           BareKingMeans means);
void bare_king_state_hear(BareKingState *king_state, Try own, const Hearing *heard);

// How often the own men have stood as they would after this move.
uint32_t bare_king_state_times(const BareKingState *king_state, Move move);

// The best of some tries against a bare king, by search or tables. The value is that of a BareKingTry, less the cost of repetition.
// False if none of them can be legal.
MUST_USE bool bare_king_state_choose(const BareKingState *king_state, Meter *meter,
                                     const Try *tries, uint32_t count, BareKingTry *best);

// The same of the first `count` tries of a player, as its choice. `*choice` is untouched if it is false.
MUST_USE bool bare_king_state_decide(const BareKingState *king_state, const Player *player,
                                     uint32_t count, Meter *meter, Choice *choice);

#endif
