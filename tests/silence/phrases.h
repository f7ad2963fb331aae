// The same words are the same bytes: what a seat receives follows from the words that the reference
// gives for it, in every game under the same rules and at every time.
//
// Squares and points are left out as well, in the words and in the bytes: what is said of a capture
// on one square is said of it on another.
//
// Two runs of a pair show only what differs between them. Over all pairs there are many more truths
// behind the same words, and whatever makes the bytes of a hearing depend on one of them is found
// as soon as the words come back.
#ifndef NEBEL_TESTS_PHRASES_H
#define NEBEL_TESTS_PHRASES_H

#include "games/core/hearing.h"

// Who hears the words, and under which rules.
typedef struct PhraseEar {
    uint64_t rules;
    uint8_t seat, mover;
} PhraseEar;

// A hearing without squares and points: only how many there are.
Hearing phrase_blur(const Hearing *heard);

// What the words were heard as the first time they came up; NULL if this is the first, which is
// then remembered as `heard`. If blurred, both are taken without squares.
const Hearing *phrase_recall(PhraseEar ear, const char *words, const Hearing *heard,
                             bool is_blurred);

#endif
