// The config file: where chess engines are and whether to use colours, as lines of `key value`.
//
// Reading is pure: bytes in, a Config or a message with a line number out. Opening the file is
// config_load's.
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

// All zeroes is what holds without a file.
typedef struct Config {
    char engines[CONFIG_ENGINE_COUNT][CONFIG_PATH_MAX]; // absolute paths; "" where none is given
    ConfigColour colour;
} Config;

typedef enum ConfigState {
    CONFIG_READ,
    CONFIG_ABSENT, // which is no fault, unless somebody named the file
    CONFIG_WRONG,
} ConfigState;

// Reads a whole file. False if a line is wrong, with `*config` untouched and a message that names
// the first such line and what would be right.
MUST_USE bool config_read(Slice bytes, Config *config, Text *message);

// Where the file is: what NEBEL_CONFIG says, or else below XDG_CONFIG_HOME, or else below HOME.
// Each may be NULL. False if none of them says.
MUST_USE bool config_path(const char *named, const char *config_home, const char *home, Text *path);

// Reads the file at `path`. Unless it answers CONFIG_READ, `*config` is untouched; of a wrong file
// `message` says why.
ConfigState config_load(const char *path, Config *config, Text *message);

// What is in force here, as the variables say where the file is. Of a wrong file nothing is; nebel doctor tells why.
Config config_in_force(void);

const char *config_colour_name(ConfigColour colour);

// Whether to print colours, given the values of NO_COLOR and TERM, NULL where unset. A file is
// nearer to its user than a variable, so it may overrule NO_COLOR.
bool config_has_colour(ConfigColour colour, bool is_terminal, const char *no_color,
                       const char *term);

#endif
