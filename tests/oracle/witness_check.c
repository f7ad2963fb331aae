// Plays games with the umpire and the slow witness side by side and compares all that can be
// compared: every hearing of both seats in words, every list of tries and of legal moves, every FEN,
// the lists that the seats make for themselves, and who could still win.
//
//     witness_check [--plies N] [--seed S] [--rounds R]
//
// First come steered games: they begin where something rare is near (starts.h) and send the attempts
// that lead to it, each under every ruleset, for both colours and both wings; from the second round on
// other men are thrown among the first ones. Steering decides nothing: whatever it sends is judged by
// both and compared. What happened is counted, and the run fails if an event (rare.h) was not seen
// often enough under every ruleset by either colour.
//
// Then come random games until N plies are played. They go round all rulesets and all boards. Half of
// them begin at the set-up, half at men thrown on the board (where both must agree whether that is a
// position at all), some near the limits of plies and attempts. One attempt in sixteen is nonsense.
#include "options.h"
#include "oracle/witness.h"
#include "rare.h"
#include "starts.h"

#include "base/rng.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "games/chess/notation.h"
#include "games/kriegspiel/judge.h"
#include "games/kriegspiel/kriegspiel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 2,        // of the steered games
    STRANGERS_MAX = 3, // men thrown among those of a start
    AFTERPLAY = 4,     // random attempts after the line of a start
    LINE_SIZE = 1200,  // of a line of attempts
};

typedef char Name[8];

typedef struct Comparison {
    Rng rng;
    uint64_t games, plies, attempts, differences, refused_starts;
    unsigned ruleset;
    KriegspielRules rules;
    char start[FEN_TEXT_MAX];
    bool is_steered;
    Umpire umpire;
    Witness witness;
    KriegspielView views[2];
    RareCounts rare;
} Comparison;

static bool one_in(Comparison *pair, uint32_t n)
{
    return rng_below(&pair->rng, n) == 0;
}

static bool differ(Comparison *pair, const char *what, const char *ours, const char *theirs)
{
    if (strcmp(ours, theirs) == 0)
        return false;
    char fen[FEN_TEXT_MAX];
    witness_fen(&pair->witness, fen, sizeof fen);
    if (pair->differences++ < 10)
        printf("%s differ: %s on %s, begun at '%s', now %s, ply %u\n  umpire:  %s\n  witness: %s\n",
               what, pair->rules.ruleset->name, pair->rules.setup.board->name, pair->start, fen,
               pair->umpire.plies, ours, theirs);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void join(Name *names, uint32_t count, Text *text)
{
    for (uint32_t i = 0; i < count; i++) {
        text_add(text, names[i]);
        text_add_char(text, ' ');
    }
}

static bool differ_in_lists(Comparison *pair, const char *what, const Try *tries, uint32_t count,
                            int (*their_list)(const Witness *, Name[], int))
{
    Name ours[TRIES_MAX], theirs[TRIES_MAX];
    for (uint32_t i = 0; i < count; i++) {
        Text text = TEXT_IN(ours[i]);
        try_to_text(tries[i], &text);
    }
    qsort(ours, count, sizeof ours[0], compare_names);
    const int their_count = their_list(&pair->witness, theirs, TRIES_MAX);
    char our_text[TRIES_MAX * 6], their_text[TRIES_MAX * 6];
    Text ours_joined = TEXT_IN(our_text), theirs_joined = TEXT_IN(their_text);
    join(ours, count, &ours_joined);
    join(theirs, (uint32_t)their_count, &theirs_joined);
    return differ(pair, what, our_text, their_text);
}

static bool differ_in_hearings(Comparison *pair, const Hearing to[2], const WitnessHeard *heard)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        char words[256];
        Text text = TEXT_IN(words);
        umpire_say(pair->rules.ruleset, &to[seat], &text);
        if (differ(pair, seat ? "Black's hearings" : "White's hearings", words, heard->to[seat]))
            return true;
    }
    return false;
}

