// Data structures and functions that the files of server/lobby share.
#ifndef NEBEL_LOBBY_INTERNAL_H
#define NEBEL_LOBBY_INTERNAL_H

#include "base/number_map.h"
#include "server/lobby/lobby.h"

enum { SEATS = 2, MISSED_MAX = 4 };

// A game that began while its user was away.
typedef struct Missed {
    uint64_t game;
    uint8_t seat;
    LobbyToken session; // whose token of the seat is kept
    char opponent[LOBBY_NAME_MAX + 1];
} Missed;

typedef struct LobbyConnection LobbyConnection;

// The numbers of the users whom a user has blocked.
typedef struct Blocks {
    uint64_t *list;
    uint32_t count;
} Blocks;

// A user who is here, or whose seek, rematch or game waits for it.
typedef struct LobbyUser {
    uint64_t number;
    LobbyToken
        session; // of the connection that came last; when a game begins, the token of its seat is this session's
    char name[LOBBY_NAME_MAX + 1];
    bool has_account;
    LobbyRatings ratings;
    LobbyAddresses addresses;
    Allowance actions;
    LobbyConnection *first;              // of its connections; NULL if it is away
    uint64_t away_ms;                    // and since when
    uint32_t seeks, links, asked, pairs; // how many of these it has
    Missed missed[MISSED_MAX];           // the last ones
    uint32_t missed_count;
    Blocks blocks;
    bool wants_blocks; // they are to be looked up again
} LobbyUser;

typedef enum LobbyConnectionState {
    CONN_NEW,     // its user is not known
    CONN_ASKING,  // its user is looked up or kept
    CONN_KNOWN,   //
    CONN_LEAVING, // it was sent `quit`; nothing that it sends counts
} LobbyConnectionState;

// A connection.
struct LobbyConnection {
    uint64_t connection;
    uint8_t state; // LobbyConnectionState
    bool is_watching;
    uint64_t speak_by_ms;
    Allowance lines;
    LobbyUser *user;       // once it is known
    LobbyConnection *next; // of the same user
    LobbyToken session;
    // While its user is kept or looked up.
    uint64_t number;
    char name[LOBBY_NAME_MAX + 1];
    uint8_t names_tried;
};

// A seek or a link.
typedef struct Seek {
    uint64_t id;
    LobbyUser *user;
    bool is_link;
    bool is_told; // to those who watch
    bool is_rated;
    uint8_t colour;
    LobbyRange range;
    LobbyRating rating; // of its user, when it was opened
    uint64_t since_ms;
    JournalGame opening;
    char game[GAME_TEXT_MAX]; // its string: equal games have equal ones
    struct Seek *older, *newer;
} Seek;

// Seeks by their age.
typedef struct SeekList {
    Seek *oldest, *newest;
    uint32_t count;
} SeekList;

// Two users whose game is being opened, or a user and a server bot.
typedef struct LobbyPairing {
    uint64_t game;
    LobbyUser *users[SEATS];      // NULL for the bot
    LobbyToken sessions[SEATS];   // whose tokens of the seats are kept
    uint8_t verbs[SEATS];         // LobbyVerb: what each of them had said
    char bot[LOBBY_NAME_MAX + 1]; // its name; "" if there is none
    bool is_rated;
} LobbyPairing;

// A game that is over and that at least one user wants to play again.
typedef struct Rematch {
    uint64_t game;
    JournalGame opening;
    uint64_t users[SEATS];   // who sat where
    LobbyUser *asked[SEATS]; // who has asked; NULL if it has not
    bool is_rated;
} Rematch;

struct Lobby {
    Memory memory;
    LobbyPlan plan;
    NumberMap connections; // of LobbyConnection by connection
    NumberMap users;       // of LobbyUser by number
    NumberMap by_id;       // of Seek: seeks and links
    NumberMap pairs;       // of LobbyPairing by game
    NumberMap rematches;   // of Rematch by game
    // A link is found by its id alone, so seeks are paired without a look at links.
    SeekList seeks, links;
};

// Why a line did nothing.
typedef enum LobbyError {
    LOBBY_OK = 0,
    LOBBY_ERR_GUEST,
    LOBBY_ERR_HELLO,
    LOBBY_ERR_SEAT,
    LOBBY_ERR_GONE,
    LOBBY_ERR_OWN,
    LOBBY_ERR_RATING,
    LOBBY_ERR_ACCOUNT,
    LOBBY_ERR_UNRATED,
    LOBBY_ERR_PAIR,
    LOBBY_ERR_MANY,
    LOBBY_ERR_FAST,
    LOBBY_ERR_RUNNING,
    LOBBY_ERR_BUSY,
    LOBBY_ERR_NO_BOT,
    LOBBY_ERR_BOT_GAME,
    LOBBY_ERR_BOT_CLOCK,
    LOBBY_ERR_BOTS_ENOUGH,
    LOBBY_ERR_BOT_BUSY,
    LOBBY_ERR_COUNT
} LobbyError;

