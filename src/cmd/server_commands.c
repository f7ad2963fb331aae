// What both programs know of the commands that nebel-server runs, wholly or in part: their options.
#include "cmd/server_commands.h"

// Options of a client of a server.
#define OPTION_SERVER                                                  \
    {                                                                  \
        "--server", "URL", "ws://HOST:PORT, wss://HOST or unix:SOCKET" \
    }
#define OPTION_TOKEN                                                          \
    {                                                                         \
        "--token", "TOKEN|@FILE",                                             \
            "of the seat; @FILE reads it from a file (default: $NEBEL_TOKEN)" \
    }
#define OPTION_AUTHORITY                                                                     \
    {                                                                                        \
        "--authority", "FILE", "certificates (PEM) that are trusted instead of the system's" \
    }
#define OPTION_PATIENCE                                                                       \
    {                                                                                         \
        "--patience", "S", "seconds for which a lost connection is tried again (default 600)" \
    }

const Command admin_command = {
    .name = "admin",
    .argument = "help|admit|dismiss|find|rename|reserve|release|account|suspend|lift|logout|mail|"
                "delete|games|game|end|reports|report|close|audit",
    .arguments_max = 3,
    .summary = "keep order at a server: names, accounts, games, reports",
    .example = "nebel admin account oskar",
    .options =
        {
            [ADMIN_DATABASE] = {"--database", "TEXT",
                                "PostgreSQL as libpq takes it (default dbname=nebel)"},
            [ADMIN_REASON] = {"--reason", "TEXT",
                              "why; every act needs it, and who is suspended is told"},
            [ADMIN_DAYS] = {"--days", "N",
                            "suspend: so many days, or never for one without an end"},
            [ADMIN_EMAIL] = {"--email", "ADDRESS", "mail: the new address (default: none)"},
            [ADMIN_ALL] = {"--all", NULL, "reports: closed ones too"},
            [ADMIN_LIMIT] = {"--limit", "N", "audit: at most so many acts (default 50)"},
            [ADMIN_JSON] = {"--json", NULL, "the answer as JSON, for programs"},
        },
    .run = IN_SERVER(admin_run),
};

const Command archive_command = {
    .name = "archive",
    .argument = "dump",
    .summary = "all finished games of a month at a server, in one file",
    .example = "nebel archive dump --month 2026-11 --database dbname=nebel",
    .options =
        {
            [ARCHIVE_DATABASE] =
                {"--database", "TEXT",
                 "PostgreSQL as libpq takes it: \"host=/run/postgresql dbname=nebel\""},
            [ARCHIVE_MONTH] = {"--month", "YYYY-MM", "games that ended in this month, by UTC"},
            [ARCHIVE_ALL] = {"--all", NULL, "games that are not rated too"},
            [ARCHIVE_OUTPUT] =
                {"-o", "FILE",
                 "the dump (default nebel-YYYY-MM.jsonl.zst); FILE.sha256 is its checksum"},
        },
    .run = IN_SERVER(archive_run),
};

const Command bots_command = {
    .name = "bots",
    .summary = "play the house bots of a server",
    .example = "nebel bots --server unix:/run/nebel/nebel.sock --token @/etc/nebel/bots-token",
    .options =
        {
            [BOTS_SERVER] = {"--server", "URL",
                             "the server: ws://HOST:PORT, wss://HOST or unix:SOCKET"},
            [BOTS_TOKEN] = {"--token", "TOKEN|@FILE",
                            "of workers; @FILE reads it from a file (default: $NEBEL_TOKEN)"},
            [BOTS_AUTHORITY] = {"--authority", "FILE",
                                "the certificate of the authority that signed the server's"},
            [BOTS_CONCURRENCY] = {"--concurrency", "N",
                                  "games at once (default: one for each core)"},
            [BOTS_INSTALL] = {"--install", NULL,
                              "keep each level as a bot in the database, and end"},
            [BOTS_DATABASE] = {"--database", "TEXT",
                               "for --install: PostgreSQL as libpq takes it (default: as PGHOST "
                               "and the like say)"},
        },
    .run = IN_SERVER(bots_run),
};

const Command connect_command = {
    .name = "connect",
    .argument = "PLAYER",
    .summary = "let a player take a seat at a server",
    .example = "nebel connect fog --server unix:desk/nebel.sock --token @white",
    .options =
        {
            [CONNECT_SERVER] = OPTION_SERVER,
            [CONNECT_TOKEN] = OPTION_TOKEN,
            [CONNECT_AUTHORITY] = OPTION_AUTHORITY,
            [CONNECT_PATIENCE] = OPTION_PATIENCE,
            [CONNECT_NODES] = {"--nodes", "N", "limit a try to N nodes"},
            [CONNECT_MOVETIME] = {"--movetime", "MS", "limit a try to MS milliseconds"},
            [CONNECT_PACE] = {"--pace", "MS",
                              "wait up to MS milliseconds before each turn, by chance (default: "
                              "0); so the time of a turn hardly tells how many tries were refused"},
        },
    .run = IN_SERVER(connect_run),
};

