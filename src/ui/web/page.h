// What a web page calls besides libnebel: a game against a player in line mode, a seat at a server, lessons, levels, and the words of a
// language.
//
// A page runs the library as WebAssembly (web/wasm). A game here owns the truth, so it belongs into a worker: it hands out what each
// seat heard, as lines of nebel/wire.h, and the sentences of line mode; nothing else. All times are in milliseconds, on a
// clock of the caller's. Texts that are returned live until the next call with the same handle.
#ifndef NEBEL_WEB_PAGE_H
#define NEBEL_WEB_PAGE_H

#include "base/i18n/words.h"

#define PAGE_API __attribute__((visibility("default")))

// A game of a person against a player, in line mode.

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

// What the person has taken and lost, in a sentence; the enemy men that the person believes in and the tries that are queued, with a blank
// between two.
PAGE_API const char *page_game_taken(page_game *game);
PAGE_API const char *page_game_marks(page_game *game);
PAGE_API const char *page_game_queue(page_game *game);
// All that happened in a game that is over, as the lines of a journal (formats/records/game_journal.h), for a review; "" before, and for a game
// whose table is at a server.
PAGE_API const char *page_game_journal(page_game *game);

// A seat at a server.

// What a client holds of its seat (formats/protocol/remote.h), with line mode. The page owns the WebSocket: lines of the server go in, and after each call
// page_seat_sends has the line to send. Nothing here is the truth.
typedef struct page_seat page_seat;

// `chance` is a random whole number. NULL if that is no token of a seat, with a sentence in `text`.
PAGE_API page_seat *page_seat_open(const char *token, double chance, char *text, size_t bytes);
PAGE_API void page_seat_close(page_seat *seat); // accepts NULL

// A connection is open; it is lost.
PAGE_API void page_seat_begin(page_seat *seat);
PAGE_API void page_seat_lose(page_seat *seat);
// Takes a line of the server. Returns a RemoteNext: what the page is to do with the connection.
PAGE_API uint32_t page_seat_take(page_seat *seat, const char *line, double now_ms);
// Sends the open action again, if there is one: a busy server has had its moment, of page_seat_busy_ms.
PAGE_API void page_seat_repeat(page_seat *seat);
PAGE_API uint32_t page_seat_busy_ms(void);
// The line for the server that the last call made, "" for none; it is handed out once.
PAGE_API const char *page_seat_sends(page_seat *seat);

// Return whether it sits, and whether an action has no answer yet.
PAGE_API bool page_seat_is_seated(const page_seat *seat);
PAGE_API bool page_seat_has_open(const page_seat *seat);
// How long to wait before the next connection, after so many that failed.
PAGE_API uint32_t page_seat_wait_ms(uint32_t failures, double chance);
// Why it gave up: the server's word, and a sentence that says what to do.
PAGE_API const char *page_seat_code(const page_seat *seat);
PAGE_API const char *page_seat_reason(const page_seat *seat);

// What line mode says of the last line of the server; page_game_line with NULL comes first.
PAGE_API const char *page_seat_said(page_seat *seat);
// The game, once the seat has joined for the first time; NULL before. It is the seat's own, and must not be closed. Its lines may make a line for
// the server.
PAGE_API page_game *page_seat_game(page_seat *seat);
// Of a seat that has a game: the game string, the number of the seat, and the clock, 0 for none.
PAGE_API const char *page_seat_name(page_seat *seat);
PAGE_API int page_seat_number(const page_seat *seat);
PAGE_API uint32_t page_seat_base_ms(const page_seat *seat);
// By what the game can be looked at when it is over, as 16 digits: #/game/ID; "" if the server did not say.
PAGE_API const char *page_seat_archive(page_seat *seat);

// Lessons.

typedef struct page_course page_course;

// The lessons of a kind, 0 for Kriegspiel and 1 for Phantom Go, from number `first` on, counted from 0. NULL if there are none.
PAGE_API page_course *page_course_open(uint32_t kind, uint32_t first);
PAGE_API void page_course_close(page_course *course); // accepts NULL
// A typed line, or with NULL the beginning; returns what is said.
PAGE_API const char *page_course_line(page_course *course, const char *line);
PAGE_API bool page_course_is_done(const page_course *course);

