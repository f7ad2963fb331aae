// The config file: where chess engines are and whether to use colours, as lines of `key value`.
//
// config_read is pure: it turns bytes into a Config or a message with a line number. config_load opens the file.
#ifndef NEBEL_CLI_CONFIG_H
#define NEBEL_CLI_CONFIG_H

#include "base/text.h"

typedef enum ConfigEngine {
    CONFIG_STOCKFISH,
    CONFIG_GNUCHESS,
    CONFIG_GNUGO,
    CONFIG_ENGINE_COUNT
} ConfigEngine;
typedef enum ConfigColour {
    CONFIG_COLOUR_AUTO, // on a terminal, unless NO_COLOR is set
    CONFIG_COLOUR_ALWAYS,
    CONFIG_COLOUR_NEVER,
    CONFIG_COLOUR_COUNT
} ConfigColour;

enum { CONFIG_PATH_MAX = 1024, CONFIG_BYTES_MAX = 16384 };

// A zeroed one has the defaults.
typedef struct Config {
    char engines[CONFIG_ENGINE_COUNT][CONFIG_PATH_MAX]; // absolute paths; "" if none is given
    ConfigColour colour;
} Config;

typedef enum ConfigState {
    CONFIG_READ,
    CONFIG_ABSENT, // no error, unless NEBEL_CONFIG names the file
    CONFIG_WRONG,
} ConfigState;

// Reads the bytes of a whole file. If a line is wrong: false, `*config` is untouched, and the message names the first such line
// and what would be right.
MUST_USE bool config_read(Slice bytes, Config *config, Text *message);

// Where the file is: at `named` (NEBEL_CONFIG), else below `config_home` (XDG_CONFIG_HOME), else below `home` (HOME). Each may
// be NULL. False if none is set.
MUST_USE bool config_path(const char *named, const char *config_home, const char *home, Text *path);

// Reads the file at `path`. `*config` changes only with CONFIG_READ; with CONFIG_WRONG `message` says what is wrong.
ConfigState config_load(const char *path, Config *config, Text *message);

// The config of this process, from the file that the environment names. If the file is wrong, the defaults hold; nebel doctor
// says why.
Config config_in_force(void);

const char *config_colour_name(ConfigColour colour);

// Returns whether to print colours. `no_color` and `term` are the values of NO_COLOR and TERM, NULL if unset. The config file overrules
// NO_COLOR.
bool config_has_colour(ConfigColour colour, bool is_terminal, const char *no_color,
                       const char *term);

#endif
