// What a lobby holds, for the files of this room alone.
#ifndef NEBEL_LOBBY_INSIDE_H
#define NEBEL_LOBBY_INSIDE_H

#include "base/number_map.h"
#include "server/lobby/lobby.h"

enum { SEATS = 2, MISSED_MAX = 4 };

// A game that began while its guest was away.
typedef struct Missed {
    uint64_t game;
    uint8_t seat;
    LobbyToken session; // whose token of the seat is kept
    char opponent[LOBBY_NAME_MAX + 1];
} Missed;

typedef struct Visitor Visitor;

// Numbers of guests whom one has blocked.
typedef struct Blocks {
    uint64_t *list;
    uint32_t count;
} Blocks;

// A guest who is here, or whose seek, rematch or game waits for it.
typedef struct Guest {
    uint64_t number;
    LobbyToken
        session; // of the connection that came last; when a game begins, the token of its seat is this session's
    char name[LOBBY_NAME_MAX + 1];
    bool has_account;
    LobbyRatings ratings;
    LobbyAddresses addresses;
    Allowance actions;
    Visitor *first;                      // of its connections; NULL if it is away
    uint64_t away_ms;                    // and since when
    uint32_t seeks, links, asked, pairs; // how many of these it has
    Missed missed[MISSED_MAX];           // the last ones
    uint32_t missed_count;
    Blocks blocks;
    bool wants_blocks; // they are to be looked up again
} Guest;

typedef enum VisitorState {
    VISITOR_NEW,     // nobody knows who it is
    VISITOR_ASKING,  // its guest is looked up or kept
    VISITOR_KNOWN,   //
    VISITOR_LEAVING, // it was told to quit; nothing that it sends counts
} VisitorState;

// A connection.
struct Visitor {
    uint64_t connection;
    uint8_t state; // VisitorState
    bool is_watching;
    uint64_t speak_by_ms;
    Allowance lines;
    Guest *guest;  // once it is known
    Visitor *next; // of the same guest
    LobbyToken session;
    // While its guest is kept or looked up.
    uint64_t number;
    char name[LOBBY_NAME_MAX + 1];
    uint8_t names_tried;
};

// A seek or a link.
typedef struct Seek {
    uint64_t id;
    Guest *guest;
    bool is_link;
    bool is_told; // to those who watch
    bool is_rated;
    uint8_t colour;
    LobbyRange range;
    LobbyRating rating; // of its guest, when it was opened
    uint64_t since_ms;
    JournalGame opening;
    char game[GAME_TEXT_MAX]; // its string: equal games have equal ones
    struct Seek *older, *newer;
} Seek;

// By age.
typedef struct SeekList {
    Seek *oldest, *newest;
    uint32_t count;
} SeekList;

// Two guests whose game is being opened, or a guest and a house bot.
typedef struct Pair {
    uint64_t game;
    Guest *guests[SEATS];         // NULL for the bot
    LobbyToken sessions[SEATS];   // whose tokens of the seats are kept
    uint8_t verbs[SEATS];         // LobbyVerb: what each of them had said
    char bot[LOBBY_NAME_MAX + 1]; // its name; "" if there is none
    bool is_rated;
} Pair;

// A game that is over and that somebody wants to play again.
typedef struct Rematch {
    uint64_t game;
    JournalGame opening;
    uint64_t guests[SEATS]; // who sat where
    Guest *asked[SEATS];    // who has asked; NULL if it has not
    bool is_rated;
} Rematch;

