// A PostgreSQL of one's own in a folder, reached by a socket in that folder and by nobody else: for a server on a desk, and for
// tests, which also kill it.
//
// It runs as our child and ends with us. PostgreSQL does not run as root; then it runs as the user `postgres`, who owns the folder.
#ifndef NEBEL_DEVDB_DEVDB_H
#define NEBEL_DEVDB_DEVDB_H

#include "base/text.h"

typedef struct TempPostgres TempPostgres;

// The longest path of a folder: the kernel takes no longer names of sockets.
enum { TEMP_POSTGRES_FOLDER_MAX = 80 };

// Takes a folder; PostgreSQL's files are made in it, with a database `nebel`, unless they are there. It is not started yet. NULL, with
// a message that says what to do, if it cannot be made.
TempPostgres *temp_postgres_create(const Memory *memory, const char *folder, Text *message);
// Kills it if it runs; its files stay. Accepts NULL.
void temp_postgres_destroy(TempPostgres *db);

// Removes a folder with everything in it; false if something stays. No database in it runs any more.
bool temp_postgres_remove_folder(const char *folder);

// Starts it, and waits until it takes connections. False, with a message, if it does not.
MUST_USE bool temp_postgres_start(TempPostgres *db, Text *message);
// Ends it at once, as a crash does.
void temp_postgres_kill(TempPostgres *db);

// Brings the schema up to date by sqitch; `schema` is the folder deploy/schema of the source tree.
MUST_USE bool temp_postgres_deploy(TempPostgres *db, const char *schema, Text *message);

// How to connect, as libpq takes it.
const char *temp_postgres_database(const TempPostgres *db);

// The folder of psql, pgbench and the like.
const char *temp_postgres_programs(const TempPostgres *db);

// Makes another database beside `nebel` with the same tables, for a second node. Nobody is connected to the first one.
MUST_USE bool temp_postgres_copy(TempPostgres *db, const char *name, Text *message);

// Its first process, for reading about it in /proc; 0 while it does not run.
int temp_postgres_process(const TempPostgres *db);

#endif
