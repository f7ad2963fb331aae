// capturer: random, but it takes back, and takes what it is told it can take.
//
// The Dummy2 of Foret (2019) tries every recapture on the square where its man fell, before anything else. The
// player of Ciancarini and Favini (2007) that captures whenever possible is capturer(pawn_tries=1): recaptures
// first, then every pawn's diagonal while the umpire has announced that there is one. Other captures it has no way
// to know of.
#include "kriegspiel/player/simple.h"

#include "kriegspiel/law/kriegspiel.h"
#include "kriegspiel/player/plays.h"

enum { RECAPTURE, PAWN_TRIES };

static const PlayerOption options[] = {
    [RECAPTURE] = {"recapture", OPTION_SWITCH, 1, 0, 1, NULL,
                   "first try every way to take back where a man was lost"},
    [PAWN_TRIES] = {"pawn_tries", OPTION_SWITCH, 0, 0, 1, NULL,
                    "then try the pawn captures that the umpire has announced"},
    {0},
};

typedef struct Capturer {
    uint8_t lost_at;     // one more than the square where a man was lost last turn; 0 if none was
    bool has_pawn_tries; // announced for this turn
    Bits pawns;          // that may have one
} Capturer;

static PlayerError sit(Player *player, const Seating *seating)
{
    (void)seating;
    *(Capturer *)player->self = (Capturer){0};
    return PLAYER_OK;
}

// The turn is ours when the other has moved, when the game opens with us, or when our question is answered.
static PlayerError hear(Player *player, Try own, const Hearing *heard)
{
    (void)own;
    Capturer *self = player->self;
    const bool is_own = heard->seat == player->seating.seat;
    if (heard->event == HEARD_MOVE && is_own) {
        *self = (Capturer){0};
    } else if (heard->event == HEARD_MOVE || (heard->event == HEARD_OPENING && is_own)) {
        self->lost_at = heard->capture_at;
        self->has_pawn_tries = heard->count || heard->points[0];
        self->pawns = heard->points[0] ? heard->points[0] : ~(Bits)0;
    } else if (heard->event == HEARD_ANSWER && is_own) {
        self->has_pawn_tries = heard->count != 0;
        self->pawns = ~(Bits)0;
    }
    return PLAYER_OK;
}

// Whether a try is a pawn's capture: it leaves its file.
static bool is_diagonal(const KriegspielView *view, Try attempt)
{
    return bits_has(view->own.kind[PAWN], move_from(attempt)) &&
           move_from(attempt) % 8 != move_to(attempt) % 8;
}

// A man was lost on this square, so an enemy stands there now. (But for a capture en passant, when none does; the
// square is still where Foret's program would look.)
static bool is_recapture(const Capturer *self, const KriegspielView *view, Try attempt)
{
    if (attempt == TRY_ANY || !self->lost_at || move_to(attempt) != self->lost_at - 1u)
        return false;
    const bool is_pawn = bits_has(view->own.kind[PAWN], move_from(attempt));
    return !is_pawn || is_diagonal(view, attempt); // a pawn does not take straight ahead
}

static bool is_pawn_try(const Capturer *self, const KriegspielView *view, Try attempt)
{
    return attempt != TRY_ANY && self->has_pawn_tries &&
           bits_has(self->pawns, move_from(attempt)) && is_diagonal(view, attempt);
}

// Keeps, at the front of the list, the tries of one kind; returns how many. If there is none, nothing moves.
static uint32_t prefer(Player *player, uint32_t count,
                       bool (*is_wanted)(const Capturer *, const KriegspielView *, Try))
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_wanted(player->self, player->view, player->tries[i]))
            player->tries[kept++] = player->tries[i];
    return kept;
}

static PlayerError choose(Player *player, const Budget *budget, Choice *choice)
{
    (void)budget;
    const double *wants = player->options.values;
    const uint32_t all = player_list_tries(player);
    uint32_t count = wants[RECAPTURE] ? prefer(player, all, is_recapture) : 0;
    if (!count && wants[PAWN_TRIES])
        count = prefer(player, all, is_pawn_try);
    const uint32_t chosen = rng_below(&player->rng, count ? count : all);
    *choice =
        (Choice){.kind = EVENT_TRY, .attempt = player->tries[chosen], .nodes = 1, .value = 0.5};
    return PLAYER_OK;
}

const PlayerKind capturer_player = {
    .name = "capturer",
    .summary = "random, but it takes back and, if asked to, tries announced pawn captures",
    .options = options,
    .self_bytes = sizeof(Capturer),
    .plays = player__plays_kriegspiel,
    .sit = sit,
    .hear = hear,
    .choose = choose,
};
