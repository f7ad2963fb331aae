// Pairing: who plays whom, by seeks that fit, links, rematches and challenges of bots; and pairs whose games are being opened.
#include "server/lobby/internal.h"

#include <assert.h>
#include <string.h>

static void keep_missed(LobbyUser *user, const LobbyToken *session, const LobbyGame *game)
{
    if (user->missed_count == MISSED_MAX)
        memmove(user->missed, user->missed + 1, --user->missed_count * sizeof *user->missed);
    Missed *missed = &user->missed[user->missed_count++];
    *missed = (Missed){.game = game->game, .seat = game->seat, .session = *session};
    Text name = TEXT_IN(missed->opponent);
    text_add(&name, game->opponent);
}

static void send_game(const Lobby *lobby, const LobbyConnection *conn, const LobbyGame *game)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    LobbyToken token;
    callbacks->derive_token(callbacks->context, &conn->session, game->game, &token);
    lobby_write_game(token.text, game->seat, game->opponent, &text);
    lobby__send(lobby, conn, &text);
}

void lobby__tell_game(const Lobby *lobby, const LobbyConnection *conn, const LobbyToken *kept,
                      const LobbyGame *game)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    if (strcmp(conn->session.text, kept->text) == 0)
        send_game(lobby, conn, game);
    else // If too much is wanted at once, it can still ask for its games.
        (void)!callbacks->keep_seat(callbacks->context, conn->connection, &conn->session, game);
}

void lobby_seat_kept(Lobby *lobby, uint64_t connection, const LobbyGame *game)
{
    const LobbyConnection *conn = number_map_find(&lobby->connections, connection);
    if (!conn || conn->state != CONN_KNOWN)
        return;
    send_game(lobby, conn, game);
    if (game->ends_list)
        lobby__end_list(lobby, conn);
}

void lobby__end_list(const Lobby *lobby, const LobbyConnection *conn)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    lobby_write_games(&text);
    lobby__send(lobby, conn, &text);
}

// Tells all connections of a user that its game has begun, or keeps that for its next visit.
static void tell_begun(const Lobby *lobby, LobbyUser *user, const LobbyToken *session,
                       const LobbyGame *game)
{
    if (!user->first)
        keep_missed(user, session, game);
    for (const LobbyConnection *conn = user->first; conn; conn = conn->next)
        lobby__tell_game(lobby, conn, session, game);
}

// Returns NULL if out of memory or random numbers.
static LobbyPairing *make_pair(Lobby *lobby, const Matching *matching)
{
    uint64_t game;
    if (!lobby__draw_new(lobby, &lobby->pairs, &game))
        return NULL;
    LobbyPairing *pair = number_map_make(&lobby->pairs, &lobby->memory, game, sizeof *pair);
    if (!pair)
        return NULL;
    *pair = (LobbyPairing){.game = game, .is_rated = matching->is_rated};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        pair->users[seat] = matching->users[seat];
        pair->verbs[seat] = (uint8_t)matching->verbs[seat];
        if (!pair->users[seat])
            continue;
        pair->sessions[seat] = pair->users[seat]->session;
        pair->users[seat]->pairs++;
    }
    Text bot = TEXT_IN(pair->bot);
    text_add_slice(&bot, matching->bot);
    return pair;
}

// Forgets a pair. A user who is away and has nothing else here stays until the next tidying.
static void drop_pair(Lobby *lobby, LobbyPairing *pair)
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (pair->users[seat])
            pair->users[seat]->pairs--;
    number_map_remove(&lobby->pairs, pair->game);
    memory_resize(&lobby->memory, pair, 0);
}

static bool open_pair_game(const Lobby *lobby, const LobbyPairing *pair, const JournalGame *opening)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    LobbyPair wanted = {.game = pair->game,
                        .is_rated = pair->is_rated,
                        .opening = *opening,
                        .bot = pair->bot[0] ? pair->bot : NULL};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        if (!pair->users[seat])
            continue;
        wanted.guests[seat] = pair->users[seat]->number;
        wanted.sessions[seat] = pair->sessions[seat];
        callbacks->derive_token(callbacks->context, &pair->sessions[seat], pair->game,
                                &wanted.tokens[seat]);
    }
    return callbacks->open_game(callbacks->context, &wanted);
}

