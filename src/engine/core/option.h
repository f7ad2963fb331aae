// The options of a player as rows of data: type, range, default and help. Parsing, help and the bot protocol all read
// them.
#ifndef NEBEL_PLAYER_OPTION_H
#define NEBEL_PLAYER_OPTION_H

#include "base/spec.h"

typedef enum OptionType {
    OPTION_NUMBER, // a whole number
    OPTION_REAL,
    OPTION_SWITCH, // 0 or 1
    OPTION_CHOICE, // one of a few words; its value is the index of the word
    OPTION_TYPE_COUNT
} OptionType;

typedef struct PlayerOption {
    const char *name;
    OptionType type;
    double default_, min, max; // for a choice: the default is an index, and the words are the range
    const char *const *words;  // for a choice, ended by NULL
    const char *help;
    const double
        *paper; // the default when the switch `paper` of the same table is on; NULL for the same
} PlayerOption;

enum { PLAYER_OPTIONS_MAX = SPEC_OPTIONS_MAX };

// One value for each row, in their order. Whole numbers are exact up to 2^53.
typedef struct OptionValues {
    double values[PLAYER_OPTIONS_MAX];
} OptionValues;

// `options` is ended by a row without a name.
unsigned options_count(const PlayerOption *options);

// Fills `values` with defaults, those of the paper if the spec has `paper=1`, and then with what `spec` says. If a name or value is wrong, it returns false, no value
// changes, and `message` says what would be right.
MUST_USE bool options_read(const PlayerOption *options, const Spec *spec, OptionValues *values,
                           Text *message);

// Writes the specification of these values without defaults, as in `capturer(pawn-tries=1)`.
void options_write(const char *name, const PlayerOption *options, const OptionValues *values,
                   Text *text);

// What values an option takes: "0 to 20", "mean or vote".
void option_range_to_text(const PlayerOption *option, Text *text);
void option_value_to_text(const PlayerOption *option, double value, Text *text);
const char *option_type_name(OptionType type);

#endif
