// The lobby: users, what they seek, and who plays whom. docs/protocol/lobby.md states its rules.
//
// A user of the lobby is called a guest here, anonymous or with an account. A guest may have several sessions, each with its own
// token; a connection is of one session, and is told the tokens of seats that belong to it.
//
// Pure: no sockets, no database, no clock. Lines come in, and lines and requests go out by LobbyCallbacks; every call says when it happens
// (`now_ms`, which never runs backwards), and chance is handed in. So tests/lobby drives it from seeds. The lobby knows nothing of
// running games: it asks for one to be opened, and hears once that it is.
//
//     lobby_connect(lobby, 5, now)                  5 is sent `nebel 1`
//     lobby_take_line(lobby, 5, "guest", now)       callbacks.keep_anonymous(5, ...)
//     lobby_user_kept(lobby, 5, true, now)         5 is sent `you TOKEN NAME`
//     lobby_take_line(lobby, 5, "seek ...", now)    another seek fits: callbacks.open_game(&pair)
//     lobby_game_opened(lobby, pair.game, true, now)   both are sent `game SEATTOKEN COLOUR NAME`
//
// Guests and games are kept by the callbacks. Seeks, links and asked rematches are here alone, and end with the node.
#ifndef NEBEL_LOBBY_LOBBY_H
#define NEBEL_LOBBY_LOBBY_H

#include "base/allowance.h"
#include "formats/protocol/lobby_line.h"
#include "formats/protocol/rating_pool.h"

enum {
    LOBBY_RATING_FIRST = 1500, // of a user who has not played a rated game; it is provisional
    LOBBY_POOLS_MAX = 16,      // in which a user has a rating
    LOBBY_ADDRESSES_MAX = 16,  // by which a user has logged in
};

typedef struct Lobby Lobby;

// A token of a session or of a seat.
typedef struct LobbyToken {
    char text[SEAT_TOKEN_MAX + 1];
} LobbyToken;

// Two guests that shall play, or a guest and a house bot.
typedef struct LobbyPair {
    uint64_t game; // its number, random
    bool is_rated;
    JournalGame opening;
    uint64_t guests[2];     // by their seats; 0 for the bot
    LobbyToken sessions[2]; // the tokens of the sessions that they came by
    LobbyToken tokens[2];   // of the seats of guests
    const char *bot;        // the name of the bot; NULL if both are guests
} LobbyPair;

// A seat of a guest.
typedef struct LobbyGame {
    uint64_t game;
    uint8_t seat;
    bool is_kept;         // of a list: the session's token of the seat is kept
    bool ends_list;       // the lobby's own: it is the last of the games that were asked for
    const char *opponent; // its name
} LobbyGame;

// Callbacks. None of these may call the lobby. Those that return a bool are false if there are too many requests.
typedef struct LobbyCallbacks {
    void (*send)(void *context, uint64_t connection, Slice line); // one frame
    void (*close)(void *context,
                  uint64_t connection); // after what was sent; lobby_disconnect follows
    // Draw a random number above 0 and at most INT64_MAX, and a token. False if there is none.
    bool (*draw)(void *context, uint64_t *number);
    bool (*draw_token)(void *context, LobbyToken *token);
    // The token of a seat, from the token of a session: always the same, and not to be found without the session's.
    void (*derive_token)(void *context, const LobbyToken *session, uint64_t game, LobbyToken *seat);
    // Keeps a new guest, unless its name is taken; lobby_user_kept follows.
    bool (*keep_anonymous)(void *context, uint64_t connection, uint64_t guest,
                           const LobbyToken *token, const char *name);
    // Looks a guest up by the token of a session; lobby_user_found follows.
    bool (*find_user)(void *context, uint64_t connection, const LobbyToken *token);
    // Opens a game; lobby_game_opened follows.
    bool (*open_game)(void *context, const LobbyPair *pair);
    // Looks up the games of a guest that are not over; lobby_games_listed follows.
    bool (*list_games)(void *context, uint64_t connection, uint64_t guest);
    // Keeps the session's token of a seat; lobby_seat_kept follows, in the order of the calls.
    bool (*keep_seat)(void *context, uint64_t connection, const LobbyToken *session,
                      const LobbyGame *game);
    // Looks up a seat of a guest by its token; lobby_seat_found follows.
    bool (*find_seat)(void *context, uint64_t connection, uint64_t guest, Slice token);
    // Looks up the house bots; lobby_bots_listed follows.
    bool (*list_bots)(void *context, uint64_t connection);
    // Looks up whom a guest has blocked; lobby_blocks_found follows.
    bool (*find_blocks)(void *context, uint64_t guest);
    void *context;
} LobbyCallbacks;

typedef struct LobbyPlan {
    LobbyCallbacks callbacks;
    AllowanceRule lines;   // of one connection
    AllowanceRule actions; // of one guest
    uint32_t seeks_max;    // open at once; whoever watches is told all of them
    uint32_t links_max;
    uint32_t user_seeks_max; // of one guest: seeks, links and asked rematches, so many of each
    uint32_t speak_ms;       // within which a connection must have said who it is, or watch
    uint32_t seek_away_ms;   // a seek ends when its guest is gone for so long
    uint32_t link_away_ms;   // and a link, and what a guest was not told
} LobbyPlan;

