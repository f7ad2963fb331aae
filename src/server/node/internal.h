// A node, and what its files share: server.c runs it; seats.c, lobby.c and bots.c have its connections, games.c opens and ends games.
#ifndef NEBEL_SERVER_INTERNAL_H
#define NEBEL_SERVER_INTERNAL_H

#include "base/number_map.h"
#include "server/archive/filing.h"
#include "server/live/seat_gateway.h"
#include "server/lobby/lobby.h"
#include "server/net/net.h"
#include "server/node/server.h"
#include "server/store/store.h"

typedef struct Server Server;

// A game that was asked for and that is not durable yet. If a server bot is to play, `refusal` says why it does not.
typedef struct PendingGame {
    // Tells the one who asked for it that it is open, or that it cannot be.
    void (*tell)(const Server *server, const struct PendingGame *pending, bool is_open);
    // Has the store keep the tokens of its seats. False if too much is asked of it; server__open_game follows.
    bool (*keep)(Server *server, struct PendingGame *pending);
    uint64_t request; // the operator's; 0 if the lobby wants it
    uint64_t game;
    JournalGame opening;
    Token tokens[2];     // of its seats
    uint64_t persons[2]; // in its seats; 0 without persons
    bool is_rated;
    StoreHash sessions[2];        // that they came by
    char bot[LOBBY_NAME_MAX + 1]; // in the seat without a person; "" for none
    char rules[GAME_TEXT_MAX];    // its game string, with a bot
    uint8_t refusal;              // LobbyOpening
} PendingGame;

// A connection that ends with a session.
typedef struct SessionConnection {
    StoreHash session;
    bool is_seat; // or of the lobby
} SessionConnection;

typedef struct ServerCounts {
    uint64_t batches, rows, games_opened, games_adopted, games_lost;
} ServerCounts;

struct Server {
    Memory memory;
    ServerPlan plan;
    Net *net;
    Store *store;
    LiveGames *hall; // NULL until the store has started, as are the next three
    SeatGateway *host;
    Lobby *lobby;
    ArchiveKeeper *keeper;
    uint32_t node;
    LiveBatch batch; // the one that is out, and whether the store has it
    bool is_out, is_handed;
    bool is_away;          // the database
    bool is_slow;          // a batch has had no answer for STALL_BEATS, or had none a moment ago
    bool is_paused;        // so the clocks of all games stand still
    bool is_pause_told;    // and their seats were sent so
    uint64_t paused_ms;    // since then
    uint64_t taken_beat;   // when the batch that is out was taken
    uint64_t slow_beat;    // the last at which a batch had no answer for too long
    uint64_t worked_beat;  // the last at which batches were looked after
    bool is_adopted;       // all games of before were taken over
    bool is_open;          // and that is durable, so that their seats may come
    bool has_failed;       // it cannot go on
    bool has_end_requests; // there may be games that an operator ends
    StoreLiveGame *adopts; // games to take over
    uint32_t adopt_count, adopt_next;
    uint64_t alive_ms;       // when a batch is due even if it is empty
    NumberMap pending_games; // of PendingGame by game
    NumberMap holders;       // of SessionConnection by connection
    NumberMap workers;       // of server bots, by connection
    ServerCounts counts;
    char problem[256]; // the store's, as it was logged last
};

extern const NetRoute server__routes[];
extern const unsigned server__route_count;

// Return whether the node has as many games as it can serve, and whether it can open one more now.
bool server__is_late(const Server *server);
bool server__may_open(const Server *server);
// The `keep` of a game without a bot.
bool server__keep_tokens(Server *server, PendingGame *pending);
// Begins to open a game: keeps its tokens. Returns false, with nothing changed, if out of memory or too much is asked of the store.
MUST_USE bool server__begin_game(Server *server, const PendingGame *wanted);
// Opens a game whose tokens are kept. The refusal is reported if they are not.
void server__open_game(Server *server, uint64_t game, bool is_kept, LobbyOpening refusal);
// Reports a game, whose first row is durable, to the one who asked for it.
void server__game_is_open(Server *server, uint64_t game);
// Returns the hash of a token, which the store keeps.
StoreHash server__hash(Slice token);

extern const NetSocket server__seat_socket;

// The mark of a journal that a connection wants, not this node.
enum { JOURNAL_FOR_A_SEAT = 1 };

SeatGateway *server__create_gateway(Server *server);
void server__token_found(Server *server, const StoreAnswer *answer);
// Callbacks of seat gateway and lobby; the context is the server.
void server__send_line(void *context, uint64_t connection, Slice line);
void server__close_connection(void *context, uint64_t connection);

// Notes the session of a connection. Returns false if out of memory.
MUST_USE bool server__hold(Server *server, uint64_t connection, const StoreHash *session,
                           bool is_seat);
void server__let_go(Server *server, uint64_t connection);
// Closes the connections of a session that has ended; a callback of the store.
void server__end_session(void *context, const StoreHash *session, const char *suspended);

extern const NetSocket server__lobby_socket;

Lobby *server__create_lobby(Server *server);
void server__guest_added(Server *server, const StoreAnswer *answer);
void server__person_found(Server *server, const StoreAnswer *answer);
// Looks up ratings of a person that have moved; a callback of the store.
void server__person_rated(void *context, uint64_t person);
void server__ratings_found(Server *server, const StoreAnswer *answer);
void server__person_games(Server *server, const StoreAnswer *answer);
void server__seat_kept(Server *server, const StoreAnswer *answer);
void server__seat_found(Server *server, const StoreAnswer *answer);

// Look up whom a person has blocked: a callback of the store, and its answer.
void server__recheck_blocks(void *context, uint64_t person);
void server__blocks_found(Server *server, const StoreAnswer *answer);

// Notes that there may be games that an operator ends; a callback of the store.
void server__note_end_requests(void *context);
// Looks for them, now and then.
void server__end_requested(Server *server);
void server__ends_listed(Server *server, const StoreAnswer *answer);

// Asks for the list of bots; a callback of the lobby.
bool server__list_bots(void *context, uint64_t connection);
// The `keep` of a game with a bot: has the store book it.
bool server__book_bot(Server *server, PendingGame *pending);
// Tells workers that a game may wait for one of them.
void server__wake_workers(const Server *server);
void server__bots_listed(Server *server, const StoreAnswer *answer);
void server__bot_booked(Server *server, const StoreAnswer *answer);

extern const NetSocket server__bots_socket;

void server__bots_answered(Server *server, const StoreAnswer *answer);
// Closes connections that show no token, now and then.
void server__tidy_workers(const Server *server, uint64_t now_ms);

// Everything that is logged. No event of a seat is among them.
typedef enum LogEvent {
    LOG_STARTED,
    LOG_OPEN,
    LOG_STORE_AWAY,
    LOG_STORE_BACK,
    LOG_CLOCKS_STOPPED,
    LOG_CLOCKS_RUN,
    LOG_STORE_PROBLEM,
    LOG_GAME_OPENED,
    LOG_GAME_ADOPTED,
    LOG_GAME_LOST,
    LOG_GAME_UNREADABLE,
    LOG_GAME_UNFILED,
    LOG_NO_MEMORY,
    LOG_STOPPED,
    LOG_EVENT_COUNT
} LogEvent;

// Writes one line. The game is left out if it is 0, the text if it is NULL.
void server__log(const Server *server, LogEvent event, uint64_t game, const char *text);

#endif
