// Numbering tries.
#include "lib/actions.h"

#include "base/bits.h"

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

void actions_number(const Actions *actions, const Try *tries, uint32_t count, int32_t *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = action_of(actions, tries[i]);
}

// A set of bits gives the order without comparing. Most of its words are empty, so a second set says which are not.
void actions_sort(const Actions *actions, const Try *tries, uint32_t count, int32_t *out)
{
    Bits words[BITS_WORDS], used = 0;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned action = (unsigned)action_of(actions, tries[i]);
        const unsigned word = action / 64;
        assert(word < BITS_WORDS);
        words[word] = (bits_has(used, word) ? words[word] : 0) | bit(action % 64);
        used |= bit(word);
    }
    while (used) {
        const unsigned word = bits_take(&used);
        while (words[word])
            *out++ = (int32_t)(word * 64 + bits_take(&words[word]));
    }
}
