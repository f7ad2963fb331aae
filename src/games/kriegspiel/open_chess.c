// Open chess as a Game. The umpire says every move aloud, so a view is a position.
#include "games/kriegspiel/open_chess.h"

#include "games/kriegspiel/chess_seam.h"

#include <assert.h>

static bool open_read(const Spec *spec, Rules *rules, Text *message)
{
    KriegspielRules read = {.ruleset = &open_ruleset};
    for (uint32_t i = 0; i < spec->option_count; i++) {
        const Slice key = spec->options[i].key;
        if (!setup_is_option(key)) {
            text_format(message, "chess has no option '%.*s'; it has board and fen",
                        (int)key.length, key.start);
            return false;
        }
    }
    if (!kriegspiel__read_setup(spec, &read.setup, message))
        return false;
    *(KriegspielRules *)rules = read;
    return true;
}

static void open_write(const Rules *rules, Text *text)
{
    text_format(text, "%s(", open_chess_game.name);
    setup_to_text(&kriegspiel_rules(rules)->setup, text);
    text_add_char(text, ')');
}

const Game *kriegspiel_rules_game(const KriegspielRules *rules)
{
    return rules->ruleset == &open_ruleset ? &open_chess_game : &kriegspiel_game;
}

bool game_is_on_chess_board(const Game *game)
{
    return game == &kriegspiel_game || game == &open_chess_game;
}

// --- What a seat knows -------------------------------------------------------------------------

static void open_sit(const Rules *rules, uint8_t seat, void *view)
{
    assert(seat <= BLACK);
    *(OpenView *)view = (OpenView){.position = *kriegspiel__start_of(rules), .seat = seat};
}

static uint32_t open_tries(const Rules *rules, const void *view, Try *out)
{
    (void)rules;
    const OpenView *seen = view;
    if (seen->ending || seen->seat != seen->position.to_move)
        return 0;
    MoveList legal;
    chess_list_legal(&seen->position, &legal);
    for (uint32_t i = 0; i < legal.count; i++)
        out[i] = legal.moves[i];
    return legal.count;
}

static void open_hear(const Rules *rules, void *view, Try own, const Hearing *heard)
{
    (void)rules;
    (void)own;
    OpenView *seen = view;
    if (heard->event == HEARD_MOVE) {
        assert(heard->played != TRY_NONE);
        const Position before = seen->position;
        position_after(&before, heard->played, &seen->position);
    }
    seen->ending = heard->ending;
}

bool open_chess_play_on(const Rules *rules, Position *board, Try attempt, const Hearing *heard)
{
    Umpire umpire;
    Hearing to[2];
    umpire_open(&umpire, kriegspiel__ruleset_of(rules), board, to);
    if (umpire.ending)
        return false;
    kriegspiel__judge(rules, &umpire, attempt, to);
    if (!umpire_sounds_alike(&to[heard->seat], heard))
        return false;
    *board = umpire.truth;
    return true;
}

// All is said aloud, so that a claim can be checked whole.
static bool open_can_hear(const Rules *rules, const void *view, Try own, const Hearing *heard)
{
    const OpenView *seen = view;
    const bool is_own = heard->seat == seen->seat;
    if (seen->ending || heard->event == HEARD_NOTHING || heard->event == HEARD_ANSWER)
        return false;
    if (heard->event != HEARD_MOVE)
        return own == TRY_NONE || (is_own && heard->event == HEARD_REFUSAL);
    Position board = seen->position;
    return heard->seat == board.to_move && own == (is_own ? heard->played : TRY_NONE) &&
           open_chess_play_on(rules, &board, heard->played, heard);
}

FITS_ANY_ROOM(KriegspielRules, Umpire, OpenView);

const Game open_chess_game = {
    .name = "chess",
    .rules_bytes = sizeof(KriegspielRules),
    .truth_bytes = sizeof(Umpire),
    .view_bytes = sizeof(OpenView),
    .tries_max = TRIES_MAX,
    .read = open_read,
    .write = open_write,
    .write_start = kriegspiel__write_start,
    .deal = kriegspiel__deal,
    .judge = kriegspiel__judge,
    .seat_to_move = kriegspiel__seat_to_move,
    .can_win = kriegspiel__can_win,
    .sit = open_sit,
    .tries = open_tries,
    .hear = open_hear,
    .can_hear = open_can_hear,
    .say = kriegspiel__say,
    .try_to_text = try_to_text,
    .try_from_text = try_from_text,
};
