// The bot protocol as lines: what a runner tells a program in a seat, and what the program says.
// docs/protocol/bot.md is the law. This room turns text into structs and back, and runs nothing.
//
// Every line that a seat can receive is written by a function of this file, so that the test of
// silence can compare them all. Slices in what was read point into the line.
#ifndef NEBEL_PROTOCOL_BOT_H
#define NEBEL_PROTOCOL_BOT_H

#include "games/core/record.h"

enum {
    BOT_PROTOCOL = 1,
    BOT_SAID_MAX = 1024,  // bytes of a line from a bot, its end included
    BOT_ORDER_MAX = 4096, // bytes of a line to a bot; a turn has hundreds of tries
};

// A row a verb: reading and writing know its name, the protocol page's test its arguments.
typedef struct BotVerb {
    const char *name;
    const char *arguments; // as the page writes them; "" for none
    const char *help;
} BotVerb;

// What a runner says:

typedef enum BotOrderKind {
    BOT_NEBEL,
    BOT_SETOPTION,
    BOT_NEWGAME,
    BOT_OPENING,
    BOT_HEAR,
    BOT_TRIES,
    BOT_GO,
    BOT_STOP,
    BOT_PING,
    BOT_QUIT,
    BOT_ORDER_COUNT
} BotOrderKind;

typedef struct BotNewgame {
    Slice game; // a game string
    uint8_t seat;
    uint64_t seed;
    ClockRule clock;
    Slice start; // on a chess board: the first position as a FEN in one word; else empty
} BotNewgame;

// Limits of one answer; 0 is none.
typedef struct BotGo {
    uint32_t clock_ms[2], increment_ms[2];
    uint32_t move_ms, cpu_ms;
    uint64_t nodes;
} BotGo;

typedef struct BotOrder {
    BotOrderKind kind;
    uint32_t version;   // BOT_NEBEL
    Slice name, value;  // BOT_SETOPTION
    BotNewgame newgame; // BOT_NEWGAME
    BotGo go;           // BOT_GO
    Slice text;         // BOT_OPENING: a try; BOT_HEAR: a hearing; BOT_TRIES: tries
} BotOrder;

// What a bot says:

typedef enum BotSaidKind {
    BOT_ID,
    BOT_OPTION,
    BOT_WANT,
    BOT_READY,
    BOT_REFUSE,
    BOT_PONG,
    BOT_INFO,
    BOT_TRY, // from here on: actions, of which one answers each `go`
    BOT_ASK,
    BOT_DRAW,
    BOT_ACCEPT,
    BOT_DECLINE,
    BOT_RESIGN,
    BOT_SAID_COUNT
} BotSaidKind;

typedef struct BotOption {
    Slice name, type, default_;
    Slice range; // `min 1 max 20`, `var mean var vote` or nothing
} BotOption;

typedef struct BotInfo {
    uint64_t nodes;
    double value; // its chance to win, 0 to 1; meaningless unless has_value
    bool has_value;
    Slice text;
} BotInfo;

typedef struct BotSaid {
    BotSaidKind kind;
    Slice text; // BOT_ID: the name; BOT_REFUSE: why; BOT_TRY: a try
    BotOption option;
    BotInfo info;
} BotSaid;

typedef enum BotError {
    BOT_OK = 0,
    BOT_ERR_VERB,      // no verb of this direction
    BOT_ERR_ARGUMENTS, // the verb is known, what follows is wrong
    BOT_ERR_NUL,       // a line of text has none
    BOT_ERR_COUNT
} BotError;

extern const BotVerb bot_orders[BOT_ORDER_COUNT], bot_said[BOT_SAID_COUNT];
// The types an option can have, ended by NULL.
extern const char *const bot_option_types[];

// Reading: `line` comes without its end. On error nothing is touched.
MUST_USE BotError bot_order_read(Slice line, BotOrder *order);
MUST_USE BotError bot_said_read(Slice line, BotSaid *said);
const char *bot_error_text(BotError error);

// Writing adds one line and its end.
void bot_order_write(const BotOrder *order, Text *text);
void bot_said_write(const BotSaid *said, Text *text);

// What a seat is told of its game, straight from the game's own values.
void bot_write_newgame(const Game *game, const Rules *rules, uint8_t seat, uint64_t seed,
                       ClockRule clock, Text *text);
void bot_write_opening(const Game *game, Try attempt, Text *text);
void bot_write_hear(const Hearing *heard, uint8_t listener, Text *text);
void bot_write_tries(const Game *game, const Try *tries, uint32_t count, Text *text);

static inline bool bot_is_action(BotSaidKind kind)
{
    return kind >= BOT_TRY;
}

#endif
