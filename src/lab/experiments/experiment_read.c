// Reads experiment files.
//
// Every key is a row of one table. The reader of a key either stores its value or writes a message.
#include "lab/experiments/experiment.h"

#include "lab/experiments/compare.h"
#include "lab/experiments/internal.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
    LADDER_MIN = 3, // two players are a match
    SHOWN_MAX = 60, // characters of a wrong value that a message shows
    MESSAGE_ROOM = 256,
};

// Used unless the file has a line `sprt`: 0 to 10 normalized Elo, both errors 5 %.
static const SprtPlan sprt_default = {0, 10, 0.05, 0.05};

// Used unless the file has a line `margin`: docs/lab/experiments.md says why five points.
static const double margin_default = 0.05;

typedef struct ExperimentReading {
    Experiment *experiment;
    uint32_t line; // the line on which the value begins
    uint32_t curves_line, ladder_line;
    uint64_t seen; // keys, a bit each
    Text *message;
} ExperimentReading;

// Writes what is wrong and the beginning of the value's first line.
static bool refuse_with(const ExperimentReading *reading, const char *what, const char *before,
                        Slice value)
{
    assert(reading->line > 0);
    size_t shown = 0;
    while (shown < value.length && shown < SHOWN_MAX && (unsigned char)value.start[shown] >= ' ')
        shown++;
    text_format(reading->message, "line %" PRIu32 ": %s%s'%.*s'", reading->line, what, before,
                (int)shown, shown ? value.start : "");
    return false;
}

// `what` says what would be right.
static bool refuse_value(const ExperimentReading *reading, const char *what, Slice value)
{
    return refuse_with(reading, what, ", not ", value);
}

// `what` says what is wrong.
static bool object_to(const ExperimentReading *reading, const char *what, Slice value)
{
    return refuse_with(reading, what, ": ", value);
}

static bool refuse_more(const ExperimentReading *reading, const char *what, unsigned max)
{
    text_format(reading->message, "line %" PRIu32 ": there can be at most %u %s", reading->line,
                max, what);
    return false;
}

static bool read_title(ExperimentReading *reading, Slice value)
{
    reading->experiment->title = value;
    return true;
}

static bool read_source(ExperimentReading *reading, Slice value)
{
    reading->experiment->source = value;
    return true;
}

static bool read_question(ExperimentReading *reading, Slice value)
{
    reading->experiment->question = value;
    return true;
}

static bool read_game_string(ExperimentReading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    AnyRules rules;
    char why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    if (experiment->game_count == EXPERIMENT_GAMES_MAX)
        return refuse_more(reading, "games", EXPERIMENT_GAMES_MAX);
    if (value.length >= EXPERIMENT_STRING_MAX)
        return object_to(reading, "this game string is too long", value);
    if (!experiment_game(value, &rules, &message)) {
        text_format(reading->message, "line %" PRIu32 ": %s", reading->line, why);
        return false;
    }
    experiment->games[experiment->game_count++] = value;
    return true;
}

// Splits "first against second"; the strings may hold blanks, as in cmd:python3 bot.py.
static bool split_players(Slice value, Slice players[2])
{
    static const char between[] = " against ";
    const size_t gap = sizeof between - 1;
    for (size_t i = 0; i + gap <= value.length; i++) {
        if (memcmp(value.start + i, between, gap) != 0)
            continue;
        players[0] = slice_trim((Slice){value.start, i});
        players[1] = slice_trim((Slice){value.start + i + gap, value.length - i - gap});
        return players[0].length && players[1].length;
    }
    return false;
}

static bool read_players(ExperimentReading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    Fixture fixture = {.line = reading->line};
    if (experiment->fixture_count == EXPERIMENT_FIXTURES_MAX)
        return refuse_more(reading, "lines of players", EXPERIMENT_FIXTURES_MAX);
    if (!split_players(value, fixture.players) || slice_has(value, '\n'))
        return refuse_value(reading, "players are two on a line, as in capturer against random",
                            value);
    for (unsigned i = 0; i < 2; i++) {
        if (fixture.players[i].length >= EXPERIMENT_STRING_MAX)
            return object_to(reading, "this player string is too long", fixture.players[i]);
        if (pattern_count(fixture.players[i], EXPERIMENT_CELLS_MAX) == 0)
            return refuse_value(reading,
                                "several values of an option stand in braces, as in c={0.5,1}",
                                fixture.players[i]);
    }
    experiment->fixtures[experiment->fixture_count++] = fixture;
    return true;
}

