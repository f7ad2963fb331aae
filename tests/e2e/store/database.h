// A PostgreSQL for all tests of a program, in a folder of its own: a fixture of groups. A program that includes this defines _GNU_SOURCE.
#ifndef NEBEL_TESTS_DATABASE_H
#define NEBEL_TESTS_DATABASE_H

#include "server/devdb/devdb.h"
#include "unit/check.h"

#include <stdio.h>
#include <stdlib.h>

static const char *schema; // the folder db/
static char folder[] = "/tmp/nebel-store-XXXXXX";
static TempPostgres *db;

static int open_database(void **state)
{
    (void)state;
    char why[1024];
    Text message = TEXT_IN(why);
    if (!mkdtemp(folder))
        return 1;
    db = temp_postgres_create(&memory_heap, folder, &message);
    if (db && temp_postgres_start(db, &message) && temp_postgres_deploy(db, schema, &message))
        return 0;
    fprintf(stderr, "%s\n", why);
    return 1;
}

static int close_database(void **state)
{
    (void)state;
    temp_postgres_destroy(db);
    return temp_postgres_remove_folder(folder) ? 0 : 1;
}

static void start_database(void)
{
    char why[1024];
    Text message = TEXT_IN(why);
    if (!temp_postgres_start(db, &message))
        fail_msg("%s", why);
}

#endif
