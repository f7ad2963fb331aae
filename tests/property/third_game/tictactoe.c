// Phantom tic-tac-toe behind the seam. A try is one more than its square, 0 to 8.
#include "tictactoe.h"

#include "base/bits.h"

#include <string.h>

enum { FULL = 0777, ENDING_LINE = 1, ENDING_FULL = 2 };

struct Rules {
    uint8_t first; // the seat that begins
};

// Truth and imagined board are the same here: tic-tac-toe has no past.
typedef struct Board3 {
    uint16_t marks[2];
    uint16_t refused; // known to the seat to move this turn; of no use to an imagined board
    uint8_t to_move;
    uint8_t ending;
} Board3;

typedef struct View3 {
    uint16_t own, known; // known: squares that refused a try once hold an enemy mark for ever
    uint8_t seat, to_move, ending;
} View3;

static bool read(const Spec *spec, Rules *rules, Text *message)
{
    Rules read = {0};
    for (uint32_t i = 0; i < spec->option_count; i++) {
        uint64_t first;
        if (!slice_is(spec->options[i].key, "first") ||
            !slice_number(spec->options[i].value, 1, &first)) {
            text_add(message, "tictactoe has one option, first=0 or first=1");
            return false;
        }
        read.first = (uint8_t)first;
    }
    *rules = read;
    return true;
}

static void write(const Rules *rules, Text *text)
{
    text_format(text, "tictactoe(first=%u)", rules->first);
}

static void deal(const Rules *rules, void *truth, Hearing to[2])
{
    *(Board3 *)truth = (Board3){.to_move = rules->first};
    to[0] = to[1] = (Hearing){.event = HEARD_OPENING, .seat = rules->first};
}

static void sit(const Rules *rules, uint8_t seat, void *view)
{
    *(View3 *)view = (View3){.seat = seat, .to_move = rules->first};
}

static bool can_win(const Rules *rules, const void *truth, uint8_t seat)
{
    (void)rules;
    (void)truth;
    (void)seat;
    return true;
}

static bool has_line(unsigned marks)
{
    static const uint16_t lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (unsigned i = 0; i < COUNT_OF(lines); i++)
        if ((marks & lines[i]) == lines[i])
            return true;
    return false;
}

static void judge(const Rules *rules, void *truth, Try attempt, Hearing to[2])
{
    (void)rules;
    Board3 *board = truth;
    const uint8_t seat = board->to_move;
    const unsigned square = attempt - 1u;
    to[0] = to[1] = (Hearing){0};
    Hearing *own = &to[seat];
    *own = (Hearing){.event = HEARD_REFUSAL, .verdict = VERDICT_IMPOSSIBLE, .seat = seat};
    if (square > 8 || bits_has(board->marks[seat], square) || bits_has(board->refused, square))
        return;
    if (bits_has(board->marks[!seat], square)) {
        own->verdict = VERDICT_ILLEGAL;
        board->refused |= (uint16_t)bit(square);
        return;
    }
    board->marks[seat] |= (uint16_t)bit(square);
    board->refused = 0;
    board->to_move = !seat;
    if (has_line(board->marks[seat]))
        board->ending = ENDING_LINE;
    else if ((board->marks[0] | board->marks[1]) == FULL)
        board->ending = ENDING_FULL;
    to[0] = to[1] = (Hearing){.event = HEARD_MOVE,
                              .verdict = VERDICT_PLAYED,
                              .seat = seat,
                              .ending = board->ending,
                              .winner = board->ending == ENDING_LINE ? seat + 1 : WINNER_NONE};
}

static uint8_t seat_to_move(const void *truth)
{
    return ((const Board3 *)truth)->to_move;
}

static uint32_t tries(const Rules *rules, const void *view, Try *out)
{
    (void)rules;
    const View3 *seen = view;
    uint32_t count = 0;
    if (seen->ending || seen->seat != seen->to_move)
        return 0;
    for (Bits open = FULL & ~(Bits)(seen->own | seen->known); open;)
        out[count++] = (Try)(bits_take(&open) + 1);
    return count;
}

