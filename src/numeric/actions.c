// Numbering tries.
#include "numeric/actions.h"

#include <assert.h>
#include <string.h>

enum { BITS_WORDS = 64 }; // a set of all actions of the largest game
_Static_assert(BITS_WORDS * 64 > 1969, "chess on 8x8 has the most actions");

static uint32_t last_code(const Try *tries, uint32_t count)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++)
        last = tries[i] > last ? tries[i] : last;
    return last;
}

bool actions_init(Actions *actions, const Memory *memory, const NumericKind *kind,
                  const Rules *rules)
{
    TryList list = {0};
    kind->list_actions(rules, &list);
    assert(list.count <= BITS_WORDS * 64);
    Actions made = {.count = list.count};
    made.tries = memory_resize(memory, NULL, list.count * sizeof(Try));
    if (!made.tries)
        return false;
    list = (TryList){.tries = made.tries};
    kind->list_actions(rules, &list);
    made.code_count = last_code(made.tries, made.count) + 1;
    made.numbers = memory_resize(memory, NULL, made.code_count * sizeof made.numbers[0]);
    if (!made.numbers) {
        actions_done(&made, memory);
        return false;
    }
    memset(made.numbers, 0xff, made.code_count * sizeof made.numbers[0]); // all ACTION_NONE
    for (uint32_t i = 0; i < made.count; i++)
        made.numbers[made.tries[i]] = (int16_t)i;
    *actions = made;
    return true;
}

void actions_done(Actions *actions, const Memory *memory)
{
    memory_resize(memory, actions->tries, 0);
    memory_resize(memory, actions->numbers, 0);
    *actions = (Actions){0};
}

// A set of bits gives the order without comparing: tries are few, and most words are empty.
uint32_t actions_sort(const Actions *actions, const Try *tries, uint32_t count, int32_t *out)
{
    uint64_t set[BITS_WORDS];
    const uint32_t words = (actions->count + 63) / 64;
    memset(set, 0, words * sizeof set[0]);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t action = action_of(actions, tries[i]);
        if (action != ACTION_NONE)
            set[action / 64] |= UINT64_C(1) << action % 64;
    }
    uint32_t written = 0;
    for (uint32_t word = 0; word < words; word++)
        for (uint64_t rest = set[word]; rest; rest &= rest - 1)
            out[written++] = (int32_t)(word * 64 + (uint32_t)__builtin_ctzll(rest));
    return written;
}