// Returns NULL if out of memory.
Lobby *lobby_create(const Memory *memory, const LobbyPlan *plan);
void lobby_destroy(Lobby *lobby); // accepts NULL

// Writes the name that a number stands for: "quiet-bishop-417". Numbers that are far apart may have the same.
void lobby_name(uint64_t number, char name[LOBBY_NAME_MAX + 1]);

// Adds a connection, whose number is never used again. Returns false if out of memory.
MUST_USE bool lobby_connect(Lobby *lobby, uint64_t connection, uint64_t now_ms);
void lobby_take_line(Lobby *lobby, uint64_t connection, Slice line, uint64_t now_ms);
void lobby_disconnect(Lobby *lobby, uint64_t connection, uint64_t now_ms);
// Closes a connection whose session has ended, after it is sent the reason. `suspended` says until when and why, if its person is suspended; else it is NULL.
void lobby_end_session(Lobby *lobby, uint64_t connection, const char *suspended);

// Tidies once a second or so: guests that went away, connections that never sent a line, and rated seeks whose range has grown.
void lobby_tidy(Lobby *lobby, uint64_t now_ms);

typedef struct LobbyCounts {
    uint32_t connections, guests, seeks, links;
} LobbyCounts;

LobbyCounts lobby_counts(const Lobby *lobby);

// Answers to callbacks. Their connections may be gone.

// Takes the answer to keep_anonymous; false if the name is taken.
void lobby_user_kept(Lobby *lobby, uint64_t connection, bool is_kept, uint64_t now_ms);

// A rating in one pool (formats/protocol/rating_pool.h).
typedef struct LobbyRating {
    char pool[RATING_POOL_NAME_ROOM];
    uint32_t rating;
    bool is_provisional;
} LobbyRating;

typedef struct LobbyRatings {
    LobbyRating pools[LOBBY_POOLS_MAX];
    uint32_t count;
} LobbyRatings;

// Marks of the addresses by which a user has logged in: two of one address are the same.
typedef struct LobbyAddresses {
    uint64_t marks[LOBBY_ADDRESSES_MAX];
    uint32_t count;
} LobbyAddresses;

typedef struct LobbyProfile {
    uint64_t number;
    const char *name;
    bool has_account; // only such may play rated games
    LobbyRatings ratings;
    LobbyAddresses addresses;
    const uint64_t *blocks; // whom it has blocked
    uint32_t block_count;
} LobbyProfile;

// Takes the answer to find_user; NULL if no guest has this token.
void lobby_user_found(Lobby *lobby, uint64_t connection, const LobbyProfile *found,
                      uint64_t now_ms);

bool lobby_has_user(const Lobby *lobby, uint64_t guest);
// Takes ratings of a guest that have moved. What it has open keeps the rating that it had.
void lobby_user_rated(Lobby *lobby, uint64_t guest, const LobbyRatings *ratings);

// The answer to open_game: the first row of the game is durable, or why it cannot be opened.
typedef enum LobbyOpening {
    LOBBY_OPENED,
    LOBBY_NOT_NOW,
    LOBBY_NO_BOT,      // there is no bot of this name
    LOBBY_BOT_GAME,    // it does not play this game
    LOBBY_BOT_CLOCK,   // or not with this clock
    LOBBY_BOTS_ENOUGH, // the guest has as many games with bots as it may
    LOBBY_BOT_BUSY,    // the bot has, or all bots have
    LOBBY_OPENING_COUNT
} LobbyOpening;

void lobby_game_opened(Lobby *lobby, uint64_t game, LobbyOpening opening);

// Takes the answer to keep_seat.
void lobby_seat_kept(Lobby *lobby, uint64_t connection, const LobbyGame *game);

// Takes the answer to list_games.
void lobby_games_listed(Lobby *lobby, uint64_t connection, const LobbyGame *games, uint32_t count);

typedef struct LobbySeat {
    uint64_t game;
    uint8_t seat;
    bool is_over;
    uint64_t opponent; // the guest in the other seat
    const char *bot;   // the name of the house bot there; NULL if it is none
    const JournalGame *opening;
    bool is_rated;
} LobbySeat;

// Takes the answer to find_seat; NULL if the guest has no such seat.
void lobby_seat_found(Lobby *lobby, uint64_t connection, const LobbySeat *found);

// Takes the answer to list_bots.
void lobby_bots_listed(const Lobby *lobby, uint64_t connection, const LobbyBot *bots,
                       uint32_t count);

// Guests of whom one has blocked the other are apart: they are not paired, and neither is told of the other's seeks, links and requests for a
// rematch. What each is told is the same as if the other were not there, so a guest is not told that it is blocked.

// Looks up again whom the guest of this number has blocked, or with 0 every guest.
void lobby_recheck_blocks(Lobby *lobby, uint64_t number);
// Takes the answer to find_blocks.
void lobby_blocks_found(Lobby *lobby, uint64_t number, const uint64_t *blocks, uint32_t count,
                        uint64_t now_ms);

#endif
