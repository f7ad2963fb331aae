// Reading experiment files and laying them out.
//
// Every key is a row of one table. A reader takes the value of its key and either takes it in or
// complains; it never does both. Swept options are expanded as text, before anything knows what a
// player string means: `{a,b}` is a digit of a number in mixed radix, the leftmost one running
// fastest.
#include "lab/experiment.h"

#include "base/hash.h"
#include "umpire/game.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

typedef struct Reading {
    Experiment *experiment;
    uint32_t line; // that the value begins on
    uint32_t curves_line;
    uint64_t seen; // keys, a bit each
    Text *complaint;
} Reading;

// Says what is wrong, and shows the value's first line, or as much of it as is decent.
static bool refuse_with(const Reading *reading, const char *what, const char *before, Slice value)
{
    enum { SHOWN_MAX = 60 };
    size_t shown = 0;
    while (shown < value.length && shown < SHOWN_MAX && (unsigned char)value.start[shown] >= ' ')
        shown++;
    text_format(reading->complaint, "line %" PRIu32 ": %s%s'%.*s'", reading->line, what, before,
                (int)shown, shown ? value.start : "");
    return false;
}

// `what` says what would be right.
static bool refuse(const Reading *reading, const char *what, Slice value)
{
    return refuse_with(reading, what, ", not ", value);
}

// `what` says what is wrong.
static bool object_to(const Reading *reading, const char *what, Slice value)
{
    return refuse_with(reading, what, ": ", value);
}

static bool refuse_more(const Reading *reading, const char *what, unsigned most)
{
    text_format(reading->complaint, "line %" PRIu32 ": there can be at most %u %s", reading->line,
                most, what);
    return false;
}

// --- Words and numbers ---------------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static Slice trim(Slice slice)
{
    while (slice.length && is_blank(slice.start[0]))
        slice = (Slice){slice.start + 1, slice.length - 1};
    while (slice.length && is_blank(slice.start[slice.length - 1]))
        slice.length--;
    return slice;
}

// The next word; empty at the end.
static Slice take_word(Slice *rest)
{
    *rest = trim(*rest);
    return slice_take(rest, " \t\r\n");
}

static bool read_signed(Slice slice, double *number)
{
    const bool is_negative = slice.length && slice.start[0] == '-';
    double read;
    if (!slice_decimal((Slice){slice.start + is_negative, slice.length - is_negative}, &read))
        return false;
    *number = is_negative ? -read : read;
    return true;
}

// --- Sweeps --------------------------------------------------------------------------------------

// Counts the strings a pattern stands for: 0 if its braces do not match or hold nothing between two
// commas, and no more than one past the most cells there can be.
static uint32_t count_variants(Slice pattern)
{
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
        count = count * choices > EXPERIMENT_CELLS_MAX ? EXPERIMENT_CELLS_MAX + 1 : count * choices;
    }
    return count;
}

static void add_slice(Text *text, Slice slice)
{
    for (size_t i = 0; i < slice.length; i++)
        text_add_char(text, slice.start[i]);
}

// Writes one of a pattern's strings and takes its digits off `*variant`.
static void write_variant(Slice pattern, uint32_t *variant, Text *text)
{
    while (pattern.length) {
        add_slice(text, slice_take(&pattern, "{"));
        Slice items = slice_take(&pattern, "}"), rest = items;
        uint32_t choices = 0;
        for (; rest.length; choices++)
            slice_take(&rest, ",");
        if (!choices)
            continue;
        for (uint32_t i = 0; i < *variant % choices; i++)
            slice_take(&items, ",");
        add_slice(text, slice_take(&items, ","));
        *variant /= choices;
    }
}

// --- Readers of values ---------------------------------------------------------------------------

static bool read_title(Reading *reading, Slice value)
{
    reading->experiment->title = value;
    return true;
}

static bool read_source(Reading *reading, Slice value)
{
    reading->experiment->source = value;
    return true;
}

static bool read_question(Reading *reading, Slice value)
{
    reading->experiment->question = value;
    return true;
}