const Command office_command = {
    .name = "office",
    .summary = "accounts, beside the nodes of a server",
    .example = "nebel office --database dbname=nebel --socket office.sock --secret office-secret",
    .options =
        {
            [OFFICE_DATABASE] =
                {"--database", "TEXT",
                 "PostgreSQL as libpq takes it, by the node's login: \"host=/run/postgresql "
                 "dbname=nebel\""},
            [OFFICE_SOCKET] = {"--socket", "PATH",
                               "the unix socket to listen on, for the proxy in front"},
            [OFFICE_SECRET] = {"--secret", "FILE",
                               "a file with the secret by which addresses and devices are "
                               "recognised; it is made if there is none"},
            [OFFICE_MAIL] =
                {"--mail", "URL",
                 "a mail server, for resets of passwords: smtp://localhost:25 (default: no mail)"},
            [OFFICE_MAIL_FROM] = {"--mail-from", "ADDRESS", "the address that mails come from"},
            [OFFICE_SITE] = {"--site", "URL", "the address of the web page, for links in mails"},
        },
    .run = IN_SERVER(office_run_command),
};

const Command serve_command = {
    .name = "serve",
    .summary = "keep live games for seats that connect",
    .example = "nebel serve --dev desk",
    .options =
        {
            [SERVE_DATABASE] =
                {"--database", "TEXT",
                 "PostgreSQL as libpq takes it: \"host=/run/postgresql dbname=nebel\""},
            [SERVE_SOCKET] = {"--socket", "PATH",
                              "the unix socket to listen on, for the proxy in front"},
            [SERVE_OPERATOR_TOKEN] = {"--operator-token", "FILE",
                                      "the file with the token that opens games"},
            [SERVE_BOTS_TOKEN] =
                {"--bots-token", "FILE",
                 "the file with the token of workers of house bots; without it none may come"},
            [SERVE_TRUST] = {"--trust", "LOGINS",
                             "logins of PostgreSQL, divided by commas, that may see how much is "
                             "tried in games: a "
                             "replica's, a monitor's"},
            [SERVE_DEV] = {"--dev", "FOLDER",
                           "everything in this folder, with a PostgreSQL of its own"},
            [SERVE_SCHEMA] = {"--schema", "FOLDER",
                              "the folder deploy/schema of the sources, for --dev"},
            [SERVE_GAMES] = {"--games", "N", "live games at most (default: 10000)"},
            [SERVE_CONNECTIONS] =
                {"--connections", "N",
                 "connections of seats and to the lobby at most (default: 20000)"},
            [SERVE_TOKEN_LIFE] = {"--token-life", "SECONDS",
                                  "how long the token of a seat is good (default: a week)"},
            [SERVE_PING] = {"--ping", "SECONDS",
                            "silence after which a client is asked whether it is there; after "
                            "twice that it is "
                            "closed (default: 20)"},
            [SERVE_PACE] =
                {"--pace", "N",
                 "tries a second that a seat may send, and six times as many at once (default: 5)"},
        },
    .run = IN_SERVER(serve_run),
};

const Command play_command = {
    .name = "play",
    .argument = "PLAYER",
    .summary = "play a game in the terminal, against a player or a friend",
    .example = "nebel play capturer --game 'kriegspiel(board=silverman4x4)' --lines",
    .options =
        {
            [PLAY_GAME] = {"--game", "GAME",
                           "default: a game of the player, kriegspiel if it plays that; also "
                           "chess, phantom-go"},
            [PLAY_SEAT] = {"--seat", "white|black|random", "your seat (default white)"},
            [PLAY_CLOCK] = {"--clock", "M+S",
                            "minutes for each side and seconds added a move: 3+2; also 180s+2s"},
            [PLAY_HOTSEAT] = {"--hotseat", NULL, "two people share the keyboard"},
            [PLAY_LINES] = {"--lines", NULL,
                            "speak in lines of text, for screen readers and pipes"},
            [PLAY_ASCII] = {"--ascii", NULL, "no colours, nothing but ASCII"},
            [PLAY_SEED] = {"--seed", "N",
                           "seed of all random choices (default: drawn from the system)"},
            [PLAY_PGN] = {"--pgn", "FILE", "save the game in this file at its end"},
            [PLAY_NODES] = {"--nodes", "N", "limit the player's try to N nodes (default 10000)"},
            [PLAY_MOVETIME] = {"--movetime", "MS", "limit the player's try to MS milliseconds"},
            [PLAY_LETTERS] = {"--letters", NULL, "men and stones as letters, not as figurines"},
            [PLAY_LEVEL] = {"--level", "1..9", "an opponent by strength; 9 is as strong as it can"},
            [PLAY_PACE] = {"--pace", "MS",
                           "wait before each answer (default: 1000 for levels 1 to 8)"},
            [PLAY_DISCARD] = {"--discard", NULL,
                              "keep no record; else it is saved in your folder of games"},
            [PLAY_ALERT] = {"--alert", "bell|flash", "when one of your tries is refused"},
            [PLAY_SERVER] = OPTION_SERVER,
            [PLAY_TOKEN] = OPTION_TOKEN,
            [PLAY_AUTHORITY] = OPTION_AUTHORITY,
            [PLAY_PATIENCE] = OPTION_PATIENCE,
        },
    .is_spoken = true,
    .run = NEBEL_SERVER ? play_at_server : play_run,
};
