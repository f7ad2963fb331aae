// The base room: bits, chance, text, specifications.
#include "base/bits.h"
#include "base/portable_math.h"
#include "base/rng.h"
#include "base/spec.h"
#include "base/suggest.h"
#include "unit/check.h"

#include <float.h>
#include <string.h>

static void counting_agrees_with_taking_one_by_one(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(1);
    for (unsigned i = 0; i < 1000; i++) {
        Bits set = rng_next(&rng) & rng_next(&rng);
        const unsigned counted = bits_count(set);
        assert_int_equal(bits_sum_lanes(bits_count_lanes(set)), counted);
        unsigned taken = 0, last = 0;
        while (set) {
            const unsigned member = bits_take(&set);
            assert_true(taken == 0 || member > last);
            last = member;
            taken++;
        }
        assert_int_equal(taken, counted);
    }
    assert_int_equal(bits_count(UINT64_MAX), 64);
    assert_int_equal(bits_sum_lanes(UINT64_MAX), 8 * 255);
}

static void many_means_two_or_more(void **state)
{
    (void)state;
    assert_false(bits_are_many(0));
    assert_false(bits_are_many(bit(63)));
    assert_true(bits_are_many(bit(63) | bit(0)));
}

// The words of splitmix64 from seed 0 as its author publishes them.
static void splitmix_gives_the_published_words(void **state)
{
    (void)state;
    uint64_t seed = 0;
    assert_true(splitmix64(&seed) == 0xe220a8397b1dcdaf);
    assert_true(splitmix64(&seed) == 0x6e789e6aa1b965f4);
    assert_true(splitmix64(&seed) == 0x06c45d188009454f);
}

// From state 1, 2, 3, 4, xoshiro256** is known to begin with 11520, 0, 1509978240.
static void xoshiro_gives_the_published_words(void **state)
{
    (void)state;
    Rng rng = {{1, 2, 3, 4}};
    assert_true(rng_next(&rng) == 11520);
    assert_true(rng_next(&rng) == 0);
    assert_true(rng_next(&rng) == 1509978240);
}

static void a_number_below_a_limit_reaches_every_value(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(7);
    unsigned seen[6] = {0};
    for (unsigned i = 0; i < 6000; i++) {
        const uint32_t number = rng_below(&rng, 6);
        assert_true(number < 6);
        seen[number]++;
    }
    for (unsigned i = 0; i < 6; i++)
        assert_in_range(seen[i], 850, 1150);
}

static void a_text_that_is_full_is_cut_and_says_so(void **state)
{
    (void)state;
    char memory[6];
    Text text = TEXT_IN(memory);
    text_add(&text, "abc");
    assert_false(text.cut);
    text_add(&text, "defg");
    assert_true(text.cut);
    assert_string_equal(memory, "abcde");

    Text again = TEXT_IN(memory);
    text_format(&again, "%s-%d", "xy", 12345);
    assert_true(again.cut);
    assert_string_equal(memory, "xy-12");
    assert_int_equal(again.length, 5);

    Text sliced = TEXT_IN(memory);
    text_add_slice(&sliced, (Slice){"pqrst", 3});
    assert_false(sliced.cut);
    assert_string_equal(memory, "pqr");
    text_add_slice(&sliced, slice_of("stu"));
    assert_true(sliced.cut);
    assert_string_equal(memory, "pqrst");
}

static void *no_memory(void *context, void *block, size_t bytes)
{
    (void)context;
    return bytes ? NULL : memory_heap.resize(NULL, block, 0);
}

static void a_growing_text_is_cut_only_when_memory_is_refused(void **state)
{
    (void)state;
    Text text = text_growing(&memory_heap);
    assert_string_equal(text.start, "");
    for (unsigned i = 0; i < 1000; i++)
        text_format(&text, "%03u,", i);
    text_add(&text, "end");
    assert_int_equal(text.length, 4003);
    assert_false(text.cut);
    assert_string_equal(text.start + 3996, "999,end");

    const Memory refusing = {no_memory, NULL};
    text.memory = &refusing;
    const size_t before = text.length;
    for (unsigned i = 0; i < 1000; i++)
        text_format(&text, "%s", "more and more");
    assert_true(text.cut && text.length > before && strlen(text.start) == text.length);
    text_done(&text);
    text_add_char(&text, 'x');
    assert_true(text.cut);
    assert_string_equal(text.start, "");
    text_done(&text);
}

static void words_are_taken_between_blanks(void **state)
{
    (void)state;
    Slice rest = slice_of(" \tone  two\r\n");
    assert_true(slice_is(slice_trim(rest), "one  two"));
    assert_true(slice_is(slice_word(&rest), "one"));
    assert_true(slice_is(slice_word(&rest), "two"));
    assert_int_equal(slice_word(&rest).length, 0);
    assert_int_equal(slice_trim(slice_of(" \n")).length, 0);
}

