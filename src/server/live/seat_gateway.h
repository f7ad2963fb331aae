// The gateway of seats: what a node sends to the connections of seats, and what it receives from them. It seats a connection that shows a
// token, hands commands to the live games and mail to its seat, and limits what a client may do.
//
// Pure: no sockets, no database, no clock. Lines come in, and lines and requests go out by SeatGatewayCallbacks; so the test of silence can put
// two games side by side and compare every byte that a connection gets. What a connection is sent depends on its own
// lines and on the mail of its own seat, and on nothing else: the gateway knows of no other.
//
//     seat_gateway_connect(host, 5, now)                      5 is sent `nebel 1`
//     seat_gateway_take_line(host, 5, "join 1 TOKEN 0", now)  callbacks.find_token(5, TOKEN)
//     seat_gateway_take_seat(host, 5, &found, now)                 5 is sent its game and the first part of what it missed
//     seat_gateway_send_more(host, 5, now)                        and the next part, whenever it has read the one before
#ifndef NEBEL_LIVE_SEAT_GATEWAY_H
#define NEBEL_LIVE_SEAT_GATEWAY_H

#include "base/allowance.h"
#include "server/live/live_games.h"

typedef struct SeatGateway SeatGateway;

// Callbacks. None of these may call the gateway.
typedef struct SeatGatewayCallbacks {
    void (*send)(void *context, uint64_t connection, Slice line); // one frame
    void (*close)(void *context,
                  uint64_t connection); // after what was sent; seat_gateway_disconnect follows
    void (*ping)(void *context, uint64_t connection); // seat_gateway_note_lag follows
    // Looks a token up; seat_gateway_take_seat follows. False if too many are looked up.
    bool (*find_token)(void *context, uint64_t connection, Slice token);
    // Looks up the journal of a game that is not live; seat_gateway_take_journal follows. False if too much is looked up.
    bool (*find_journal)(void *context, uint64_t connection, uint64_t game);
    void *context;
} SeatGatewayCallbacks;

typedef struct SeatGatewayPlan {
    LiveGames *hall; // seat_gateway_send_mail is its LiveMailCallback
    SeatGatewayCallbacks callbacks;
    AllowanceRule lines; // of one connection
    uint32_t part;       // missed lines that are sent before their reader must have read them
    uint32_t ping_ms;   // a seat whose game has clocks is pinged no sooner again than after so long
    uint32_t join_ms;   // within which a connection must have sent its token
    uint32_t linger_ms; // for which a game that is over stays, for seats that come back
} SeatGatewayPlan;

// Returns NULL if out of memory.
SeatGateway *seat_gateway_create(const Memory *memory, const SeatGatewayPlan *plan);
void seat_gateway_destroy(SeatGateway *host); // accepts NULL

// Hands mail to its seat if that has a connection; for LiveGamesPlan.post.
void seat_gateway_send_mail(void *host, const LiveMail *mail);

// Adds a connection, whose number is never used again. Returns false if out of memory.
MUST_USE bool seat_gateway_connect(SeatGateway *host, uint64_t connection, uint64_t now_ms);
void seat_gateway_take_line(SeatGateway *host, uint64_t connection, Slice line, uint64_t now_ms);
void seat_gateway_disconnect(SeatGateway *host, uint64_t connection);
// Closes a connection whose token is not valid any more, after it is sent the reason.
// `suspended` says until when and why, if its person is suspended; else it is NULL.
void seat_gateway_end_token(SeatGateway *host, uint64_t connection, const char *suspended);

// Notes how long a ping to a connection and back took.
void seat_gateway_note_lag(SeatGateway *host, uint64_t connection, uint32_t lag_ms);

// The seat of a token.
typedef struct FoundSeat {
    bool is_found;
    uint8_t seat;
    uint64_t game;
    uint64_t
        seed; // for a bot's chance; the same each time this token is used, and known to nobody else
    uint64_t
        archive; // by which everybody can look at the game when it is over; it tells nothing else
} FoundSeat;

// Takes the answer to find_token. The connection may be gone.
void seat_gateway_take_seat(SeatGateway *host, uint64_t connection, const FoundSeat *found,
                            uint64_t now_ms);

// Takes the answer to find_journal; NULL if there is none that can be read. If the game is over its seat is sent all of it again. The
// connection may be gone.
void seat_gateway_take_journal(SeatGateway *host, uint64_t connection, const GameJournal *journal,
                               uint64_t now_ms);

// Sends the next part of what a connection missed. It has read everything that it was sent.
void seat_gateway_send_more(SeatGateway *host, uint64_t connection, uint64_t now_ms);

// Tells every seat, in the same words, that the clocks of all games are paused, also one that joins meanwhile; and that they run again.
void seat_gateway_pause(SeatGateway *host);
void seat_gateway_resume(SeatGateway *host);

// Closes connections that never joined, and games that are over. Called once a second or so.
void seat_gateway_tidy(SeatGateway *host, uint64_t now_ms);

// Closes the connections of a game that another node has taken: its seats must look for it again.
void seat_gateway_lose_game(SeatGateway *host, uint64_t game);

typedef struct SeatGatewayCounts {
    uint32_t connections, seated;
} SeatGatewayCounts;

SeatGatewayCounts seat_gateway_counts(const SeatGateway *host);

#endif
