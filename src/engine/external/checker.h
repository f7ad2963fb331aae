// A conversation with a program that is checked: sending lines, expecting lines, and the sentence on its fault. For check_bot and
// its games.
//
// Functions that return a bool return false after a fault, and have then written the sentence.
#ifndef NEBEL_CONFORM_CHECKER_H
#define NEBEL_CONFORM_CHECKER_H

#include "engine/external/child.h"
#include "formats/protocol/bot.h"

enum {
    FAULT_MAX = 640,      // bytes of the sentence on a fault
    NAME_MAX_BYTES = 96,  // of a check, and of an option's name or value
    SENT_SHOWN_MAX = 120, // bytes of what was sent last that a fault shows
    OPTIONS_MAX = 64,     // that a program may have
};

typedef struct Checker {
    Memory memory;
    const char *command;
    uint32_t patience_ms;
    uint32_t limit_ms;  // time limit of the current `go`; the patience is added to it
    unsigned *timeouts; // of all checks
    Child *child;
    bool wants_tries;
    bool has_name;
    bool has_refused; // it refused the game; `fault` then holds its reason
    unsigned option_count;
    char options[OPTIONS_MAX][2][NAME_MAX_BYTES]; // name and default
    char sent[SENT_SHOWN_MAX];                    // the last lines, for the sentences
    Text fault;
    char fault_memory[FAULT_MAX];
} Checker;

// Faults: a wrong line; an answer that does not come, which is counted as a timeout; an answer that comes too late; a program that
// ended; a check that could not be made.
bool checker_fault_line(Checker *checker, Slice line, const char *problem, const char *expected);
bool checker_fault_time(Checker *checker, const char *problem, const char *expected);
bool checker_fault_late(Checker *checker, uint64_t used_ms, uint32_t limit_ms);
bool checker_fault_child(Checker *checker, ChildError error, const char *expected);
bool checker_fault_system(Checker *checker, const char *reason);

// Notes that the program refused the game, which is no fault.
bool checker_refused(Checker *checker, Slice reason);

// The deadline of an answer to what is sent now.
uint64_t checker_deadline(const Checker *checker);

bool checker_send(Checker *checker, Slice lines);
bool checker_send_text(Checker *checker, const char *lines);

// Reads up to a line of a wanted kind; only `info` lines may come before it.
typedef bool (*IsWanted)(BotSaidKind kind);
bool checker_expect(Checker *checker, IsWanted is_wanted, const char *expected, Slice *line,
                    BotSaid *said);
// Checks that the program is silent: it is sent a `ping`, and only `info` lines may come before the `pong`.
bool checker_expect_silence(Checker *checker);

#endif