// Finds the game and reads its rules. The string is kept in `text`, whose memory is the caller's.
static const Game *find_game(Slice string, Text *text, unsigned char *rules, Text *complaint)
{
    Spec spec;
    add_slice(text, string);
    const Game *game = game_find(text->start, &spec, complaint);
    if (!game)
        return NULL;
    assert(game->rules_bytes <= EXPERIMENT_RULES_MAX);
    return game->read(&spec, (Rules *)(void *)rules, complaint) ? game : NULL;
}

static bool read_game(Reading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    _Alignas(max_align_t) unsigned char rules[EXPERIMENT_RULES_MAX];
    char memory[EXPERIMENT_STRING_MAX], why[256];
    Text text = TEXT_IN(memory), complaint = TEXT_IN(why);
    if (experiment->game_count == EXPERIMENT_GAMES_MAX)
        return refuse_more(reading, "games", EXPERIMENT_GAMES_MAX);
    if (value.length >= sizeof memory)
        return object_to(reading, "this game string is too long", value);
    if (!find_game(value, &text, rules, &complaint)) {
        text_format(reading->complaint, "line %" PRIu32 ": %s", reading->line, why);
        return false;
    }
    experiment->games[experiment->game_count++] = value;
    return true;
}

// "first against second"; the strings may hold blanks, as in cmd:python3 bot.py.
static bool split_players(Slice value, Slice players[2])
{
    static const char between[] = " against ";
    const size_t gap = sizeof between - 1;
    for (size_t i = 0; i + gap <= value.length; i++) {
        if (memcmp(value.start + i, between, gap) != 0)
            continue;
        players[0] = trim((Slice){value.start, i});
        players[1] = trim((Slice){value.start + i + gap, value.length - i - gap});
        return players[0].length && players[1].length;
    }
    return false;
}

static bool read_players(Reading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    Fixture fixture = {.line = reading->line};
    if (experiment->fixture_count == EXPERIMENT_FIXTURES_MAX)
        return refuse_more(reading, "lines of players", EXPERIMENT_FIXTURES_MAX);
    if (!split_players(value, fixture.players) || slice_has(value, '\n'))
        return refuse(reading, "players are two on a line, as in capturer against random", value);
    for (unsigned i = 0; i < 2; i++) {
        if (fixture.players[i].length >= EXPERIMENT_STRING_MAX)
            return object_to(reading, "this player string is too long", fixture.players[i]);
        if (count_variants(fixture.players[i]) == 0)
            return refuse(reading, "several values of an option stand in braces, as in c={0.5,1}",
                          fixture.players[i]);
    }
    experiment->fixtures[experiment->fixture_count++] = fixture;
    return true;
}

static bool read_limit(Slice name, Slice value, PlanLimits *limits)
{
    uint64_t number;
    if (slice_is(name, "clock"))
        return !limits->clock.base_ms && clock_from_text(value, &limits->clock);
    if (!slice_number(value, INT64_MAX, &number) || number == 0)
        return false;
    if (slice_is(name, "nodes") && !limits->nodes) {
        limits->nodes = number;
        return true;
    }
    uint32_t *place = slice_is(name, "cpu")        ? &limits->cpu_ms
                      : slice_is(name, "movetime") ? &limits->move_ms
                                                   : NULL;
    if (!place || *place || number > UINT32_MAX)
        return false;
    *place = (uint32_t)number;
    return true;
}

static bool read_limits(Reading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    PlanLimits limits = {0};
    if (experiment->limits_count == EXPERIMENT_LIMITS_MAX)
        return refuse_more(reading, "lines of limits", EXPERIMENT_LIMITS_MAX);
    for (Slice rest = value; rest.length;) {
        const Slice name = take_word(&rest);
        if (!read_limit(name, take_word(&rest), &limits))
            return refuse(reading,
                          "limits are nodes N, cpu MS, movetime MS or clock S+I, each once at most",
                          value);
    }
    experiment->limits[experiment->limits_count++] = limits;
    return true;
}

