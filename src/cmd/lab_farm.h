// What the verbs of `nebel lab` that need the farm share.
#ifndef NEBEL_CMD_LAB_FARM_H
#define NEBEL_CMD_LAB_FARM_H

#include "cmd/lab.h"
#include "lab/farm/database.h"

// The database: as --database says, else as libpq's own variables do (PGHOST, PGDATABASE and so on).
const char *farm_database(const Given *given);

// Runs a verb with a connection to the farm. What it returns is what to exit with.
typedef int FarmVerb(const Given *given, FarmOwner *owner);
int with_farm(const Given *given, FarmVerb *run);

// Complains with what the connection has to say; returns what to exit with.
int complain_of_farm(const FarmOwner *owner);

// The database does not answer, and the program goes on asking.
void farm_tell_away(const char *problem);

// The name of an experiment that the command line gives; NULL, with a complaint, if it gives none.
const char *farm_name(const Given *given);

#endif