// Ends the seeks of both, and has the game opened. If that cannot be, both are told.
static void lobby_pair(Lobby *lobby, const Matching *matching)
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (matching->users[seat])
            lobby__end_seeks(lobby, matching->users[seat], false);
    LobbyPairing *pair = make_pair(lobby, matching);
    if (pair && open_pair_game(lobby, pair, matching->opening))
        return;
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (matching->users[seat])
            lobby__tell_error(lobby, matching->users[seat], matching->verbs[seat], LOBBY_ERR_BUSY);
    if (pair)
        drop_pair(lobby, pair);
}

static void tell_opening(const Lobby *lobby, const LobbyPairing *pair, unsigned seat,
                         LobbyOpening opening)
{
    static const LobbyError errors[LOBBY_OPENING_COUNT] = {
        [LOBBY_NOT_NOW] = LOBBY_ERR_BUSY,
        [LOBBY_NO_BOT] = LOBBY_ERR_NO_BOT,
        [LOBBY_BOT_GAME] = LOBBY_ERR_BOT_GAME,
        [LOBBY_BOT_CLOCK] = LOBBY_ERR_BOT_CLOCK,
        [LOBBY_BOTS_ENOUGH] = LOBBY_ERR_BOTS_ENOUGH,
        [LOBBY_BOT_BUSY] = LOBBY_ERR_BOT_BUSY,
    };
    const LobbyUser *opponent = pair->users[!seat];
    const LobbyGame begun = {.game = pair->game,
                             .seat = (uint8_t)seat,
                             .opponent = opponent ? opponent->name : pair->bot};
    if (opening == LOBBY_OPENED)
        tell_begun(lobby, pair->users[seat], &pair->sessions[seat], &begun);
    else
        lobby__tell_error(lobby, pair->users[seat], (LobbyVerb)pair->verbs[seat], errors[opening]);
}

void lobby_game_opened(Lobby *lobby, uint64_t game, LobbyOpening opening)
{
    LobbyPairing *pair = number_map_find(&lobby->pairs, game);
    if (!pair)
        return;
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (pair->users[seat])
            tell_opening(lobby, pair, seat, opening);
    drop_pair(lobby, pair);
}

// The distance of ratings in a rated game with any opponent: at first, growth with each second, and after a minute any distance.
enum { REACH_FIRST = 100, REACH_A_SECOND = 10, REACH_ALL_MS = 60000, MS_PER_SECOND = 1000 };

static bool is_in(uint32_t rating, LobbyRange range)
{
    return rating >= range.low && rating <= range.high;
}

static bool can_grant(uint8_t one, uint8_t other)
{
    return one == LOBBY_ANY || other == LOBBY_ANY || one != other;
}

static bool are_equal(const Seek *one, const Seek *other)
{
    const ClockRule a = one->opening.clock, b = other->opening.clock;
    return a.base_ms == b.base_ms && a.increment_ms == b.increment_ms &&
           one->is_rated == other->is_rated && strcmp(one->game, other->game) == 0;
}

static uint32_t distance(const Seek *one, const Seek *other)
{
    const uint32_t a = one->rating.rating, b = other->rating.rating;
    return a > b ? a - b : b - a;
}

// Whether a seek wants this opponent. Who names a range means it; who wants a rated game with anybody is given its like, if there are any.
static bool wants(const Seek *seek, const Seek *other, uint64_t now_ms)
{
    const uint64_t waited_ms = now_ms - seek->since_ms;
    const bool is_open = seek->range.low == 0 && seek->range.high == LOBBY_RATING_MAX;
    if (!is_open || !seek->is_rated || waited_ms >= REACH_ALL_MS)
        return is_in(other->rating.rating, seek->range);
    return distance(seek, other) <= REACH_FIRST + waited_ms * REACH_A_SECOND / MS_PER_SECOND;
}

static bool seeks_fit(const Seek *one, const Seek *other, uint64_t now_ms)
{
    return one->user != other->user && are_equal(one, other) &&
           can_grant(one->colour, other->colour) && wants(one, other, now_ms) &&
           wants(other, one, now_ms) &&
           !(one->is_rated && lobby__check_rated_pair(one->user, other->user)) &&
           !lobby__are_apart(one->user, other->user);
}