// What the words do not show of hearings, which programs read whole: silence is all zeros, what both
// seats are told in the same words is the same to the byte, and it says whose doing it was.
static bool differ_in_bytes(Comparison *pair, const Hearing to[2], Color doer,
                            const WitnessHeard *heard)
{
    static const Hearing silence;
    const bool is_aloud = strcmp(heard->to[WHITE], heard->to[BLACK]) == 0;
    for (unsigned seat = 0; seat < 2; seat++) {
        const Hearing *hearing = &to[seat];
        const bool is_silent = hearing->event == HEARD_NOTHING;
        if (differ(pair, "silences",
                   is_silent && memcmp(hearing, &silence, sizeof silence) ? "not silent" : "",
                   "") ||
            differ(pair, "seats of hearings", !is_silent && hearing->seat != doer ? "wrong" : "",
                   ""))
            return true;
    }
    return is_aloud && differ(pair, "bytes said aloud",
                              memcmp(&to[WHITE], &to[BLACK], sizeof to[0]) ? "two" : "one", "one");
}

static bool has_move(const MoveList *list, Move move)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

// The other ways to the same answer: a question about one move, a count, a text that is read back.
static bool differ_in_short_ways(Comparison *pair, const MoveList *legal)
{
    const Position *truth = &pair->umpire.truth;
    Try tries[TRIES_MAX];
    const uint32_t count = umpire_tries(&pair->umpire, tries);
    for (uint32_t i = 0; i < count; i++)
        if (tries[i] != TRY_ANY && chess_allows(truth, tries[i]) != has_move(legal, tries[i]))
            return differ(pair, "opinions of one try", "allowed", "not legal, or the reverse");
    Position again;
    char fen[FEN_TEXT_MAX];
    Text text = TEXT_IN(fen);
    position_to_fen(truth, &text);
    const bool is_read =
        position_from_fen(slice_of(fen), pair->rules.setup.board, &again) == FEN_OK;
    return differ(pair, "counts of legal moves",
                  chess_count_legal(truth) == legal->count ? "" : "counted", "") ||
           differ(pair, "keys", truth->key == position_key(truth) ? "" : "kept", "") ||
           differ(pair, "positions read back",
                  is_read && memcmp(&again, truth, sizeof again) == 0 ? "" : fen, "");
}

// SAN tells a check and a mate, and leads back to its move.
static bool differ_in_san(Comparison *pair, Move move)
{
    const Position *truth = &pair->umpire.truth;
    char memory[MOVE_TEXT_MAX];
    Text san = TEXT_IN(memory);
    move_to_san(truth, move, &san);
    Umpire fork = pair->umpire;
    Hearing to[2];
    Position after;
    position_after(truth, move, &after);
    umpire_open(&fork, pair->rules.ruleset, &after, to);
    const char last = memory[san.length - 1];
    const char expected = !to[0].checks ? ' ' : fork.ending == ENDING_MATE ? '#' : '+';
    const char mark[] = {last == '+' || last == '#' ? last : ' ', '\0'};
    return differ(pair, "marks of check in SAN", mark, (const char[]){expected, '\0'}) ||
           differ(pair, "moves read from SAN",
                  move_from_san(truth, slice_of(memory)) == move ? "" : memory, "");
}

static bool differ_in_truth(Comparison *pair)
{
    char ours[FEN_TEXT_MAX], theirs[FEN_TEXT_MAX];
    Text text = TEXT_IN(ours);
    position_to_fen(&pair->umpire.truth, &text);
    witness_fen(&pair->witness, theirs, sizeof theirs);
    MoveList legal;
    chess_list_legal(&pair->umpire.truth, &legal);
    for (uint32_t i = 0; i < legal.count && pair->is_steered; i++)
        if (differ_in_san(pair, legal.moves[i]))
            return true;
    return differ(pair, "positions", ours, theirs) ||
           differ_in_lists(pair, "legal moves", legal.moves, legal.count, witness_legal) ||
           differ(pair, "ends", pair->umpire.ending ? "over" : "goes on",
                  witness_is_over(&pair->witness) ? "over" : "goes on") ||
           differ_in_short_ways(pair, &legal);
}

