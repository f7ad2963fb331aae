// The config file: what its lines mean, what is wrong with wrong ones, and where it is looked for.
#include "base/cli/config.h"
#include "unit/check.h"

#include <string.h>

static void complains(const char *file, const char *why)
{
    char memory[CONFIG_PATH_MAX + 100];
    Text message = TEXT_IN(memory);
    Config config = {.colour = CONFIG_COLOUR_NEVER, .engines = {"/untouched"}};
    const Config before = config;
    assert_false(config_read(slice_of(file), &config, &message));
    assert_string_equal(memory, why);
    assert_memory_equal(&config, &before, sizeof config);
}

static Config reads(const char *file)
{
    char memory[200];
    Text message = TEXT_IN(memory);
    Config config;
    if (!config_read(slice_of(file), &config, &message))
        fail_msg("%s", memory);
    assert_string_equal(memory, "");
    return config;
}

static void every_key_is_read(void **state)
{
    (void)state;
    const Config config = reads("# where things are\n"
                                "engine.stockfish /usr/games/stockfish\n"
                                "\n"
                                "  engine.gnuchess\t/opt/my engines/gnu#chess  \r\n"
                                "engine.gnugo /usr/games/gnugo\n"
                                "colour never");
    assert_string_equal(config.engines[CONFIG_STOCKFISH], "/usr/games/stockfish");
    assert_string_equal(config.engines[CONFIG_GNUCHESS], "/opt/my engines/gnu#chess");
    assert_string_equal(config.engines[CONFIG_GNUGO], "/usr/games/gnugo");
    assert_int_equal(config.colour, CONFIG_COLOUR_NEVER);
    assert_int_equal(reads("colour always\n").colour, CONFIG_COLOUR_ALWAYS);
}

static void an_empty_file_is_the_same_as_none(void **state)
{
    (void)state;
    const Config none = {0};
    const char *const files[] = {"", "\n\n", "   \n# only a remark", "colour auto"};
    for (unsigned i = 0; i < COUNT_OF(files); i++) {
        const Config config = reads(files[i]);
        assert_memory_equal(&config, &none, sizeof config);
    }
}

static void a_wrong_line_is_named_with_what_is_right(void **state)
{
    (void)state;
    complains("\n# one\nengin.stockfish /x\n",
              "line 3: there is no key 'engin.stockfish'; there are: engine.stockfish "
              "engine.gnuchess engine.gnugo colour");
    complains("colour green", "line 1: colour takes auto, always or never, not 'green'");
    complains("colour\n", "line 1: colour takes auto, always or never, not ''");
    complains("engine.gnuchess bin/gnuchess",
              "line 1: engine.gnuchess takes a path from /, under 1024 bytes, not 'bin/gnuchess'");
    complains("colour auto\ncolour auto", "line 2: colour was given before; keep one of the two");
    complains("engine.stockfish /a\x1b[31m",
              "line 1: it has a control character; a config file is plain text");
}

static void a_nul_does_not_end_a_path(void **state)
{
    (void)state;
    static const char file[] = "engine.stockfish /a\0b";
    char memory[200];
    Text message = TEXT_IN(memory);
    Config config;
    assert_false(config_read((Slice){file, sizeof file - 1}, &config, &message));
    assert_string_equal(memory, "line 1: it has a control character; a config file is plain text");
}

static void a_path_has_a_greatest_length(void **state)
{
    (void)state;
    static const char key[] = "engine.stockfish ";
    char file[sizeof key + CONFIG_PATH_MAX];
    memset(file, '/', sizeof file);
    memcpy(file, key, sizeof key - 1);
    file[sizeof key - 1 + CONFIG_PATH_MAX - 1] = '\0';
    assert_int_equal(strlen(reads(file).engines[CONFIG_STOCKFISH]), CONFIG_PATH_MAX - 1);

    char memory[2 * CONFIG_PATH_MAX];
    Text message = TEXT_IN(memory);
    Config config;
    file[sizeof key - 1 + CONFIG_PATH_MAX - 1] = '/';
    file[sizeof key - 1 + CONFIG_PATH_MAX] = '\0';
    assert_false(config_read(slice_of(file), &config, &message));
}

static void check_path(const char *named, const char *config_home, const char *home,
                       const char *right)
{
    char memory[100];
    Text path = TEXT_IN(memory);
    assert_int_equal(config_path(named, config_home, home, &path), right != NULL);
    if (right)
        assert_string_equal(memory, right);
}

static void the_file_is_looked_for_where_the_variables_say(void **state)
{
    (void)state;
    check_path("mine", "/x", "/home/a", "mine");
    check_path("", "/x", "/home/a", "/x/nebel/config");
    check_path(NULL, NULL, "/home/a", "/home/a/.config/nebel/config");
    check_path(NULL, "relative", "/home/a", "/home/a/.config/nebel/config");
    check_path(NULL, "", "", NULL);
    check_path(NULL, NULL, NULL, NULL);
}

static void a_missing_file_is_no_fault_and_a_folder_is(void **state)
{
    (void)state;
    char memory[200];
    Text message = TEXT_IN(memory);
    Config config = {.colour = CONFIG_COLOUR_NEVER};
    assert_int_equal(config_load("/no/such/file", &config, &message), CONFIG_ABSENT);
    assert_string_equal(memory, "");
    assert_int_equal(config_load("/", &config, &message), CONFIG_WRONG);
    assert_string_equal(memory, "it cannot be read: Is a directory");
    assert_int_equal(config.colour, CONFIG_COLOUR_NEVER);
    assert_int_equal(config_load("/dev/null", &config, &message), CONFIG_READ);
    assert_int_equal(config.colour, CONFIG_COLOUR_AUTO);
}

static void an_endless_file_is_refused(void **state)
{
    (void)state;
    char memory[200];
    Text message = TEXT_IN(memory);
    Config config;
    assert_int_equal(config_load("/dev/zero", &config, &message), CONFIG_WRONG);
    assert_string_equal(memory, "it has more than 16384 bytes");
}

static void colours_are_for_terminals_that_want_them(void **state)
{
    (void)state;
    assert_true(config_has_colour(CONFIG_COLOUR_AUTO, true, NULL, "xterm"));
    assert_true(config_has_colour(CONFIG_COLOUR_AUTO, true, "", "xterm"));
    assert_false(config_has_colour(CONFIG_COLOUR_AUTO, true, "1", "xterm"));
    assert_false(config_has_colour(CONFIG_COLOUR_AUTO, false, NULL, "xterm"));
    assert_false(config_has_colour(CONFIG_COLOUR_AUTO, true, NULL, "dumb"));
    assert_false(config_has_colour(CONFIG_COLOUR_AUTO, true, NULL, NULL));
    assert_true(config_has_colour(CONFIG_COLOUR_ALWAYS, false, "1", "dumb"));
    assert_false(config_has_colour(CONFIG_COLOUR_NEVER, true, NULL, "xterm"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_is_read),
        cmocka_unit_test(an_empty_file_is_the_same_as_none),
        cmocka_unit_test(a_wrong_line_is_named_with_what_is_right),
        cmocka_unit_test(a_nul_does_not_end_a_path),
        cmocka_unit_test(a_path_has_a_greatest_length),
        cmocka_unit_test(the_file_is_looked_for_where_the_variables_say),
        cmocka_unit_test(a_missing_file_is_no_fault_and_a_folder_is),
        cmocka_unit_test(an_endless_file_is_refused),
        cmocka_unit_test(colours_are_for_terminals_that_want_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
