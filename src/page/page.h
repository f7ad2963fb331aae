// What a web page calls besides libnebel: a game against a player in line mode, lessons, levels, and the words of a language.
//
// A page runs the library as WebAssembly (web/wasm). A game here owns the truth, so it belongs into a worker: it hands out what each
// seat heard, as lines of nebel/wire.h, and the sentences of line mode; nothing else. All times are in milliseconds, on a
// clock of the caller's. Texts that are returned live until the next call with the same handle.
#ifndef NEBEL_PAGE_PAGE_H
#define NEBEL_PAGE_PAGE_H

#include "base/base.h"

#define PAGE_API __attribute__((visibility("default")))

// --- A game of a person against a player, in line mode -------------------------------------------

typedef struct page_game page_game;

// The person sits in `seat`, 0 for White; `opponent` is a name. Without clocks `base_ms` is 0. NULL if the game string cannot be
// read or there is no memory, with a sentence in `text`.
PAGE_API page_game *page_game_open(const char *game_string, int seat, const char *opponent,
                                   uint32_t base_ms, uint32_t increment_ms, double now_ms,
                                   char *text, size_t bytes);
PAGE_API void page_game_close(page_game *game); // accepts NULL

// A line that the person typed, or with NULL the beginning; returns what is said.
PAGE_API const char *page_game_line(page_game *game, const char *line, double now_ms);
// Time has passed; returns what is said.
PAGE_API const char *page_game_tick(page_game *game, double now_ms);

// Whether the player is to choose; and its choice: a try, or `resign`, `offer`, `accept` or `decline`. Returns what is said. Nothing
// happens if it is not to choose.
PAGE_API bool page_game_awaits_player(const page_game *game);
PAGE_API const char *page_game_choose(page_game *game, const char *choice, double now_ms);

PAGE_API bool page_game_is_over(const page_game *game);
PAGE_API uint32_t page_game_clock_ms(const page_game *game, int seat, double now_ms);

// How much a seat has heard. One hearing as a line for its ear alone; and the seat's own try that it answers, "" if none.
PAGE_API uint32_t page_game_heard(const page_game *game, int seat);
PAGE_API const char *page_game_hearing(page_game *game, int seat, uint32_t index);
PAGE_API const char *page_game_own_try(page_game *game, int seat, uint32_t index);

// --- Lessons -------------------------------------------------------------------------------------

typedef struct page_course page_course;

// The lessons of a kind, 0 for Kriegspiel and 1 for Phantom Go, from number `first` on, counted from 0. NULL if there are none.
PAGE_API page_course *page_course_open(uint32_t kind, uint32_t first);
PAGE_API void page_course_close(page_course *course); // accepts NULL
// A typed line, or with NULL the beginning; returns what is said.
PAGE_API const char *page_course_line(page_course *course, const char *line);
PAGE_API bool page_course_is_done(const page_course *course);

// --- Levels and words ----------------------------------------------------------------------------

// An opponent by level, from 1 to 9: a player string and the nodes of a try, 0 if time limits it. NULL if there is none.
PAGE_API const char *page_level_player(const char *game_string, uint32_t level);
PAGE_API uint32_t page_level_nodes(const char *game_string, uint32_t level);

// Speaks the language of a file (words/language.h), or with NULL English. False if there is no memory.
PAGE_API bool page_speak(const char *file);

#endif
