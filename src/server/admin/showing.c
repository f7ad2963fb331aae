// Rows of an answer as aligned columns or lines for people, and as JSON for programs.
#include "server/admin/inside.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 2 };

static const char number_mark = '#', truth_mark = '?';

static bool has_mark(const char *column)
{
    return column[0] == number_mark || column[0] == truth_mark;
}

// The name of a column without its mark.
static const char *name_of(const char *column)
{
    return column + has_mark(column);
}

static unsigned column_count(const Table *table)
{
    unsigned count = 0;
    while (count < COLUMNS_MAX && table->columns[count])
        count++;
    return count;
}

// Anything below a space, and the C1 signs of UTF-8, may steer a terminal.
void admin__add_plain(Text *text, const char *words)
{
    for (const unsigned char *c = (const unsigned char *)words; *c; c++) {
        const bool is_c1 = c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0;
        text_add_char(text, *c < ' ' || *c == 0x7F || is_c1 ? '?' : (char)*c);
        c += is_c1;
    }
}

// Writes a field as it is shown to people.
static void write_field(const Table *table, uint32_t row, unsigned column, Text *text)
{
    const char *field = store_call_field(table->caller, row, column);
    if (table->has_secret_numbers && !column)
        admin__write_game(store_call_number(table->caller, row, column), text);
    else if (table->columns[column][0] == truth_mark)
        text_add(text, field && field[0] == 't' ? "yes" : "no");
    else
        admin__add_plain(text, field ? field : "");
}

// --- For people ----------------------------------------------------------------------------------

// The bytes that a field takes.
static size_t width_of(const Table *table, uint32_t row, unsigned column, const Memory *memory)
{
    Text text = text_growing(memory);
    write_field(table, row, column, &text);
    const size_t width = text.length;
    text_done(&text);
    return width;
}

static void pad(Text *text, size_t width, size_t wanted)
{
    for (; width < wanted + MARGIN; width++)
        text_add_char(text, ' ');
}

static void end_line(Text *text)
{
    while (text->length && text->start[text->length - 1] == ' ')
        text->start[--text->length] = '\0';
    text_add_char(text, '\n');
}

static void add_table(const Table *table, const Memory *memory, Text *text)
{
    const unsigned columns = column_count(table);
    const uint32_t rows = store_call_rows(table->caller);
    size_t widths[COLUMNS_MAX];
    for (unsigned column = 0; column < columns; column++) {
        widths[column] = strlen(name_of(table->columns[column]));
        for (uint32_t row = 0; row < rows; row++) {
            const size_t width = width_of(table, row, column, memory);
            widths[column] = width > widths[column] ? width : widths[column];
        }
        text_add(text, name_of(table->columns[column]));
        pad(text, strlen(name_of(table->columns[column])), widths[column]);
    }
    end_line(text);
    for (uint32_t row = 0; row < rows; row++) {
        for (unsigned column = 0; column < columns; column++) {
            const size_t before = text->length;
            write_field(table, row, column, text);
            pad(text, text->length - before, widths[column]);
        }
        end_line(text);
    }
}

static void add_lines(const Table *table, uint32_t row, const Memory *memory, Text *text)
{
    for (unsigned column = 0; column < column_count(table); column++) {
        if (!width_of(table, row, column, memory))
            continue;
        text_format(text, "%s: ", name_of(table->columns[column]));
        write_field(table, row, column, text);
        text_add_char(text, '\n');
    }
}

// --- For programs --------------------------------------------------------------------------------

static json_t *field_to_json(const Table *table, uint32_t row, unsigned column,
                             const Memory *memory)
{
    const char *field = store_call_field(table->caller, row, column);
    const char mark = table->columns[column][0];
    if (!field || !field[0])
        return json_null();
    if (mark == number_mark)
        return json_integer((json_int_t)store_call_number(table->caller, row, column));
    if (mark == truth_mark)
        return json_boolean(field[0] == 't');
    if (!table->has_secret_numbers || column)
        return json_string(field);
    Text text = text_growing(memory);
    write_field(table, row, column, &text);
    json_t *string = json_string(text.start);
    text_done(&text);
    return string;
}

// Names of columns are written with _ there.
static json_t *row_to_json(const Table *table, uint32_t row, const Memory *memory)
{
    json_t *object = json_object();
    for (unsigned column = 0; column < column_count(table); column++) {
        char key_memory[NAME_ROOM];
        Text key = TEXT_IN(key_memory);
        for (const char *c = name_of(table->columns[column]); *c; c++)
            text_add_char(&key, *c == ' ' ? '_' : *c);
        if (json_object_set_new(object, key_memory, field_to_json(table, row, column, memory)) !=
            0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

// Takes the value; false if there is no memory. What a terminal would obey is escaped.
static bool add_json(json_t *value, Text *text)
{
    char *dump = value ? json_dumps(value, JSON_ENSURE_ASCII | JSON_INDENT(2)) : NULL;
    json_decref(value);
    if (!dump)
        return false;
    text_add(text, dump);
    text_add_char(text, '\n');
    free(dump);
    return !text->cut;
}

// --- Answers -------------------------------------------------------------------------------------

bool admin__show_rows(const Table *table, bool is_json, const Memory *memory, Text *text)
{
    if (!is_json) {
        add_table(table, memory, text);
        return !text->cut;
    }
    json_t *list = json_array();
    for (uint32_t row = 0; row < store_call_rows(table->caller); row++)
        if (json_array_append_new(list, row_to_json(table, row, memory)) != 0) {
            json_decref(list);
            return false;
        }
    return add_json(list, text);
}

bool admin__show_row(const Table *table, uint32_t row, bool is_json, const Memory *memory,
                     Text *text)
{
    if (is_json)
        return add_json(row_to_json(table, row, memory), text);
    add_lines(table, row, memory, text);
    return !text->cut;
}

bool admin__show_done(const char *words, bool is_json, Text *text)
{
    if (is_json)
        return add_json(json_pack("{s:b, s:s}", "done", 1, "words", words), text);
    admin__add_plain(text, words);
    text_add_char(text, '\n');
    return !text->cut;
}