static bool read_games(Reading *reading, Slice value)
{
    uint64_t games;
    if (!slice_number(value, UINT32_MAX, &games) || games == 0 || games % 2 != 0)
        return refuse(reading, "games are an even number, since they come in pairs", value);
    reading->experiment->cell_games = games;
    return true;
}

static bool read_opening(Reading *reading, Slice value)
{
    uint32_t moves;
    if (!opening_from_text(value, &moves))
        return refuse(reading, "an opening is random:N with N from 0 to 16", value);
    reading->experiment->opening_moves = moves;
    return true;
}
_Static_assert(OPENING_MOVES_MAX == 16, "the sentence above says so");

static bool read_seed(Reading *reading, Slice value)
{
    uint64_t seed;
    if (!slice_number(value, INT64_MAX, &seed))
        return refuse(reading, "a seed is a whole number", value);
    reading->experiment->seed = seed;
    return true;
}

static bool read_sprt(Reading *reading, Slice value)
{
    SprtPlan sprt = reading->experiment->sprt;
    Slice rest = value;
    const Slice low = slice_take(&rest, ",");
    if (!read_signed(low, &sprt.elo0) || !read_signed(rest, &sprt.elo1))
        return refuse(reading, "sprt takes two bounds in normalized Elo, as in 0,10", value);
    const SprtError error = sprt_check(&sprt);
    if (error)
        return object_to(reading, sprt_error_text(error), value);
    reading->experiment->sprt = sprt;
    reading->experiment->stops_by_sprt = true;
    return true;
}

static bool add_note(Reading *reading, Slice value, bool is_hypothesis)
{
    Experiment *experiment = reading->experiment;
    if (experiment->note_count == EXPERIMENT_NOTES_MAX)
        return refuse_more(reading, "notes and hypotheses", EXPERIMENT_NOTES_MAX);
    experiment->notes[experiment->note_count++] = (Note){value, is_hypothesis};
    return true;
}

// "material", and perhaps "observed:40".
static bool read_curves(Reading *reading, Slice value)
{
    static const char prefix[] = "observed:";
    const size_t length = sizeof prefix - 1;
    CurvePlan curves = {.is_wanted = true};
    uint64_t games = 0;
    Slice rest = value;
    bool is_fine = slice_is(take_word(&rest), "material");
    const Slice word = take_word(&rest);
    if (word.length)
        is_fine =
            is_fine && word.length > length && memcmp(word.start, prefix, length) == 0 &&
            slice_number((Slice){word.start + length, word.length - length}, INT32_MAX, &games) &&
            games > 0;
    if (!is_fine || trim(rest).length)
        return refuse(reading, "curves are material, or material observed:N for the first N games",
                      value);
    curves.asked_games = (uint32_t)games;
    reading->experiment->curves = curves;
    reading->curves_line = reading->line;
    return true;
}

static bool read_note(Reading *reading, Slice value)
{
    return add_note(reading, value, false);
}

static bool read_hypothesis(Reading *reading, Slice value)
{
    return add_note(reading, value, true);
}

// --- Published figures ---------------------------------------------------------------------------

// The three figures as they stand: shares with a percent sign, counts without, `-` for neither.
typedef struct Figures {
    double numbers[RESULT_COUNT]; // below 0 for a `-`
    unsigned known, shares;
} Figures;

static bool read_figures(Slice *rest, Figures *figures)
{
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        Slice word = take_word(rest);
        figures->numbers[i] = -1;
        if (slice_is(word, "-"))
            continue;
        const bool is_share = word.length && word.start[word.length - 1] == '%';
        word.length -= is_share;
        if (!slice_decimal(word, &figures->numbers[i]) || (!is_share && slice_has(word, '.')))
            return false;
        figures->known++;
        figures->shares += is_share;
    }
    return figures->known > 0 && (figures->shares == 0 || figures->shares == figures->known);
}

