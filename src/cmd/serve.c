// nebel serve: a node, which keeps live games for seats that connect to it, or a whole server in one folder. nebel office: accounts, and what is asked beside the games.
#include "base/crypto/token.h"
#include "base/os/clocks.h"
#include "cmd/server_commands.h"
#include "engine/external/child.h"
#include "server/accounts/accounts.h"
#include "server/accounts/credentials.h"
#include "server/bots/bots.h"
#include "server/devdb/devdb.h"
#include "server/node/server.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OFFICE_MESSAGE_ROOM = 512 };

// Files whose first line is a secret: the operator's token, and the secret of an office.

enum { TOKEN_FILE_ROOM = 256 };
enum { TOKEN_CHARACTERS_MIN = 32 }; // fewer could be guessed

// Reads the secret into `memory`. `what` names it in messages: "the operator's token". Returns false, with a message, if it cannot be read or is too short.
static bool token_file_read(const char *path, const char *what, char memory[TOKEN_FILE_ROOM],
                            Slice *token, Text *message)
{
    FILE *file = fopen(path, "re");
    if (!file) {
        text_format(message, "%s cannot be read from %s: %s", what, path, strerror(errno));
        return false;
    }
    const bool is_read = fgets(memory, TOKEN_FILE_ROOM, file) != NULL;
    fclose(file);
    *token = is_read ? slice_trim(slice_of(memory)) : (Slice){memory, 0};
    if (token->length >= TOKEN_CHARACTERS_MIN)
        return true;
    text_format(message,
                "%s must hold a token of at least %d characters in its first line, such as one of "
                "openssl rand -hex 32",
                path, TOKEN_CHARACTERS_MIN);
    return false;
}

// Makes a secret that only its owner can read, unless there is one.
static bool token_file_make(const char *path, const char *what, Text *message)
{
    Token token;
    if (access(path, F_OK) == 0)
        return true;
    const mode_t mask = umask(S_IRWXG | S_IRWXO);
    FILE *file = fopen(path, "wxe");
    umask(mask);
    const bool is_written = file && token_draw(&token) && fprintf(file, "%s\n", token.text) > 0;
    const bool is_kept = file && fclose(file) == 0 && is_written;
    if (!is_kept)
        text_format(message, "%s cannot be written to %s", what, path);
    return is_kept;
}

// Returns the folder that the user named, or deploy/schema/ beside the sources, or where it was installed.
static const char *schema_folder(const char *given)
{
    if (given)
        return given;
    return access("deploy/schema/sqitch.plan", R_OK) == 0 ? "deploy/schema" : NEBEL_SCHEMA;
}

enum {
    GAMES_DEFAULT = 10000,
    CONNECTIONS_DEFAULT = 20000,
    TOKEN_LIFE_DEFAULT_S = 7 * 24 * 3600,
    PING_DEFAULT_S = 20,
    PING_MAX_S = 3600,
    PACE_DEFAULT = 5,
    PACE_MAX = 1000,
    COUNT_MAX = 1000000,
    TOKEN_LIFE_MAX_S = 365 * 24 * 3600,
    WORD_MAX = 256,
    COMMAND_BYTES = 4 * PATH_MAX,
};

static const char operators_token[] = "the operator's token";
static const char workers_token[] = "the token of workers of house bots";

// Where things are; of a desk (--dev) all of it lies in one folder.
typedef struct Places {
    char folder[PATH_MAX]; // of a desk
    char database[PATH_MAX], socket[PATH_MAX], token[PATH_MAX];
    char bots_token[PATH_MAX]; // "" for none
} Places;

static bool place_desk(const char *given, Places *places, Text *message)
{
    Text token = TEXT_IN(places->token), socket = TEXT_IN(places->socket);
    Text bots = TEXT_IN(places->bots_token);
    const mode_t everybody_enters = S_IRWXU | S_IXGRP | S_IXOTH; // PostgreSQL may be another user
    if ((mkdir(given, everybody_enters) != 0 && errno != EEXIST) ||
        !realpath(given, places->folder)) {
        text_format(message, "the folder %s cannot be made: %s", given, strerror(errno));
        return false;
    }
    text_format(&token, "%s/operator-token", places->folder);
    text_format(&bots, "%s/bots-token", places->folder);
    text_format(&socket, "%s/nebel.sock", places->folder);
    return token_file_make(places->token, operators_token, message) &&
           token_file_make(places->bots_token, workers_token, message);
}

