// Finds sweeps in player strings.
#include "lab/experiments/sweep.h"

#include <assert.h>
#include <string.h>

// The name before "={", back to the parenthesis or comma before it; empty if there is none.
static Slice option_before(Slice text)
{
    if (text.length < 2 || text.start[text.length - 1] != '=')
        return (Slice){0};
    const size_t end = text.length - 1;
    size_t start = end;
    while (start && !slice_has(slice_of("(, "), text.start[start - 1]))
        start--;
    return (Slice){text.start + start, end - start};
}

// How many numbers a list has; 0 if an item is no number.
static uint32_t count_numbers(Slice list)
{
    uint32_t count = 0;
    for (; list.length; count++) {
        double number;
        if (!slice_decimal(slice_take(&list, ","), &number))
            return 0;
    }
    return count;
}

static uint32_t count_braces(Slice text)
{
    uint32_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += text.start[i] == '{';
    return count;
}

// The option that a fixture sweeps; false unless there is exactly one and its values are numbers.
static bool find_option(const Fixture *fixture, Sweep *sweep)
{
    const uint32_t braces[2] = {count_braces(fixture->players[0]),
                                count_braces(fixture->players[1])};
    if (braces[0] + braces[1] != 1)
        return false;
    Slice rest = fixture->players[braces[1]];
    sweep->option = option_before(slice_take(&rest, "{"));
    sweep->values = slice_take(&rest, "}");
    sweep->count = count_numbers(sweep->values);
    return sweep->option.length && sweep->count >= SWEEP_VALUES_MIN;
}

bool sweep_of_cell(const Experiment *experiment, uint32_t number, Sweep *sweep)
{
    assert(number < experiment_cell_count(experiment));
    uint32_t fixture = 0, before = 0;
    while (number - before >= fixture_cell_count(experiment, fixture))
        before += fixture_cell_count(experiment, fixture++);
    Sweep found = {.stride = experiment->game_count * experiment->limits_count};
    if (!find_option(&experiment->fixtures[fixture], &found))
        return false;
    assert(found.count * found.stride == fixture_cell_count(experiment, fixture));
    found.first = before + (number - before) % found.stride;
    *sweep = found;
    return true;
}

void sweep_pattern_to_text(Slice pattern, Text *text)
{
    while (pattern.length) {
        const Slice before = slice_take(&pattern, "{");
        text_format(text, "%.*s", (int)before.length, before.start);
        if (slice_take(&pattern, "}").length)
            text_add(text, "…");
    }
}
