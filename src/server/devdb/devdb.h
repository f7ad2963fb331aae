// A PostgreSQL of one's own in a folder, reached by a socket in that folder and by nobody else: for a server on a desk, and for
// tests, which also kill it.
//
// It runs as our child and ends with us. PostgreSQL does not run as root; then it runs as the user `postgres`, who owns the folder.
#ifndef NEBEL_DEVDB_DEVDB_H
#define NEBEL_DEVDB_DEVDB_H

#include "base/text.h"

typedef struct DevDb DevDb;

// The longest path of a folder: the kernel takes no longer names of sockets.
enum { DEVDB_FOLDER_MAX = 80 };

// Takes a folder; PostgreSQL's files are made in it, with a database `nebel`, unless they are there. It is not started yet. NULL, with
// a message that says what to do, if it cannot be made.
DevDb *devdb_create(const Memory *memory, const char *folder, Text *message);
// Kills it if it runs; its files stay. Accepts NULL.
void devdb_destroy(DevDb *db);

// Removes a folder with everything in it; false if something stays. No database in it runs any more.
bool devdb_remove_folder(const char *folder);

// Starts it, and waits until it takes connections. False, with a message, if it does not.
MUST_USE bool devdb_start(DevDb *db, Text *message);
// Ends it at once, as a crash does.
void devdb_kill(DevDb *db);

// Brings the schema up to date by sqitch; `schema` is the folder deploy/schema of the source tree.
MUST_USE bool devdb_deploy(DevDb *db, const char *schema, Text *message);

// How to connect, as libpq takes it.
const char *devdb_database(const DevDb *db);

// The folder of psql, pgbench and the like.
const char *devdb_programs(const DevDb *db);

// Makes another database beside `nebel` with the same tables, for a second node. Nobody is connected to the first one.
MUST_USE bool devdb_copy(DevDb *db, const char *name, Text *message);

// Its first process, for reading about it in /proc; 0 while it does not run.
int devdb_process(const DevDb *db);

#endif