// Who wins if the other's flag falls now, and the moves that the answer to any? is about.
static bool differ_in_chances(Comparison *pair)
{
    Move pawn_tries[TRIES_MAX];
    for (uint8_t seat = 0; seat < 2; seat++) {
        const bool ours = kriegspiel_game.can_win((const Rules *)&pair->rules, &pair->umpire, seat);
        if (differ(pair, "who can win", ours ? "can" : "cannot",
                   witness_can_win(&pair->witness, seat) ? "can" : "cannot"))
            return true;
    }
    const uint32_t count = umpire_pawn_tries(&pair->umpire, pawn_tries);
    return differ(pair, "numbers of pawn tries",
                  (int)count == witness_pawn_tries(&pair->witness) ? "" : "another number", "");
}

// What the seats would list for themselves from what they have heard: the witness's list for the
// seat to move, nothing for the other.
static bool differ_in_views(Comparison *pair)
{
    Try tries[TRIES_MAX];
    const uint8_t mover = pair->umpire.truth.to_move;
    const Rules *rules = (const Rules *)&pair->rules;
    const uint32_t idle = kriegspiel_game.tries(rules, &pair->views[!mover], tries);
    const uint32_t count = kriegspiel_game.tries(rules, &pair->views[mover], tries);
    return differ(pair, "lists of the seat that waits", idle ? "some" : "none", "none") ||
           differ_in_lists(pair, "lists of the seats themselves", tries, count, witness_tries);
}

static void let_seats_hear(Comparison *pair, Color mover, Try attempt, const Hearing to[2])
{
    for (unsigned seat = 0; seat < 2; seat++)
        kriegspiel_game.hear((const Rules *)&pair->rules, &pair->views[seat],
                             seat == mover ? attempt : TRY_NONE, &to[seat]);
}

// --- What a seat that imagines boards makes of it ------------------------------------------------

static void count_board(void *context, const void *board, float chance)
{
    (void)board;
    (void)chance;
    ++*(unsigned *)context;
}

// A move that was played must be taken for possible on the board it was played on, and any other
// legal move exactly if it would have sounded the same. Endings that only the past decides are left
// out: a board has none.
static bool differ_in_imagination(Comparison *pair, const Umpire *before, const Hearing *heard)
{
    MoveList legal;
    unsigned alike = 0, imagined = 0;
    if (ending_needs_past(heard->ending))
        return false;
    chess_list_legal(&before->truth, &legal);
    for (uint32_t i = 0; i < legal.count; i++) {
        Umpire fork = *before;
        Reply reply;
        Position after;
        if (umpire_try(&fork, before->truth.to_move, legal.moves[i], &reply) != UMPIRE_OK)
            return differ(pair, "moves that can be tried", "", "none");
        if (ending_needs_past(reply.to[0].ending))
            return false;
        if (reply.verdict != VERDICT_PLAYED)
            continue; // against the duty
        const bool sounds =
            umpire_would_sound(pair->rules.ruleset, &before->truth, legal.moves[i], heard, &after);
        const bool is_same = memcmp(&reply.to[0], heard, sizeof *heard) == 0;
        if (differ(pair, "imagined calls", sounds ? "the same" : "other",
                   is_same ? "the same" : "other") ||
            (sounds && differ(pair, "imagined boards",
                              memcmp(&after, &fork.truth, sizeof after) == 0 ? "" : "other", "")))
            return true;
        alike += is_same;
    }
    const Rules *rules = (const Rules *)&pair->rules;
    KriegspielBoard board;
    kriegspiel_belief_model.imagine(rules, before, &board);
    kriegspiel_belief_model.expand(rules, &board, 1, heard, NULL,
                                   &(BoardSink){count_board, &imagined});
    return differ(pair, "numbers of imagined moves", imagined == alike ? "" : "another", "");
}

