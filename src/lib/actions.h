// Actions: the tries of a game, numbered densely from 0, so that a list of chances or a mask has one place for each.
#ifndef NEBEL_NUMERIC_ACTIONS_H
#define NEBEL_NUMERIC_ACTIONS_H

#include "base/memory.h"
#include "lib/kinds.h"

enum { ACTION_NONE = -1 };

typedef struct Actions {
    uint32_t count;
    uint32_t code_count;
    Try *tries;       // by action
    int16_t *numbers; // by the code of a try; ACTION_NONE for a try that no seat could ever send
} Actions;

// False if there is no memory.
MUST_USE bool actions_init(Actions *actions, const Memory *memory, const NumericKind *kind,
                           const Rules *rules);
void actions_done(Actions *actions, const Memory *memory); // accepts a zeroed one

// The number of a try; ACTION_NONE if it has none.
static inline int32_t action_of(const Actions *actions, Try attempt)
{
    return attempt < actions->code_count ? actions->numbers[attempt] : ACTION_NONE;
}

// The try of a number; TRY_NONE for a number that is no action.
static inline Try action_try(const Actions *actions, int32_t action)
{
    return (uint32_t)action < actions->count ? actions->tries[action] : TRY_NONE;
}

// Writes the actions of a list of tries, each of which has one, in the order of the list or in ascending order; `out` has room for
// `count`.
void actions_number(const Actions *actions, const Try *tries, uint32_t count, int32_t *out);
void actions_sort(const Actions *actions, const Try *tries, uint32_t count, int32_t *out);

#endif