// Starts a PostgreSQL in the folder; NULL, with a message, if that fails.
static TempPostgres *start_desk(const Given *given, Places *places, Text *message)
{
    char path[PATH_MAX + 8], schema[PATH_MAX];
    Text database = TEXT_IN(places->database), data = TEXT_IN(path);
    if (!place_desk(given->options[SERVE_DEV], places, message))
        return NULL;
    if (!realpath(schema_folder(given->options[SERVE_SCHEMA]), schema)) {
        text_add(message, "the schema of the database is not found; name its folder by --schema");
        return NULL;
    }
    text_format(&data, "%s/pg", places->folder);
    TempPostgres *db = temp_postgres_create(&memory_heap, path, message);
    if (db && temp_postgres_start(db, message) && temp_postgres_deploy(db, schema, message)) {
        text_add(&database, temp_postgres_database(db));
        return db;
    }
    temp_postgres_destroy(db);
    return NULL;
}

// Starts another command of this program beside the node, with a log in the folder; NULL, with a message, if that fails.
static Child *start_beside(const Places *places, const char *name, const char *options,
                           Text *message)
{
    char self[PATH_MAX], command[COMMAND_BYTES];
    Text text = TEXT_IN(command);
    if (!realpath("/proc/self/exe", self)) {
        text_format(message, "nebel %s cannot be started: %s", name, strerror(errno));
        return NULL;
    }
    text_format(&text, "exec '%s' %s %s >>'%s/%s.log' 2>&1", self, name, options, places->folder,
                name);
    const ChildPlan plan = {.command = command, .line_max = WORD_MAX, .is_trusted = true};
    return child_create(&memory_heap, &plan, message);
}

static Child *start_office(const Places *places, Text *message)
{
    char options[COMMAND_BYTES];
    Text text = TEXT_IN(options);
    text_format(&text, "--database '%s' --socket '%s/office.sock' --secret '%s/office-secret'",
                places->database, places->folder, places->folder);
    return start_beside(places, "office", options, message);
}

// Keeps the house bots, and starts a worker that plays them: somebody is there to play with.
static Child *start_bots(const Places *places, Text *message)
{
    char options[COMMAND_BYTES];
    Text text = TEXT_IN(options);
    const BotInstallPlan install = {.database = places->database, .clocks = &system_clocks};
    if (!bots_install(&memory_heap, &install, message))
        return NULL;
    text_format(&text, "--server 'unix:%s' --token '@%s'", places->socket, places->bots_token);
    return start_beside(places, "bots", options, message);
}

// The token lies beside the socket.
static void print_hints(const ServerPlan *plan)
{
    const int folder = (int)(strrchr(plan->socket, '/') - plan->socket);
    printf("listening on %s, and %.*s/office.sock for accounts\n\nOpen a game:\n"
           "  curl --unix-socket %s -H \"Authorization: Bearer $(cat %.*s/operator-token)\" \\\n"
           "    -d '{\"game\": \"kriegspiel\"}' http://localhost/api/game\n\n"
           "Take a seat with a token of the answer, yourself or by a player:\n"
           "  nebel play --server unix:%s --token TOKEN\n"
           "  nebel connect capturer --server unix:%s --token TOKEN\n\n"
           "House bots play whoever challenges them in the lobby; `make web-serve` in the sources "
           "shows "
           "it in a browser (docs/web.md).\n"
           "Ctrl-C ends the server; games go on when it is started again.\n",
           plan->socket, folder, plan->socket, plan->socket, folder, plan->socket, plan->socket,
           plan->socket);
    fflush(stdout);
}

static bool read_count(const Given *given, unsigned option, uint32_t max, uint32_t *count)
{
    const char *text = given->options[option];
    uint64_t number;
    if (!text)
        return true;
    if (!slice_number(slice_of(text), max, &number) || !number)
        return false;
    *count = (uint32_t)number;
    return true;
}

static int serve(const Places *places, ServerPlan plan)
{
    char why[PATH_MAX + WORD_MAX], memory[TOKEN_FILE_ROOM];
    Text message = TEXT_IN(why);
    Slice token;
    plan.has_bots = places->bots_token[0];
    plan.database = places->database;
    plan.socket = places->socket;
    if (!token_file_read(places->token, operators_token, memory, &token, &message))
        return complain_failed("%s", why);
    plan.operator_ = token_hash(token);
    if (plan.has_bots &&
        !token_file_read(places->bots_token, workers_token, memory, &token, &message))
        return complain_failed("%s", why);
    if (plan.has_bots)
        plan.bots = token_hash(token);
    if (!server_run(&memory_heap, &plan, &message))
        return complain_failed("%s", why);
    return EXIT_FINE;
}