// Returns the opponent of a seek: of a rated one the nearest that fits, of others and among equally near ones the oldest. NULL if none fits.
static const Seek *find_opponent(const Lobby *lobby, const Seek *seek, uint64_t now_ms)
{
    const Seek *best = NULL;
    for (const Seek *other = lobby->seeks.oldest; other; other = other->newer) {
        const bool is_better =
            !best || (seek->is_rated && distance(seek, other) < distance(seek, best));
        if (is_better && seeks_fit(seek, other, now_ms))
            best = other;
    }
    return best;
}

// Pairs the user of a seek with another one, who wishes a colour too; a coin decides if both take any.
static LobbyError pair_seek(Lobby *lobby, const Seek *seek, LobbyUser *other, uint8_t colour,
                            LobbyVerb verb)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    const JournalGame opening = seek->opening; // the seek ends with the pair
    uint64_t coin;
    assert(can_grant(seek->colour, colour));
    if (!callbacks->draw(callbacks->context, &coin))
        return LOBBY_ERR_BUSY;
    const unsigned seat = seek->colour != LOBBY_ANY ? seek->colour
                          : colour != LOBBY_ANY     ? !colour
                                                    : (unsigned)(coin & 1);
    Matching made = {.opening = &opening, .is_rated = seek->is_rated};
    made.users[seat] = seek->user;
    made.verbs[seat] = seek->is_link ? LOBBY_LINK : LOBBY_SEEK;
    made.users[!seat] = other;
    made.verbs[!seat] = verb;
    lobby_pair(lobby, &made);
    return LOBBY_OK;
}

static LobbyError check_limits(const Lobby *lobby, const LobbyUser *user, bool is_link)
{
    const LobbyPlan *plan = &lobby->plan;
    if ((is_link ? user->links : user->seeks) >= plan->user_seeks_max)
        return LOBBY_ERR_MANY;
    const bool is_full =
        is_link ? lobby->links.count >= plan->links_max : lobby->seeks.count >= plan->seeks_max;
    return is_full ? LOBBY_ERR_BUSY : LOBBY_OK;
}

// Pairs a new seek with an older one that fits; both end, also if there is no random number for the coin.
static LobbyError match_new(Lobby *lobby, const Seek *older, Seek *seek)
{
    const LobbyError error = pair_seek(lobby, older, seek->user, seek->colour, LOBBY_SEEK);
    if (error)
        lobby__end_seek(lobby, seek);
    return error;
}

LobbyError lobby__seek(Lobby *lobby, LobbyUser *user, const LobbySaid *said,
                       const JournalGame *opening, uint64_t now_ms)
{
    LobbyError error = check_limits(lobby, user, said->verb == LOBBY_LINK);
    if (!error && said->is_rated)
        error = lobby__check_rated(user, opening);
    if (error)
        return error;
    Seek *seek = lobby__open_seek(lobby, user, said, opening, now_ms);
    if (!seek)
        return LOBBY_ERR_BUSY;
    if (seek->is_link)
        return LOBBY_OK;
    // Casual seeks that are open do not fit each other: so the oldest that fits the new one makes the oldest pair.
    const Seek *other = find_opponent(lobby, seek, now_ms);
    if (other)
        return match_new(lobby, other, seek);
    lobby__show_seek(lobby, seek);
    return LOBBY_OK;
}

// Pairs the seek that waits longest and has an opponent, among the rated ones or all. Returns false if there is none, or no random number.
static bool match_one(Lobby *lobby, bool are_all, uint64_t now_ms)
{
    for (const Seek *seek = lobby->seeks.oldest; seek; seek = seek->newer) {
        const Seek *other = are_all || seek->is_rated ? find_opponent(lobby, seek, now_ms) : NULL;
        if (other)
            return pair_seek(lobby, seek, other->user, other->colour, LOBBY_SEEK) == LOBBY_OK;
    }
    return false;
}

// A pair ends all seeks of its users, so each round begins anew.
void lobby__match_waiting(Lobby *lobby, bool are_all, uint64_t now_ms)
{
    while (match_one(lobby, are_all, now_ms))
        continue;
}

static LobbyError check_taker(const Seek *seek, const LobbyUser *user)
{
    if (seek->user == user)
        return LOBBY_ERR_OWN;
    if (!seek->is_link && !is_in(lobby__rating(user, &seek->opening).rating, seek->range))
        return LOBBY_ERR_RATING;
    const LobbyError error = seek->is_rated ? lobby__check_rated(user, &seek->opening) : LOBBY_OK;
    return error || !seek->is_rated ? error : lobby__check_rated_pair(seek->user, user);
}

