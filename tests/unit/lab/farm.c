// The farm without its database: which reports are possible, and which of their pairs are played again.
#include "lab/farm/results_check.h"
#include "lab/match/pair.h"
#include "unit/match.h"

enum { PAIRS = 3 };

// Plays pairs of a match and adds their lines.
static void play(const Match *match, uint32_t pairs, Text *lines)
{
    for (uint32_t i = 0; i < pairs; i++) {
        Text line;
        (void)play_pair(match, i, &line);
        text_add(lines, line.start);
        text_add_char(lines, '\n');
        text_done(&line);
    }
}

static bool is_possible(const Match *match, const Text *lines)
{
    return farm_lines_are_possible(&match->plan, 0, PAIRS, (Slice){lines->start, lines->length},
                                   &memory_heap);
}

static void what_was_played_is_possible(void **state)
{
    (void)state;
    Match match;
    Text lines = text_growing(&memory_heap);
    prepare_small(&match, PAIRS);
    play(&match, PAIRS, &lines);
    assert_true(is_possible(&match, &lines));
    text_done(&lines);
}

static void a_pair_has_exactly_one_line(void **state)
{
    (void)state;
    Match match;
    Text lines = text_growing(&memory_heap);
    prepare_small(&match, PAIRS);
    play(&match, PAIRS, &lines);
    text_add_char(&lines, '\n');
    assert_false(is_possible(&match, &lines));
    lines.length -= 2; // without the end of the last line
    assert_false(is_possible(&match, &lines));
    lines.length += 1;
    assert_true(is_possible(&match, &lines));
    text_done(&lines);
}

static void too_few_or_too_many_pairs_are_not(void **state)
{
    (void)state;
    Match match;
    prepare_small(&match, PAIRS);
    for (uint32_t pairs = PAIRS - 1; pairs <= PAIRS + 1; pairs += 2) {
        Text lines = text_growing(&memory_heap);
        play(&match, pairs, &lines);
        assert_false(is_possible(&match, &lines));
        text_done(&lines);
    }
}

enum {
    WINNER = 3,
    ENDING,
    ATTEMPTS,
    PLIES,
    SCRIPT
}; // words of a line: pair 0 | WINNER ENDING ATTEMPTS PLIES SCRIPT …

// The line of the first pair with one word replaced and a right checksum, and the other lines as they were. False if the word is the same.
static bool forge(const Text *lines, unsigned word, const char *replacement, Text *forged)
{
    Slice rest = {lines->start, lines->length}, body;
    uint64_t hash;
    bool is_other = false;
    assert_true(match_line_unseal(slice_take(&rest, "\n"), &body, &hash));
    for (unsigned i = 0; body.length; i++) {
        const Slice part = slice_take(&body, " ");
        if (i)
            text_add_char(forged, ' ');
        if (i == word) {
            is_other = !slice_is(part, replacement);
            text_add(forged, replacement);
        } else {
            text_add_slice(forged, part);
        }
    }
    match_line_seal(forged, 0);
    text_add_char(forged, '\n');
    text_add_slice(forged, rest);
    return is_other;
}

static void a_result_that_the_record_does_not_come_to_is_not(void **state)
{
    (void)state;
    static const struct {
        unsigned word;
        const char *replacements[3];
    } forgeries[] = {{WINNER, {"white", "black", "none"}},
                     {ENDING, {"mate", "fifty", "stalemate"}},
                     {ATTEMPTS, {"0", "1", "100000"}},
                     {PLIES, {"0", "1", "100000"}}};
    Match match;
    Text lines = text_growing(&memory_heap);
    unsigned forged_lines = 0;
    prepare_small(&match, PAIRS);
    play(&match, PAIRS, &lines);
    for (unsigned i = 0; i < COUNT_OF(forgeries); i++)
        for (unsigned k = 0; k < COUNT_OF(forgeries[i].replacements); k++) {
            Text forged = text_growing(&memory_heap);
            const bool is_other =
                forge(&lines, forgeries[i].word, forgeries[i].replacements[k], &forged);
            assert_int_equal(is_possible(&match, &forged), !is_other);
            forged_lines += is_other;
            text_done(&forged);
        }
    assert_true(forged_lines >= 2 * COUNT_OF(forgeries));
    text_done(&lines);
}

static void a_record_that_no_umpire_would_take_is_not(void **state)
{
    (void)state;
    Match match;
    Text lines = text_growing(&memory_heap), forged = text_growing(&memory_heap);
    prepare_small(&match, PAIRS);
    play(&match, PAIRS, &lines);
    assert_true(forge(&lines, SCRIPT, "resign/resign", &forged));
    assert_false(is_possible(&match, &forged));
    text_done(&lines);
    text_done(&forged);
}

static void playing_again_finds_a_pair_of_other_games(void **state)
{
    (void)state;
    Text lines = text_growing(&memory_heap);
    Match match;
    bool is_same;
    prepare_small(&match, PAIRS);
    play(&match, PAIRS, &lines);
    const Slice all = {lines.start, lines.length};
    PairPlayer *player = open_pairs(&match);
    assert_true(farm_play_again(player, 1, farm_line(all, 1), &memory_heap, &is_same));
    assert_true(is_same);
    assert_true(farm_play_again(player, 1, farm_line(all, 2), &memory_heap, &is_same));
    assert_false(is_same);
    assert_int_equal(farm_line(all, PAIRS).length, 0);
    pair_player_destroy(player);
    text_done(&lines);
}

static void one_pair_in_one_of_ten_units_is_played_again(void **state)
{
    (void)state;
    enum { UNITS = 10000, UNIT_PAIRS = 8 };
    unsigned sampled = 0, by_place[UNIT_PAIRS] = {0};
    for (uint64_t unit = 1; unit <= UNITS; unit++) {
        uint32_t index;
        if (!farm_is_sampled(unit, UNIT_PAIRS, &index))
            continue;
        assert_in_range(index, 0, UNIT_PAIRS - 1);
        sampled++;
        by_place[index]++;
    }
    assert_in_range(sampled, UNITS / SAMPLE_UNITS * 8 / 10, UNITS / SAMPLE_UNITS * 12 / 10);
    for (unsigned i = 0; i < UNIT_PAIRS; i++)
        assert_in_range(by_place[i], sampled / UNIT_PAIRS / 2, sampled / UNIT_PAIRS * 2);
}

// Workers that are equally fast take units in turn.
static void samples_fall_on_each_of_workers_that_take_turns(void **state)
{
    (void)state;
    enum { UNITS = 10000, WORKERS_MAX = 16 };
    for (unsigned workers = 2; workers <= WORKERS_MAX; workers++) {
        unsigned sampled[WORKERS_MAX] = {0};
        uint32_t index;
        for (uint64_t unit = 0; unit < UNITS; unit++)
            sampled[unit % workers] += farm_is_sampled(unit, 1, &index);
        for (unsigned i = 0; i < workers; i++)
            assert_true(sampled[i] > UNITS / workers / SAMPLE_UNITS / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_played_is_possible),
        cmocka_unit_test(a_pair_has_exactly_one_line),
        cmocka_unit_test(too_few_or_too_many_pairs_are_not),
        cmocka_unit_test(a_result_that_the_record_does_not_come_to_is_not),
        cmocka_unit_test(a_record_that_no_umpire_would_take_is_not),
        cmocka_unit_test(playing_again_finds_a_pair_of_other_games),
        cmocka_unit_test(one_pair_in_one_of_ten_units_is_played_again),
        cmocka_unit_test(samples_fall_on_each_of_workers_that_take_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