static bool read_side(Slice word, PublishedSide *side)
{
    static const char *const names[PUBLISHED_SIDE_COUNT] = {
        [PUBLISHED_FIRST_SEAT] = "white", [PUBLISHED_SECOND_SEAT] = "black"};
    for (unsigned i = PUBLISHED_FIRST_SEAT; i < PUBLISHED_SIDE_COUNT; i++) {
        if (slice_is(word, names[i])) {
            *side = (PublishedSide)i;
            return true;
        }
    }
    return false;
}

// "of 400", "as white", "where c=0.5,nodes=100", in any order.
static bool read_clauses(Slice rest, Published *published)
{
    uint64_t games = 0;
    for (rest = trim(rest); rest.length; rest = trim(rest)) {
        const Slice name = take_word(&rest), value = take_word(&rest);
        const bool is_read = slice_is(name, "of")
                                 ? slice_number(value, UINT32_MAX, &games) && games > 0
                             : slice_is(name, "as") ? read_side(value, &published->side)
                                                    : slice_is(name, "where") && value.length > 0;
        if (!is_read)
            return false;
        if (slice_is(name, "where"))
            published->where = value;
    }
    published->games = (uint32_t)games;
    return true;
}

// Makes shares of the figures. What two of three leave over is the third.
static bool settle_shares(const Figures *figures, Published *published)
{
    double sum = 0;
    for (unsigned i = 0; i < RESULT_COUNT; i++)
        sum += figures->numbers[i] > 0 ? figures->numbers[i] : 0;
    double whole = figures->shares ? 100 : published->games;
    if (!figures->shares && !published->games && figures->known == RESULT_COUNT) {
        published->games = (uint32_t)sum;
        whole = sum;
    }
    if (!(whole > 0) || sum > whole + (figures->shares ? 1 : 0)) // a paper rounds its shares
        return false;
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        const bool is_rest = figures->numbers[i] < 0 && figures->known == RESULT_COUNT - 1;
        const double rest = sum < whole ? whole - sum : 0;
        published->shares[i] = is_rest                    ? rest / whole
                               : figures->numbers[i] >= 0 ? figures->numbers[i] / whole
                                                          : -1;
    }
    return true;
}

static bool read_published(Reading *reading, Slice value)
{
    Experiment *experiment = reading->experiment;
    Published published = {.line = reading->line};
    Figures figures = {0};
    Slice rest = value;
    if (experiment->published_count == EXPERIMENT_PUBLISHED_MAX)
        return refuse_more(reading, "published figures", EXPERIMENT_PUBLISHED_MAX);
    if (experiment->fixture_count == 0)
        return object_to(reading, "published figures follow the players they are of", value);
    if (!read_figures(&rest, &figures) || !read_clauses(rest, &published))
        return refuse(reading,
                      "published figures are wins, losses and draws, as in 18 4 378 or "
                      "4.5% 1% 94.5% of 400, then perhaps as white and where c=0.5",
                      value);
    if (!settle_shares(&figures, &published))
        return refuse(reading, "published figures add up, to 100% or to the games played", value);
    published.fixture = experiment->fixture_count - 1;
    experiment->published[experiment->published_count++] = published;
    return true;
}

// --- Cells ---------------------------------------------------------------------------------------

uint32_t fixture_cell_count(const Experiment *experiment, uint32_t fixture)
{
    const Slice *players = experiment->fixtures[fixture].players;
    return count_variants(players[0]) * count_variants(players[1]) * experiment->game_count *
           experiment->limits_count;
}

uint32_t experiment_cell_count(const Experiment *experiment)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < experiment->fixture_count; i++)
        count += fixture_cell_count(experiment, i);
    return count;
}

void limits_to_text(const PlanLimits *limits, Text *text)
{
    const size_t start = text->length;
    if (limits->nodes)
        text_format(text, " nodes %" PRIu64, limits->nodes);
    if (limits->cpu_ms)
        text_format(text, " cpu %" PRIu32, limits->cpu_ms);
    if (limits->move_ms)
        text_format(text, " movetime %" PRIu32, limits->move_ms);
    if (limits->clock.base_ms)
        text_format(text, " clock %g+%g", limits->clock.base_ms / 1000.0,
                    limits->clock.increment_ms / 1000.0);
    if (text->length > start) { // the blank before the first
        text->length--;
        memmove(text->start + start, text->start + start + 1, text->length - start + 1);
    }
}

