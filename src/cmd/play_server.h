// A person at a table of a server: the part of `nebel play` that --server needs.
#ifndef NEBEL_CMD_PLAY_SERVER_H
#define NEBEL_CMD_PLAY_SERVER_H

#include "cmd/server_options.h"
#include "ui/terminal/screen.h"

typedef struct ServerPlay {
    ServerOptions server;
    bool has_lines, is_ascii, has_letters;
    ScreenAlert alert; // for a refused try
} ServerPlay;

// Plays until the person leaves; the exit status.
int play_at_server(const ServerPlay *play);

#endif
