// What an office holds, for the files of this room alone.
//
// The loop takes requests and hands each to a lane: a queue with threads. A thread has a Desk with a database connection of its own. It
// answers, and the loop sends the answer.
#ifndef NEBEL_OFFICE_INSIDE_H
#define NEBEL_OFFICE_INSIDE_H

#include "net/net.h"
#include "office/office.h"
#include "store/caller.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct Office Office;
typedef struct Desk Desk;

enum {
    STATUS_OK = 200,
    STATUS_CREATED = 201,
    STATUS_BAD = 400,
    STATUS_WHO = 401,
    STATUS_NOT_FOUND = 404,
    STATUS_CONFLICT = 409,
    STATUS_OFTEN = 429,
    STATUS_FAILED = 500,
    STATUS_BUSY = 503,
};

// --- routes.c: what can be asked, and by whom ----------------------------------------------------

// A request in a thread. The texts live as long as the call; what was not sent is "".
typedef struct Asked {
    const char *body, *parameter, *query, *bearer, *address;
} Asked;

typedef struct Answer {
    unsigned status;
    NetType type;
    Text body;
} Answer;

// Lanes keep slow work from holding up quick work.
typedef enum LaneName {
    LANE_QUICK, // some statements
    LANE_COUNT
} LaneName;

typedef struct OfficeRoute {
    uint8_t method, who; // NetMethod, NetWho
    const char *path;    // as in NetRoute
    uint8_t lane;        // LaneName
    // Runs in a thread of the lane.
    void (*answer)(Desk *desk, const Asked *asked, Answer *answer);
} OfficeRoute;

extern const OfficeRoute office__routes[];
extern const unsigned office__route_count;

// --- statements.c: what is said to PostgreSQL ----------------------------------------------------

typedef enum OfficeStatement { OFFICE_PING, OFFICE_STATEMENTS } OfficeStatement;

// Every one may be done twice without harm.
extern const StoreStatement office__statements[OFFICE_STATEMENTS];

// --- desk.c: what a thread has -------------------------------------------------------------------

struct Desk {
    const Office *office;
    const Memory *memory;
    StoreCaller *caller;
};

// Runs a statement with its values. False, with the answer written, if the database is away or refuses it.
MUST_USE bool office__call(Desk *desk, OfficeStatement statement, const char *const *values,
                           Answer *answer);
// Writes an answer; takes the object, and NULL means that there was no memory for it.
void office__answer(Answer *answer, unsigned status, json_t *object);
// {"error": REASON}.
void office__refuse(Answer *answer, unsigned status, const char *reason);

// --- lanes.c: queues and threads -----------------------------------------------------------------

// A request on its way through a lane and back. It owns its texts.
typedef struct Job {
    struct Job *next;
    uint64_t request; // of net
    const OfficeRoute *route;
    Asked asked;
    Answer answer;
    char texts[]; // of asked
} Job;

typedef struct Jobs {
    Job *first, *last;
    unsigned count;
} Jobs;

enum { LANE_THREADS_MAX = 16 };

typedef struct Worker {
    Office *office;
    LaneName lane;
    Desk desk;
    pthread_t thread;
} Worker;

typedef struct Lane {
    Jobs waiting;
    unsigned waiting_max, thread_count;
    Worker workers[LANE_THREADS_MAX];
    pthread_cond_t wake; // something waits, or the office ends
} Lane;

// NULL if there is no memory.
Job *office__make_job(const Memory *memory, const NetRequest *request, const OfficeRoute *route);
void office__free_job(const Memory *memory, Job *job);

void office__init_lanes(Office *office);
// False, with a message, if threads cannot be started.
MUST_USE bool office__open_lanes(Office *office, Text *message);
// Waits for what the threads are doing.
void office__close_lanes(Office *office);
// Hands over a job. False, with nothing changed, if the lane is full.
MUST_USE bool office__hand_in(Office *office, Job *job);
// Takes the next job that is done; NULL if there is none.
Job *office__take_done(Office *office);

// --- office.c ------------------------------------------------------------------------------------

struct Office {
    Memory memory;
    OfficePlan plan;
    Net *net;
    NetRoute *routes;
    pthread_mutex_t lock; // of everything that follows
    Lane lanes[LANE_COUNT];
    Jobs done;
    atomic_bool is_ending;
};

#endif
