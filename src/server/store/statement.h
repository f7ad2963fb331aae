// A statement that a connection prepares when it is made.
#ifndef NEBEL_STORE_STATEMENT_H
#define NEBEL_STORE_STATEMENT_H

#include "base/base.h"

typedef struct StoreStatement {
    const char *name, *sql;
    uint8_t values;
} StoreStatement;

#endif
