// The slots of a Game that all games on a chess board share. They cast and call the umpire.
#include "games/kriegspiel/chess_seam.h"

#include "games/chess/fen.h"

#include <assert.h>

bool kriegspiel__read_setup(const Spec *spec, Setup *setup, Text *message)
{
    FenError fen_error = FEN_OK;
    const SetupError error = setup_from_spec(spec, setup, &fen_error);
    if (error) {
        text_add(message, error == SETUP_ERR_BOARD
                              ? "there is no such board; nebel rules --boards lists them"
                              : "cannot read the position: ");
        text_add(message, error == SETUP_ERR_FEN ? fen_error_text(fen_error) : "");
    }
    return !error;
}

_Static_assert((int)FEN_TEXT_MAX <= (int)START_TEXT_MAX, "a position is a start");

void kriegspiel__write_start(const Rules *rules, Text *text)
{
    position_to_word(kriegspiel__start_of(rules), text);
}

void kriegspiel__deal(const Rules *rules, void *truth, Hearing to[2])
{
    umpire_open(truth, kriegspiel__ruleset_of(rules), kriegspiel__start_of(rules), to);
}

uint8_t kriegspiel__seat_to_move(const void *truth)
{
    return ((const Umpire *)truth)->truth.to_move;
}

void kriegspiel__judge(const Rules *rules, void *truth, Try attempt, Hearing to[2])
{
    (void)rules;
    Reply reply;
    const UmpireError error = umpire_try(truth, kriegspiel__seat_to_move(truth), attempt, &reply);
    assert(error == UMPIRE_OK);
    (void)error;
    to[0] = reply.to[0];
    to[1] = reply.to[1];
}

bool kriegspiel__can_win(const Rules *rules, const void *truth, uint8_t seat)
{
    (void)rules;
    assert(seat <= BLACK);
    return bits_are_many(((const Umpire *)truth)->truth.color[seat]); // not with a bare king
}

void kriegspiel__say(const Rules *rules, const Hearing *hearing, Text *text)
{
    umpire_say(kriegspiel__ruleset_of(rules), hearing, text);
}
