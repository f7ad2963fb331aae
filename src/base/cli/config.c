// Reads the config file line by line with a table of its keys.
#include "base/cli/config.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Stores the value of a key; false if the value is wrong.
typedef bool ConfigReader(Slice value, Config *config, unsigned which);

static const char *const colour_names[] = {
    [CONFIG_COLOUR_AUTO] = "auto",
    [CONFIG_COLOUR_ALWAYS] = "always",
    [CONFIG_COLOUR_NEVER] = "never",
};
_Static_assert(COUNT_OF(colour_names) == CONFIG_COLOUR_COUNT, "every choice needs a name");

// Only absolute paths: the meaning of a relative path depends on the current folder.
static bool read_engine(Slice value, Config *config, unsigned which)
{
    assert(which < CONFIG_ENGINE_COUNT && value.length > 0);
    char *path = config->engines[which];
    if (value.start[0] != '/' || value.length >= CONFIG_PATH_MAX)
        return false;
    memcpy(path, value.start, value.length);
    path[value.length] = '\0';
    return true;
}

static bool read_colour(Slice value, Config *config, unsigned which)
{
    (void)which;
    for (unsigned i = 0; i < CONFIG_COLOUR_COUNT; i++)
        if (slice_is(value, colour_names[i])) {
            config->colour = (ConfigColour)i;
            return true;
        }
    return false;
}

static const struct Key {
    const char *name;
    ConfigReader *read;
    unsigned which;
    const char *right; // what its value must be
} keys[] = {
    {"engine.stockfish", read_engine, CONFIG_STOCKFISH, "a path from /, under 1024 bytes"},
    {"engine.gnuchess", read_engine, CONFIG_GNUCHESS, "a path from /, under 1024 bytes"},
    {"engine.gnugo", read_engine, CONFIG_GNUGO, "a path from /, under 1024 bytes"},
    {"colour", read_colour, 0, "auto, always or never"},
};
_Static_assert(COUNT_OF(keys) <= 32, "every key has a bit in `seen`");
_Static_assert(CONFIG_PATH_MAX == 1024, "the table says so in words");

// A NUL would end a path early, and other control characters are surely mistakes.
static bool is_plain(Slice line)
{
    for (size_t i = 0; i < line.length; i++)
        if (((unsigned char)line.start[i] < ' ' && line.start[i] != '\t') ||
            line.start[i] == '\x7f')
            return false;
    return true;
}

static unsigned find_key(Slice name)
{
    unsigned i = 0;
    while (i < COUNT_OF(keys) && !slice_is(name, keys[i].name))
        i++;
    return i;
}

static bool complain_of_key(Slice name, Text *message)
{
    text_format(message, "there is no key '%.*s'; there are:", (int)name.length, name.start);
    for (unsigned i = 0; i < COUNT_OF(keys); i++)
        text_format(message, " %s", keys[i].name);
    return false;
}

// Reads one line that is not empty. `*seen` is the set of keys given before.
static bool config_read_line(Slice line, Config *config, unsigned *seen, Text *message)
{
    if (!is_plain(line)) {
        text_add(message, "it has a control character; a config file is plain text");
        return false;
    }
    const Slice name = slice_take(&line, " \t"), value = slice_trim(line);
    const unsigned i = find_key(name);
    if (i == COUNT_OF(keys))
        return complain_of_key(name, message);
    if (*seen & 1u << i) {
        text_format(message, "%s was given before; keep one of the two", keys[i].name);
        return false;
    }
    *seen |= 1u << i;
    if (value.length && keys[i].read(value, config, keys[i].which))
        return true;
    text_format(message, "%s takes %s, not '%.*s'", keys[i].name, keys[i].right, (int)value.length,
                value.start);
    return false;
}

bool config_read(Slice bytes, Config *config, Text *message)
{
    Config read = {0};
    unsigned seen = 0;
    for (unsigned number = 1; bytes.length; number++) {
        const Slice line = slice_trim(slice_take(&bytes, "\n"));
        char why_memory[CONFIG_PATH_MAX];
        Text why = TEXT_IN(why_memory);
        if (line.length == 0 || line.start[0] == '#' || config_read_line(line, &read, &seen, &why))
            continue;
        text_format(message, "line %u: %s", number, why_memory);
        return false;
    }
    *config = read;
    return true;
}

static bool is_given(const char *variable)
{
    return variable && variable[0];
}

bool config_path(const char *named, const char *config_home, const char *home, Text *path)
{
    if (is_given(named))
        text_add(path, named);
    else if (config_home && config_home[0] == '/') // the XDG standard says to ignore relative paths
        text_format(path, "%s/nebel/config", config_home);
    else if (is_given(home))
        text_format(path, "%s/.config/nebel/config", home);
    else
        return false;
    return !path->cut;
}

// Fills memory of CONFIG_BYTES_MAX + 1 bytes. A folder can be opened, so it is refused only here.
static bool read_bytes(FILE *file, char *memory, size_t *length, Text *message)
{
    errno = 0;
    const size_t count = fread(memory, 1, CONFIG_BYTES_MAX + 1, file);
    if (ferror(file))
        text_format(message, "it cannot be read: %s", strerror(errno));
    else if (count > CONFIG_BYTES_MAX)
        text_format(message, "it has more than %d bytes", CONFIG_BYTES_MAX);
    *length = count;
    return !ferror(file) && count <= CONFIG_BYTES_MAX;
}

ConfigState config_load(const char *path, Config *config, Text *message)
{
    FILE *file = fopen(path, "rb");
    if (!file && errno == ENOENT)
        return CONFIG_ABSENT;
    if (!file) {
        text_format(message, "it cannot be opened: %s", strerror(errno));
        return CONFIG_WRONG;
    }
    char memory[CONFIG_BYTES_MAX + 1];
    size_t length;
    const bool is_read = read_bytes(file, memory, &length, message);
    fclose(file);
    if (!is_read)
        return CONFIG_WRONG;
    return config_read((Slice){memory, length}, config, message) ? CONFIG_READ : CONFIG_WRONG;
}

Config config_in_force(void)
{
    char path_memory[PATH_MAX], why[CONFIG_PATH_MAX];
    Text path = TEXT_IN(path_memory), unsaid = TEXT_IN(why);
    Config config = {0};
    if (config_path(getenv("NEBEL_CONFIG"), getenv("XDG_CONFIG_HOME"), getenv("HOME"), &path))
        (void)config_load(path_memory, &config, &unsaid);
    return config;
}

const char *config_colour_name(ConfigColour colour)
{
    assert(colour < CONFIG_COLOUR_COUNT);
    return colour_names[colour];
}

bool config_has_colour(ConfigColour colour, bool is_terminal, const char *no_color,
                       const char *term)
{
    if (colour != CONFIG_COLOUR_AUTO)
        return colour == CONFIG_COLOUR_ALWAYS;
    return is_terminal && !is_given(no_color) && is_given(term) && strcmp(term, "dumb") != 0;
}