void lobby__send(const Lobby *lobby, const LobbyConnection *conn, const Text *text);
// Tells all connections of a user.
void lobby__tell(const Lobby *lobby, const LobbyUser *user, const Text *text);
void lobby__write_error(LobbyVerb verb, LobbyError error, Text *text);
void lobby__tell_error(const Lobby *lobby, const LobbyUser *user, LobbyVerb verb, LobbyError error);
// Draws a number that no thing of the map has; returns false if there is none.
MUST_USE bool lobby__draw_new(const Lobby *lobby, const NumberMap *map, uint64_t *number);

// Opens a seek or a link and tells its user; returns NULL if out of memory or random numbers.
Seek *lobby__open_seek(Lobby *lobby, LobbyUser *user, const LobbySaid *said,
                       const JournalGame *opening, uint64_t now_ms);
// Tells those who watch of a seek that stays open.
void lobby__show_seek(const Lobby *lobby, Seek *seek);
void lobby__end_seek(Lobby *lobby, Seek *seek);
// Ends all seeks of a user, or all links.
void lobby__end_seeks(Lobby *lobby, const LobbyUser *user, bool are_links);
// Ends one of a user's seeks and links, all of them for 0; LOBBY_ERR_GONE if it has no such.
LobbyError lobby__unseek(Lobby *lobby, const LobbyUser *user, uint64_t id);
// Returns a seek or a link by its id; NULL if there is none.
const Seek *lobby__find_seek(const Lobby *lobby, uint64_t id, bool is_link);
// Tells a new connection what its user has open, and one that watches all seeks.
void lobby__tell_own_seeks(const Lobby *lobby, const LobbyConnection *conn);
void lobby__tell_seeks(const Lobby *lobby, const LobbyConnection *conn);
LobbyOffer lobby__offer_of(const Seek *seek);

// Tells connections of one user that seeks of another one came or went, and the other way round: from now on they are apart, or not any more.
void lobby__part(const Lobby *lobby, const LobbyUser *one, const LobbyUser *other, bool are_apart);
// Tells a connection that has watched, and is known now, that seeks of those who are apart from its user are gone.
void lobby__hide_seeks(const Lobby *lobby, const LobbyConnection *conn);

// Two users that shall play, or a user and a house bot, and what each of them had sent.
typedef struct Matching {
    const JournalGame *opening;
    LobbyUser *users[SEATS]; // by their seats; NULL for the bot
    LobbyVerb verbs[SEATS];
    Slice bot; // its name; empty if there is none
    bool is_rated;
} Matching;

// Tells a connection of a game. If the seat's token is kept for another session than its own, its own is kept first.
void lobby__tell_game(const Lobby *lobby, const LobbyConnection *conn, const LobbyToken *kept,
                      const LobbyGame *game);

// Tells a connection that it has been told all of its games.
void lobby__end_list(const Lobby *lobby, const LobbyConnection *conn);

// Opens a seek or a link, or pairs it immediately.
LobbyError lobby__seek(Lobby *lobby, LobbyUser *user, const LobbySaid *said,
                       const JournalGame *opening, uint64_t now_ms);
// Pairs rated seeks that have waited until their ranges met; or all seeks that fit, since two users are not apart any more.
void lobby__match_waiting(Lobby *lobby, bool are_all, uint64_t now_ms);
// Pairs a user with the one who seeks, or made the link.
LobbyError lobby__take(Lobby *lobby, LobbyUser *user, uint64_t id, LobbyVerb verb);

bool lobby__has_blocked(Blocks blocks, uint64_t number);
// Returns whether one of two users has blocked the other. NULL for a user who is not there.
bool lobby__are_apart(const LobbyUser *one, const LobbyUser *other);

// Has a game of the user against a bot opened; the colour is what the user asks for.
LobbyError lobby__challenge(Lobby *lobby, LobbyUser *user, const LobbySaid *said,
                            const JournalGame *opening, uint64_t now_ms);
// Has the same game opened again with the seats exchanged: a bot always wants to.
LobbyError lobby__challenge_again(Lobby *lobby, LobbyUser *user, const LobbySeat *seat);

// Returns why a user cannot play this game for its rating; LOBBY_OK if it can.
LobbyError lobby__check_rated(const LobbyUser *user, const JournalGame *opening);
// Returns why these two cannot.
LobbyError lobby__check_rated_pair(const LobbyUser *one, const LobbyUser *other);
LobbyRating lobby__rating(const LobbyUser *user, const JournalGame *opening);

// Asks for the game of a user again.
LobbyError lobby__ask_rematch(Lobby *lobby, LobbyUser *user, const LobbySeat *seat);
// Returns whether a rematch waits for this token of a seat, as this connection was told: a session that began after the
// game has no token that is kept. Then `*seat` is that seat.
bool lobby__find_rematch(const Lobby *lobby, const LobbyConnection *conn, Slice token,
                         LobbySeat *seat);
// Takes back all rematches that a user has asked for.
void lobby__end_rematches(Lobby *lobby, LobbyUser *user);
// Tells a new connection which rematches its user and its opponents have asked for.
void lobby__tell_rematches(const Lobby *lobby, const LobbyConnection *conn);

#endif
