// Reads ranges, and writes players and lines.
#include "lab/experiments/tuning.h"

#include "engine/players/roster.h"
#include "lab/experiments/internal.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double real_steps = 1e4; // a tuned real is rounded to four decimals

static const PlayerOption *find_tuned_option(const PlayerKind *kind, Slice name)
{
    const PlayerOption *option = kind->options;
    while (option && option->name && !slice_is(name, option->name))
        option++;
    return option && option->name ? option : NULL;
}

// Reads "0.1..2": a single point belongs to a number, two stand between them.
static bool read_bounds(Slice text, double *min, double *max)
{
    for (size_t i = 1; i + 1 < text.length; i++)
        if (text.start[i] == '.' && text.start[i + 1] == '.')
            return lab__signed_decimal((Slice){text.start, i}, min) &&
                   lab__signed_decimal((Slice){text.start + i + 2, text.length - i - 2}, max) &&
                   *min < *max;
    return false;
}

static bool is_tunable(const PlayerOption *option)
{
    return option->type == OPTION_NUMBER || option->type == OPTION_REAL;
}

// Adds one range to the plan.
static bool read_range(Tuning *tuning, Slice item, SpsaPlan *plan, Text *message)
{
    assert(tuning->kind);
    Slice rest = item;
    const Slice name = slice_take(&rest, "=");
    const PlayerOption *option = find_tuned_option(tuning->kind, name);
    const uint32_t i = plan->count;
    if (i == SPSA_VALUES_MAX) {
        text_format(message, "at most %d options can be tuned at a time", SPSA_VALUES_MAX);
    } else if (!option || !is_tunable(option)) {
        text_format(message, "%s has no number '%.*s' to tune; nebel players %s lists its options",
                    tuning->kind->name, (int)name.length, name.start, tuning->kind->name);
    } else if (!read_bounds(rest, &plan->min[i], &plan->max[i]) || plan->min[i] < option->min ||
               plan->max[i] > option->max) {
        text_format(message, "a range of %s is written %s=LOW..HIGH, within ", option->name,
                    option->name);
        option_range_to_text(option, message);
    } else {
        tuning->option_indices[i] = (unsigned)(option - tuning->kind->options);
        plan->start[i] = tuning->values.values[tuning->option_indices[i]];
        plan->count++;
        return true;
    }
    return false;
}

static bool read_player(Tuning *tuning, const char *player, Text *message)
{
    Spec spec;
    const SpecError error = spec_parse(player, &spec);
    tuning->kind = error ? NULL : roster_kind(spec.name);
    if (!tuning->kind) {
        text_format(message, "'%s' is no player that can be tuned; nebel players lists them",
                    player);
        return false;
    }
    return options_read(tuning->kind->options, &spec, &tuning->values, message);
}

bool tuning_begin(Tuning *tuning, const TuningPlan *plan, Text *message)
{
    SpsaPlan spsa = {.reach = plan->reach, .steps = plan->steps, .seed = plan->seed};
    Slice rest = slice_of(plan->ranges);
    if (!read_player(tuning, plan->player, message))
        return false;
    do {
        if (!read_range(tuning, slice_take(&rest, ","), &spsa, message))
            return false;
    } while (rest.length);
    assert(spsa.count >= 1 && spsa.count <= SPSA_VALUES_MAX);
    spsa_init(&tuning->spsa, &spsa);
    return true;
}

static double as_option(const PlayerOption *option, double value)
{
    assert(is_tunable(option));
    return option->type == OPTION_NUMBER ? round(value) : round(value * real_steps) / real_steps;
}

static void write_player(const Tuning *tuning, const double *tuned, Text *player)
{
    const PlayerOption *options = tuning->kind->options;
    OptionValues values = tuning->values;
    for (uint32_t i = 0; i < tuning->spsa.plan.count; i++) {
        const unsigned index = tuning->option_indices[i];
        assert(index < options_count(options));
        values.values[index] = as_option(&options[index], tuned[i]);
    }
    options_write(tuning->kind->name, options, &values, player);
}

void tuning_pair(const Tuning *tuning, Text *plus, Text *minus)
{
    double above[SPSA_VALUES_MAX], below[SPSA_VALUES_MAX];
    spsa_ask(&tuning->spsa, above, below);
    write_player(tuning, above, plus);
    write_player(tuning, below, minus);
}

void tuning_tell(Tuning *tuning, TuningStep step)
{
    assert(step.games > 0 && llabs(step.lead) <= 2 * (int64_t)step.games);
    spsa_take_result(&tuning->spsa, (double)step.lead / (2.0 * step.games));
}

void tuning_answer(const Tuning *tuning, Text *player)
{
    double values[SPSA_VALUES_MAX];
    spsa_answer(&tuning->spsa, values);
    write_player(tuning, values, player);
}

void tuning_step_to_text(const Tuning *tuning, TuningStep step, Text *line)
{
    assert(tuning->spsa.taken > 0 && step.games > 0);
    double values[SPSA_VALUES_MAX];
    spsa_now(&tuning->spsa, values);
    text_format(line, "%" PRIu32 " %" PRId64 " %" PRIu32, tuning->spsa.taken, step.lead,
                step.games);
    for (uint32_t i = 0; i < tuning->spsa.plan.count; i++)
        text_format(line, " %s=%.6g", tuning->kind->options[tuning->option_indices[i]].name,
                    values[i]);
}

bool tuning_step_from_text(const Tuning *tuning, Slice line, TuningStep *step)
{
    uint64_t number, lead, games;
    const bool has_number = slice_number(slice_take(&line, " "), SPSA_STEPS_MAX, &number);
    const bool is_behind = line.length && line.start[0] == '-';
    line.start += is_behind;
    line.length -= is_behind;
    if (!has_number || number != tuning->spsa.taken + 1 ||
        !slice_number(slice_take(&line, " "), UINT32_MAX, &lead) ||
        !slice_number(slice_take(&line, " "), UINT32_MAX, &games) || !games || lead > 2 * games)
        return false;
    *step = (TuningStep){is_behind ? -(int64_t)lead : (int64_t)lead, (uint32_t)games};
    return true;
}
