// Rows that wait for the store, and the mail that waits for the rows.
#include "server/live/inside.h"

#include <assert.h>

// Makes room for `rows` more rows and `mail` more mails.
static bool make_room(HallBox *box, const Memory *memory, uint32_t rows, uint32_t mail)
{
    while (box->row_count + rows > box->row_capacity)
        if (!memory_reserve(memory, &box->rows, box->row_capacity, &box->row_capacity,
                            sizeof *box->rows))
            return false;
    while (box->mail_count + mail > box->mail_capacity)
        if (!memory_reserve(memory, &box->mail, box->mail_capacity, &box->mail_capacity,
                            sizeof *box->mail))
            return false;
    return true;
}

bool hall__reserve_box(HallBox *box, const Memory *memory)
{
    return make_room(box, memory, 1, SEATS);
}

void hall__add_row(HallBox *box, HallGame *game, const JournalRow *row, bool is_held)
{
    assert(box->row_count < box->row_capacity);
    box->rows[box->row_count++] = (HallRow){.game = game->number,
                                            .number = game->rows++,
                                            .row = *row,
                                            .is_held = is_held,
                                            .is_last = table_is_over(game->table),
                                            .opening = &game->opening};
    game->waiting++;
}

void hall__add_mail(HallBox *box, const HallMail *mail)
{
    assert(box->mail_count < box->mail_capacity);
    box->mail[box->mail_count++] = *mail;
}

bool hall__append_box(HallBox *box, const Memory *memory, HallBox *other)
{
    if (!make_room(box, memory, other->row_count, other->mail_count))
        return false;
    for (uint32_t i = 0; i < other->row_count; i++)
        box->rows[box->row_count++] = other->rows[i];
    for (uint32_t i = 0; i < other->mail_count; i++)
        box->mail[box->mail_count++] = other->mail[i];
    other->row_count = other->mail_count = 0;
    return true;
}

void hall__purge_box(HallBox *box, uint64_t game)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < box->row_count; i++)
        if (box->rows[i].game != game)
            box->rows[kept++] = box->rows[i];
    box->row_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < box->mail_count; i++)
        if (box->mail[i].game != game)
            box->mail[kept++] = box->mail[i];
    box->mail_count = kept;
}

void hall__box_done(HallBox *box, const Memory *memory)
{
    memory_resize(memory, box->rows, 0);
    memory_resize(memory, box->mail, 0);
    *box = (HallBox){0};
}
