// The row of nebel bots, the same in a build that has no server. The file that includes it has `run`.
const Command bots_command = {
    .name = "bots",
    .summary = "play the house bots of a server",
    .example = "nebel bots --server unix:/run/nebel/nebel.sock --token @/etc/nebel/bots-token",
    .options =
        {
            {"--server", "URL", "the server: ws://HOST:PORT, wss://HOST or unix:SOCKET"},
            {"--token", "TOKEN|@FILE",
             "of workers; @FILE reads it from a file (default: $NEBEL_TOKEN)"},
            {"--authority", "FILE", "the certificate of the authority that signed the server's"},
            {"--concurrency", "N", "games at once (default: one for each core)"},
            {"--install", NULL, "keep each level as a bot in the database, and end"},
            {"--database", "TEXT",
             "for --install: PostgreSQL as libpq takes it (default: as PGHOST and the like say)"},
        },
    .run = run,
};
