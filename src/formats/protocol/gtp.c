// GTP as lines.
#include "formats/protocol/gtp.h"

#include "games/phantom_go/phantom_go.h"

#include <assert.h>
#include <string.h>

enum { ID_MAX = 0x7fffffff };

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == '\x7f';
}

static void clean(Slice line, Text *room)
{
    for (size_t i = 0; i < line.length && line.start[i] != '#'; i++)
        if (line.start[i] == '\t')
            text_add_char(room, ' ');
        else if (!is_control(line.start[i]))
            text_add_char(room, line.start[i]);
}

static Slice trim(Slice text)
{
    while (text.length && text.start[0] == ' ')
        text = (Slice){text.start + 1, text.length - 1};
    while (text.length && strchr(" \t\r", text.start[text.length - 1]))
        text.length--;
    return text;
}

// Takes the number off the front, if there is one.
static GtpId take_id(Slice *rest)
{
    Slice after = *rest;
    uint64_t number;
    if (!slice_number(slice_take(&after, " "), ID_MAX, &number))
        return (GtpId){0};
    *rest = trim(after);
    return (GtpId){true, (uint32_t)number};
}

static void add_id(GtpId id, Text *text)
{
    if (id.is_given)
        text_format(text, "%u", id.number);
}

bool gtp_command_read(Slice line, Text *room, GtpCommand *command)
{
    clean(line, room);
    Slice rest = trim((Slice){room->start, room->length});
    GtpCommand read = {.id = take_id(&rest)};
    read.name = slice_take(&rest, " ");
    read.arguments = trim(rest);
    if (room->cut || !read.name.length)
        return false;
    *command = read;
    return true;
}

void gtp_command_write(const GtpCommand *command, Text *text)
{
    assert(command->name.length);
    add_id(command->id, text);
    text_format(text, "%s%.*s", command->id.is_given ? " " : "", (int)command->name.length,
                command->name.start);
    text_format(text, "%s%.*s\n", command->arguments.length ? " " : "",
                (int)command->arguments.length, command->arguments.start);
}

// The number follows the sign at once; what follows after a space is text, be it a number.
bool gtp_answer_read(Slice line, GtpAnswer *answer)
{
    if (!line.length || !strchr("=?", line.start[0]) || !line.start[0])
        return false;
    Slice rest = {line.start + 1, line.length - 1};
    GtpAnswer read = {.is_refusal = line.start[0] == '?'};
    if (rest.length && rest.start[0] >= '0' && rest.start[0] <= '9')
        read.id = take_id(&rest);
    read.text = trim(rest);
    *answer = read;
    return true;
}

void gtp_answer_write(const GtpAnswer *answer, Text *text)
{
    Slice rest = answer->text;
    bool is_first = true;
    text_add_char(text, (char)(answer->is_refusal ? '?' : '='));
    add_id(answer->id, text);
    text_add_char(text, ' ');
    while (rest.length) {
        const Slice line = slice_take(&rest, "\n");
        if (line.length || is_first)
            text_format(text, "%s%.*s", is_first ? "" : "\n", (int)line.length, line.start);
        is_first = false;
    }
    text_add(text, "\n\n");
}

static bool is_word(Slice word, const char *lower)
{
    size_t i = 0;
    while (i < word.length && lower[i] && (word.start[i] | ' ') == lower[i])
        i++;
    return i == word.length && !lower[i];
}

bool gtp_color_read(Slice word, uint8_t *seat)
{
    const bool is_black = is_word(word, "b") || is_word(word, "black");
    if (!is_black && !is_word(word, "w") && !is_word(word, "white"))
        return false;
    *seat = is_black ? GO_BLACK : GO_WHITE;
    return true;
}

Try gtp_vertex_read(Slice word, unsigned size)
{
    assert(size <= GO_SIZE_MAX);
    if (is_word(word, "pass"))
        return PHANTOM_PASS;
    const GoPoint point = go_point_from_text(word);
    const bool is_on = point && go_column(point) < size && go_row(point) < size;
    return (Try)(is_on ? go_spot(point) + 1 : TRY_NONE);
}