struct Lobby {
    Memory memory;
    LobbyPlan plan;
    NumberMap visitors;  // of Visitor by connection
    NumberMap guests;    // of Guest by number
    NumberMap by_id;     // of Seek: seeks and links
    NumberMap pairs;     // of Pair by game
    NumberMap rematches; // of Rematch by game
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

// --- telling.c: what goes out --------------------------------------------------------------------

void lobby__send(const Lobby *lobby, const Visitor *visitor, const Text *text);
// Tells all connections of a guest.
void lobby__tell(const Lobby *lobby, const Guest *guest, const Text *text);
void lobby__write_error(LobbyVerb verb, LobbyError error, Text *text);
void lobby__tell_error(const Lobby *lobby, const Guest *guest, LobbyVerb verb, LobbyError error);
// Draws a number that no thing of the map has; false if there is none.
MUST_USE bool lobby__draw_new(const Lobby *lobby, const NumberMap *map, uint64_t *number);

// --- seeks.c: what is open -----------------------------------------------------------------------

// Opens a seek or a link and tells its guest; NULL if there is no memory or no chance.
Seek *lobby__open_seek(Lobby *lobby, Guest *guest, const LobbySaid *said,
                       const JournalGame *opening, uint64_t now_ms);
// Tells those who watch of a seek that stays open.
void lobby__show_seek(const Lobby *lobby, Seek *seek);
void lobby__end_seek(Lobby *lobby, Seek *seek);
// Ends all seeks of a guest, or all links.
void lobby__end_seeks(Lobby *lobby, const Guest *guest, bool are_links);
// Ends one of a guest's seeks and links, all of them for 0; LOBBY_ERR_GONE if it has no such.
LobbyError lobby__unseek(Lobby *lobby, const Guest *guest, uint64_t id);
// A seek or a link by its id; NULL if there is none.
const Seek *lobby__find_seek(const Lobby *lobby, uint64_t id, bool is_link);
// Tells a new connection what its guest has open, and one that watches all seeks.
void lobby__tell_own_seeks(const Lobby *lobby, const Visitor *visitor);
void lobby__tell_seeks(const Lobby *lobby, const Visitor *visitor);
LobbyOffer lobby__offer_of(const Seek *seek);

// Tells connections of one guest that seeks of another one came or went, and the other way round: from now on they are apart, or not any more.
void lobby__part(const Lobby *lobby, const Guest *one, const Guest *other, bool are_apart);
// Tells a connection that has watched, and is known now, that seeks of those who are apart from its guest are gone.
void lobby__hide_seeks(const Lobby *lobby, const Visitor *visitor);

// --- pairs.c: games that begin -------------------------------------------------------------------

// Two guests that shall play, or a guest and a house bot, and what each of them had said.
typedef struct Match {
    const JournalGame *opening;
    Guest *guests[SEATS]; // by their seats; NULL for the bot
    LobbyVerb verbs[SEATS];
    Slice bot; // its name; empty if there is none
    bool is_rated;
} Match;

// Ends the seeks of both, and has the game opened. If that cannot be, both are told.
void lobby__pair(Lobby *lobby, const Match *match);
// Tells a connection of a game. If the seat's token is kept for another session than its own, its own is kept first.
void lobby__tell_game(const Lobby *lobby, const Visitor *visitor, const LobbyToken *kept,
                      const LobbyGame *game);

// Tells a connection that it has been told all of its games.
void lobby__end_list(const Lobby *lobby, const Visitor *visitor);

// --- matching.c: who fits whom -------------------------------------------------------------------

// Opens a seek or a link, or pairs it at once.
LobbyError lobby__seek(Lobby *lobby, Guest *guest, const LobbySaid *said,
                       const JournalGame *opening, uint64_t now_ms);
// Pairs rated seeks that have waited until their ranges met; or all seeks that fit, since two guests are not apart any more.
void lobby__match_waiting(Lobby *lobby, bool are_all, uint64_t now_ms);
// Plays against whoever seeks, or made the link.
LobbyError lobby__take(Lobby *lobby, Guest *guest, uint64_t id, LobbyVerb verb);

// --- apart.c: who is apart -----------------------------------------------------------------------

bool lobby__has_blocked(Blocks blocks, uint64_t number);
// Whether one of two guests has blocked the other; NULL is nobody.
bool lobby__are_apart(const Guest *one, const Guest *other);

// --- blocks.c: lists that change -----------------------------------------------------------------

// A guest has blocked these, and nobody else. False, with nothing changed, if there is no memory.
MUST_USE bool lobby__take_blocks(const Lobby *lobby, Guest *guest, const uint64_t *list,
                                 uint32_t count);
// Looks up again what could not be looked up before.
void lobby__tidy_blocks(Lobby *lobby);

// --- bots.c: games against house bots ------------------------------------------------------------

// Has a game of the guest's against a bot opened; the colour is what the guest wishes.
LobbyError lobby__challenge(Lobby *lobby, Guest *guest, const LobbySaid *said,
                            const JournalGame *opening, uint64_t now_ms);
// The same game again with the seats exchanged: a bot always wants to.
LobbyError lobby__challenge_again(Lobby *lobby, Guest *guest, const LobbySeat *seat);

// --- ratings.c: who may play rated games, and how strong somebody is -----------------------------

// Why a guest cannot play this game for its rating; LOBBY_OK if it can.
LobbyError lobby__check_rated(const Guest *guest, const JournalGame *opening);
// Why these two cannot.
LobbyError lobby__check_rated_pair(const Guest *one, const Guest *other);
LobbyRating lobby__rating(const Guest *guest, const JournalGame *opening);

// --- rematches.c ---------------------------------------------------------------------------------

// A guest wants its game again.
LobbyError lobby__ask_rematch(Lobby *lobby, Guest *guest, const LobbySeat *seat);
// Whether a rematch waits for this token of a seat, as its opponent's wish was told to this connection: a session that began after the
// game has no token that is kept. Then `*seat` is that seat.
bool lobby__find_rematch(const Lobby *lobby, const Visitor *visitor, Slice token, LobbySeat *seat);
// It does not want any of them any more.
void lobby__end_rematches(Lobby *lobby, Guest *guest);
// Tells a new connection which rematches its guest and its opponents have asked for.
void lobby__tell_rematches(const Lobby *lobby, const Visitor *visitor);

// --- guests.c: who is here -----------------------------------------------------------------------

// A connection is from now on that guest's, who is made if it is not here. False if there is no memory.
MUST_USE bool lobby__enter(Lobby *lobby, Visitor *visitor, const LobbyGuest *known,
                           uint64_t now_ms);
void lobby__leave(Lobby *lobby, Visitor *visitor, uint64_t now_ms);
void lobby__free_guest(const Memory *memory, Guest *guest);
// Ends what guests that have been away too long have here.
void lobby__tidy_guests(Lobby *lobby, uint64_t now_ms);

#endif
