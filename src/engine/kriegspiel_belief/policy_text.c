// Lines of names and numbers.
#include "engine/kriegspiel_belief/policy.h"

#include <inttypes.h>
#include <stdlib.h>

static const char first_line[] = "nebel policy 1";

// The lines, in the order in which they are written. A line has `count` terms from `first` on, for one kind of man or for none.
typedef struct PolicyLine {
    const char *name;
    uint16_t first, count;
    bool has_kinds; // a line for each kind
} PolicyLine;

static const PolicyLine lines[] = {
    {"recapture", POLICY_RECAPTURE, 1, true},
    {"take-shown", POLICY_TAKE_SHOWN, 1, true},
    {"take-still", POLICY_TAKE_STILL, 1, true},
    {"take-fresh", POLICY_TAKE_FRESH, 1, true},
    {"take-recent", POLICY_TAKE_RECENT, 1, true},
    {"take-hidden", POLICY_TAKE_HIDDEN, 1, true},
    {"check", POLICY_CHECK, 1, true},
    {"to-pawn-guard", POLICY_TO_PAWN_GUARD, 1, true},
    {"to-guard", POLICY_TO_GUARD, 1, true},
    {"from-guard", POLICY_FROM_GUARD, 1, true},
    {"again", POLICY_AGAIN, 1, true},
    {"again-later", POLICY_AGAIN_LATER, 1, true},
    {"reach", POLICY_REACH, POLICY_REACHES, false},
    {"leave", POLICY_LEAVE, 2, false},
    {"guard", POLICY_GUARD, 2, false},
    {"cheapest", POLICY_CHEAPEST, 1, false},
    {"promote", POLICY_PROMOTE, 1, false},
    {"underpromote", POLICY_UNDERPROMOTE, 1, false},
    {"castle", POLICY_CASTLE, 1, false},
    {"retreat", POLICY_RETREAT, 1, false},
    {"check-take", POLICY_CHECK_TAKE, 1, false},
    {"check-block", POLICY_CHECK_BLOCK, 1, false},
    {"check-king", POLICY_CHECK_KING, 1, false},
    {"from", POLICY_FROM, POLICY_PLACES, true},
    {"to", POLICY_TO, POLICY_PLACES, true},
    {"opening-from", POLICY_PHASE_FROM, POLICY_PLACES, true},
    {"middle-from", POLICY_PHASE_FROM + KIND_COUNT *POLICY_PLACES, POLICY_PLACES, true},
    {"late-from", POLICY_PHASE_FROM + 2 * KIND_COUNT *POLICY_PLACES, POLICY_PLACES, true},
    {"opening-to", POLICY_PHASE_TO, POLICY_PLACES, true},
    {"middle-to", POLICY_PHASE_TO + KIND_COUNT *POLICY_PLACES, POLICY_PLACES, true},
    {"late-to", POLICY_PHASE_TO + 2 * KIND_COUNT *POLICY_PLACES, POLICY_PLACES, true},
};

static const PolicyLine *find_line(Slice name)
{
    for (unsigned i = 0; i < COUNT_OF(lines); i++)
        if (slice_is(name, lines[i].name))
            return &lines[i];
    return NULL;
}

static bool read_numbers(Slice *rest, float *logs, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char memory[32];
        Text word = TEXT_IN(memory);
        text_add_slice(&word, slice_word(rest));
        char *end;
        logs[i] = strtof(memory, &end);
        if (word.cut || end == memory || *end || !(logs[i] > -100 && logs[i] < 100))
            return false;
    }
    return slice_trim(*rest).length == 0;
}

static bool policy_read_line(Slice line, PolicyLogs *policy)
{
    const PolicyLine *found = find_line(slice_word(&line));
    if (!found)
        return false;
    unsigned kind = 0;
    if (found->has_kinds) {
        const Slice letter = slice_word(&line);
        kind = letter.length == 1 ? kind_from_letter(letter.start[0]) : KIND_COUNT;
        if (kind == KIND_COUNT)
            return false;
    }
    return read_numbers(&line, policy->logs + found->first + kind * found->count, found->count);
}

bool policy_read(Slice text, PolicyLogs *policy, Text *message)
{
    PolicyLogs read = {0};
    uint32_t number = 1;
    if (!slice_is(slice_trim(slice_take(&text, "\n")), first_line)) {
        text_format(message, "line 1: a policy begins with '%s'", first_line);
        return false;
    }
    while (text.length) {
        const Slice line = slice_trim(slice_take(&text, "\n"));
        number++;
        if (line.length && line.start[0] != '#' && !policy_read_line(line, &read)) {
            text_format(message,
                        "line %" PRIu32
                        ": a line is a term, perhaps a kind of man, and its numbers",
                        number);
            return false;
        }
    }
    *policy = read;
    return true;
}

static void write_line(const PolicyLogs *policy, const PolicyLine *line, unsigned kind, Text *text)
{
    text_add(text, line->name);
    if (line->has_kinds)
        text_format(text, " %c", kind_letter((Kind)kind));
    for (unsigned i = 0; i < line->count; i++)
        text_format(text, " %.2f", (double)policy->logs[line->first + kind * line->count + i]);
    text_add_char(text, '\n');
}

void policy_write(const PolicyLogs *policy, Text *text)
{
    text_format(text, "%s\n", first_line);
    for (unsigned i = 0; i < COUNT_OF(lines); i++)
        for (unsigned kind = 0; kind < (lines[i].has_kinds ? KIND_COUNT : 1u); kind++)
            write_line(policy, &lines[i], kind, text);
}
