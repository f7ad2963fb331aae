// The row of nebel office, the same in a build that has no server. The file that includes it has `run`.
const Command office_command = {
    .name = "office",
    .summary = "accounts, beside the nodes of a server",
    .example = "nebel office --database dbname=nebel --socket office.sock --secret office-secret",
    .options =
        {
            {"--database", "TEXT",
             "PostgreSQL as libpq takes it, by the node's login: \"host=/run/postgresql "
             "dbname=nebel\""},
            {"--socket", "PATH", "the unix socket to listen on, for the proxy in front"},
            {"--secret", "FILE",
             "a file with the secret by which addresses and devices are recognised; it is made if "
             "there is none"},
            {"--mail", "URL",
             "a mail server, for resets of passwords: smtp://localhost:25 (default: no mail)"},
            {"--mail-from", "ADDRESS", "the address that mails come from"},
            {"--site", "URL", "the address of the web page, for links in mails"},
        },
    .run = run,
};
