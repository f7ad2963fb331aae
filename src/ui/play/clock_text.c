// Reading clocks.
#include "ui/play/clock_text.h"

enum { MS_PER_SECOND = 1000, MS_PER_MINUTE = 60000 };

static const double plain_minutes_max = 60;     // from here on a unit is needed
static const double base_ms_max = 86400000;     // a day
static const double increment_ms_max = 3600000; // an hour

typedef struct Duration {
    double number;
    char unit; // 'm' or 's'; 0 if there is none
} Duration;

static bool read_duration(Slice text, Duration *duration)
{
    Duration read = {0};
    const char last = text.length ? text.start[text.length - 1] : 0;
    if (last == 'm' || last == 's') {
        read.unit = last;
        text.length--;
    }
    if (!slice_decimal(text, &read.number))
        return false;
    *duration = read;
    return true;
}

static double to_ms(Duration duration, char unit)
{
    const char known = duration.unit ? duration.unit : unit;
    return duration.number * (known == 'm' ? MS_PER_MINUTE : MS_PER_SECOND);
}

// Both readings of a number that could be either.
static void say_ambiguous(const char *text, Duration base, double increment_s, Text *message)
{
    text_format(
        message,
        "%s would be %g minutes; for %g seconds say %g+%g or %gs+%gs, for %g minutes %gm+%gs", text,
        base.number, base.number, base.number / 60, increment_s, base.number, increment_s,
        base.number, base.number, increment_s);
}

bool play_clock_from_text(const char *text, ClockRule *clock, Text *message)
{
    Slice rest = slice_of(text);
    const Slice before = slice_take(&rest, "+");
    Duration base, increment;
    const bool is_read = read_duration(before, &base) && read_duration(rest, &increment);
    if (is_read && !base.unit && base.number >= plain_minutes_max) {
        say_ambiguous(text, base, to_ms(increment, 's') / MS_PER_SECOND, message);
        return false;
    }
    if (!is_read || to_ms(base, 'm') < 1 || to_ms(base, 'm') > base_ms_max ||
        to_ms(increment, 's') > increment_ms_max) {
        text_format(message,
                    "a clock is minutes and seconds added a move, as in 3+2 or 180s+2s, not '%s'",
                    text);
        return false;
    }
    *clock =
        (ClockRule){(uint32_t)(to_ms(base, 'm') + 0.5), (uint32_t)(to_ms(increment, 's') + 0.5)};
    return true;
}
