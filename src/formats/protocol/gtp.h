// The Go Text Protocol, version 2 (Farnebäck 2002), as lines: commands and answers to structs and back, for both ends.
// Nothing is run here. docs/protocol/gtp.md lists the commands that Nebel knows.
//
//     17 play black d4            =17
//
//     genmove white               = c3
//
//     play black d4               ? illegal move
//
// Slices in what was read point into the line, or into the memory it was cleaned in.
#ifndef NEBEL_PROTOCOL_GTP_H
#define NEBEL_PROTOCOL_GTP_H

#include "base/text.h"
#include "games/core/hearing.h"

enum { GTP_PROTOCOL = 2, GTP_LINE_MAX = 4096 };

// The number that a command may have and that its answer repeats.
typedef struct GtpId {
    bool is_given;
    uint32_t number;
} GtpId;

typedef struct GtpCommand {
    GtpId id;
    Slice name, arguments;
} GtpCommand;

// Of an answer that is read, the first line; the lines after it are text too, up to an empty one.
typedef struct GtpAnswer {
    GtpId id;
    bool is_refusal;
    Slice text;
} GtpAnswer;

// Reads a line without its end. Control characters and remarks are removed first, as the protocol requires; the rest is
// put into `room`. False for an empty line, which gets no answer, and for a line that does not fit `room`.
MUST_USE bool gtp_command_read(Slice line, Text *room, GtpCommand *command);
void gtp_command_write(const GtpCommand *command, Text *text);

// False, with `*answer` untouched, if the line begins no answer.
MUST_USE bool gtp_answer_read(Slice line, GtpAnswer *answer);
// Empty lines in the text would end the answer, so they are left out; the first is not, since it follows the sign.
void gtp_answer_write(const GtpAnswer *answer, Text *text);

// A colour as a seat: `b`, `black`, `w` or `white` in any case of letters.
MUST_USE bool gtp_color_read(Slice word, uint8_t *seat);

// A point of a board of that size, or a pass, as a try of Phantom Go; TRY_NONE if it is neither.
Try gtp_vertex_read(Slice word, unsigned size);

#endif