// The seat that made an attempt keeps the true board, moved on as the truth was; on a refusal it drops
// a board on which the same try would have been played. Impossible tries are left out: a board does not
// remember what was refused in the turn, so it judges a try that is sent again anew.
static bool differ_in_keeping(Comparison *pair, const Umpire *before, Try attempt,
                              const Reply *reply)
{
    const Rules *rules = (const Rules *)&pair->rules;
    const Hearing *heard = &reply->to[before->truth.to_move];
    KriegspielBoard board, after;
    if (ending_needs_past(heard->ending) || reply->verdict == VERDICT_IMPOSSIBLE)
        return false;
    kriegspiel_belief_model.imagine(rules, before, &board);
    kriegspiel_belief_model.imagine(rules, &pair->umpire, &after);
    const KriegspielBoard imagined = board;
    const size_t kept = kriegspiel_belief_model.keep(rules, &board, 1, attempt, heard);
    if (differ(pair, "true boards", kept == 1 ? "kept" : "dropped", "kept") ||
        differ(pair, "boards that were moved on",
               kriegspiel_belief_model.key(&board) == kriegspiel_belief_model.key(&after)
                   ? ""
                   : "elsewhere",
               ""))
        return true;
    MoveList legal;
    chess_list_legal(&before->truth, &legal);
    for (uint32_t i = 0; i < legal.count && reply->verdict == VERDICT_ILLEGAL; i++) {
        board = imagined;
        if (attempt_keeps_duty(&before->turn, &before->own, legal.moves[i]) &&
            differ(pair, "false boards",
                   kriegspiel_belief_model.keep(rules, &board, 1, legal.moves[i], heard)
                       ? "kept"
                       : "dropped",
                   "dropped"))
            return true;
    }
    return false;
}

// A man for a square counted from the top left; a careful hand puts no pawn on an end rank.
static char man_for(Comparison *pair, unsigned square, bool is_careful)
{
    const unsigned rank = square / pair->rules.setup.board->files;
    const bool is_end = rank == 0 || rank == pair->rules.setup.board->ranks - 1u;
    return "NBRQnbrqPpPp"[rng_below(&pair->rng, is_careful && is_end ? 8 : 12)];
}

// Men thrown on the board. A careless hand may give any rights and any en passant square.
static void throw_men(Comparison *pair, Text *fen)
{
    char squares[64];
    const unsigned files = pair->rules.setup.board->files,
                   area = files * pair->rules.setup.board->ranks;
    const bool is_careful = !one_in(pair, 6);
    const bool has_castles = area == 64 && one_in(pair, 3);
    memset(squares, '1', sizeof squares);
    for (unsigned men = 1 + rng_below(&pair->rng, 12); men; men--) {
        const unsigned square = rng_below(&pair->rng, area);
        squares[square] = man_for(pair, square, is_careful);
    }
    if (has_castles)
        memcpy(squares + 56, "R111K11R", 8); // the first rank is written last
    else
        squares[area / 2 + rng_below(&pair->rng, area / 2)] = 'K';
    squares[rng_below(&pair->rng, area / 2)] = 'k';
    for (unsigned i = 0; i < area; i++) {
        if (i && i % files == 0)
            text_add_char(fen, '/');
        text_add_char(fen, squares[i]);
    }
    static const char *const rights[] = {"KQ", "K", "KQkq", "Kq"};
    static const char *const clocks[] = {"0", "0", "3", "96", "99", "100"};
    const bool has_rights = is_careful ? has_castles : one_in(pair, 2);
    text_format(fen, " %c %s ", "wb"[rng_below(&pair->rng, 2)],
                has_rights ? rights[rng_below(&pair->rng, is_careful ? 2 : 4)] : "-");
    if (is_careful || one_in(pair, 2))
        text_add_char(fen, '-');
    else
        text_format(fen, "%c%c", (char)('a' + rng_below(&pair->rng, files)),
                    (char)(one_in(pair, 2) ? '3' : '6'));
    text_format(fen, " %s %u", clocks[rng_below(&pair->rng, 6)], 1 + rng_below(&pair->rng, 99));
}

