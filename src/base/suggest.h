// The word that somebody probably meant who typed another one.
//
//     Suggestion suggestion = suggest_for(slice_of("mcst-c"));
//     for (...)
//         suggest_offer(&suggestion, name);
//     suggest_add(&suggestion, message);       // "; did you mean mcts-c?", or nothing
#ifndef NEBEL_BASE_SUGGEST_H
#define NEBEL_BASE_SUGGEST_H

#include "base/text.h"

typedef struct Suggestion {
    Slice typed;
    const char *best; // NULL while no word is near enough
    unsigned distance;
} Suggestion;

Suggestion suggest_for(Slice typed);
// Takes the nearest word, of equally near ones the first. It must outlive the suggestion.
void suggest_offer(Suggestion *suggestion, const char *word);
void suggest_add(const Suggestion *suggestion, Text *text);

// How many letters must be added, left out, changed or swapped with the next one to make one word of the other. More than
// SUGGEST_LETTERS_MAX letters of a word are not looked at.
enum { SUGGEST_LETTERS_MAX = 32 };
unsigned suggest_distance(Slice a, Slice b);

#endif
