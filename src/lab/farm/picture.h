// The farm at a glance: who plays, how fast, and how far each experiment is.
#ifndef NEBEL_FARM_PICTURE_H
#define NEBEL_FARM_PICTURE_H

#include "lab/farm/owner.h"

// Draws the open experiments, or the latest of this name if it is not "". Lines fit a terminal; the first one says how
// much is played. `*is_open` tells whether any of them is open.
MUST_USE bool farm_picture(FarmOwner *owner, const char *name, Text *picture, bool *is_open);

// Writes the audit of an experiment, or of all if the name is "", one event a line.
MUST_USE bool farm_audit(FarmOwner *owner, const char *name, Text *text);

// Cancels an open experiment; `*is_cancelled` is false if none of this name is open.
MUST_USE bool farm_cancel(FarmOwner *owner, const char *name, bool *is_cancelled);

#endif