// A player that stands on its line alone: of a null match, or of a ladder.
static bool check_single(ExperimentReading *reading, Slice player)
{
    if (player.length >= EXPERIMENT_STRING_MAX)
        return object_to(reading, "this player string is too long", player);
    if (slice_has(player, '\n') || pattern_count(player, EXPERIMENT_CELLS_MAX) != 1)
        return refuse_value(reading, "this player stands on a line of its own, without braces",
                            player);
    return true;
}

static bool read_null(ExperimentReading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    if (experiment->null_count == EXPERIMENT_NULLS_MAX)
        return refuse_more(reading, "null matches", EXPERIMENT_NULLS_MAX);
    if (!check_single(reading, value))
        return false;
    experiment->nulls[experiment->null_count++] = (Fixture){{value, value}, reading->line, true};
    return true;
}

static bool add_to_ladder(ExperimentReading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    if (experiment->ladder_count == EXPERIMENT_LADDER_MAX)
        return refuse_more(reading, "players of a ladder", EXPERIMENT_LADDER_MAX);
    if (!check_single(reading, value))
        return false;
    experiment->ladder[experiment->ladder_count++] = value;
    reading->ladder_line = reading->line;
    return true;
}

static bool read_ladder(ExperimentReading *reading, Slice value)
{
    if (reading->experiment->rung_count)
        return object_to(reading, "the lines 'ladder' stand before the lines 'rung'", value);
    return add_to_ladder(reading, value);
}

static bool read_rung(ExperimentReading *reading, Slice value)
{
    reading->experiment->rung_count++;
    return add_to_ladder(reading, value);
}

static bool read_limits(ExperimentReading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    PlanLimits limits;
    if (experiment->limits_count == EXPERIMENT_LIMITS_MAX)
        return refuse_more(reading, "lines of limits", EXPERIMENT_LIMITS_MAX);
    if (!limits_from_text(value, &limits))
        return refuse_value(
            reading,
            "limits are nodes N, cpu MS, movetime MS or clock S+I, each once at most; "
            "the second player's own, without a clock, follow 'against'",
            value);
    experiment->limits[experiment->limits_count++] = limits;
    return true;
}

static bool read_even(ExperimentReading *reading, Slice value, uint64_t *games)
{
    return (slice_number(value, UINT32_MAX, games) && *games > 0 && *games % 2 == 0) ||
           refuse_value(reading, "games are an even number, since they come in pairs", value);
}

static bool read_games(ExperimentReading *reading, Slice value)
{
    return read_even(reading, value, &reading->experiment->cell_games);
}

static bool read_rung_games(ExperimentReading *reading, Slice value)
{
    return read_even(reading, value, &reading->experiment->rung_games);
}

static bool read_opening(ExperimentReading *reading, Slice value)
{
    uint32_t moves;
    if (!opening_from_text(value, &moves))
        return refuse_value(reading, "an opening is random:N with N from 0 to 16", value);
    reading->experiment->opening_moves = moves;
    return true;
}
_Static_assert(OPENING_MOVES_MAX == 16, "the sentence above says so");

static bool read_seed(ExperimentReading *reading, Slice value)
{
    uint64_t seed;
    if (!slice_number(value, INT64_MAX, &seed))
        return refuse_value(reading, "a seed is a whole number", value);
    reading->experiment->seed = seed;
    return true;
}

static bool read_sprt(ExperimentReading *reading, Slice value)
{
    SprtPlan sprt = reading->experiment->sprt;
    Slice rest = value;
    const Slice low = slice_take(&rest, ",");
    if (!lab__signed_decimal(low, &sprt.elo0) || !lab__signed_decimal(rest, &sprt.elo1))
        return refuse_value(reading, "sprt takes two bounds in normalized Elo, as in 0,10", value);
    const SprtError error = sprt_check(&sprt);
    if (error)
        return object_to(reading, sprt_error_text(error), value);
    reading->experiment->sprt = sprt;
    reading->experiment->stops_by_sprt = true;
    return true;
}

