// What workers and the owner of house bots say to PostgreSQL. The tables and functions are those of db/deploy/house.sql.
#ifndef NEBEL_HOUSE_STATEMENTS_H
#define NEBEL_HOUSE_STATEMENTS_H

#include "base/text.h"
#include "store/caller.h"

// All that a worker may say.
typedef enum HouseStatement {
    HOUSE_ENROL,
    HOUSE_LISTEN,
    HOUSE_LEASE,
    HOUSE_RENEW,
    HOUSE_DONE,
    HOUSE_LEAVE,
    HOUSE_WORKER_STATEMENTS
} HouseStatement;

// What the owner of the schema says.
enum { HOUSE_KEEP_BOT, HOUSE_OWNER_STATEMENTS };

extern const StoreStatement house_worker_statements[HOUSE_WORKER_STATEMENTS];
extern const StoreStatement house_owner_statements[HOUSE_OWNER_STATEMENTS];

#endif