static int serve_desk(const Given *given, ServerPlan plan)
{
    char why[PATH_MAX + WORD_MAX];
    Text message = TEXT_IN(why);
    Places places;
    TempPostgres *db = start_desk(given, &places, &message);
    if (!db)
        return complain_failed("%s", why);
    Child *office = start_office(&places, &message);
    Child *bots = office ? start_bots(&places, &message) : NULL;
    plan.opened = print_hints;
    const int status = bots ? serve(&places, plan) : complain_failed("%s", why);
    child_destroy(bots);
    child_destroy(office);
    temp_postgres_destroy(db);
    return status;
}

static int serve_database(const Given *given, ServerPlan plan)
{
    Places places;
    Text database = TEXT_IN(places.database), socket = TEXT_IN(places.socket),
         token = TEXT_IN(places.token), bots = TEXT_IN(places.bots_token);
    if (!given->options[SERVE_DATABASE] || !given->options[SERVE_SOCKET] ||
        !given->options[SERVE_OPERATOR_TOKEN])
        return complain("name --database, --socket and --operator-token; or try nebel serve --dev "
                        "FOLDER, which needs nothing else");
    text_add(&database, given->options[SERVE_DATABASE]);
    text_add(&socket, given->options[SERVE_SOCKET]);
    text_add(&token, given->options[SERVE_OPERATOR_TOKEN]);
    if (given->options[SERVE_BOTS_TOKEN])
        text_add(&bots, given->options[SERVE_BOTS_TOKEN]);
    return serve(&places, plan);
}

int serve_run(const Given *given)
{
    ServerPlan plan = {.games_max = GAMES_DEFAULT,
                       .connections_max = CONNECTIONS_DEFAULT,
                       .token_life_s = TOKEN_LIFE_DEFAULT_S,
                       .ping_s = PING_DEFAULT_S,
                       .pace = PACE_DEFAULT,
                       .trusted = given->options[SERVE_TRUST] ? given->options[SERVE_TRUST] : "",
                       .log = stderr};
    if (!read_count(given, SERVE_GAMES, COUNT_MAX, &plan.games_max) ||
        !read_count(given, SERVE_CONNECTIONS, COUNT_MAX, &plan.connections_max))
        return complain("--games and --connections take a number from 1 to %d", COUNT_MAX);
    if (!read_count(given, SERVE_TOKEN_LIFE, TOKEN_LIFE_MAX_S, &plan.token_life_s))
        return complain("--token-life takes seconds from 1 to %d, a year", TOKEN_LIFE_MAX_S);
    if (!read_count(given, SERVE_PING, PING_MAX_S, &plan.ping_s))
        return complain("--ping takes seconds from 1 to %d", PING_MAX_S);
    if (!read_count(given, SERVE_PACE, PACE_MAX, &plan.pace))
        return complain("--pace takes tries a second from 1 to %d", PACE_MAX);
    return given->options[SERVE_DEV] ? serve_desk(given, plan) : serve_database(given, plan);
}

// nebel office.

static void print_office_opened(const AccountsPlan *plan)
{
    printf("listening on %s\n", plan->socket);
    fflush(stdout);
}

int office_run_command(const Given *given)
{
    static const char what[] = "the secret of the office";
    char why[OFFICE_MESSAGE_ROOM], memory[TOKEN_FILE_ROOM];
    Text message = TEXT_IN(why);
    Slice secret;
    const char *file = given->options[OFFICE_SECRET];
    AccountsPlan plan = {.database = given->options[OFFICE_DATABASE],
                         .socket = given->options[OFFICE_SOCKET],
                         .mail = {given->options[OFFICE_MAIL], given->options[OFFICE_MAIL_FROM],
                                  given->options[OFFICE_SITE]},
                         .log = stderr,
                         .opened = print_office_opened};
    if (!plan.database || !plan.socket || !file)
        return complain(
            "name --database, --socket and --secret; nebel serve --dev FOLDER starts an "
            "office too, and needs nothing else");
    if (plan.mail.server &&
        (!plan.mail.from || !mail_is_address(slice_of(plan.mail.from)) || !plan.mail.site))
        return complain("--mail needs --mail-from ADDRESS and --site URL, the address of the page");
    if (!token_file_make(file, what, &message) ||
        !token_file_read(file, what, memory, &secret, &message))
        return complain_failed("%s", why);
    plan.key = seal_key(secret);
    return accounts_run(&memory_heap, &plan, &message) ? EXIT_FINE : complain_failed("%s", why);
}
