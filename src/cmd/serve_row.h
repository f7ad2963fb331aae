// The row of nebel serve, the same in a build that has no server. The file that includes it has `run`.
const Command serve_command = {
    .name = "serve",
    .summary = "keep live games for seats that connect",
    .example = "nebel serve --dev desk",
    .options =
        {
            {"--database", "TEXT",
             "PostgreSQL as libpq takes it: \"host=/run/postgresql dbname=nebel\""},
            {"--socket", "PATH", "the unix socket to listen on, for the proxy in front"},
            {"--operator-token", "FILE", "the file with the token that opens games"},
            {"--bots-token", "FILE",
             "the file with the token of workers of house bots; without it none may come"},
            {"--trust", "LOGINS",
             "logins of PostgreSQL, divided by commas, that may see how much is tried in games: a "
             "replica's, a monitor's"},
            {"--dev", "FOLDER", "everything in this folder, with a PostgreSQL of its own"},
            {"--schema", "FOLDER", "the folder deploy/schema of the sources, for --dev"},
            {"--games", "N", "live games at most (default: 10000)"},
            {"--connections", "N",
             "connections of seats and to the lobby at most (default: 20000)"},
            {"--token-life", "SECONDS", "how long the token of a seat is good (default: a week)"},
            {"--ping", "SECONDS",
             "silence after which a client is asked whether it is there; after twice that it is "
             "closed (default: 20)"},
            {"--pace", "N",
             "tries a second that a seat may send, and six times as many at once (default: 5)"},
        },
    .run = run,
};
