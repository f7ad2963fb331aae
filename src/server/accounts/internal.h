// Data structures and functions that the files of server/accounts share.
//
// The loop takes requests and hands each to a queue with worker threads. A thread has a RequestHandler with a database connection of its own. It
// answers, and the loop sends the answer.
#ifndef NEBEL_ACCOUNTS_INTERNAL_H
#define NEBEL_ACCOUNTS_INTERNAL_H

#include "base/crypto/password.h"
#include "server/accounts/accounts.h"
#include "server/accounts/credentials.h"
#include "server/accounts/limits.h"
#include "server/net/net.h"
#include "server/store/caller.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct AccountsService AccountsService;
typedef struct RequestHandler RequestHandler;

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

// A request in a thread. The texts are valid during the call; what was not sent is "".
typedef struct HandlerRequest {
    const char *body, *parameter, *query, *bearer, *address;
} HandlerRequest;

typedef struct HandlerAnswer {
    unsigned status;
    NetType type;
    Text body;
} HandlerAnswer;

// Queues keep slow work from holding up quick work.
typedef enum QueueName {
    QUEUE_QUICK, // some statements
    QUEUE_HASH,  // passwords
    QUEUE_MAIL,  // which waits for a mail server
    QUEUE_RESET, // the same for those who were answered before, so that no other request waits for it and tells by its delay who has an address
    QUEUE_COUNT
} QueueName;

// By what kind of session a person may ask, where persons may.
typedef enum RouteNeed {
    NEED_READ,   // any; the token of a program needs the scope `read`
    NEED_LOGIN,  // one that began with a password
    NEED_PERSON, // such a one, or a guest's; not the token of a program
} RouteNeed;

// Queue and need are as wide as a pointer, so that entries have no gaps.
typedef struct AccountsRoute {
    uint8_t method;   // NetMethod
    uint8_t who;      // NetWho: NET_PUBLIC, or NET_PERSON, and then handler->asker is that person
    const char *path; // as in NetRoute
    size_t queue;     // QueueName
    // Runs in a worker thread of the queue.
    void (*answer)(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer);
    size_t need; // RouteNeed
    // Checks limits, in the loop before the request is handed to its queue: false if a client asks too often. May set that the job can wait.
    // NULL if all clients may ask as often as the proxy lets them.
    bool (*screen)(AccountsService *service, const NetRequest *request, bool *can_wait);
} AccountsRoute;

extern const AccountsRoute accounts__routes[];
extern const unsigned accounts__route_count;

typedef enum AccountsStatement {
    ACCOUNTS_PING,
    ACCOUNTS_FIND_SESSION,
    ACCOUNTS_REGISTER,
    ACCOUNTS_FIND_ACCOUNT,
    ACCOUNTS_OWN_ACCOUNT,
    ACCOUNTS_BEGIN_SESSION,
    ACCOUNTS_LIST_SESSIONS,
    ACCOUNTS_END_SESSION,
    ACCOUNTS_END_OTHERS,
    ACCOUNTS_SET_PASSWORD,
    ACCOUNTS_DELETE_ACCOUNT,
    ACCOUNTS_ADD_LINK,
    ACCOUNTS_FIND_EMAIL,
    ACCOUNTS_CONFIRM_EMAIL,
    ACCOUNTS_RESET_PASSWORD,
    ACCOUNTS_FORGET_EMAIL,
    ACCOUNTS_TIDY,
    ACCOUNTS_GAME,            // the record of a finished game
    ACCOUNTS_GAMES,           // a page of finished games
    ACCOUNTS_GAMES_BY_RULES,  //
    ACCOUNTS_GAMES_OF_PLAYER, //
    ACCOUNTS_PLAYER,          // how many games a player has won
    ACCOUNTS_RATINGS,         // of a player
    ACCOUNTS_HISTORY,         // of these ratings
    ACCOUNTS_LEADERBOARD,
    ACCOUNTS_GAMES_OF_PERSON, // all of them, for its export
    ACCOUNTS_REPORT,
    ACCOUNTS_OWN_REPORTS,
    ACCOUNTS_BLOCK,
    ACCOUNTS_UNBLOCK,
    ACCOUNTS_BLOCKS,
    ACCOUNTS_STATEMENTS
} AccountsStatement;