// Opens the same game with both, at `pair->start` or at the set-up. False if it is no position, in
// which both must agree.
static bool open_both(Comparison *pair, bool is_setup)
{
    WitnessHeard heard;
    Hearing to[2];
    const Board *board = pair->rules.setup.board;
    Position start = position_start(board);
    const bool is_position =
        is_setup || position_from_fen(slice_of(pair->start), board, &start) == FEN_OK;
    const bool is_theirs = witness_open(&pair->witness, pair->rules.ruleset->name, board->name,
                                        is_setup ? NULL : pair->start, &heard);
    pair->refused_starts += !is_position;
    if (differ(pair, "opinions of the start", is_position ? "sound" : "broken",
               is_theirs ? "sound" : "broken") ||
        !is_position)
        return false;
    pair->rules.setup.start = start;
    umpire_open(&pair->umpire, pair->rules.ruleset, &start, to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        kriegspiel_game.sit((const Rules *)&pair->rules, seat, &pair->views[seat]);
        kriegspiel_game.hear((const Rules *)&pair->rules, &pair->views[seat], TRY_NONE, &to[seat]);
    }
    return !differ_in_hearings(pair, to, &heard) &&
           !differ_in_bytes(pair, to, start.to_move, &heard) && !differ_in_truth(pair) &&
           !differ_in_chances(pair);
}

static void set_counters(Comparison *pair, unsigned plies, unsigned attempts)
{
    pair->umpire.plies = (uint16_t)plies;
    pair->umpire.turn.attempts = (uint16_t)attempts;
    witness_set_counters(&pair->witness, (int)plies, (int)attempts);
}

static void begin_late(Comparison *pair)
{
    const unsigned plies = one_in(pair, 8) ? 1900 + rng_below(&pair->rng, 99) : 0;
    const unsigned attempts = one_in(pair, 8) ? 400 + rng_below(&pair->rng, 111) : 0;
    set_counters(pair, plies, attempts);
}

// A try from the list, or in rare cases anything at all.
static void choose(Comparison *pair, const Try *tries, uint32_t count, Text *attempt)
{
    if (count && !one_in(pair, 16)) {
        try_to_text(tries[rng_below(&pair->rng, count)], attempt);
        return;
    }
    if (one_in(pair, 4)) {
        static const char *const nonsense[] = {"any?", "e2e9", "", "Nf3", "a1a1", "e7e8k", "e1g1"};
        text_add(attempt, nonsense[rng_below(&pair->rng, COUNT_OF(nonsense))]);
        return;
    }
    square_to_text(rng_below(&pair->rng, 64), attempt);
    square_to_text(rng_below(&pair->rng, 64), attempt);
    if (one_in(pair, 4))
        text_add_char(attempt, "qrbn"[rng_below(&pair->rng, 4)]);
}

// One attempt, sent to both. False if they part.
static bool send(Comparison *pair, const char *words)
{
    static Witness before;
    const Umpire umpire_before = pair->umpire;
    const Color mover = pair->umpire.truth.to_move;
    const Try attempt = try_from_text(slice_of(words));
    Reply reply;
    WitnessHeard heard;
    before = pair->witness;
    const UmpireError error = umpire_try(&pair->umpire, mover, attempt, &reply);
    if (differ(pair, "errors", umpire_error_text(error), umpire_error_text(UMPIRE_OK)))
        return false;
    witness_try(&pair->witness, words, &heard);
    rare_note(&pair->rare, pair->ruleset, &(MoveFacts){&before, &pair->witness, words, &heard});
    let_seats_hear(pair, mover, attempt, reply.to);
    pair->attempts++;
    pair->plies += reply.verdict == VERDICT_PLAYED;
    if (pair->is_steered && ((reply.verdict == VERDICT_PLAYED &&
                              differ_in_imagination(pair, &umpire_before, &reply.to[0])) ||
                             differ_in_keeping(pair, &umpire_before, attempt, &reply)))
        return false;
    return !differ_in_hearings(pair, reply.to, &heard) &&
           !differ_in_bytes(pair, reply.to, mover, &heard) && !differ_in_truth(pair) &&
           !differ_in_chances(pair);
}