static bool add_note(ExperimentReading *reading, Slice value, bool is_hypothesis)
{
    Experiment *experiment = reading->experiment;
    if (experiment->note_count == EXPERIMENT_NOTES_MAX)
        return refuse_more(reading, "notes and hypotheses", EXPERIMENT_NOTES_MAX);
    experiment->notes[experiment->note_count++] = (Note){value, is_hypothesis};
    return true;
}

// Reads "material", and perhaps "observed:40".
static bool read_curves(ExperimentReading *reading, Slice value)
{
    static const char prefix[] = "observed:";
    const size_t length = sizeof prefix - 1;
    CurvePlan curves = {.is_wanted = true};
    uint64_t games = 0;
    Slice rest = value;
    bool is_fine = slice_is(slice_word(&rest), "material");
    const Slice word = slice_word(&rest);
    if (word.length)
        is_fine =
            is_fine && word.length > length && memcmp(word.start, prefix, length) == 0 &&
            slice_number((Slice){word.start + length, word.length - length}, INT32_MAX, &games) &&
            games > 0;
    if (!is_fine || slice_trim(rest).length)
        return refuse_value(
            reading, "curves are material, or material observed:N for the first N games", value);
    curves.asked_games = (uint32_t)games;
    reading->experiment->curves = curves;
    reading->curves_line = reading->line;
    return true;
}

static bool read_margin(ExperimentReading *reading, Slice value)
{
    static const double points_max = 50; // more than that, and every match would be a reproduction
    double points;
    if (!slice_decimal(value, &points) || !(points > 0 && points <= points_max))
        return refuse_value(reading,
                            "a margin is a number of percentage points, from above 0 to 50", value);
    reading->experiment->margin = points / 100;
    return true;
}

static bool read_note(ExperimentReading *reading, Slice value)
{
    return add_note(reading, value, false);
}

static bool read_hypothesis(ExperimentReading *reading, Slice value)
{
    return add_note(reading, value, true);
}

static bool read_published(ExperimentReading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    Published published;
    if (experiment->published_count == EXPERIMENT_PUBLISHED_MAX)
        return refuse_more(reading, "published figures", EXPERIMENT_PUBLISHED_MAX);
    if (experiment->fixture_count == 0)
        return object_to(reading, "published figures follow the players they are of", value);
    const char *error = published_from_text(value, &published);
    if (error)
        return refuse_value(reading, error, value);
    published.line = reading->line;
    published.fixture = experiment->fixture_count - 1;
    experiment->published[experiment->published_count++] = published;
    return true;
}

static bool read_claim(ExperimentReading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    Claim claim;
    if (experiment->claim_count == EXPERIMENT_CLAIMS_MAX)
        return refuse_more(reading, "claims", EXPERIMENT_CLAIMS_MAX);
    const char *error = claim_from_text(value, &claim);
    if (error)
        return refuse_value(reading, error, value);
    if (claim.kind == CLAIM_BOUND && experiment->fixture_count == 0)
        return object_to(reading, "a claim about a figure follows the players it is about", value);
    claim.line = reading->line;
    claim.fixture = experiment->fixture_count ? experiment->fixture_count - 1 : 0;
    experiment->claims[experiment->claim_count++] = claim;
    return true;
}

// Null matches come after all other pairings of the file.
static bool pair_nulls(ExperimentReading *reading)
{
    Experiment *experiment = reading->experiment;
    for (uint32_t i = 0; i < experiment->null_count; i++) {
        reading->line = experiment->nulls[i].line;
        if (experiment->fixture_count == EXPERIMENT_FIXTURES_MAX)
            return refuse_more(reading, "pairings", EXPERIMENT_FIXTURES_MAX);
        experiment->fixtures[experiment->fixture_count++] = experiment->nulls[i];
    }
    return true;
}

