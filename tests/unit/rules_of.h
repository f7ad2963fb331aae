// Rules of Kriegspiel by the options of a game string, for tests.
#ifndef NEBEL_TESTS_RULES_OF_H
#define NEBEL_TESTS_RULES_OF_H

#include "check.h"
#include "games/kriegspiel/kriegspiel.h"

static inline KriegspielRules rules_of(const char *options)
{
    char memory[256], message_memory[256];
    Text text = TEXT_IN(memory), message = TEXT_IN(message_memory);
    Spec spec;
    KriegspielRules rules;
    text_format(&text, "kriegspiel(%s)", options);
    assert_int_equal(spec_parse(memory, &spec), SPEC_OK);
    assert_true(kriegspiel_game.read(&spec, (Rules *)&rules, &message));
    return rules;
}

static inline Try try_of(const char *text)
{
    return try_from_text(slice_of(text));
}

#endif
