// The commands that nebel-server runs: wholly, but for `nebel play`, which runs there with --server only.
#ifndef NEBEL_CMD_SERVER_COMMANDS_H
#define NEBEL_CMD_SERVER_COMMANDS_H

#include "cmd/command.h"

// Their options, by index.
enum { ADMIN_DATABASE, ADMIN_REASON, ADMIN_DAYS, ADMIN_EMAIL, ADMIN_ALL, ADMIN_LIMIT, ADMIN_JSON };
enum { ARCHIVE_DATABASE, ARCHIVE_MONTH, ARCHIVE_ALL, ARCHIVE_OUTPUT };
enum { BOTS_SERVER, BOTS_TOKEN, BOTS_AUTHORITY, BOTS_CONCURRENCY, BOTS_INSTALL, BOTS_DATABASE };
enum {
    CONNECT_SERVER,
    CONNECT_TOKEN,
    CONNECT_AUTHORITY,
    CONNECT_PATIENCE,
    CONNECT_NODES,
    CONNECT_MOVETIME,
    CONNECT_PACE
};
enum { OFFICE_DATABASE, OFFICE_SOCKET, OFFICE_SECRET, OFFICE_MAIL, OFFICE_MAIL_FROM, OFFICE_SITE };
enum {
    SERVE_DATABASE,
    SERVE_SOCKET,
    SERVE_OPERATOR_TOKEN,
    SERVE_BOTS_TOKEN,
    SERVE_TRUST,
    SERVE_DEV,
    SERVE_SCHEMA,
    SERVE_GAMES,
    SERVE_CONNECTIONS,
    SERVE_TOKEN_LIFE,
    SERVE_PING,
    SERVE_PACE
};
enum {
    PLAY_GAME,
    PLAY_SEAT,
    PLAY_CLOCK,
    PLAY_HOTSEAT,
    PLAY_LINES,
    PLAY_ASCII,
    PLAY_SEED,
    PLAY_PGN,
    PLAY_NODES,
    PLAY_MOVETIME,
    PLAY_LETTERS,
    PLAY_ALERT,
    PLAY_DISCARD,
    PLAY_LEVEL,
    PLAY_PACE,
    PLAY_SERVER,
    PLAY_TOKEN,
    PLAY_AUTHORITY,
    PLAY_PATIENCE
};

// Each returns what to exit with. nebel has play_run alone, nebel-server all others.
int admin_run(const Given *given);
int archive_run(const Given *given);
int bots_run(const Given *given);
int connect_run(const Given *given);
int office_run_command(const Given *given);
int serve_run(const Given *given);
int play_run(const Given *given);
int play_at_server(const Given *given);

#endif
