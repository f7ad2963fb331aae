// What an office holds, for the files of this room alone.
//
// The loop takes requests and hands each to a lane: a queue with threads. A thread has a Desk with a database connection of its own. It
// answers, and the loop sends the answer.
#ifndef NEBEL_OFFICE_INSIDE_H
#define NEBEL_OFFICE_INSIDE_H

#include "base/crypto/password.h"
#include "server/accounts/limits.h"
#include "server/accounts/mail.h"
#include "server/accounts/names.h"
#include "server/accounts/office.h"
#include "server/net/net.h"
#include "server/store/caller.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct Office Office;
typedef struct Desk Desk;

enum {
    STATUS_OK = 200,
    STATUS_CREATED = 201,
    STATUS_ACCEPTED = 202,
    STATUS_BAD = 400,
    STATUS_WHO = 401,
    STATUS_FORBIDDEN = 403,
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
    LANE_HASH,  // passwords
    LANE_MAIL,  // which waits for a mail server
    LANE_RESET, // the same for whoever was answered before, so that no other request waits for it and tells by its delay who has an address
    LANE_COUNT
} LaneName;

// By what kind of session a person may ask, where persons may.
typedef enum RouteNeed {
    NEED_READ,   // any; the token of a program needs the scope `read`
    NEED_LOGIN,  // one that began with a password
    NEED_PERSON, // such a one, or a guest's; not the token of a program
} RouteNeed;

// Lane and need are as wide as a pointer, so that rows have no gaps.
typedef struct OfficeRoute {
    uint8_t method;   // NetMethod
    uint8_t who;      // NetWho: NET_PUBLIC, or NET_PERSON, and then desk->asker is that person
    const char *path; // as in NetRoute
    size_t lane;      // LaneName
    // Runs in a thread of the lane.
    void (*answer)(Desk *desk, const Asked *asked, Answer *answer);
    size_t need; // RouteNeed
    // Runs in the loop before the request is handed to its lane: false if somebody asks too often. May say that the job can wait.
    // NULL if everybody may ask as often as the proxy lets it.
    bool (*screen)(Office *office, const NetRequest *request, bool *can_wait);
} OfficeRoute;

extern const OfficeRoute office__routes[];
extern const unsigned office__route_count;

// --- statements.c: what is said to PostgreSQL ----------------------------------------------------

typedef enum OfficeStatement {
    OFFICE_PING,
    OFFICE_FIND_SESSION,
    OFFICE_REGISTER,
    OFFICE_FIND_ACCOUNT,
    OFFICE_OWN_ACCOUNT,
    OFFICE_BEGIN_SESSION,
    OFFICE_LIST_SESSIONS,
    OFFICE_END_SESSION,
    OFFICE_END_OTHERS,
    OFFICE_SET_PASSWORD,
    OFFICE_DELETE_ACCOUNT,
    OFFICE_ADD_LINK,
    OFFICE_FIND_EMAIL,
    OFFICE_CONFIRM_EMAIL,
    OFFICE_RESET_PASSWORD,
    OFFICE_FORGET_EMAIL,
    OFFICE_TIDY,
    OFFICE_GAME,            // the record of a finished game
    OFFICE_GAMES,           // a page of finished games
    OFFICE_GAMES_BY_RULES,  //
    OFFICE_GAMES_OF_PLAYER, //
    OFFICE_PLAYER,          // how many games a player has won
    OFFICE_RATINGS,         // of a player
    OFFICE_HISTORY,         // of these ratings
    OFFICE_LEADERBOARD,
    OFFICE_GAMES_OF_PERSON, // all of them, for its export
    OFFICE_REPORT,
    OFFICE_OWN_REPORTS,
    OFFICE_BLOCK,
    OFFICE_UNBLOCK,
    OFFICE_BLOCKS,
    OFFICE_STATEMENTS
} OfficeStatement;

// Every one may be done twice without harm.
extern const StoreStatement office__statements[OFFICE_STATEMENTS];

// --- games.c: finished games ---------------------------------------------------------------------