// Every statement may be run twice without harm.
extern const StoreStatement accounts__statements[ACCOUNTS_STATEMENTS];

void accounts__tell_game(RequestHandler *handler, const HandlerRequest *asked,
                         HandlerAnswer *answer);
void accounts__tell_picture(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer);
void accounts__list_games(RequestHandler *handler, const HandlerRequest *asked,
                          HandlerAnswer *answer);
void accounts__tell_player(RequestHandler *handler, const HandlerRequest *asked,
                           HandlerAnswer *answer);
// All games of the one who asks, or the last ten thousand of them. For the export.
void accounts__list_own_games(RequestHandler *handler, const HandlerRequest *asked,
                              HandlerAnswer *answer);

void accounts__tell_ratings(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer);
void accounts__tell_history(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer);
void accounts__tell_leaderboard(RequestHandler *handler, const HandlerRequest *asked,
                                HandlerAnswer *answer);

typedef struct QueryKey {
    const char *key;
    Text value; // what was asked; empty if the key is not there
} QueryKey;

// Reads `key=value&...`. Returns what is wrong with it, NULL if nothing is; `help` if a key is none of these.
const char *accounts__read_query(const char *query, QueryKey *keys, unsigned count,
                                 const char *help);
// Returns whether a text has letters, digits, - and _ alone, as names of players and rulesets do.
bool accounts__is_word(const char *text);
extern const char accounts__no_word[]; // what to say of another text

enum { NUMBER_ROOM = 24, HASH_ROOM = 2 * TOKEN_HASH_BYTES + 3 };

// Texts, as statements take them.
typedef struct HashText {
    char text[HASH_ROOM]; // \x and hexadecimal digits
} HashText;

// The person who asks, by its session.
typedef struct Asker {
    char person[NUMBER_ROOM], name[NAME_ROOM];
    HashText session;
} Asker;

struct RequestHandler {
    const AccountsService *service;
    const Memory *memory;
    StoreCaller *caller;
    Asker asker;        // of a route for persons
    const json_t *body; // the object that a POST brought
};

// Answers a request: looks up who asks, if its route wants to know.
void accounts__serve(RequestHandler *handler, const AccountsRoute *route,
                     const HandlerRequest *asked, HandlerAnswer *answer);
HashText accounts__hash_text(const TokenHash *hash);
// Returns the rows of the last call as a list, at most so many; NULL if out of memory.
typedef json_t *RowToJson(const StoreCaller *caller, uint32_t row);
json_t *accounts__rows_to_json(const StoreCaller *caller, uint32_t most, RowToJson *to_json);
// Returns whether a column of the first row of an answer is true.
bool accounts__is_true(const RequestHandler *handler, unsigned column);
// Runs a statement with its values. Returns false, with the answer written, if the database is away or refuses it.
MUST_USE bool accounts__call(RequestHandler *handler, AccountsStatement statement,
                             const char *const *values, HandlerAnswer *answer);
// Writes an answer; takes the object, which is NULL if it was out of memory.
void accounts__answer(HandlerAnswer *answer, unsigned status, json_t *object);
// Returns a text of the object; "" if it has none.
const char *accounts__string(const json_t *object, const char *key);
// Writes {"error": REASON}.
void accounts__refuse(HandlerAnswer *answer, unsigned status, const char *reason);

// A request on its way through a queue and back. It owns its texts.
typedef struct QueuedRequest {
    struct QueuedRequest *next;
    bool can_wait;    // until those that cannot are done
    uint64_t request; // of net
    const AccountsRoute *route;
    HandlerRequest asked;
    HandlerAnswer answer;
    size_t bytes;
    char texts[]; // of asked
} QueuedRequest;

typedef struct RequestList {
    QueuedRequest *first, *last;
    unsigned count;
} RequestList;

enum { QUEUE_THREADS_MAX = 16 };

typedef struct WorkerThread {
    AccountsService *service;
    QueueName queue;
    bool takes_all; // also jobs that can wait
    RequestHandler handler;
    pthread_t thread;
} WorkerThread;

