// Runs PostgreSQL's own programs: initdb, postgres, createdb, pg_isready, and sqitch.
#include "server/devdb/devdb.h"

#include "engine/external/child.h"

#include <errno.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    COMMAND_MAX = 4096,
    PATH_BYTES_MAX = 256,
    DATABASE_MAX = TEMP_POSTGRES_FOLDER_MAX + 64,
    LINE_MAX_BYTES = 256,
    START_US = 60 * 1000000, // within which everything here must be done
    ATTEMPTS_MAX = 20,       // to start it: processes of one that was killed may still be ending
};

struct TempPostgres {
    Memory memory;
    Child *server; // NULL while it does not run
    char folder[TEMP_POSTGRES_FOLDER_MAX + 1];
    char programs[PATH_BYTES_MAX]; // the folder of initdb and postgres
    char database[DATABASE_MAX];
};

// Who runs PostgreSQL's programs.
static const char *as_user(void)
{
    return geteuid() == 0
               ? "setpriv --reuid=postgres --regid=postgres --init-groups --pdeathsig keep "
               : "";
}

// Debian keeps them out of PATH, a folder a version. The last of them is taken.
static bool find_programs(TempPostgres *db)
{
    glob_t found;
    bool is_found = false;
    if (glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found) == 0) {
        const char *path = found.gl_pathv[found.gl_pathc - 1];
        const size_t length = strlen(path) - strlen("/initdb");
        is_found = length < sizeof db->programs;
        if (is_found)
            memcpy(db->programs, path, length);
    }
    globfree(&found);
    return is_found;
}

// Runs a command of the shell to its end, with what it prints in a file of the folder. False, with a message, if it fails.
static bool temp_postgres_run(const TempPostgres *db, const char *command, const char *what,
                              Text *message)
{
    char script[COMMAND_MAX + TEMP_POSTGRES_FOLDER_MAX + 64];
    Text text = TEXT_IN(script);
    Slice line = {0};
    text_format(&text, "{ %s; } >>'%s/nebel.log' 2>&1 && echo done", command, db->folder);
    const ChildPlan plan = {.command = script, .line_max = LINE_MAX_BYTES, .is_trusted = true};
    Child *child = text.cut ? NULL : child_create(&db->memory, &plan, message);
    const bool is_done = child && child_read(child, child_now_us() + START_US, &line) == CHILD_OK &&
                         slice_is(line, "done");
    child_destroy(child);
    if (!is_done)
        text_format(message, "%s failed; %s/nebel.log says why", what, db->folder);
    return is_done;
}

static bool is_plain_path(const char *path)
{
    return path[0] == '/' && strlen(path) <= TEMP_POSTGRES_FOLDER_MAX && !strpbrk(path, "'\\\n");
}

// Nothing is done twice: files that are there stay.
static bool make_files(const TempPostgres *db, Text *message)
{
    char command[COMMAND_MAX];
    Text text = TEXT_IN(command);
    const char *owner = geteuid() == 0 ? "-o postgres -g postgres " : "";
    text_format(&text,
                "install -d -m 700 %s'%s' && { test -f '%s/data/made' || "
                "{ rm -rf '%s/data' && %s'%s/initdb' -D '%s/data' -A trust -U nebel -E UTF8 "
                "--locale=C.UTF-8 --no-instructions && %stouch '%s/data/made'; }; }",
                owner, db->folder, db->folder, db->folder, as_user(), db->programs, db->folder,
                as_user(), db->folder);
    return temp_postgres_run(db, command, "making the files of PostgreSQL", message);
}

TempPostgres *temp_postgres_create(const Memory *memory, const char *folder, Text *message)
{
    if (!is_plain_path(folder)) {
        text_format(
            message,
            "the folder of a database must be a whole path of at most %d bytes without quotes",
            TEMP_POSTGRES_FOLDER_MAX);
        return NULL;
    }
    TempPostgres *db = memory_resize(memory, NULL, sizeof *db);
    if (!db) {
        text_add(message, "there is no memory");
        return NULL;
    }
    *db = (TempPostgres){.memory = *memory};
    Text name = TEXT_IN(db->folder), database = TEXT_IN(db->database);
    text_add(&name, folder);
    text_format(&database, "host=%s user=nebel dbname=nebel", folder);
    const bool has_programs = find_programs(db);
    if (!has_programs)
        text_add(message, "PostgreSQL is not installed; on Debian: apt-get install postgresql");
    else if (mkdir(folder, S_IRWXU) != 0 && errno != EEXIST)
        text_format(message, "the folder %s cannot be made: %s", folder, strerror(errno));
    else if (make_files(db, message))
        return db;
    memory_resize(memory, db, 0);
    return NULL;
}