void office__tell_game(Desk *desk, const Asked *asked, Answer *answer);
void office__tell_picture(Desk *desk, const Asked *asked, Answer *answer);
void office__list_games(Desk *desk, const Asked *asked, Answer *answer);
void office__tell_player(Desk *desk, const Asked *asked, Answer *answer);
// All games of the one who asks, or the last ten thousand of them. For the export.
void office__list_own_games(Desk *desk, const Asked *asked, Answer *answer);

// --- ratings.c: how strong players are -----------------------------------------------------------

void office__tell_ratings(Desk *desk, const Asked *asked, Answer *answer);
void office__tell_history(Desk *desk, const Asked *asked, Answer *answer);
void office__tell_leaderboard(Desk *desk, const Asked *asked, Answer *answer);

// --- queries.c: what stands behind the ? of a path -----------------------------------------------

typedef struct QueryKey {
    const char *key;
    Text value; // what was asked; empty if the key is not there
} QueryKey;

// Reads `key=value&...`. Returns what is wrong with it, NULL if nothing is; `help` if a key is none of these.
const char *office__read_query(const char *query, QueryKey *keys, unsigned count, const char *help);
// Letters, digits, - and _: what names of players and rulesets are made of.
bool office__is_word(const char *text);
extern const char office__no_word[]; // what to say of another text

// --- desk.c: what a thread has -------------------------------------------------------------------

enum { NUMBER_ROOM = 24, HASH_ROOM = 2 * TOKEN_HASH_BYTES + 3 };

// Texts, as statements take them.
typedef struct HashText {
    char text[HASH_ROOM]; // \x and hexadecimal digits
} HashText;

// Who asks, by its session.
typedef struct Asker {
    char person[NUMBER_ROOM], name[NAME_ROOM];
    HashText session;
} Asker;

struct Desk {
    const Office *office;
    const Memory *memory;
    StoreCaller *caller;
    Asker asker;        // of a route for persons
    const json_t *body; // the object that a POST brought
};

// Answers a request: looks up who asks, if its route wants to know.
void office__serve(Desk *desk, const OfficeRoute *route, const Asked *asked, Answer *answer);
HashText office__hash_text(const TokenHash *hash);
// The rows of the last call as a list, so many at most; NULL if there is no memory.
typedef json_t *RowToJson(const StoreCaller *caller, uint32_t row);
json_t *office__rows_to_json(const StoreCaller *caller, uint32_t most, RowToJson *to_json);
// The first row of an answer has a column that says t.
bool office__is_true(const Desk *desk, unsigned column);
// Runs a statement with its values. False, with the answer written, if the database is away or refuses it.
MUST_USE bool office__call(Desk *desk, OfficeStatement statement, const char *const *values,
                           Answer *answer);
// Writes an answer; takes the object, and NULL means that there was no memory for it.
void office__answer(Answer *answer, unsigned status, json_t *object);
// A text of the object; "" if it has none.
const char *office__string(const json_t *object, const char *key);
// {"error": REASON}.
void office__refuse(Answer *answer, unsigned status, const char *reason);

// --- lanes.c: queues and threads -----------------------------------------------------------------

// A request on its way through a lane and back. It owns its texts.
typedef struct Job {
    struct Job *next;
    bool can_wait;    // until those that cannot are done
    uint64_t request; // of net
    const OfficeRoute *route;
    Asked asked;
    Answer answer;
    size_t bytes;
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
    bool takes_all; // also jobs that can wait
    Desk desk;
    pthread_t thread;
} Worker;