static void slices_are_taken_at_separators(void **state)
{
    (void)state;
    Slice rest = slice_of("a,,bc");
    assert_true(slice_is(slice_take(&rest, ","), "a"));
    assert_true(slice_is(slice_take(&rest, ","), ""));
    assert_true(slice_is(slice_take(&rest, ","), "bc"));
    assert_int_equal(rest.length, 0);
    Slice either = slice_of("a b_c");
    assert_true(slice_is(slice_take(&either, " _"), "a"));
    assert_true(slice_is(slice_take(&either, " _"), "b"));
    assert_true(slice_is(either, "c"));
}

static void numbers_are_digits_within_their_limit(void **state)
{
    (void)state;
    uint64_t number = 99;
    assert_true(slice_number(slice_of("0"), 0, &number) && number == 0);
    assert_true(slice_number(slice_of("009"), 9, &number) && number == 9);
    assert_true(slice_number(slice_of("18446744073709551615"), UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
    assert_false(slice_number(slice_of("18446744073709551616"), UINT64_MAX, &number));
    assert_false(slice_number(slice_of("99999999999999999999"), UINT64_MAX, &number));
    static const char *const bad[] = {"", "-1", "+1", "10", "1 ", "0x1"};
    for (unsigned i = 0; i < COUNT_OF(bad); i++)
        assert_false(slice_number(slice_of(bad[i]), 9, &number));
    assert_false(slice_number(slice_of("7"), 6, &number));
    assert_true(number == UINT64_MAX);
}

static void decimals_are_digits_with_perhaps_a_point(void **state)
{
    (void)state;
    double number = -1;
    static const char *const bad[] = {"",    ".5",    "1.",        "-1",
                                      "1e2", "1.2.3", "0.1234567", "1000000001"};
    for (unsigned i = 0; i < COUNT_OF(bad); i++)
        assert_false(slice_decimal(slice_of(bad[i]), &number));
    assert_true(number == -1);
    assert_true(slice_decimal(slice_of("20"), &number) && number == 20);
    assert_true(slice_decimal(slice_of("0.25"), &number) && number == 0.25);
    assert_true(slice_decimal(slice_of("1000000000.000001"), &number) && number > 1e9);
}

static void a_specification_is_a_name_and_options(void **state)
{
    (void)state;
    Spec spec;
    assert_int_equal(spec_parse("hs", &spec), SPEC_OK);
    assert_true(slice_is(spec.name, "hs"));
    assert_int_equal(spec.option_count, 0);
    assert_int_equal(spec_parse("hs()", &spec), SPEC_OK);
    assert_int_equal(spec.option_count, 0);
    assert_int_equal(spec_parse("mcts-b(k=3,fen=8/8 w_-)", &spec), SPEC_OK);
    assert_true(slice_is(spec.name, "mcts-b"));
    assert_int_equal(spec.option_count, 2);
    assert_true(slice_is(spec.options[0].key, "k"));
    assert_true(slice_is(spec.options[0].value, "3"));
    assert_true(slice_is(spec.options[1].value, "8/8 w_-"));
}

static void a_broken_specification_is_named_and_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        SpecError error;
    } cases[] = {
        {"", SPEC_ERR_NAME},
        {"(a=1)", SPEC_ERR_NAME},
        {"a b", SPEC_ERR_NAME},
        {"a(", SPEC_ERR_PARENS},
        {"a(b=1", SPEC_ERR_PARENS},
        {"a(b=1)c", SPEC_ERR_PARENS},
        {"a((b=1)", SPEC_ERR_PARENS},
        {"a(b=1))", SPEC_ERR_PARENS},
        {"a(b)", SPEC_ERR_OPTION},
        {"a(=1)", SPEC_ERR_OPTION},
        {"a(b=)", SPEC_ERR_OPTION},
        {"a(b=1,)", SPEC_ERR_OPTION},
        {"a(,)", SPEC_ERR_OPTION},
        {"a(b=1=2)", SPEC_ERR_OPTION},
        {"a(b=1,b=2)", SPEC_ERR_TWICE},
        {"a(a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,l=1,m=1,n=1,o=1,p=1,q=1)",
         SPEC_ERR_TOO_MANY},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        Spec spec = {.option_count = 77};
        assert_int_equal(spec_parse(cases[i].text, &spec), cases[i].error);
        assert_int_equal(spec.option_count, 77);
        assert_true(strlen(spec_error_text(cases[i].error)) > 10);
    }
}