// Whether one of a string's words, between parentheses and commas, is this one.
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

// The limits as words: "nodes=100 cpu=20".
static void write_limit_words(const PlanLimits *limits, Text *text)
{
    limits_to_text(limits, text);
    bool is_name = true;
    for (size_t i = 0; i < text->length; i++) {
        if (text->start[i] != ' ')
            continue;
        if (is_name)
            text->start[i] = '=';
        is_name = !is_name;
    }
}

static bool cell_fits(const Cell *cell, Slice where)
{
    char memory[128];
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

static void find_published(const Experiment *experiment, uint32_t fixture, Cell *cell)
{
    for (uint32_t i = experiment->published_count; i-- > 0;) {
        const Published *published = &experiment->published[i];
        if (published->fixture == fixture && cell_fits(cell, published->where))
            cell->published[published->side] = published; // the first line that fits, at last
    }
}

static void set_game(Cell *cell)
{
    char memory[EXPERIMENT_STRING_MAX], why[256];
    Text text = TEXT_IN(memory), complaint = TEXT_IN(why), written = TEXT_IN(cell->game);
    cell->plan.game = find_game(cell->game_string, &text, cell->rules, &complaint);
    assert(cell->plan.game); // it was read before
    cell->plan.rules = (const Rules *)(const void *)cell->rules;
    cell->plan.game->write(cell->plan.rules, &written);
}

void experiment_cell(const Experiment *experiment, uint32_t number, Cell *cell)
{
    assert(number < experiment_cell_count(experiment));
    uint32_t fixture = 0;
    for (; number >= fixture_cell_count(experiment, fixture); fixture++)
        number -= fixture_cell_count(experiment, fixture);
    *cell = (Cell){.fixture = &experiment->fixtures[fixture],
                   .plan = {.player_count = 2,
                            .players = {cell->players[0], cell->players[1]},
                            .seed = experiment->seed,
                            .rounds = experiment->cell_games / 2,
                            .opening_moves = experiment->opening_moves,
                            .limits = experiment->limits[number % experiment->limits_count],
                            .sprt = experiment->sprt,
                            .stops_by_sprt = experiment->stops_by_sprt}};
    number /= experiment->limits_count;
    cell->game_string = experiment->games[number % experiment->game_count];
    set_game(cell);
    number /= experiment->game_count;
    for (unsigned i = 0; i < 2; i++) {
        Text text = TEXT_IN(cell->players[i]);
        write_variant(cell->fixture->players[i], &number, &text);
    }
    find_published(experiment, fixture, cell);
}

// Counts the cells, and sees to it that every published figure belongs to one.
static bool lay_out(Reading *reading)
{
    const Experiment *experiment = reading->experiment;
    uint64_t count = 0;
    for (uint32_t i = 0; i < experiment->fixture_count; i++) {
        const Fixture *fixture = &experiment->fixtures[i];
        reading->line = fixture->line;
        count += (uint64_t)count_variants(fixture->players[0]) *
                 count_variants(fixture->players[1]) * experiment->game_count *
                 experiment->limits_count;
        if (count > EXPERIMENT_CELLS_MAX)
            return refuse_more(reading, "cells", EXPERIMENT_CELLS_MAX);
    }
    bool is_used[EXPERIMENT_PUBLISHED_MAX] = {false};
    for (uint32_t i = 0; i < count; i++) {
        Cell cell;
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
        text_format(reading->complaint,
                    "line %" PRIu32
                    ": no cell is left for this figure; is its 'where' right, or does "
                    "it stand here twice?",
                    experiment->published[i].line);
        return false;
    }
    return true;
}

// --- The file ------------------------------------------------------------------------------------

typedef struct Key {
    const char *name;
    bool (*read)(Reading *reading, Slice value);
    bool is_needed, may_repeat;
} Key;

static const Key keys[] = {
    {"title", read_title, true, false},       {"source", read_source, false, false},
    {"question", read_question, true, false}, {"game", read_game, true, true},
    {"players", read_players, true, true},    {"published", read_published, false, true},
    {"limits", read_limits, true, true},      {"games", read_games, true, false},
    {"opening", read_opening, true, false},   {"seed", read_seed, true, false},
    {"sprt", read_sprt, false, false},        {"curves", read_curves, false, false},
    {"note", read_note, false, true},         {"hypothesis", read_hypothesis, false, true},
};

static bool read_entry(Reading *reading, Slice entry)
{
    Slice value = entry;
    const Slice name = take_word(&value);
    unsigned i = 0;
    while (i < COUNT_OF(keys) && !slice_is(name, keys[i].name))
        i++;
    if (i == COUNT_OF(keys))
        return refuse(reading,
                      "a line begins with title, source, question, game, players, published, "
                      "limits, games, opening, seed, sprt, curves, note, hypothesis or #",
                      name);
    if (!keys[i].may_repeat && (reading->seen >> i & 1))
        return object_to(reading, "this key may stand only once", name);
    reading->seen |= UINT64_C(1) << i;
    value = trim(value);
    return value.length ? keys[i].read(reading, value)
                        : object_to(reading, "this key needs a value", name);
}

// Takes the next entry off the text: a line and those below it that begin with a blank. Comments
// and empty lines are passed over; false at the end.
static bool take_entry(Reading *reading, Slice *rest, uint32_t *next_line, Slice *entry)
{
    *entry = (Slice){0};
    while (rest->length) {
        const bool is_more = entry->length && is_blank(rest->start[0]);
        const Slice peeked = *rest;
        const Slice line = slice_take(rest, "\n");
        const bool is_empty = trim(line).length == 0;
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

static bool check_needed(Reading *reading)
{
    for (unsigned i = 0; i < COUNT_OF(keys); i++) {
        if (!keys[i].is_needed || reading->seen >> i & 1)
            continue;
        text_format(reading->complaint, "line %" PRIu32 ": the file ends without a line '%s'",
                    reading->line, keys[i].name);
        return false;
    }
    return true;
}

bool experiment_read(Slice text, Experiment *experiment, Text *complaint)
{
    Experiment read = {.sprt = {0, 10, 0.05, 0.05}};
    Reading reading = {.experiment = &read, .line = 1, .complaint = complaint};
    uint32_t next_line = 1;
    Slice entry;
    if (text.length > EXPERIMENT_BYTES_MAX)
        return refuse_more(&reading, "bytes in the file", EXPERIMENT_BYTES_MAX);
    if (slice_has(text, '\0'))
        return object_to(&reading, "there is a NUL in the file that begins with", text);
    while (take_entry(&reading, &text, &next_line, &entry)) {
        if (is_blank(entry.start[0]))
            return object_to(&reading, "only the line below another may begin with a blank", entry);
        if (!read_entry(&reading, entry))
            return false;
    }
    if (!check_needed(&reading) || !lay_out(&reading))
        return false;
    *experiment = read;
    return true;
}

// --- Of single cells ------------------------------------------------------------------------------

void cell_scale(Cell *cell, double scale)
{
    const double rounds = (double)cell->plan.rounds * scale;
    cell->plan.rounds = rounds < 1 ? 1 : (uint64_t)(rounds + 0.5);
}

static void add_name(const char *player, Text *text)
{
    const Slice letters =
        slice_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    for (; slice_has(letters, *player) && *player; player++)
        text_add_char(text, *player);
    text_add_char(text, '-');
}

void cell_file_name(const Cell *cell, Text *text)
{
    char memory[2048];
    Text settings = TEXT_IN(memory);
    plan_to_text(&cell->plan, &settings);
    assert(!settings.cut);
    add_name(cell->players[0], text);
    add_name(cell->players[1], text);
    text_format(text, "%08" PRIx32,
                (uint32_t)hash_bytes(HASH_START, settings.start, settings.length));
}
