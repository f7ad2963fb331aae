// The row of nebel archive, the same in a build that has no server. The file that includes it has `run`.
const Command archive_command = {
    .name = "archive",
    .argument = "dump",
    .summary = "all finished games of a month at a server, in one file",
    .example = "nebel archive dump --month 2026-11 --database dbname=nebel",
    .options =
        {
            {"--database", "TEXT",
             "PostgreSQL as libpq takes it: \"host=/run/postgresql dbname=nebel\""},
            {"--month", "YYYY-MM", "games that ended in this month, by UTC"},
            {"--all", NULL, "games that are not rated too"},
            {"-o", "FILE",
             "the dump (default nebel-YYYY-MM.jsonl.zst); FILE.sha256 is its checksum"},
        },
    .run = run,
};