// Of a random number within the limits, relative to the C library's result.
static double largest_error(double (*ours)(double), double (*theirs)(double), double low,
                            double high)
{
    enum { NUMBERS = 100000 };
    Rng rng = rng_from_seed(3);
    double largest = 0;
    for (unsigned i = 0; i < NUMBERS; i++) {
        const double x = low + (high - low) * (double)rng_next(&rng) * 0x1p-64;
        const double right = theirs(x);
        largest = fmax(largest, fabs(ours(x) - right) / fabs(right));
    }
    return largest;
}

static double expf_as_double(double x)
{
    return (double)portable_expf((float)x);
}

static double exp_of_float(double x)
{
    return exp((double)(float)x);
}

static void exponential_and_logarithm_are_as_exact_as_they_say(void **state)
{
    (void)state;
    assert_true(largest_error(portable_exp, exp, -700, 700) < 2 * DBL_EPSILON);
    assert_true(largest_error(portable_exp, exp, -1, 1) < 2 * DBL_EPSILON);
    assert_true(largest_error(portable_log, log, 0.001, 0.99) < 2 * DBL_EPSILON);
    assert_true(largest_error(portable_log, log, 1.01, 1e6) < 2 * DBL_EPSILON);
    assert_true(largest_error(expf_as_double, exp_of_float, -86, 87) < (double)FLT_EPSILON);
    assert_true(fabs(portable_pow(1.5, 0.602) - pow(1.5, 0.602)) < 1e-15);
}

// These bits are the same in every build; ci/signature compares what follows from them.
static void exponential_and_logarithm_have_their_fixed_bits(void **state)
{
    (void)state;
    assert_true(portable_exp(0) == 1 && portable_log(1) == 0 && portable_expf(0) == 1);
    assert_true(portable_exp(1) == 0x1.5bf0a8b14576ap+1);
    assert_true(portable_log(10) == 0x1.26bb1bbb55516p+1);
    assert_true(portable_expf(-1) == 0x1.78b564p-2f);
    assert_true(portable_exp(-1000) == 0 && portable_expf(-1000) == 0);
    assert_true(isinf(portable_exp(1000)) && isinf(portable_expf(1000)));
}

static void distances_count_letters(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        unsigned distance;
    } cases[] = {
        {"play", "play", 0},     {"paly", "play", 1}, {"plya", "play", 1},  {"pla", "play", 1},
        {"plays", "play", 1},    {"plax", "play", 1}, {"", "play", 4},      {"play", "", 4},
        {"mcst-c", "mcts-c", 1}, {"abcd", "badc", 2}, {"match", "play", 5},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(suggest_distance(slice_of(cases[i].a), slice_of(cases[i].b)),
                         cases[i].distance);
        assert_int_equal(suggest_distance(slice_of(cases[i].b), slice_of(cases[i].a)),
                         cases[i].distance);
    }
    static const char many[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    assert_int_equal(suggest_distance(slice_of(many), slice_of("")), SUGGEST_LETTERS_MAX);
}

static void only_a_near_word_is_suggested(void **state)
{
    (void)state;
    static const char *const words[] = {"play", "players", "match", "lab"};
    static const char *const cases[][2] = {
        {"paly", "; did you mean play?"},
        {"playrs", "; did you mean players?"},
        {"mtach", "; did you mean match?"},
        {"la", "; did you mean lab?"},
        {"nosuch", ""},
        {"", ""},
        {"x", ""},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char memory[64];
        Text text = TEXT_IN(memory);
        Suggestion suggestion = suggest_for(slice_of(cases[i][0]));
        for (unsigned j = 0; j < COUNT_OF(words); j++)
            suggest_offer(&suggestion, words[j]);
        suggest_add(&suggestion, &text);
        assert_string_equal(memory, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counting_agrees_with_taking_one_by_one),
        cmocka_unit_test(many_means_two_or_more),
        cmocka_unit_test(splitmix_gives_the_published_words),
        cmocka_unit_test(xoshiro_gives_the_published_words),
        cmocka_unit_test(a_number_below_a_limit_reaches_every_value),
        cmocka_unit_test(a_text_that_is_full_is_cut_and_says_so),
        cmocka_unit_test(a_growing_text_is_cut_only_when_memory_is_refused),
        cmocka_unit_test(words_are_taken_between_blanks),
        cmocka_unit_test(slices_are_taken_at_separators),
        cmocka_unit_test(numbers_are_digits_within_their_limit),
        cmocka_unit_test(decimals_are_digits_with_perhaps_a_point),
        cmocka_unit_test(a_specification_is_a_name_and_options),
        cmocka_unit_test(a_broken_specification_is_named_and_changes_nothing),
        cmocka_unit_test(exponential_and_logarithm_are_as_exact_as_they_say),
        cmocka_unit_test(exponential_and_logarithm_have_their_fixed_bits),
        cmocka_unit_test(distances_count_letters),
        cmocka_unit_test(only_a_near_word_is_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
