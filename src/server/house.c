// House bots: which there are, and games with them. Who plays them, and how, is the business of their workers (`nebel bots`), which this node
// meets as clients of seats.
#include "server/inside.h"

enum { BOTS_TOLD_MAX = 100 };

// --- What the lobby wants ------------------------------------------------------------------------

bool server__list_bots(void *context, uint64_t connection)
{
    const Server *server = context;
    const StoreQuestion question = {.ask = STORE_LIST_BOTS, .id = connection};
    return store_ask(server->store, &question);
}

bool server__book_bot(Server *server, Making *making)
{
    const uint8_t seat = making->persons[0] ? 0 : 1;
    StoreQuestion question = {.ask = STORE_BOOK_BOT,
                              .id = making->game,
                              .game = making->game,
                              .hashes = {server__hash(slice_of(making->tokens[seat].text))},
                              .life_s = server->plan.token_life_s,
                              .is_rated = making->is_rated,
                              .persons = {making->persons[seat]},
                              .sessions = {making->sessions[seat]},
                              .seat = seat,
                              .base_ms = making->opening.clock.base_ms,
                              .rules = making->rules};
    Text name = TEXT_IN(question.name), rules = TEXT_IN(making->rules);
    _Static_assert((int)LOBBY_NAME_MAX <= (int)STORE_NAME_MAX, "the store knows bots by name");
    text_add(&name, making->bot);
    making->opening.game->write((const Rules *)&making->opening.rules, &rules);
    return store_ask(server->store, &question);
}

// If the store takes no more questions now, a worker finds the game at its next look.
void server__wake_workers(const Server *server, const Making *making)
{
    const StoreQuestion question = {.ask = STORE_WAKE_WORKERS, .game = making->game};
    (void)!store_ask(server->store, &question);
}

// --- What the store answers ----------------------------------------------------------------------

void server__bots_listed(Server *server, const StoreAnswer *answer)
{
    LobbyBot bots[BOTS_TOLD_MAX];
    uint32_t count = 0;
    for (; count < answer->bot_count && count < BOTS_TOLD_MAX; count++) {
        const StoreBot *bot = &answer->bots[count];
        bots[count] = (LobbyBot){.name = bot->name,
                                 .is_free = bot->is_free,
                                 .rating = bot->rating,
                                 .is_provisional = bot->is_provisional,
                                 .level = bot->level,
                                 .game = bot->game,
                                 .words = bot->words};
    }
    lobby_bots_listed(server->lobby, answer->id, bots, count);
}

void server__bot_booked(Server *server, const StoreAnswer *answer)
{
    static const LobbyOpening refusals[STORE_BOOKING_COUNT] = {
        [STORE_BOT_NONE] = LOBBY_NO_BOT,     [STORE_BOT_GAME] = LOBBY_BOT_GAME,
        [STORE_BOT_CLOCK] = LOBBY_BOT_CLOCK, [STORE_BOT_MANY] = LOBBY_BOTS_ENOUGH,
        [STORE_BOT_BUSY] = LOBBY_BOT_BUSY,
    };
    const bool is_booked = !answer->error && answer->booking == STORE_BOOKED;
    server__open_game(server, answer->id, is_booked,
                      answer->error ? LOBBY_NOT_NOW : refusals[answer->booking]);
}