// Pairs the players of the ladder who meet.
static bool pair_ladder(ExperimentReading *reading)
{
    Experiment *experiment = reading->experiment;
    reading->line = reading->ladder_line;
    if (experiment->ladder_count == 0)
        return true;
    if (experiment->ladder_count - experiment->rung_count < LADDER_MIN ||
        experiment->game_count > 1 || experiment->limits_count > 1)
        return object_to(reading, "a ladder has three players or more, one game and one limit",
                         experiment->ladder[0]);
    for (uint32_t i = 0; i < experiment->ladder_count; i++) {
        for (uint32_t j = i + 1; j < experiment->ladder_count; j++) {
            if (!experiment_ladder_meets(experiment, i, j))
                continue;
            if (experiment->fixture_count == EXPERIMENT_FIXTURES_MAX)
                return refuse_more(reading, "pairings", EXPERIMENT_FIXTURES_MAX);
            experiment->fixtures[experiment->fixture_count++] =
                (Fixture){.players = {experiment->ladder[i], experiment->ladder[j]},
                          .line = reading->ladder_line,
                          .is_rung = j >= experiment->ladder_count - experiment->rung_count};
        }
    }
    return true;
}

// Checks the number of cells, and that every published figure belongs to a cell.
static bool lay_out(ExperimentReading *reading)
{
    const Experiment *experiment = reading->experiment;
    uint64_t count = 0;
    for (uint32_t i = 0; i < experiment->fixture_count; i++) {
        reading->line = experiment->fixtures[i].line;
        count += fixture_cell_count(experiment, i);
        if (count > EXPERIMENT_CELLS_MAX)
            return refuse_more(reading, "cells", EXPERIMENT_CELLS_MAX);
    }
    bool is_used[EXPERIMENT_PUBLISHED_MAX] = {false};
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        if (experiment->curves.is_wanted && !curves_suit(cell.plan.game)) {
            reading->line = reading->curves_line;
            return object_to(reading, "there are no men to count in this game", cell.game_string);
        }
        for (unsigned side = 0; side < PUBLISHED_SIDE_COUNT; side++)
            if (cell.published[side])
                is_used[cell.published[side] - experiment->published] = true;
    }
    for (uint32_t i = 0; i < experiment->published_count; i++) {
        if (is_used[i])
            continue;
        text_format(reading->message,
                    "line %" PRIu32
                    ": no cell is left for this figure; is its 'where' right, or does "
                    "it stand here twice?",
                    experiment->published[i].line);
        return false;
    }
    return true;
}

// Returns whether the experiment counts what a claim is about.
static bool counts_figure(const Experiment *experiment, const Claim *claim)
{
    if (claim->kind != CLAIM_BOUND || !figure_is_of_curves(claim->figure))
        return true;
    return claim->figure == FIGURE_RISE ? experiment->curves.asked_games > 0
                                        : experiment->curves.is_wanted;
}

// Checks that every claim is about cells of the experiment, and about what it counts.
static bool check_claims(ExperimentReading *reading)
{
    const Experiment *experiment = reading->experiment;
    for (uint32_t i = 0; i < experiment->claim_count; i++) {
        const uint32_t tests = claim_count_tests(experiment, &experiment->claims[i]);
        reading->line = experiment->claims[i].line;
        if (tests == 0)
            return object_to(reading,
                             "no cell fits this claim; are its 'where' and its players right, and "
                             "do these have the same opponent?",
                             experiment->claims[i].rule);
        if (tests > CLAIM_TESTS_MAX)
            return refuse_more(reading, "comparisons in a claim", CLAIM_TESTS_MAX);
        if (!counts_figure(experiment, &experiment->claims[i]))
            return object_to(reading,
                             "tries and calls are counted with a line curves material, rise with "
                             "curves material observed:N",
                             experiment->claims[i].rule);
    }
    return true;
}

typedef struct ExperimentKey {
    const char *name;
    bool (*read)(ExperimentReading *reading, Slice value);
    bool is_needed, may_repeat;
} ExperimentKey;

static const ExperimentKey keys[] = {
    {"title", read_title, true, false},       {"source", read_source, false, false},
    {"question", read_question, true, false}, {"game", read_game_string, true, true},
    {"players", read_players, false, true},   {"published", read_published, false, true},
    {"limits", read_limits, true, true},      {"games", read_games, true, false},
    {"opening", read_opening, true, false},   {"seed", read_seed, true, false},
    {"sprt", read_sprt, false, false},        {"curves", read_curves, false, false},
    {"note", read_note, false, true},         {"hypothesis", read_hypothesis, false, true},
    {"ladder", read_ladder, false, true},     {"margin", read_margin, false, false},
    {"claim", read_claim, false, true},       {"rung", read_rung, false, true},
    {"null", read_null, false, true},         {"rung_games", read_rung_games, false, false},
};

