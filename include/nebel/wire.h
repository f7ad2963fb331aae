// Hearings and records as text: what is sent and what is kept. The formats are described in
// docs/formats.
#ifndef NEBEL_WIRE_H
#define NEBEL_WIRE_H

#include <nebel/umpire.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Hearings ----------------------------------------------------------------------------------

// A hearing as one line for programs, written for the ear of `seat`: "moved capture pawn d5".
// Silence is an empty line. False, with an empty line, also if there is no such seat.
NEBEL_API bool nebel_hearing_line(const nebel_hearing *hearing, int seat, char *text, size_t bytes);

// Reads such a line back, to the very bytes of the hearing.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_hearing_read(const char *line, int seat,
                                                        nebel_hearing *hearing);

// --- Records -----------------------------------------------------------------------------------

// One game as it was written down: by the umpire, every event; or by a seat, what it heard.
typedef struct nebel_record nebel_record;

typedef enum nebel_format {
    NEBEL_PGN = 0,  // of games on a chess board; chess programs read its moves
    NEBEL_JSON = 1, // of every game
    NEBEL_SGF = 2   // of Phantom Go; Go programs read its moves
} nebel_format;

typedef enum nebel_tag {
    NEBEL_TAG_EVENT = 0,
    NEBEL_TAG_SITE = 1,
    NEBEL_TAG_DATE = 2,
    NEBEL_TAG_ROUND = 3,
    NEBEL_TAG_WHITE = 4,
    NEBEL_TAG_BLACK = 5
} nebel_tag;

// Reads the first game of `source`, which has `source_bytes` bytes. NULL if it cannot be read, with
// the reason in `text`; else `text` is empty. `*used`, where `used` is not NULL, becomes the number
// of bytes after which the next game begins, or before which the mistake lies.
NEBEL_API nebel_record *nebel_record_read(nebel_format format, const char *source,
                                          size_t source_bytes, size_t *used, char *text,
                                          size_t bytes);
NEBEL_API void nebel_record_destroy(nebel_record *record);

// Whose record it is: NEBEL_WHITE, NEBEL_BLACK or NEBEL_UMPIRE.
NEBEL_API int nebel_record_view(const nebel_record *record);
// "1-0", "0-1", "1/2-1/2", or "*" for a game that goes on; it lives for ever.
NEBEL_API const char *nebel_record_result(const nebel_record *record);

// Says who played, and where and when: a value of at most 255 bytes, without control characters.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_record_set_tag(nebel_record *record, nebel_tag tag,
                                                          const char *value);

// Writes the game as `view` saw it, in a format that holds its game; give `*written` back with nebel_free. An umpire's record holds
// all three views, and what a seat heard is found by playing it again; it fails with the table's
// error if the events are none that a table would take. A seat's record holds its own view alone.
// While a game is in play the umpire's view is for nobody at the table.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_record_write(const nebel_record *record, int view,
                                                        nebel_format format, char **written);

#ifdef __cplusplus
}
#endif

#endif
