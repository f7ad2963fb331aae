// The host: what a node says to the connections of seats, and what it takes from them. It seats whoever has a token, hands
// commands to the hall and mail to its seat, and limits what a client may do.
//
// Pure: no sockets, no database, no clock. Lines come in, and lines and wishes go out by HostOutside; so the test of silence can put
// two games side by side and compare every byte that a connection gets. What a connection is told depends on its own
// lines and on the mail of its own seat, and on nothing else: the host knows of no other.
//
//     host_connect(host, 5, now)                      5 is told `nebel 1`
//     host_take_line(host, 5, "join 1 TOKEN 0", now)  outside.find_token(5, TOKEN)
//     host_seat(host, 5, &found, now)                 5 is told its game and the first part of what it missed
//     host_go_on(host, 5, now)                        and the next part, whenever it has read the one before
#ifndef NEBEL_HOST_HOST_H
#define NEBEL_HOST_HOST_H

#include "base/allowance.h"
#include "server/live/hall.h"

typedef struct Host Host;

// What the host wants done. None of these may call the host.
typedef struct HostOutside {
    void (*send)(void *context, uint64_t connection, Slice line); // one frame
    void (*close)(void *context,
                  uint64_t connection); // after what was sent; host_disconnect follows
    void (*ping)(void *context, uint64_t connection); // host_note_lag follows
    // Looks a token up; host_seat follows. False if too many are looked up.
    bool (*find_token)(void *context, uint64_t connection, Slice token);
    // Looks the journal of a game up that is not in the hall; host_tell_archive follows. False if too much is looked up.
    bool (*find_journal)(void *context, uint64_t connection, uint64_t game);
    void *context;
} HostOutside;

typedef struct HostPlan {
    Hall *hall; // its post is host_post
    HostOutside outside;
    AllowanceRule lines; // of one connection
    uint32_t part;       // lines that are told again before their reader must have read them
    uint32_t ping_ms;   // a seat whose game has clocks is pinged no sooner again than after so long
    uint32_t join_ms;   // within which a connection must have sent its token
    uint32_t linger_ms; // for which a game that is over stays, for seats that come back
} HostPlan;

// NULL if there is no memory.
Host *host_create(const Memory *memory, const HostPlan *plan);
void host_destroy(Host *host); // accepts NULL

// For HallPlan.post: takes mail and hands it to its seat if it listens.
void host_post(void *host, const HallMail *mail);

// --- Connections ---------------------------------------------------------------------------------

// The number of a connection is never used again. False if there is no memory.
MUST_USE bool host_connect(Host *host, uint64_t connection, uint64_t now_ms);
void host_take_line(Host *host, uint64_t connection, Slice line, uint64_t now_ms);
void host_disconnect(Host *host, uint64_t connection);
// The token of a connection is not good any more: it is told so and closed.
// `suspended` says until when and why, if its person is suspended; else it is NULL.
void host_end_token(Host *host, uint64_t connection, const char *suspended);

// A ping to a connection and back took so long.
void host_note_lag(Host *host, uint64_t connection, uint32_t lag_ms);

// What a token is for.
typedef struct HostFound {
    bool is_found;
    uint8_t seat;
    uint64_t game;
    uint64_t
        seed; // for a bot's chance; the same each time this token is used, and known to nobody else
    uint64_t
        archive; // by which everybody can look at the game when it is over; it tells nothing else
} HostFound;

// The answer to find_token. The connection may be gone.
void host_seat(Host *host, uint64_t connection, const HostFound *found, uint64_t now_ms);

// The answer to find_journal; NULL if there is none that can be read. If the game is over its seat is told all of it again. The
// connection may be gone.
void host_tell_archive(Host *host, uint64_t connection, const GameJournal *journal,
                       uint64_t now_ms);

// A connection has read everything that it was sent: if it missed more, the next part is sent.
void host_go_on(Host *host, uint64_t connection, uint64_t now_ms);

// The clocks of all games stand still: every seat is told so, in the same words, also one that joins meanwhile. And they run again.
void host_pause(Host *host);
void host_resume(Host *host);

// Once a second or so: connections that never joined, and games that are over.
void host_tidy(Host *host, uint64_t now_ms);

// A game is gone to another node: its seats must look for it again.
void host_lose_game(Host *host, uint64_t game);

typedef struct HostCounts {
    uint32_t connections, seated;
} HostCounts;

HostCounts host_counts(const Host *host);

#endif
