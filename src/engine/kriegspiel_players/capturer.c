// capturer: a random player that takes back, and takes what it is told it can take.
//
// Dummy2 of Foret (2019) tries every recapture on the square where its man was taken, before anything else. The player of
// Ciancarini and Favini (2007) that captures whenever possible is capturer(pawn_tries=1): recaptures first, then every pawn
// capture while the umpire has announced that there is one. It cannot know of other captures.
#include "engine/kriegspiel_players/players.h"

#include "engine/kriegspiel_players/plays.h"
#include "engine/kriegspiel_search/geometry.h"

enum { RECAPTURE, PAWN_TRIES };

static const PlayerOption options[] = {
    [RECAPTURE] =
        SWITCH_OPTION("recapture", 1, "first try every way to take back where a man was lost"),
    [PAWN_TRIES] =
        SWITCH_OPTION("pawn_tries", 0, "then try the pawn captures that the umpire has announced"),
    {0},
};

typedef struct Capturer {
    uint8_t lost_at;     // one more than the square where the last reply took a man; 0 for none
    bool has_pawn_tries; // announced for this turn
    Bits pawns;          // those that may have one
} Capturer;

static PlayerError capturer_sit(Player *player, const Seating *seating)
{
    (void)seating;
    *(Capturer *)player->self = (Capturer){0};
    return PLAYER_OK;
}

// A turn of ours begins when the enemy has moved or the game opens with us; an answer to our question goes on with it.
static PlayerError capturer_hear(Player *player, Try own, const Hearing *heard)
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

// A man was lost on this square, so an enemy stands there now. After a capture en passant none does, but Foret's program
// looks there too.
static bool is_recapture(const Capturer *self, const KriegspielView *view, Try attempt)
{
    if (attempt == TRY_ANY || !self->lost_at || move_to(attempt) != self->lost_at - 1u)
        return false;
    const Bits pawns = view->own.kind[PAWN];
    return !bits_has(pawns, move_from(attempt)) || is_strike(pawns, attempt);
}

static bool is_pawn_try(const Capturer *self, const KriegspielView *view, Try attempt)
{
    return attempt != TRY_ANY && self->has_pawn_tries &&
           bits_has(self->pawns, move_from(attempt)) && is_strike(view->own.kind[PAWN], attempt);
}

// Moves the wanted tries to the front of the list; returns how many. If there are none, nothing moves.
static uint32_t prefer(Player *player, uint32_t count,
                       bool (*is_wanted)(const Capturer *, const KriegspielView *, Try))
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_wanted(player->self, player->view, player->tries[i]))
            player->tries[kept++] = player->tries[i];
    return kept;
}

static PlayerError capturer_choose(Player *player, const Budget *budget, Choice *choice)
{
    (void)budget;
    const double *wants = player->options.values;
    const uint32_t all = player_list_tries(player);
    uint32_t count = wants[RECAPTURE] ? prefer(player, all, is_recapture) : 0;
    if (!count && wants[PAWN_TRIES])
        count = prefer(player, all, is_pawn_try);
    assert(count <= all && all > 0); // a player that is asked has a try
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
    .sit = capturer_sit,
    .hear = capturer_hear,
    .choose = capturer_choose,
};
