// Hearings as one line of words that programs read: the same in records, JSON and the bot protocol.
//
//     moved capture pawn d5 check file tries 2
//     illegal
//     played over mate winner white
//     moved stones 2 d4 e4
//
// The line is written for one listener: what its own seat did and what the other did have
// different words. Reading a line gives back the very bytes of the hearing.
// docs/formats/hearing.md has the grammar.
#ifndef NEBEL_RECORDS_HEARING_TEXT_H
#define NEBEL_RECORDS_HEARING_TEXT_H

#include "base/text.h"
#include "games/core/hearing.h"

// Bytes that hold any line written here. In Go a line may name 361 stones; the games on a chess board need far less.
enum { HEARING_TEXT_MAX = 2048 };

void hearing_to_text(const Hearing *hearing, uint8_t listener, Text *text);

// False, with `*hearing` untouched, if the line is not one that hearing_to_text writes.
MUST_USE bool hearing_from_text(Slice line, uint8_t listener, Hearing *hearing);

// The words for an ending ("mate", "flag") and a winner ("white", "black", "none") alone, and back; 0 and
// WINNER_COUNT for any other word.
const char *ending_name(uint8_t ending);
uint8_t ending_from_name(Slice name);
const char *winner_name(uint8_t winner);
uint8_t winner_from_name(Slice name);

#endif
