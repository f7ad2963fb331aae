// What is outside of a lobby, in memory: guests, games and chance from a seed, and connections that keep what they are told. Questions
// are answered when the test says so, in their order.
#ifndef NEBEL_TESTS_TOWN_H
#define NEBEL_TESTS_TOWN_H

#include "base/rng.h"
#include "server/lobby/lobby.h"

enum { TOWN_GUESTS_MAX = 64, TOWN_BLOCKS_MAX = 8, TOWN_ASKS_MAX = 64, TOWN_GAMES_MAX = 256 };

typedef struct TownGuest {
    uint64_t number;
    LobbyToken token;
    char name[LOBBY_NAME_MAX + 1];
    uint32_t rating; // in every pool; 0 for none yet
    bool has_account;
    uint64_t address;                 // by which it has logged in; 0 for none
    uint64_t blocks[TOWN_BLOCKS_MAX]; // whom it has blocked
    uint32_t block_count;
} TownGuest;

typedef struct TownGame {
    LobbyPair pair;
    char bot[LOBBY_NAME_MAX + 1]; // "" between guests
    bool is_open, is_over;
    bool is_kept[2]; // the token of the seat was kept when its guest listed its games
    uint8_t opening; // LobbyOpening, once it is known
} TownGame;

// The bots of the town. Each plays Kriegspiel alone, not with clocks under a minute, and one game at a time; a guest has two games with bots at most.
enum { TOWN_BOTS = 3, TOWN_BOT_GAMES_OF_ONE = 2, TOWN_BOT_CLOCK_MIN_MS = 60000 };
extern const LobbyBot town_bots[TOWN_BOTS];

typedef enum TownAskKind {
    TOWN_KEEP,
    TOWN_FIND,
    TOWN_OPEN,
    TOWN_LIST,
    TOWN_KEEP_SEAT,
    TOWN_SEAT,
    TOWN_BOTS_LIST,
    TOWN_BLOCKS,
    TOWN_ASK_COUNT
} TownAskKind;

typedef struct TownAsk {
    uint8_t kind; // TownAskKind
    uint64_t connection;
    TownGuest guest; // TOWN_KEEP; TOWN_FIND, TOWN_LIST, TOWN_SEAT, TOWN_BLOCKS: its number or token
    uint32_t game;   // TOWN_OPEN: of Town.games
    LobbyToken token; // TOWN_SEAT
    LobbyGame kept;   // TOWN_KEEP_SEAT; its opponent is in the name of the guest
} TownAsk;

typedef struct Town {
    Lobby *lobby;
    uint64_t now_ms;
    Rng rng;
    // Takes every line that a connection gets, and "closed" when it is closed.
    void (*heard)(void *context, uint64_t connection, const char *line);
    void *context;
    bool is_busy;         // nothing more is taken
    bool has_no_rooms;    // games cannot be opened
    uint32_t names_taken; // so many names are taken before one is free
    TownGuest guests[TOWN_GUESTS_MAX];
    uint32_t guest_count;
    TownGame games[TOWN_GAMES_MAX];
    uint32_t game_count;
    TownAsk asks[TOWN_ASKS_MAX];
    uint32_t ask_count;
} Town;

// The limits of the tests: 10 lines a second and 30 at once, and so on.
LobbyPlan town_plan(Town *town);
// Opens a lobby with that plan. False if there is no memory.
MUST_USE bool town_open(Town *town, const Memory *memory, uint64_t seed);
void town_close(Town *town);

void town_say(Town *town, uint64_t connection, const char *line);
// Answers the first question that waits; false if none does.
bool town_answer(Town *town);
void town_answer_all(Town *town);
// Ends the last game, or that one.
void town_end_game(Town *town, uint32_t game);
// A guest's rating moves.
void town_rate(Town *town, TownGuest *guest, uint32_t rating);
// The token of a seat.
LobbyToken town_seat_token(const Town *town, uint32_t game, unsigned seat);

#endif