LobbyError lobby__take(Lobby *lobby, LobbyUser *user, uint64_t id, LobbyVerb verb)
{
    const bool is_link = verb == LOBBY_FOLLOW;
    const Seek *seek = lobby__find_seek(lobby, id, is_link);
    if (!seek || lobby__are_apart(seek->user, user))
        return LOBBY_ERR_GONE;
    LobbyError error = check_taker(seek, user);
    if (!error)
        error = pair_seek(lobby, seek, user, LOBBY_ANY, verb);
    if (!error && is_link)
        (void)lobby__unseek(lobby, seek->user, id); // links outlive pairs, but not their own
    return error;
}

static Rematch *make_rematch(Lobby *lobby, const LobbyUser *user, const LobbySeat *seat)
{
    Rematch *rematch =
        number_map_make(&lobby->rematches, &lobby->memory, seat->game, sizeof *rematch);
    if (!rematch)
        return NULL;
    *rematch = (Rematch){.game = seat->game, .opening = *seat->opening, .is_rated = seat->is_rated};
    rematch->users[seat->seat] = user->number;
    rematch->users[!seat->seat] = seat->opponent;
    return rematch;
}

// Takes back what a user has asked; the rematch is gone with the last who asked.
static void take_back(Lobby *lobby, Rematch *rematch, unsigned seat)
{
    rematch->asked[seat]->asked--;
    rematch->asked[seat] = NULL;
    if (rematch->asked[!seat])
        return;
    number_map_remove(&lobby->rematches, rematch->game);
    memory_resize(&lobby->memory, rematch, 0);
}

// Returns whether a user may be told of a rematch: it has asked for it, or the one who has is not apart from it.
static bool may_hear(const Rematch *rematch, const LobbyUser *user, unsigned seat)
{
    return rematch->asked[seat] || !lobby__are_apart(user, rematch->asked[!seat]);
}

// Sends `asked` to the user who has asked, `rematch` to the other, each with the token of its own seat.
static void tell_rematch(const Lobby *lobby, const Rematch *rematch, const LobbyConnection *conn,
                         unsigned seat)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    LobbyToken token;
    callbacks->derive_token(callbacks->context, &conn->session, rematch->game, &token);
    (rematch->asked[seat] ? lobby_write_asked : lobby_write_rematch)(token.text, &text);
    lobby__send(lobby, conn, &text);
}

// Tells both users that the one in that seat has asked; the other one only if they are not apart.
static void tell_asked(const Lobby *lobby, const Rematch *rematch, unsigned asker)
{
    for (unsigned seat = 0; seat < SEATS; seat++) {
        const LobbyUser *user = number_map_find(&lobby->users, rematch->users[seat]);
        if (!user || lobby__are_apart(user, rematch->asked[asker]))
            continue; // nobody is apart from itself
        for (const LobbyConnection *conn = user->first; conn; conn = conn->next)
            tell_rematch(lobby, rematch, conn, seat);
    }
}

// Pairs two users who have asked, with the seats exchanged.
static void play_again(Lobby *lobby, Rematch *rematch)
{
    const JournalGame opening = rematch->opening;
    const Matching matching = {.opening = &opening,
                               .users = {rematch->asked[1], rematch->asked[0]},
                               .verbs = {LOBBY_REMATCH, LOBBY_REMATCH},
                               .is_rated = rematch->is_rated};
    take_back(lobby, rematch, 0);
    take_back(lobby, rematch, 1);
    lobby_pair(lobby, &matching);
}