// The first thread takes no job that can wait, so that one is always soon free for those that cannot.
typedef struct WorkQueue {
    RequestList waiting[2]; // those that cannot wait, and those that can
    unsigned waiting_max, thread_count;
    WorkerThread workers[QUEUE_THREADS_MAX];
    pthread_cond_t wake; // something waits, or the service ends
} WorkQueue;

void accounts__list_sessions(RequestHandler *handler, const HandlerRequest *asked,
                             HandlerAnswer *answer);
void accounts__end_sessions(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer);
void accounts__make_token(RequestHandler *handler, const HandlerRequest *asked,
                          HandlerAnswer *answer);

bool accounts__screen_login(AccountsService *service, const NetRequest *request, bool *can_wait);
bool accounts__screen_register(AccountsService *service, const NetRequest *request, bool *can_wait);
bool accounts__screen_password(AccountsService *service, const NetRequest *request, bool *can_wait);
void accounts__register(RequestHandler *handler, const HandlerRequest *asked,
                        HandlerAnswer *answer);
void accounts__log_in(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer);
void accounts__tell_account(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer);
void accounts__change_password(RequestHandler *handler, const HandlerRequest *asked,
                               HandlerAnswer *answer);
void accounts__delete_account(RequestHandler *handler, const HandlerRequest *asked,
                              HandlerAnswer *answer);
// Whether the one who asks has shown its password; if not, the answer says so.
MUST_USE bool accounts__is_password(RequestHandler *handler, const char *password,
                                    HandlerAnswer *answer);

// Before threads are started, and at the end.
MUST_USE bool mail_begin(void);
void mail_end(void);
bool accounts__screen_reset(AccountsService *service, const NetRequest *request, bool *can_wait);
bool accounts__screen_email(AccountsService *service, const NetRequest *request, bool *can_wait);
bool accounts__screen_link(AccountsService *service, const NetRequest *request, bool *can_wait);
void accounts__set_email(RequestHandler *handler, const HandlerRequest *asked,
                         HandlerAnswer *answer);
void accounts__confirm_email(RequestHandler *handler, const HandlerRequest *asked,
                             HandlerAnswer *answer);
void accounts__forget_email(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer);
void accounts__send_reset(RequestHandler *handler, const HandlerRequest *asked,
                          HandlerAnswer *answer);
void accounts__reset_password(RequestHandler *handler, const HandlerRequest *asked,
                              HandlerAnswer *answer);

bool accounts__screen_report(AccountsService *service, const NetRequest *request, bool *can_wait);
bool accounts__screen_block(AccountsService *service, const NetRequest *request, bool *can_wait);
void accounts__report(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer);
void accounts__block(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer);
void accounts__unblock(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer);
void accounts__list_blocks(RequestHandler *handler, const HandlerRequest *asked,
                           HandlerAnswer *answer);
// What the one who asks has reported. For the export.
void accounts__list_own_reports(RequestHandler *handler, const HandlerRequest *asked,
                                HandlerAnswer *answer);

// Counts one; returns false if that is too often.
MUST_USE bool accounts__take(const AccountsService *service, LimitKind kind, Slice what);
MUST_USE bool accounts__take_address(const AccountsService *service, LimitKind kind, Slice address);
// Counts by the session that asks. A client without one is not counted, because its route refuses it; else all strangers would share a limit.
MUST_USE bool accounts__take_session(const AccountsService *service, LimitKind kind,
                                     const NetRequest *request);

// Answers, as the log counts them.
typedef enum AnswerClass {
    KIND_DONE,
    KIND_WHO,       // a wrong password, or no session
    KIND_FORBIDDEN, // a session or token that is not enough
    KIND_OFTEN,
    KIND_BAD, // any other mistake of the one who asks
    KIND_FAILED,
    ANSWER_CLASSES
} AnswerClass;

struct AccountsService {
    Memory memory;
    AccountsPlan plan;
    Net *net;
    NetRoute *routes;
    Limits *limits;       // the loop's
    PasswordHash nobodys; // of no password: a login by an unknown name takes as long as others
    uint64_t tidy_ms;     // when old rows are removed next
    uint64_t count_ms;    // when answers are counted in the log next
    uint32_t counts[ANSWER_CLASSES];
    pthread_mutex_t lock; // of everything that follows
    WorkQueue queues[QUEUE_COUNT];
    RequestList done;
    atomic_bool is_ending;
};

#endif
