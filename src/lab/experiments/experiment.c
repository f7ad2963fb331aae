// Makes cells from experiments: expands patterns as text, without knowing what a player string means, and finds sweeps in them.
#include "lab/experiments/experiment.h"

#include "base/hash.h"
#include "games/core/game.h"
#include "games/registry/games.h"
#include "lab/experiments/internal.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

bool lab__signed_decimal(Slice text, double *number)
{
    const bool is_negative = text.length && text.start[0] == '-';
    double read;
    if (!slice_decimal((Slice){text.start + is_negative, text.length - is_negative}, &read))
        return false;
    *number = is_negative ? -read : read;
    return true;
}

uint32_t pattern_count(Slice pattern, uint32_t max)
{
    assert(max < UINT32_MAX);
    uint32_t count = 1;
    while (pattern.length) {
        const Slice before = slice_take(&pattern, "{");
        if (slice_has(before, '}'))
            return 0;
        if (before.start + before.length == pattern.start)
            break; // there was no brace
        const size_t length = pattern.length;
        Slice items = slice_take(&pattern, "}");
        if (items.length == length || items.length == 0 || slice_has(items, '{') ||
            items.start[items.length - 1] == ',')
            return 0;
        uint32_t choices = 0;
        for (; items.length; choices++)
            if (slice_take(&items, ",").length == 0)
                return 0;
        count = count * choices > max ? max + 1 : count * choices;
    }
    return count;
}

void pattern_write(Slice pattern, uint32_t *variant, Text *text)
{
    assert(pattern_count(pattern, 1) > 0);
    while (pattern.length) {
        text_add_slice(text, slice_take(&pattern, "{"));
        Slice items = slice_take(&pattern, "}"), rest = items;
        uint32_t choices = 0;
        for (; rest.length; choices++)
            slice_take(&rest, ",");
        if (!choices)
            continue;
        for (uint32_t i = 0; i < *variant % choices; i++)
            slice_take(&items, ",");
        text_add_slice(text, slice_take(&items, ","));
        *variant /= choices;
    }
}

// Returns the name before "={", back to the parenthesis or comma before it; empty if there is none.
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

// Counts the numbers of a list; 0 if an item is no number.
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

// Finds the option that a fixture sweeps; false unless there is exactly one and its values are numbers.
static bool find_swept_option(const Fixture *fixture, Sweep *sweep)
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
    if (!find_swept_option(&experiment->fixtures[fixture], &found))
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

enum {
    MESSAGE_ROOM = 256,
    LIMITS_ROOM = 128,    // for the text of limits
    SETTINGS_ROOM = 2048, // for a plan as text
};

uint32_t fixture_cell_count(const Experiment *experiment, uint32_t fixture)
{
    assert(fixture < experiment->fixture_count);
    assert(experiment->game_count > 0 && experiment->limits_count > 0);
    const Slice *players = experiment->fixtures[fixture].players;
    return pattern_count(players[0], EXPERIMENT_CELLS_MAX) *
           pattern_count(players[1], EXPERIMENT_CELLS_MAX) * experiment->game_count *
           experiment->limits_count;
}

uint32_t experiment_cell_count(const Experiment *experiment)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < experiment->fixture_count; i++)
        count += fixture_cell_count(experiment, i);
    return count;
}

bool experiment_ladder_meets(const Experiment *experiment, uint32_t first, uint32_t second)
{
    assert(first < second && second < experiment->ladder_count);
    return second < experiment->ladder_count - experiment->rung_count || first < EXPERIMENT_ANCHORS;
}

uint32_t experiment_first_of_ladder(const Experiment *experiment)
{
    uint32_t pairings = 0;
    for (uint32_t i = 0; i < experiment->ladder_count; i++)
        for (uint32_t j = i + 1; j < experiment->ladder_count; j++)
            pairings += experiment_ladder_meets(experiment, i, j);
    assert(pairings <= experiment_cell_count(experiment));
    return experiment_cell_count(experiment) - pairings; // of one game and one limit, a cell each
}

uint32_t experiment_first_of_nulls(const Experiment *experiment)
{
    const uint32_t nulls =
        experiment->null_count * experiment->game_count * experiment->limits_count;
    assert(nulls <= experiment_first_of_ladder(experiment));
    return experiment_first_of_ladder(experiment) - nulls; // a null match has no braces
}

// Returns whether `word` is one of the words of a string, which parentheses, commas and blanks separate.
static bool has_word(Slice string, Slice word)
{
    while (string.length) {
        const Slice candidate = slice_take(&string, "(), ");
        if (candidate.length == word.length &&
            memcmp(candidate.start, word.start, word.length) == 0)
            return true;
    }
    return false;
}

// Writes the limits as words: "nodes=100 cpu=20". The second player's own limits are left out: a word would not tell whose they are.
static void write_limit_words(const PlanLimits *limits, Text *text)
{
    const PlanLimits first = {.tries = limits->tries, .clock = limits->clock};
    limits_to_text(&first, text);
    assert(!text->cut);
    bool is_name = true;
    for (size_t i = 0; i < text->length; i++) {
        if (text->start[i] != ' ')
            continue;
        if (is_name)
            text->start[i] = '=';
        is_name = !is_name;
    }
}

