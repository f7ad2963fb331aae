// Memory that refuses, for tests of what happens when there is none left: the n-th request alone,
// or every request from the n-th on. It counts what it has given and got back, so that a leak
// shows.
#ifndef NEBEL_TESTS_MISER_H
#define NEBEL_TESTS_MISER_H

#include "base/memory.h"
#include "unit/check.h"

typedef struct Miser {
    unsigned refuse_at; // the first request that is refused; 0 for none
    bool stays_shut;    // and all after it
    unsigned asked;     // requests so far
    int held;           // blocks given and not given back
} Miser;

static inline bool miser_refuses(Miser *miser)
{
    miser->asked++;
    return miser->stays_shut ? miser->asked >= miser->refuse_at : miser->asked == miser->refuse_at;
}

static inline void *miser_resize(void *context, void *block, size_t bytes)
{
    Miser *miser = context;
    if (bytes && miser_refuses(miser))
        return NULL;
    miser->held += (!block && bytes) - (block && !bytes);
    return memory_heap.resize(NULL, block, bytes);
}

static inline Memory miser_memory(Miser *miser)
{
    return (Memory){miser_resize, miser};
}

// Calls `act` with the first request refused, then with the second, until there is nothing left to
// refuse. It returns whether it succeeded: never if it was refused anything, always if not. There
// must be `least` requests at least, or the test would prove little.
static inline void assert_refusals_are_seen(bool (*act)(Miser *miser), unsigned min)
{
    for (unsigned stays_shut = 0; stays_shut < 2; stays_shut++) {
        bool is_refused = true;
        for (unsigned refuse_at = 1; is_refused; refuse_at++) {
            Miser miser = {.refuse_at = refuse_at, .stays_shut = stays_shut};
            const bool is_done = act(&miser);
            is_refused = miser.asked >= refuse_at;
            if (is_done == is_refused)
                fail_msg("request %u was %s and the call %s", refuse_at,
                         is_refused ? "refused" : "granted", is_done ? "succeeded" : "failed");
            assert_int_equal(miser.held, 0);
            assert_true(is_refused || miser.asked >= min);
        }
    }
}

#endif