// An attempt drawn at random, after a look at what may be tried. False if they part.
static bool step(Comparison *pair)
{
    Try tries[TRIES_MAX];
    const uint32_t count = umpire_tries(&pair->umpire, tries);
    if (differ_in_lists(pair, "tries", tries, count, witness_tries) || differ_in_views(pair))
        return false;
    char words[MOVE_TEXT_MAX];
    Text attempt = TEXT_IN(words);
    choose(pair, tries, count, &attempt);
    return send(pair, words);
}

static void play_random_game(Comparison *pair)
{
    const uint64_t board = pair->games / ruleset_count % chess_board_count;
    pair->ruleset = (unsigned)(pair->games++ % ruleset_count);
    pair->rules = (KriegspielRules){.ruleset = &rulesets[pair->ruleset],
                                    .setup = {.board = &chess_boards[board]}};
    Text fen = TEXT_IN(pair->start);
    const bool is_thrown = one_in(pair, 2);
    if (is_thrown)
        throw_men(pair, &fen);
    if (!open_both(pair, !is_thrown))
        return;
    if (!pair->umpire.ending)
        begin_late(pair);
    while (!pair->umpire.ending && step(pair))
        ;
}

// --- Steered games -------------------------------------------------------------------------------

// How a start is turned: round for Black, mirrored for the other wing.
typedef struct Turning {
    bool is_for_black, is_mirrored;
    const Board *board;
} Turning;

static char turned_square_char(const Turning *turning, char c)
{
    if (c >= 'a' && c <= 'h' && turning->is_mirrored)
        return (char)('a' + turning->board->files - 1 - (c - 'a'));
    if (c >= '1' && c <= '8' && turning->is_for_black)
        return (char)('1' + turning->board->ranks - 1 - (c - '1'));
    return c;
}

