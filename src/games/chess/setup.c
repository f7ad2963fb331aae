// Game-string options of chess boards.
#include "games/chess/setup.h"

#include <assert.h>

static const char board_key[] = "board";
static const char fen_key[] = "fen";

bool setup_is_option(Slice key)
{
    return slice_is(key, board_key) || slice_is(key, fen_key);
}

static const SpecOption *setup_find_option(const Spec *spec, const char *key)
{
    for (uint32_t i = 0; i < spec->option_count; i++)
        if (slice_is(spec->options[i].key, key))
            return &spec->options[i];
    return NULL;
}

SetupError setup_from_spec(const Spec *spec, Setup *setup, FenError *fen_error)
{
    const SpecOption *board_option = setup_find_option(spec, board_key);
    const SpecOption *fen_option = setup_find_option(spec, fen_key);
    const Board *board = NULL;
    if (board_option) {
        board = board_by_name(board_option->value);
        if (!board)
            return SETUP_ERR_BOARD;
    }
    if (!fen_option) {
        board = board ? board : &chess_boards[0];
        *setup = (Setup){board, position_start(board), true};
        return SETUP_OK;
    }
    Setup read = {.is_standard = false};
    *fen_error = position_from_fen(fen_option->value, board, &read.start);
    if (*fen_error)
        return SETUP_ERR_FEN;
    read.board = position_board(&read.start);
    *setup = read;
    return SETUP_OK;
}

void setup_to_text(const Setup *setup, Text *text)
{
    assert(setup->board == position_board(&setup->start));
    text_format(text, "%s=%s", board_key, setup->board->name);
    if (setup->is_standard)
        return;
    text_format(text, ",%s=", fen_key);
    position_to_word(&setup->start, text);
}
