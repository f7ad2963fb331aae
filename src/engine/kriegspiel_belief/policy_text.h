// A policy as text: a line for each term, or for the terms of all places of a kind of man. docs/formats/policy.md has the form.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_POLICY_TEXT_H
#define NEBEL_KRIEGSPIEL_BELIEF_POLICY_TEXT_H

#include "engine/kriegspiel_belief/policy.h"

// Reads all terms; those that are not named are 0. If the text is wrong: false, `*policy` is untouched, and the message says why.
MUST_USE bool policy_read(Slice text, PolicyLogs *policy, Text *message);
void policy_write(const PolicyLogs *policy, Text *text);

#endif