bool experiment_cell_fits(const ExperimentCell *cell, Slice where)
{
    char memory[LIMITS_ROOM];
    Text limits = TEXT_IN(memory);
    write_limit_words(&cell->plan.limits, &limits);
    const char *const strings[] = {cell->players[0], cell->players[1], cell->game, memory};
    while (where.length) {
        const Slice word = slice_take(&where, ",");
        bool is_there = false;
        for (unsigned i = 0; i < COUNT_OF(strings) && !is_there; i++)
            is_there = has_word(slice_of(strings[i]), word);
        if (!is_there)
            return false;
    }
    return true;
}

static void find_published(const Experiment *experiment, uint32_t fixture, ExperimentCell *cell)
{
    for (uint32_t i = experiment->published_count; i-- > 0;) {
        const Published *published = &experiment->published[i];
        assert(published->side < PUBLISHED_SIDE_COUNT);
        if (published->fixture == fixture && experiment_cell_fits(cell, published->where))
            cell->published[published->side] =
                published; // the first line that fits is the last to be set
    }
}

const Game *experiment_game(Slice string, AnyRules *rules, Text *message)
{
    assert(string.length < EXPERIMENT_STRING_MAX);
    char memory[EXPERIMENT_STRING_MAX];
    Text text = TEXT_IN(memory);
    text_add_slice(&text, string);
    return game_read(memory, rules, message);
}

static void set_game(ExperimentCell *cell)
{
    char why[MESSAGE_ROOM];
    Text message = TEXT_IN(why), written = TEXT_IN(cell->game);
    cell->plan.game = experiment_game(cell->game_string, &cell->rules, &message);
    assert(cell->plan.game); // experiment_read has read it before
    cell->plan.rules = (const Rules *)&cell->rules;
    cell->plan.game->write(cell->plan.rules, &written);
}

static uint64_t fixture_games(const Experiment *experiment, uint32_t fixture)
{
    return experiment->fixtures[fixture].is_rung ? experiment->rung_games : experiment->cell_games;
}

void experiment_cell(const Experiment *experiment, uint32_t number, ExperimentCell *cell)
{
    assert(number < experiment_cell_count(experiment));
    uint32_t fixture = 0;
    for (; number >= fixture_cell_count(experiment, fixture); fixture++)
        number -= fixture_cell_count(experiment, fixture);
    *cell =
        (ExperimentCell){.fixture = &experiment->fixtures[fixture],
                         .plan = {.player_count = 2,
                                  .players = {cell->players[0], cell->players[1]},
                                  .seed = experiment->seed,
                                  .rounds = fixture_games(experiment, fixture) / 2,
                                  .opening_moves = experiment->opening_moves,
                                  .limits = experiment->limits[number % experiment->limits_count],
                                  .sprt = experiment->sprt,
                                  .stops_by_sprt = experiment->stops_by_sprt}};
    if (cell->fixture->is_null)
        cell->plan.limits.second = (TryLimits){0};
    number /= experiment->limits_count;
    cell->game_string = experiment->games[number % experiment->game_count];
    set_game(cell);
    number /= experiment->game_count;
    for (unsigned i = 0; i < 2; i++) {
        Text text = TEXT_IN(cell->players[i]);
        pattern_write(cell->fixture->players[i], &number, &text);
        assert(!text.cut);
    }
    assert(number == 0); // every digit has been used
    find_published(experiment, fixture, cell);
}

void experiment_cell_scale(ExperimentCell *cell, double scale)
{
    assert(scale > 0);
    const double rounds = (double)cell->plan.rounds * scale;
    cell->plan.rounds = rounds < 1 ? 1 : (uint64_t)(rounds + 0.5);
}

void experiment_cell_describe(const ExperimentCell *cell, Text *text)
{
    text_format(text, "%s against %s, %.*s, ", cell->players[0], cell->players[1],
                (int)cell->game_string.length, cell->game_string.start);
    limits_to_text(&cell->plan.limits, text);
}

static void add_player_name(const char *player, Text *text)
{
    const Slice letters =
        slice_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    for (; slice_has(letters, *player) && *player; player++)
        text_add_char(text, *player);
    text_add_char(text, '-');
}

void experiment_cell_file_name(const ExperimentCell *cell, Text *text)
{
    char memory[SETTINGS_ROOM];
    Text settings = TEXT_IN(memory);
    Plan whole = cell->plan;
    whole.share = (MatchShare){0}; // a share has the name of the whole
    plan_to_text(&whole, DERIVATION_SEED,
                 &settings); // with external programs too, so that old names stay valid
    assert(!settings.cut);
    add_player_name(cell->players[0], text);
    add_player_name(cell->players[1], text);
    text_format(text, "%08" PRIx32,
                (uint32_t)hash_bytes(HASH_START, settings.start, settings.length));
}