void temp_postgres_destroy(TempPostgres *db)
{
    if (!db)
        return;
    temp_postgres_kill(db);
    memory_resize(&db->memory, db, 0);
}

const char *temp_postgres_database(const TempPostgres *db)
{
    return db->database;
}

const char *temp_postgres_programs(const TempPostgres *db)
{
    return db->programs;
}

void temp_postgres_kill(TempPostgres *db)
{
    child_destroy(db->server);
    db->server = NULL;
}

static bool spawn_server(TempPostgres *db, Text *message)
{
    char command[COMMAND_MAX];
    Text text = TEXT_IN(command);
    // The shell becomes PostgreSQL, so that killing the child kills the process that owns the database.
    text_format(&text,
                "exec %s'%s/postgres' -D '%s/data' -c listen_addresses= "
                "-c unix_socket_directories='%s' >>'%s/nebel.log' 2>&1",
                as_user(), db->programs, db->folder, db->folder, db->folder);
    const ChildPlan plan = {.command = command, .line_max = LINE_MAX_BYTES, .is_trusted = true};
    db->server = child_create(&db->memory, &plan, message);
    return db->server != NULL;
}

// Waits until it takes connections. It is not ready if it ends before.
static bool is_ready(TempPostgres *db, Text *message)
{
    char command[COMMAND_MAX];
    Text text = TEXT_IN(command);
    // A file with its number is there as long as it runs; one that cannot start leaves none of its own.
    text_format(
        &text,
        "sleep 0.05; for i in $(seq 600); do '%s/pg_isready' -q -h '%s' && exit 0; sleep 0.05; "
        "test -f '%s/data/postmaster.pid' || exit 1; done; exit 1",
        db->programs, db->folder, db->folder);
    char script[COMMAND_MAX + 16];
    Text whole = TEXT_IN(script);
    text_format(&whole, "( %s )", command);
    return temp_postgres_run(db, script, "starting PostgreSQL", message);
}

bool temp_postgres_start(TempPostgres *db, Text *message)
{
    char command[COMMAND_MAX];
    Text text = TEXT_IN(command);
    char why[COMMAND_MAX];
    bool is_started = false;
    temp_postgres_kill(db);
    for (unsigned attempt = 0; attempt < ATTEMPTS_MAX && !is_started; attempt++) {
        Text reason = TEXT_IN(why);
        temp_postgres_kill(db);
        is_started = spawn_server(db, &reason) && is_ready(db, &reason);
    }
    if (!is_started) {
        text_add(message, why);
        return false;
    }
    text_format(
        &text,
        "'%s/psql' -h '%s' -U nebel -d postgres -Atc \"SELECT 1 FROM pg_database WHERE datname = "
        "'nebel'\" | grep -q 1 || '%s/createdb' -h '%s' -U nebel nebel",
        db->programs, db->folder, db->programs, db->folder);
    return temp_postgres_run(db, command, "making the database", message);
}

bool temp_postgres_copy(TempPostgres *db, const char *name, Text *message)
{
    char command[COMMAND_MAX];
    Text text = TEXT_IN(command);
    text_format(&text, "'%s/createdb' -h '%s' -U nebel -T nebel '%s'", db->programs, db->folder,
                name);
    return temp_postgres_run(db, command, "copying the database", message);
}

int temp_postgres_process(const TempPostgres *db)
{
    return db->server ? child_process(db->server) : 0;
}

bool temp_postgres_deploy(TempPostgres *db, const char *schema, Text *message)
{
    char command[COMMAND_MAX];
    Text text = TEXT_IN(command);
    if (strpbrk(schema, "'\\\n")) {
        text_add(message, "the folder of the schema must have no quotes in its path");
        return false;
    }
    text_format(
        &text,
        "SQITCH_FULLNAME=nebel SQITCH_EMAIL=nebel@localhost sqitch --chdir '%s' deploy --quiet "
        "'db:pg://nebel@/nebel?host=%s'",
        schema, db->folder);
    return temp_postgres_run(db, command, "sqitch deploy", message);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

bool temp_postgres_remove_folder(const char *folder)
{
    enum { FILES_OPEN_MAX = 16 };
    return nftw(folder, remove_entry, FILES_OPEN_MAX, FTW_DEPTH | FTW_PHYS) == 0;
}
