// Requests and acts of an operator on a server's database: names, accounts, games, reports, the audit log.
//
// Every verb is an entry of one table: its help, the function of the schema `admin` that it calls (deploy/schema/deploy/order.sql), and the
// columns of the answer. An act is one call and so one transaction, which also writes the row of the audit log. The operator's role may
// execute these functions, read no table and not log in: the command runs as the node's user, which sudo allows him; of a running game they tell who plays, since when and by which clock.
#ifndef NEBEL_ADMIN_ADMIN_H
#define NEBEL_ADMIN_ADMIN_H

#include "base/budget.h"
#include "base/text.h"

enum { ADMIN_ARGUMENTS_MAX = 2 };

// The help of a verb.
typedef struct AdminHelp {
    const char *verb, *arguments; // "rename", "NAME NEW"; one in [] may be left out
    const char *summary;
    const char *example; // a whole line to type
} AdminHelp;

unsigned admin_verb_count(void);
AdminHelp admin_help(unsigned verb);
// Returns the verb of this name; admin_verb_count() if there is none.
unsigned admin_find_verb(const char *name);

// A request; NULL for what was not said.
typedef struct AdminRequest {
    unsigned verb;
    const char *arguments[ADMIN_ARGUMENTS_MAX];
    const char *reason, *days, *email, *limit;
    bool wants_all;  // reports that are closed too
    bool wants_json; // the answer for programs
} AdminRequest;

typedef struct AdminPlan {
    const char *database; // as libpq takes it, by the node's login
    const char
        *operator_; // whose rights it has, and who is noted; NULL for the owner of the database
    const Clocks *clocks;
} AdminPlan;

typedef enum AdminError {
    ADMIN_OK = 0,
    ADMIN_ERR_REQUEST, // the request is wrong, and nothing was asked
    ADMIN_ERR_FAILED,  // the database is away, or it was not done
} AdminError;

// Does a request. The answer is for standard output; the message says what was wrong, and what to do next.
MUST_USE AdminError admin_do(const Memory *memory, const AdminPlan *plan, const AdminRequest *wish,
                             Text *answer, Text *message);

#endif