// The title of a lesson; NULL if there is none.
PAGE_API const char *page_lesson_title(uint32_t kind, uint32_t index);

// The lesson in progress, for a page that draws it: its number from 0; a CourseState of ui/play/lessons.h; its game string; the person's seat.
PAGE_API uint32_t page_course_number(const page_course *course);
PAGE_API uint32_t page_course_state(const page_course *course);
PAGE_API const char *page_course_game(const page_course *course);
PAGE_API int page_course_seat(const page_course *course);
// Its texts. There is a verdict after the person's move, and a reason once the lesson is solved; else both are "".
enum {
    PAGE_LESSON_TITLE,
    PAGE_LESSON_PICTURE,
    PAGE_LESSON_TASK,
    PAGE_LESSON_VERDICT,
    PAGE_LESSON_REASON,
    PAGE_LESSON_TEXTS
};
PAGE_API const char *page_course_text(const page_course *course, uint32_t part);
// What a seat heard, as of a game. Of the other seat there is nothing before the lesson has ended.
PAGE_API uint32_t page_course_heard(const page_course *course, int seat);
PAGE_API const char *page_course_hearing(page_course *course, int seat, uint32_t index);
PAGE_API const char *page_course_own_try(page_course *course, int seat, uint32_t index);

// Reviews.

typedef struct page_review page_review;

// Reads the first game of a text: PGN, SGF, or the lines of a journal. NULL if it cannot be read, with the reason in `text`.
PAGE_API page_review *page_review_open(const char *source, char *text, size_t bytes);
PAGE_API void page_review_close(page_review *review); // accepts NULL

// The game string; whose record it is, 2 for the umpire's; who played, "" if that is not known; the result, as in PGN.
PAGE_API const char *page_review_game(page_review *review);
PAGE_API uint32_t page_review_view(const page_review *review);
PAGE_API const char *page_review_name(const page_review *review, int seat);
// Sets what a record says of itself, by the names of JSON records (formats/records/json.h): "white", "date". False if there is no such name.
PAGE_API bool page_review_tag(page_review *review, const char *name, const char *value);
PAGE_API const char *page_review_result(const page_review *review);

// How many events there are, one of them in words, and how much a seat has heard after it.
PAGE_API uint32_t page_review_steps(const page_review *review);
PAGE_API const char *page_review_words(const page_review *review, uint32_t step);
PAGE_API uint32_t page_review_heard(const page_review *review, int seat, uint32_t step);
// All that a seat heard, as of a game. A seat's record has nothing of the other seat.
PAGE_API uint32_t page_review_heard_in_all(const page_review *review, int seat);
PAGE_API const char *page_review_hearing(page_review *review, int seat, uint32_t index);
PAGE_API const char *page_review_own_try(page_review *review, int seat, uint32_t index);
// The record in the form in which its game is kept, PGN or SGF; and what the names of such files end in.
PAGE_API const char *page_review_write(page_review *review);
PAGE_API const char *page_review_extension(const page_review *review);

// What can be played, and words.

// The rulesets and boards of Kriegspiel as a game string names them, and a ruleset in words; NULL past the last.
PAGE_API const char *page_ruleset(uint32_t index);
PAGE_API const char *page_ruleset_words(uint32_t index);
PAGE_API const char *page_board(uint32_t index);

// An opponent by level, from 1 to 9: a player string and the nodes of a try, 0 if time limits it. NULL if there is none.
PAGE_API const char *page_level_player(const char *game_string, uint32_t level);
PAGE_API uint32_t page_level_nodes(const char *game_string, uint32_t level);
// The level in words, "level 2, casual"; the text lives until the next call.
PAGE_API const char *page_level_words(const char *game_string, uint32_t level);

// A message by its name in a file of a language, `white-wins`, with its arguments in the order of base/i18n/messages.h. NULL if there is no such
// message or it has another number of arguments. The text lives until the next call.
PAGE_API const char *page_words(const char *name, const SayArgument *arguments, uint32_t count);

// Speaks the language of a file (base/i18n/language.h), or with NULL English. False if out of memory.
PAGE_API bool page_speak(const char *file);

#endif
