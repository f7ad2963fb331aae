// Frames that wait until their socket can be written to, and the clients that have some.
#include "server/net/inside.h"

#include <string.h>

bool net__add_frame(Frames *frames, const Memory *memory, Slice line, size_t waiting_max)
{
    if (frames->waiting + line.length > waiting_max)
        return false;
    Frame *frame = memory_resize(memory, NULL, sizeof *frame + LWS_PRE + line.length);
    if (!frame)
        return false;
    *frame = (Frame){.length = line.length};
    memcpy(frame->bytes + LWS_PRE, line.start, line.length);
    if (frames->last)
        frames->last->next = frame;
    else
        frames->first = frame;
    frames->last = frame;
    frames->waiting += line.length;
    return true;
}

static bool write_first(Frames *frames, const Memory *memory, struct lws *wsi)
{
    Frame *frame = frames->first;
    frames->first = frame->next;
    if (!frames->first)
        frames->last = NULL;
    frames->waiting -= frame->length;
    const int written = lws_write(wsi, frame->bytes + LWS_PRE, frame->length, LWS_WRITE_TEXT);
    const bool is_written = written >= (int)frame->length;
    memory_resize(memory, frame, 0);
    return is_written;
}

// With a byte in it: clients of libwebsockets 4.1 do not answer an empty one.
static bool write_ping(struct lws *wsi)
{
    unsigned char room[LWS_PRE + 1] = {0};
    return lws_write(wsi, room + LWS_PRE, 1, LWS_WRITE_PING) >= 0;
}

int net__write_next(Frames *frames, const Memory *memory, struct lws *wsi, bool is_closing,
                    bool *wants_ping, uint64_t *count)
{
    if (frames->first) {
        (*count)++;
        if (!write_first(frames, memory, wsi))
            return -1;
    } else if (is_closing) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_NORMAL, NULL, 0);
        return -1;
    } else if (*wants_ping) {
        *wants_ping = false;
        return write_ping(wsi) ? 0 : -1;
    }
    return 0;
}

void net__drop_frames(Frames *frames, const Memory *memory)
{
    for (Frame *frame = frames->first, *next; frame; frame = next) {
        next = frame->next;
        memory_resize(memory, frame, 0);
    }
    *frames = (Frames){0};
}

// Without memory for the list the client is written to as soon as it can be.
void net__want_write(Net *net, Client *client)
{
    if (client->is_due)
        return;
    if (!net->plan.beat_ms || !memory_reserve(&net->memory, &net->due[0], net->due_count,
                                              &net->due_capacity[0], sizeof *net->due[0])) {
        lws_callback_on_writable(client->wsi);
        return;
    }
    client->is_due = true;
    net->due[0][net->due_count++] = client->number;
}
