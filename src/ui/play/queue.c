// Tries for the next turn, in an order that the person chose: "Bxh7, else Nf3". They are sent as soon as the turn comes, one after the other
// until one is played. Any call but a plain move is news, and cancels them. They are the person's own notes, and only what the
// seat at the keyboard hears touches them.
#include "ui/play/inside.h"

#include <assert.h>
#include <string.h>

static bool is_own_turn(const GameUi *ui)
{
    return ui->mode == MODE_PLAY && !ui_is_over(ui) && ui_seat_to_move(ui) == ui->seat &&
           play__can_send(ui);
}

// Whether the other seat moved and nothing else was called.
static bool is_plain_move(const GameUi *ui, const Hearing *heard)
{
    const Hearing plain = {.event = HEARD_MOVE, .verdict = heard->verdict, .seat = !ui->seat};
    return memcmp(&plain, heard, sizeof plain) == 0;
}

void play__queue_hears(GameUi *ui, Try own, const Hearing *heard)
{
    const bool is_own_refusal = own != TRY_NONE && heard->event == HEARD_REFUSAL;
    if (!is_own_refusal && !is_plain_move(ui, heard))
        ui->queue[0] = '\0';
}

// Takes the first try off the queue.
static Slice take_first(GameUi *ui, char first[QUEUE_MAX])
{
    Slice rest = slice_of(ui->queue);
    const Slice taken = slice_take(&rest, " ");
    memcpy(first, taken.start, taken.length);
    memmove(ui->queue, rest.start, rest.length);
    ui->queue[rest.length] = '\0';
    return (Slice){first, taken.length};
}

void play__queue_run(GameUi *ui, uint64_t now_ms)
{
    char first[QUEUE_MAX];
    while (ui->queue[0] && is_own_turn(ui))
        ui->kind->take_move(ui, take_first(ui, first), now_ms);
    if (ui->mode != MODE_PLAY)
        ui->queue[0] = '\0'; // a question comes first
}

void play__queue(GameUi *ui, Slice tries, uint64_t now_ms)
{
    Text queue = TEXT_IN(ui->queue), message = TEXT_IN(ui->message);
    while (tries.length) {
        const Slice word = slice_take(&tries, " ,");
        text_add(&queue, queue.length && word.length ? " " : "");
        text_add_slice(&queue, word);
    }
    if (queue.cut)
        ui->queue[0] = '\0';
    play__queue_run(ui, now_ms);
    if (ui->queue[0])
        WORDS_FILL(&message, SAY_QUEUED, {ui->queue});
    else if (!ui->message[0])
        words_say(&message, queue.cut ? SAY_QUEUE_LONG : SAY_QUEUE_EMPTY);
}

const char *ui_queue(const GameUi *ui)
{
    return ui->queue;
}
