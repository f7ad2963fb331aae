// What the files of the keeper share.
#ifndef NEBEL_FARM_INSIDE_H
#define NEBEL_FARM_INSIDE_H

#include "lab/farm/keep.h"

enum { FARM_WHO_ROOM = 256 }; // for "ada on laptop"

// Ends the keeper's work for this reason; always false, as the next. The second says why.
bool farm__fail(FarmKeeper *keeper, FarmKeepEnd end);
bool farm__fail_with(FarmKeeper *keeper, const char *why);
// Runs a statement of the owner; ends the work if that fails.
MUST_USE bool farm__ask(FarmKeeper *keeper, OwnerStatement statement, const char *const *values);

// Bars a member and ends the work with FARM_KEEP_AGAIN, or with a failure; always false.
bool farm__bar(FarmKeeper *keeper, uint64_t member, const char *who, const char *why);
// Looks for a unit with two reports that differ, and bars who has it wrong. True if there is none.
MUST_USE bool farm__settle_disputes(FarmKeeper *keeper);

static inline Slice farm__slice(const Text *text)
{
    return (Slice){text->start, text->length};
}

#endif
