// The options of a player: typed, with a range and a default, as rows of data that parsing, help and the bot
// protocol read alike.
#ifndef NEBEL_PLAYER_OPTION_H
#define NEBEL_PLAYER_OPTION_H

#include "base/spec.h"

typedef enum OptionType {
    OPTION_NUMBER, // a whole number
    OPTION_REAL,
    OPTION_SWITCH, // 0 or 1
    OPTION_CHOICE, // one of a few words; its value is the word's place
    OPTION_TYPE_COUNT
} OptionType;

typedef struct PlayerOption {
    const char *name;
    OptionType type;
    double default_, min,
        max; // of a choice: the place of the usual word; the range is given by the words
    const char *const *words; // of a choice, ended by NULL
    const char *help;
} PlayerOption;

enum { PLAYER_OPTIONS_MAX = SPEC_OPTIONS_MAX };

// One value for each row, in their order. Whole numbers are exact up to 2^53.
typedef struct OptionValues {
    double values[PLAYER_OPTIONS_MAX];
} OptionValues;

// `options` is ended by a row without a name.
unsigned options_count(const PlayerOption *options);

// Fills `values` with defaults and then with what `spec` says. False, with `values` untouched, if it
// names an option that is not there or a value out of range; `message` then says what would be right.
MUST_USE bool options_read(const PlayerOption *options, const Spec *spec, OptionValues *values,
                           Text *message);

// Writes the specification that reads as these values, defaults left out: `capturer(pawn-tries=1)`.
void options_write(const char *name, const PlayerOption *options, const OptionValues *values,
                   Text *text);

// What values an option takes: "0 to 20", "mean or vote".
void option_range_to_text(const PlayerOption *option, Text *text);
void option_value_to_text(const PlayerOption *option, double value, Text *text);
const char *option_type_name(OptionType type);

#endif
