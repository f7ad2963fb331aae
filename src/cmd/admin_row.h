// The row of nebel admin, the same in a build that has no server. The file that includes it has `run`.
const Command admin_command = {
    .name = "admin",
    .argument = "help|admit|dismiss|find|rename|reserve|release|account|suspend|lift|logout|mail|"
                "delete|games|game|end|reports|report|close|audit",
    .arguments_max = 3,
    .summary = "keep order at a server: names, accounts, games, reports",
    .example = "nebel admin account oskar",
    .options =
        {
            {"--database", "TEXT", "PostgreSQL as libpq takes it (default dbname=nebel)"},
            {"--reason", "TEXT", "why; every act needs it, and who is suspended is told"},
            {"--days", "N", "suspend: so many days, or never for one without an end"},
            {"--email", "ADDRESS", "mail: the new address (default: none)"},
            {"--all", NULL, "reports: closed ones too"},
            {"--limit", "N", "audit: at most so many acts (default 50)"},
            {"--json", NULL, "the answer as JSON, for programs"},
        },
    .run = run,
};