LobbyError lobby__ask_rematch(Lobby *lobby, LobbyUser *user, const LobbySeat *seat)
{
    assert(seat->seat < SEATS);
    if (!seat->is_over)
        return LOBBY_ERR_RUNNING;
    Rematch *rematch = number_map_find(&lobby->rematches, seat->game);
    const bool has_asked = rematch && rematch->asked[seat->seat];
    if (!has_asked && user->asked >= lobby->plan.user_seeks_max)
        return LOBBY_ERR_MANY;
    if (!rematch)
        rematch = make_rematch(lobby, user, seat);
    if (!rematch)
        return LOBBY_ERR_BUSY;
    const LobbyUser *other = rematch->asked[!seat->seat];
    // They may have logged in by one address since then.
    if (other && !lobby__are_apart(user, other) && rematch->is_rated &&
        lobby__check_rated_pair(user, other))
        return LOBBY_ERR_PAIR;
    user->asked += !has_asked;
    rematch->asked[seat->seat] = user;
    if (other && !lobby__are_apart(user, other))
        play_again(lobby, rematch);
    else
        tell_asked(lobby, rematch, seat->seat);
    return LOBBY_OK;
}

bool lobby__find_rematch(const Lobby *lobby, const LobbyConnection *conn, Slice token,
                         LobbySeat *found)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    for (uint32_t i = 0; i < lobby->rematches.capacity; i++) {
        const Rematch *rematch = lobby->rematches.slots[i].thing;
        for (uint8_t seat = 0; rematch && seat < SEATS; seat++) {
            LobbyToken own;
            if (rematch->users[seat] != conn->user->number)
                continue;
            callbacks->derive_token(callbacks->context, &conn->session, rematch->game, &own);
            if (!slice_is(token, own.text))
                continue;
            *found = (LobbySeat){.game = rematch->game,
                                 .seat = seat,
                                 .is_over = true,
                                 .opponent = rematch->users[!seat],
                                 .opening = &rematch->opening,
                                 .is_rated = rematch->is_rated};
            return true;
        }
    }
    return false;
}

// Returns a rematch that a user has asked for, and its seat.
static Rematch *find_asked(const Lobby *lobby, const LobbyUser *user, unsigned *seat)
{
    for (uint32_t i = 0; i < lobby->rematches.capacity; i++) {
        Rematch *rematch = lobby->rematches.slots[i].thing;
        for (*seat = 0; rematch && *seat < SEATS; (*seat)++)
            if (rematch->asked[*seat] == user)
                return rematch;
    }
    return NULL;
}

void lobby__end_rematches(Lobby *lobby, LobbyUser *user)
{
    while (user->asked) {
        unsigned seat;
        Rematch *rematch = find_asked(lobby, user, &seat);
        assert(rematch);
        take_back(lobby, rematch, seat);
    }
}

void lobby__tell_rematches(const Lobby *lobby, const LobbyConnection *conn)
{
    for (uint32_t i = 0; i < lobby->rematches.capacity; i++) {
        const Rematch *rematch = lobby->rematches.slots[i].thing;
        for (unsigned seat = 0; rematch && seat < SEATS; seat++)
            if (rematch->users[seat] == conn->user->number && may_hear(rematch, conn->user, seat))
                tell_rematch(lobby, rematch, conn, seat);
    }
}

static void pair_with_bot(Lobby *lobby, LobbyUser *user, unsigned seat, LobbyVerb verb,
                          Matching matching)
{
    assert(seat < SEATS);
    matching.users[seat] = user;
    matching.verbs[seat] = verb;
    lobby_pair(lobby, &matching);
}

LobbyError lobby__challenge(Lobby *lobby, LobbyUser *user, const LobbySaid *said,
                            const JournalGame *opening, uint64_t now_ms)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    const LobbyError error = said->is_rated ? lobby__check_rated(user, opening) : LOBBY_OK;
    uint64_t coin;
    (void)now_ms;
    if (error)
        return error;
    if (!callbacks->draw(callbacks->context, &coin))
        return LOBBY_ERR_BUSY;
    const unsigned seat = said->colour == LOBBY_ANY ? (unsigned)(coin & 1) : said->colour;
    const Matching matching = {.opening = opening, .bot = said->name, .is_rated = said->is_rated};
    pair_with_bot(lobby, user, seat, LOBBY_CHALLENGE, matching);
    return LOBBY_OK;
}

LobbyError lobby__challenge_again(Lobby *lobby, LobbyUser *user, const LobbySeat *seat)
{
    if (!seat->is_over)
        return LOBBY_ERR_RUNNING;
    const Matching matching = {
        .opening = seat->opening, .bot = slice_of(seat->bot), .is_rated = seat->is_rated};
    pair_with_bot(lobby, user, !seat->seat, LOBBY_REMATCH, matching);
    return LOBBY_OK;
}
