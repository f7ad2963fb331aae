// Where the tables of a server's database are described.
#ifndef NEBEL_CMD_SCHEMA_H
#define NEBEL_CMD_SCHEMA_H

// The folder that the user named, or deploy/schema/ beside the sources, or where it was installed.
const char *schema_folder(const char *given);

#endif