static void hear(const Rules *rules, void *view, Try own, const Hearing *heard)
{
    (void)rules;
    View3 *seen = view;
    if (own && heard->event == HEARD_MOVE)
        seen->own |= (uint16_t)bit(own - 1u);
    if (own && heard->verdict == VERDICT_ILLEGAL)
        seen->known |= (uint16_t)bit(own - 1u);
    if (heard->event == HEARD_MOVE)
        seen->to_move = !heard->seat;
    seen->ending = heard->ending;
}

static bool can_hear(const Rules *rules, const void *view, Try own, const Hearing *heard)
{
    (void)rules;
    const View3 *seen = view;
    if (seen->ending || (own != TRY_NONE && own > 9))
        return false;
    if (own != TRY_NONE && heard->event == HEARD_MOVE)
        return heard->seat == seen->to_move && !bits_has(seen->own | seen->known, own - 1u);
    return heard->event != HEARD_MOVE || heard->seat == seen->to_move;
}

static void imagine(const Rules *rules, const void *truth, void *board)
{
    (void)rules;
    *(Board3 *)board = *(const Board3 *)truth;
    ((Board3 *)board)->refused = 0;
}

static void revive(const Rules *rules, const void *board, void *truth)
{
    (void)rules;
    *(Board3 *)truth = *(const Board3 *)board;
}

static size_t keep(const Rules *rules, void *boards, size_t count, Try own, const Hearing *heard)
{
    Board3 *board = boards;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        Board3 after = board[i];
        Hearing to[2];
        judge(rules, &after, own, to);
        if (memcmp(&to[heard->seat], heard, sizeof *heard) == 0)
            imagine(rules, &after, &board[kept++]);
    }
    return kept;
}

static void expand(const Rules *rules, const void *boards, size_t count, const Hearing *heard,
                   const Policy *policy, const BoardSink *sink)
{
    (void)policy;
    const Board3 *board = boards;
    for (size_t i = 0; i < count; i++) {
        for (Try attempt = 1; attempt <= 9; attempt++) {
            Board3 after = board[i];
            Hearing to[2];
            judge(rules, &after, attempt, to);
            if (memcmp(&to[!heard->seat], heard, sizeof *heard) == 0)
                sink->take(sink->context, &after, 1.0f / 9);
        }
    }
}

static uint64_t key(const void *board)
{
    const Board3 *imagined = board;
    return ((uint64_t)imagined->marks[0] << 16 | imagined->marks[1]) * 0x9e3779b97f4a7c15;
}

static void say(const Rules *rules, const Hearing *hearing, Text *text)
{
    (void)rules;
    text_format(text, "event %u verdict %u ending %u", hearing->event, hearing->verdict,
                hearing->ending);
}

static void try_to_text(Try attempt, Text *text)
{
    text_format(text, "%u", attempt);
}

static Try try_from_text(Slice text)
{
    uint64_t number = 0;
    return slice_number(text, 9, &number) ? (Try)number : TRY_NONE;
}

const Game tictactoe_game = {
    .name = "tictactoe",
    .rules_bytes = sizeof(Rules),
    .truth_bytes = sizeof(Board3),
    .view_bytes = sizeof(View3),
    .tries_max = 9,
    .read = read,
    .write = write,
    .deal = deal,
    .judge = judge,
    .seat_to_move = seat_to_move,
    .can_win = can_win,
    .sit = sit,
    .tries = tries,
    .hear = hear,
    .can_hear = can_hear,
    .say = say,
    .try_to_text = try_to_text,
    .try_from_text = try_from_text,
};

const BeliefModel tictactoe_belief_model = {
    .game = &tictactoe_game,
    .board_bytes = sizeof(Board3),
    .imagine = imagine,
    .revive = revive,
    .keep = keep,
    .expand = expand,
    .key = key,
};
