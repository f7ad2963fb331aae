// Pairs whose games are being opened, and how their guests hear of it. In a pair with a house bot one seat has no guest.
#include "server/lobby/inside.h"

#include <string.h>

// --- Games that began ----------------------------------------------------------------------------

static void keep_missed(Guest *guest, const LobbyToken *session, const LobbyGame *game)
{
    if (guest->missed_count == MISSED_MAX)
        memmove(guest->missed, guest->missed + 1, --guest->missed_count * sizeof *guest->missed);
    Missed *missed = &guest->missed[guest->missed_count++];
    *missed = (Missed){.game = game->game, .seat = game->seat, .session = *session};
    Text name = TEXT_IN(missed->opponent);
    text_add(&name, game->opponent);
}

static void send_game(const Lobby *lobby, const Visitor *visitor, const LobbyGame *game)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    LobbyToken token;
    outside->derive_token(outside->context, &visitor->session, game->game, &token);
    lobby_write_game(token.text, game->seat, game->opponent, &text);
    lobby__send(lobby, visitor, &text);
}

void lobby__tell_game(const Lobby *lobby, const Visitor *visitor, const LobbyToken *kept,
                      const LobbyGame *game)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    if (strcmp(visitor->session.text, kept->text) == 0)
        send_game(lobby, visitor, game);
    else // If too much is wanted at once, it can still ask for its games.
        (void)!outside->keep_seat(outside->context, visitor->connection, &visitor->session, game);
}

void lobby_seat_kept(Lobby *lobby, uint64_t connection, const LobbyGame *game)
{
    const Visitor *visitor = number_map_find(&lobby->visitors, connection);
    if (!visitor || visitor->state != VISITOR_KNOWN)
        return;
    send_game(lobby, visitor, game);
    if (game->ends_list)
        lobby__end_list(lobby, visitor);
}

void lobby__end_list(const Lobby *lobby, const Visitor *visitor)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    lobby_write_games(&text);
    lobby__send(lobby, visitor, &text);
}

// A game of the guest's has begun: tells all its connections, or keeps that for its next visit.
static void tell_begun(const Lobby *lobby, Guest *guest, const LobbyToken *session,
                       const LobbyGame *game)
{
    if (!guest->first)
        keep_missed(guest, session, game);
    for (const Visitor *visitor = guest->first; visitor; visitor = visitor->next)
        lobby__tell_game(lobby, visitor, session, game);
}

// --- Pairs ---------------------------------------------------------------------------------------

// NULL if there is no memory or no chance.
static Pair *make_pair(Lobby *lobby, const Match *match)
{
    uint64_t game;
    if (!lobby__draw_new(lobby, &lobby->pairs, &game))
        return NULL;
    Pair *pair = memory_resize(&lobby->memory, NULL, sizeof *pair);
    if (!pair || !number_map_add(&lobby->pairs, &lobby->memory, game, pair)) {
        memory_resize(&lobby->memory, pair, 0);
        return NULL;
    }
    *pair = (Pair){.game = game, .is_rated = match->is_rated};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        pair->guests[seat] = match->guests[seat];
        pair->verbs[seat] = (uint8_t)match->verbs[seat];
        if (!pair->guests[seat])
            continue;
        pair->sessions[seat] = pair->guests[seat]->session;
        pair->guests[seat]->pairs++;
    }
    Text bot = TEXT_IN(pair->bot);
    text_add_slice(&bot, match->bot);
    return pair;
}

// A guest who is away and has nothing else here stays until the next tidying.
static void drop_pair(Lobby *lobby, Pair *pair)
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (pair->guests[seat])
            pair->guests[seat]->pairs--;
    number_map_remove(&lobby->pairs, pair->game);
    memory_resize(&lobby->memory, pair, 0);
}

static bool open_game(const Lobby *lobby, const Pair *pair, const JournalGame *opening)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    LobbyPair wanted = {.game = pair->game,
                        .is_rated = pair->is_rated,
                        .opening = *opening,
                        .bot = pair->bot[0] ? pair->bot : NULL};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        if (!pair->guests[seat])
            continue;
        wanted.guests[seat] = pair->guests[seat]->number;
        wanted.sessions[seat] = pair->sessions[seat];
        outside->derive_token(outside->context, &pair->sessions[seat], pair->game,
                              &wanted.tokens[seat]);
    }
    return outside->open_game(outside->context, &wanted);
}

void lobby__pair(Lobby *lobby, const Match *match)
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (match->guests[seat])
            lobby__end_seeks(lobby, match->guests[seat], false);
    Pair *pair = make_pair(lobby, match);
    if (pair && open_game(lobby, pair, match->opening))
        return;
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (match->guests[seat])
            lobby__tell_error(lobby, match->guests[seat], match->verbs[seat], LOBBY_ERR_BUSY);
    if (pair)
        drop_pair(lobby, pair);
}

static void tell_opening(const Lobby *lobby, const Pair *pair, unsigned seat, LobbyOpening opening)
{
    static const LobbyError errors[LOBBY_OPENING_COUNT] = {
        [LOBBY_NOT_NOW] = LOBBY_ERR_BUSY,
        [LOBBY_NO_BOT] = LOBBY_ERR_NO_BOT,
        [LOBBY_BOT_GAME] = LOBBY_ERR_BOT_GAME,
        [LOBBY_BOT_CLOCK] = LOBBY_ERR_BOT_CLOCK,
        [LOBBY_BOTS_ENOUGH] = LOBBY_ERR_BOTS_ENOUGH,
        [LOBBY_BOT_BUSY] = LOBBY_ERR_BOT_BUSY,
    };
    const Guest *opponent = pair->guests[!seat];
    const LobbyGame begun = {.game = pair->game,
                             .seat = (uint8_t)seat,
                             .opponent = opponent ? opponent->name : pair->bot};
    if (opening == LOBBY_OPENED)
        tell_begun(lobby, pair->guests[seat], &pair->sessions[seat], &begun);
    else
        lobby__tell_error(lobby, pair->guests[seat], (LobbyVerb)pair->verbs[seat], errors[opening]);
}

void lobby_game_opened(Lobby *lobby, uint64_t game, LobbyOpening opening)
{
    Pair *pair = number_map_find(&lobby->pairs, game);
    if (!pair)
        return;
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (pair->guests[seat])
            tell_opening(lobby, pair, seat, opening);
    drop_pair(lobby, pair);
}
