// The status page of the farm: the workers, their speed, and how far each experiment is; and its log.
#ifndef NEBEL_FARM_STATUS_H
#define NEBEL_FARM_STATUS_H

#include "lab/farm/database.h"

// Draws the open experiments, or the latest of this name if it is not "". Lines fit a terminal; the first line says how
// much is played. `*is_open` tells whether any of them is open.
MUST_USE bool farm_status(FarmDatabase *owner, const char *name, Text *picture, bool *is_open);

// Writes the log of an experiment, or of all if the name is "", one event a line.
MUST_USE bool farm_log(FarmDatabase *owner, const char *name, Text *text);

#endif
