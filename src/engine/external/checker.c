// Writing sentences on faults, sending lines and expecting lines.
#include "engine/external/checker.h"

#include <assert.h>
#include <string.h>

enum {
    CAME_SHOWN_MAX = 60, // characters of a line of the program's that a fault shows
    LINES_MAX = 10000,   // that may come before an answer
    US_PER_MS = 1000,
};

// Every sentence on a fault begins with what was sent last.
static void begin_fault(Checker *checker)
{
    text_format(&checker->fault, "after '%s' ", checker->sent);
}

bool checker_fault_line(Checker *checker, Slice line, const char *problem, const char *expected)
{
    assert(problem && expected);
    begin_fault(checker);
    text_add(&checker->fault, "it said ");
    child_quote(line, CAME_SHOWN_MAX, &checker->fault);
    text_format(&checker->fault, "%s%s; expected %s", *problem ? ": " : "", problem, expected);
    return false;
}

static uint64_t waiting_ms(const Checker *checker)
{
    return (uint64_t)checker->limit_ms + checker->patience_ms;
}

bool checker_fault_time(Checker *checker, const char *problem, const char *expected)
{
    ++*checker->timeouts;
    begin_fault(checker);
    text_format(&checker->fault, "%s %llu ms; expected %s", problem,
                (unsigned long long)waiting_ms(checker), expected);
    return false;
}

bool checker_fault_child(Checker *checker, ChildError error, const char *expected)
{
    assert(error != CHILD_OK);
    if (error == CHILD_ERR_TIME)
        return checker_fault_time(checker, "it did not answer within", expected);
    begin_fault(checker);
    child_complain(checker->child, error, &checker->fault);
    text_format(&checker->fault, "; expected %s", expected);
    return false;
}

bool checker_fault_late(Checker *checker, uint64_t used_ms, uint32_t limit_ms)
{
    begin_fault(checker);
    text_format(&checker->fault, "it took %llu ms; expected an answer in %u ms",
                (unsigned long long)used_ms, (unsigned)limit_ms);
    return false;
}

bool checker_refused(Checker *checker, Slice reason)
{
    checker->has_refused = true;
    child_quote(reason, CAME_SHOWN_MAX, &checker->fault);
    return false;
}

bool checker_fault_system(Checker *checker, const char *reason)
{
    text_format(&checker->fault, "the check could not be made: %s", reason);
    return false;
}

uint64_t checker_deadline(const Checker *checker)
{
    return child_now_us() + waiting_ms(checker) * US_PER_MS;
}

// Notes the end of what is sent, its lines joined by "; ".
static void note_sent(Checker *checker, Slice lines)
{
    Text sent = TEXT_IN(checker->sent);
    const size_t length = lines.length ? lines.length - 1 : 0;
    const size_t room = SENT_SHOWN_MAX / 2; // a line end is shown as two characters
    size_t from = length > room ? length - room : 0;
    if (from)
        text_add(&sent, "...");
    for (; from < length; from++)
        text_add(&sent, lines.start[from] == '\n' ? "; " : (char[]){lines.start[from], '\0'});
}

bool checker_send(Checker *checker, Slice lines)
{
    assert(checker->child);
    note_sent(checker, lines);
    const ChildError error = child_send(checker->child, lines, checker_deadline(checker));
    return error ? checker_fault_child(checker, error, "it to read on") : true;
}

bool checker_send_text(Checker *checker, const char *lines)
{
    return checker_send(checker, slice_of(lines));
}

// The next line that is not empty, without a carriage return at its end.
static bool next_line(Checker *checker, uint64_t deadline_us, const char *expected, Slice *line)
{
    do {
        const ChildError error = child_read(checker->child, deadline_us, line);
        if (error)
            return checker_fault_child(checker, error, expected);
        if (line->length && line->start[line->length - 1] == '\r')
            line->length--;
    } while (!line->length);
    return true;
}

static bool fault_flood(Checker *checker, const char *expected)
{
    begin_fault(checker);
    text_format(&checker->fault, "it sent more than %d lines; expected %s", LINES_MAX, expected);
    return false;
}

bool checker_expect(Checker *checker, IsWanted is_wanted, const char *expected, Slice *line,
                    BotSaid *said)
{
    assert(checker->child && is_wanted);
    const uint64_t deadline_us = checker_deadline(checker);
    for (unsigned i = 0; i < LINES_MAX; i++) {
        if (!next_line(checker, deadline_us, expected, line))
            return false;
        const BotError error = bot_said_read(*line, said);
        if (error)
            return checker_fault_line(checker, *line, bot_error_text(error), expected);
        if (is_wanted(said->kind))
            return true;
        if (said->kind != BOT_INFO)
            return checker_fault_line(checker, *line, "", expected);
    }
    return fault_flood(checker, expected);
}

static bool is_pong(BotSaidKind kind)
{
    return kind == BOT_PONG;
}

bool checker_expect_silence(Checker *checker)
{
    Slice line;
    BotSaid said;
    return checker_send_text(checker, "ping\n") &&
           checker_expect(checker, is_pong, "nothing but 'pong'", &line, &said);
}