// The first thread takes no job that can wait, so that one is always soon free for those that cannot.
typedef struct Lane {
    Jobs waiting[2]; // those that cannot wait, and those that can
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

// --- sessions.c ----------------------------------------------------------------------------------

// Begins a session of a person by login, and answers with its token and a mark for this device.
void office__begin_session(Desk *desk, const char *person, const char *name, const Asked *asked,
                           const char *label, Answer *answer);
// The seal of the address that asks, as a statement takes it.
HashText office__address_text(const Desk *desk, const Asked *asked);
void office__list_sessions(Desk *desk, const Asked *asked, Answer *answer);
void office__end_sessions(Desk *desk, const Asked *asked, Answer *answer);
void office__make_token(Desk *desk, const Asked *asked, Answer *answer);

// --- accounts.c ----------------------------------------------------------------------------------

bool office__screen_login(Office *office, const NetRequest *request, bool *can_wait);
bool office__screen_register(Office *office, const NetRequest *request, bool *can_wait);
bool office__screen_password(Office *office, const NetRequest *request, bool *can_wait);
void office__register(Desk *desk, const Asked *asked, Answer *answer);
void office__log_in(Desk *desk, const Asked *asked, Answer *answer);
void office__tell_account(Desk *desk, const Asked *asked, Answer *answer);
void office__change_password(Desk *desk, const Asked *asked, Answer *answer);
void office__delete_account(Desk *desk, const Asked *asked, Answer *answer);
// Whether the one who asks has shown its password; if not, the answer says so.
MUST_USE bool office__is_password(Desk *desk, const char *password, Answer *answer);

// --- email.c -------------------------------------------------------------------------------------

bool office__screen_reset(Office *office, const NetRequest *request, bool *can_wait);
bool office__screen_email(Office *office, const NetRequest *request, bool *can_wait);
bool office__screen_link(Office *office, const NetRequest *request, bool *can_wait);
void office__set_email(Desk *desk, const Asked *asked, Answer *answer);
void office__confirm_email(Desk *desk, const Asked *asked, Answer *answer);
void office__forget_email(Desk *desk, const Asked *asked, Answer *answer);
void office__send_reset(Desk *desk, const Asked *asked, Answer *answer);
void office__reset_password(Desk *desk, const Asked *asked, Answer *answer);

// --- reports.c: reports and blocks ---------------------------------------------------------------

bool office__screen_report(Office *office, const NetRequest *request, bool *can_wait);
bool office__screen_block(Office *office, const NetRequest *request, bool *can_wait);
void office__report(Desk *desk, const Asked *asked, Answer *answer);
void office__block(Desk *desk, const Asked *asked, Answer *answer);
void office__unblock(Desk *desk, const Asked *asked, Answer *answer);
void office__list_blocks(Desk *desk, const Asked *asked, Answer *answer);
// What the one who asks has reported. For the export.
void office__list_own_reports(Desk *desk, const Asked *asked, Answer *answer);

// --- export.c ------------------------------------------------------------------------------------

bool office__screen_export(Office *office, const NetRequest *request, bool *can_wait);
void office__export(Desk *desk, const Asked *asked, Answer *answer);

// --- screens.c: counting before the queue --------------------------------------------------------

// Counts one; false if that is too often.
MUST_USE bool office__take(const Office *office, LimitKind kind, Slice what);
MUST_USE bool office__take_address(const Office *office, LimitKind kind, Slice address);
// By the session that asks. Who has none is not counted, because its route refuses it; else all strangers would share a limit.
MUST_USE bool office__take_session(const Office *office, LimitKind kind, const NetRequest *request);

// --- office.c ------------------------------------------------------------------------------------

// Answers, as the log counts them.
typedef enum OfficeKind {
    KIND_DONE,
    KIND_WHO,       // a wrong password, or no session
    KIND_FORBIDDEN, // a session or token that is not enough
    KIND_OFTEN,
    KIND_BAD, // any other mistake of the one who asks
    KIND_FAILED,
    OFFICE_KINDS
} OfficeKind;

struct Office {
    Memory memory;
    OfficePlan plan;
    Net *net;
    NetRoute *routes;
    Limits *limits;       // the loop's
    PasswordHash nobodys; // of no password: who logs in by an unknown name waits as long as others
    uint64_t tidy_ms;     // when old rows are removed next
    uint64_t count_ms;    // when answers are counted in the log next
    uint32_t counts[OFFICE_KINDS];
    pthread_mutex_t lock; // of everything that follows
    Lane lanes[LANE_COUNT];
    Jobs done;
    atomic_bool is_ending;
};

#endif