static char other_case(char c)
{
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// The squares of a FEN from the top left, '1' for an empty one.
static void read_squares(const char *fen, char squares[64])
{
    unsigned count = 0;
    for (; *fen && *fen != ' '; fen++) {
        if (*fen >= '1' && *fen <= '8')
            for (char empty = '0'; empty < *fen; empty++)
                squares[count++] = '1';
        else if (*fen != '/')
            squares[count++] = *fen;
    }
}

static void turn_squares(const Turning *turning, const char from[64], char to[64])
{
    const unsigned files = turning->board->files, ranks = turning->board->ranks;
    for (unsigned rank = 0; rank < ranks; rank++)
        for (unsigned file = 0; file < files; file++) {
            const unsigned row = turning->is_for_black ? ranks - 1 - rank : rank;
            const unsigned column = turning->is_mirrored ? files - 1 - file : file;
            const char man = from[row * files + column];
            to[rank * files + file] = turning->is_for_black ? other_case(man) : man;
        }
}

static void write_squares(const Board *board, const char squares[64], Text *fen)
{
    for (unsigned i = 0; i < (unsigned)board->files * board->ranks; i++) {
        if (i && i % board->files == 0)
            text_add_char(fen, '/');
        text_add_char(fen, squares[i]);
    }
}

// The fields after the men: side, rights, the square jumped over, counters as they are.
static void turn_fields(const Turning *turning, const char *fields, Text *fen)
{
    unsigned field = 0;
    for (const char *c = fields; *c; c++) {
        field += *c == ' ';
        if (field == 1 && turning->is_for_black && (*c == 'w' || *c == 'b'))
            text_add_char(fen, *c == 'w' ? 'b' : 'w');
        else if (field == 2 && turning->is_for_black)
            text_add_char(fen, other_case(*c));
        else
            text_add_char(fen, field == 3 ? turned_square_char(turning, *c) : *c);
    }
}

// Men that have no part in the plan.
static void throw_strangers(Comparison *pair, char squares[64], unsigned count)
{
    const Board *board = pair->rules.setup.board;
    for (; count; count--) {
        const unsigned square = rng_below(&pair->rng, (uint32_t)board->files * board->ranks);
        if (squares[square] == '1')
            squares[square] = man_for(pair, square, true);
    }
}

static void turn_start(Comparison *pair, const Start *start, const Turning *turning, unsigned round)
{
    char squares[64], turned[64];
    read_squares(start->fen, squares);
    turn_squares(turning, squares, turned);
    if (round)
        throw_strangers(pair, turned, 1 + rng_below(&pair->rng, STRANGERS_MAX));
    Text fen = TEXT_IN(pair->start);
    write_squares(turning->board, turned, &fen);
    turn_fields(turning, strchr(start->fen, ' '), &fen);
}

// Sends the attempts of a line as far as the game goes; then a few of chance. False if they part.
static bool follow_line(Comparison *pair, const Turning *turning, const char *line)
{
    Slice rest = slice_of(line);
    while (rest.length && !pair->umpire.ending) {
        const Slice word = slice_take(&rest, " ");
        char words[MOVE_TEXT_MAX];
        Text attempt = TEXT_IN(words);
        const bool is_question = slice_is(word, "any?");
        for (size_t i = 0; i < word.length; i++)
            text_add_char(&attempt, is_question || i > 3
                                        ? word.start[i]
                                        : turned_square_char(turning, word.start[i]));
        if (differ_in_views(pair) || !send(pair, words))
            return false;
    }
    for (unsigned i = 0; i < AFTERPLAY && !pair->umpire.ending; i++)
        if (!step(pair))
            return false;
    return true;
}

static void play_steered_game(Comparison *pair, const Start *start, const Turning *turning,
                              unsigned ruleset, unsigned round)
{
    pair->games++;
    pair->ruleset = ruleset;
    pair->rules =
        (KriegspielRules){.ruleset = &rulesets[ruleset], .setup = {.board = turning->board}};
    turn_start(pair, start, turning, round);
    const bool is_open = open_both(pair, false);
    // Strangers may spoil a start; by itself it is a position, and over only if it is meant to be.
    if (!round)
        differ(pair, "plans for a start",
               is_open && !pair->umpire.ending == (start->line != NULL) ? "" : pair->start, "");
    if (!is_open || pair->umpire.ending)
        return;
    set_counters(pair, start->plies, start->attempts);
    follow_line(pair, turning, start->line ? start->line : "");
}

// A start under every ruleset, for both colours and, where nobody may castle, on both wings.
static void play_start(Comparison *pair, const Start *start, unsigned round)
{
    const Board *board = board_by_name(slice_of(start->board ? start->board : "8x8"));
    const char *rights = strchr(start->fen, ' ') + 2;
    const bool has_rights = strpbrk(rights, "KQkq") != NULL;
    for (unsigned i = 0; i < ruleset_count * 4; i++) {
        const Turning turning = {
            .is_for_black = i & 1, .is_mirrored = (i & 2) && !has_rights, .board = board};
        if (has_rights && (i & 2))
            continue;
        play_steered_game(pair, start, &turning, i / 4, round);
    }
}

// --- Repetition from far away --------------------------------------------------------------------

// Walks a king round once: up and down in columns of two and back along the first rank, on `columns`
// columns, an even number; by a detour over a4 if the number of moves shall be odd. Every square is
// visited once.
static unsigned list_loop(unsigned columns, bool is_odd, Name squares[])
{
    unsigned count = 0;
    for (unsigned column = 0; column < columns; column++)
        for (unsigned i = 0; i < 2; i++) {
            snprintf(squares[count++], sizeof squares[0], "%c%c", (char)('a' + column),
                     (char)((i ^ (column & 1)) ? '3' : '2'));
            if (is_odd && count == 2)
                snprintf(squares[count++], sizeof squares[0], "a4");
        }
    for (unsigned column = columns; column > 0; column--)
        snprintf(squares[count++], sizeof squares[0], "%c1", (char)('a' + column - 1));
    return count;
}

// White's king goes round; Black's king steps to and fro, and in three steps round if need be.
static void add_loop(unsigned columns, bool is_odd, Text *line)
{
    static const char *const round_steps[] = {"h8g8", "g8g7", "g7h8"};
    static const char *const steps[] = {"h8g8", "g8h8"};
    Name squares[25];
    const unsigned count = list_loop(columns, is_odd, squares);
    for (unsigned i = 0; i < count; i++) {
        const char *step = is_odd && i < 3 ? round_steps[i] : steps[(i + is_odd) % 2];
        text_format(line, "%s%s %s ", squares[i], squares[(i + 1) % count], step);
    }
}

// Two loops, so that the position before them comes for the third time when the second is closed, and
// before fifty moves are over. The longest takes every half-move that the fifty moves leave.
static void play_loops(Comparison *pair)
{
    static const struct {
        unsigned columns[2];
        bool is_odd, begins_late;
    } loops[] = {
        {{2, 2}, false, false}, {{2, 8}, false, false}, {{8, 2}, false, false},
        {{4, 6}, true, false},  {{6, 8}, false, true},  {{8, 8}, false, false},
        {{8, 8}, true, false},  {{8, 8}, true, true},
    };
    for (unsigned i = 0; i < COUNT_OF(loops); i++) {
        char memory[LINE_SIZE];
        Text line = TEXT_IN(memory);
        text_add(&line, loops[i].begins_late ? "g8h8 " : "");
        add_loop(loops[i].columns[0], false, &line);
        add_loop(loops[i].columns[1], loops[i].is_odd, &line);
        const char *fen = loops[i].begins_late ? "6k1/p7/P7/8/8/8/K7/8 b" : "7k/p7/P7/8/8/8/K7/8 w";
        play_start(pair, &(Start){.fen = fen, .line = memory}, 0);
    }
}

static void play_steered_games(Comparison *pair, unsigned rounds)
{
    pair->is_steered = true;
    for (unsigned round = 0; round < rounds; round++)
        for (unsigned i = 0; i < COUNT_OF(starts) && pair->differences < 10; i++)
            play_start(pair, &starts[i], round);
    if (rounds)
        play_loops(pair);
    pair->is_steered = false;
}

int main(int count, char **words)
{
    static Comparison pair;
    const uint64_t plies = number_option(count, words, "--plies", 100000);
    const unsigned rounds = (unsigned)number_option(count, words, "--rounds", ROUNDS);
    pair.rng = rng_from_seed(number_option(count, words, "--seed", 1));
    play_steered_games(&pair, rounds);
    const unsigned missing = rounds ? rare_report(&pair.rare) : 0;
    const uint64_t steered = pair.plies;
    while (pair.plies - steered < plies && pair.differences < 10)
        play_random_game(&pair);
    printf("%llu plies (%llu steered), %llu attempts, %llu games, %llu starts refused by both, %u "
           "rulesets, %u boards: %llu differences, %u quotas not met\n",
           (unsigned long long)pair.plies, (unsigned long long)steered,
           (unsigned long long)pair.attempts, (unsigned long long)pair.games,
           (unsigned long long)pair.refused_starts, ruleset_count, chess_board_count,
           (unsigned long long)pair.differences, missing);
    return pair.differences || missing ? EXIT_FAILURE : EXIT_SUCCESS;
}