_Static_assert(COUNT_OF(keys) <= 64, "every key has a bit in Reading.seen");

static bool read_entry(ExperimentReading *reading, Slice entry)
{
    Slice value = entry;
    const Slice name = slice_word(&value);
    unsigned i = 0;
    while (i < COUNT_OF(keys) && !slice_is(name, keys[i].name))
        i++;
    if (i == COUNT_OF(keys))
        return refuse_value(
            reading,
            "a line begins with title, source, question, game, players, null, ladder, "
            "rung, published, margin, claim, limits, games, rung_games, opening, seed, "
            "sprt, curves, note, "
            "hypothesis or #",
            name);
    if (!keys[i].may_repeat && (reading->seen >> i & 1))
        return object_to(reading, "this key may stand only once", name);
    reading->seen |= UINT64_C(1) << i;
    value = slice_trim(value);
    return value.length ? keys[i].read(reading, value)
                        : object_to(reading, "this key needs a value", name);
}

// Takes the next entry off the text: a line, and the lines below it that begin with a blank. Skips comments and empty lines.
// Returns false at the end.
static bool take_file_entry(ExperimentReading *reading, Slice *rest, uint32_t *next_line,
                            Slice *entry)
{
    *entry = (Slice){0};
    while (rest->length) {
        const bool is_more = entry->length && slice_has(slice_of(" \t\r"), rest->start[0]);
        const Slice peeked = *rest;
        const Slice line = slice_take(rest, "\n");
        const bool is_empty = slice_trim(line).length == 0;
        if (entry->length && (!is_more || is_empty)) {
            *rest = peeked;
            return true;
        }
        if (entry->length)
            entry->length = (size_t)(line.start + line.length - entry->start);
        else if (!is_empty && line.start[0] != '#') {
            *entry = line;
            reading->line = *next_line;
        }
        ++*next_line;
    }
    return entry->length > 0;
}

static bool check_needed(ExperimentReading *reading)
{
    for (unsigned i = 0; i < COUNT_OF(keys); i++) {
        if (!keys[i].is_needed || reading->seen >> i & 1)
            continue;
        text_format(reading->message, "line %" PRIu32 ": the file ends without a line '%s'",
                    reading->line, keys[i].name);
        return false;
    }
    const Experiment *experiment = reading->experiment;
    if (experiment->fixture_count + experiment->null_count + experiment->ladder_count == 0) {
        text_format(reading->message,
                    "line %" PRIu32 ": the file ends without a line 'players', 'null' or 'ladder'",
                    reading->line);
        return false;
    }
    return true;
}

bool experiment_read(Slice text, Experiment *experiment, Text *message)
{
    Experiment read = {.sprt = sprt_default, .margin = margin_default};
    ExperimentReading reading = {.experiment = &read, .line = 1, .message = message};
    uint32_t next_line = 1;
    Slice entry;
    if (text.length > EXPERIMENT_BYTES_MAX)
        return refuse_more(&reading, "bytes in the file", EXPERIMENT_BYTES_MAX);
    if (slice_has(text, '\0'))
        return object_to(&reading, "there is a NUL in the file that begins with", text);
    while (take_file_entry(&reading, &text, &next_line, &entry)) {
        if (slice_has(slice_of(" \t\r"), entry.start[0]))
            return object_to(&reading, "only the line below another may begin with a blank", entry);
        if (!read_entry(&reading, entry))
            return false;
    }
    if (!read.rung_games)
        read.rung_games = read.cell_games;
    for (uint32_t i = 0; i < read.published_count; i++)
        read.published[i].margin = read.margin;
    if (!check_needed(&reading) || !pair_nulls(&reading) || !pair_ladder(&reading) ||
        !lay_out(&reading) || !check_claims(&reading))
        return false;
    assert(read.game_count >= 1 && read.game_count <= EXPERIMENT_GAMES_MAX);
    assert(read.limits_count >= 1 && read.limits_count <= EXPERIMENT_LIMITS_MAX);
    assert(read.fixture_count >= 1 && read.fixture_count <= EXPERIMENT_FIXTURES_MAX);
    assert(read.published_count <= EXPERIMENT_PUBLISHED_MAX);
    assert(read.cell_games >= 2 && read.cell_games % 2 == 0);
    *experiment = read;
    return true;
}
