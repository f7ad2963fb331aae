// Plays random games with the umpire and the slow witness side by side and compares all
// that can be compared: every hearing of both seats in words, every list of tries and
// of legal moves, every FEN.
//
//     witness_check [--plies N] [--seed S]
//
// Games go round all rulesets and all boards. Half of them begin at the set-up, half at men thrown
// on the board (where both must agree whether that is a position at all), some near the limits of
// plies and attempts. One attempt in sixteen is nonsense.
#include "options.h"
#include "oracle/witness.h"

#include "base/rng.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "umpire/umpire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char Name[8];

typedef struct Comparison {
    Rng rng;
    uint64_t games, plies, attempts, differences, refused_starts;
    const Ruleset *rules;
    const Board *board;
    char start[FEN_TEXT_MAX];
    Umpire umpire;
    Witness witness;
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
               what, pair->rules->name, pair->board->name, pair->start, fen, pair->umpire.plies,
               ours, theirs);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void join(Name *names, uint32_t count, Text *text)
{
    for (uint32_t i = 0; i < count; i++)
        text_format(text, "%s ", names[i]);
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
        umpire_say(pair->rules, &to[seat], &text);
        if (differ(pair, seat ? "Black's hearings" : "White's hearings", words, heard->to[seat]))
            return true;
    }
    return false;
}

static bool differ_in_truth(Comparison *pair)
{
    char ours[FEN_TEXT_MAX], theirs[FEN_TEXT_MAX];
    Text text = TEXT_IN(ours);
    position_to_fen(&pair->umpire.truth, &text);
    witness_fen(&pair->witness, theirs, sizeof theirs);
    MoveList legal;
    chess_list_legal(&pair->umpire.truth, &legal);
    return differ(pair, "positions", ours, theirs) ||
           differ_in_lists(pair, "legal moves", legal.moves, legal.count, witness_legal) ||
           differ(pair, "ends", pair->umpire.ending ? "over" : "goes on",
                  witness_is_over(&pair->witness) ? "over" : "goes on");
}

// A man for a square counted from the top left; a careful hand puts no pawn on an end rank.
static char man_for(Comparison *pair, unsigned square, bool is_careful)
{
    const unsigned rank = square / pair->board->files;
    const bool is_end = rank == 0 || rank == pair->board->ranks - 1u;
    return "NBRQnbrqPpPp"[rng_below(&pair->rng, is_careful && is_end ? 8 : 12)];
}

// Men thrown on the board. A careless hand may give any rights and any en passant square.
static void throw_men(Comparison *pair, Text *fen)
{
    char squares[64];
    const unsigned files = pair->board->files, area = files * pair->board->ranks;
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

// Opens the same game with both. False if it is no position, in which both must agree.
static bool open_both(Comparison *pair)
{
    WitnessHeard heard;
    Hearing to[2];
    Position start = position_start(pair->board);
    Text fen = TEXT_IN(pair->start);
    const bool is_thrown = one_in(pair, 2);
    bool is_position = true;
    if (is_thrown) {
        throw_men(pair, &fen);
        is_position = position_from_fen(slice_of(pair->start), pair->board, &start) == FEN_OK;
    }
    const bool is_theirs = witness_open(&pair->witness, pair->rules->name, pair->board->name,
                                        is_thrown ? pair->start : NULL, &heard);
    pair->refused_starts += !is_position;
    if (differ(pair, "opinions of the start", is_position ? "sound" : "broken",
               is_theirs ? "sound" : "broken") ||
        !is_position)
        return false;
    umpire_open(&pair->umpire, pair->rules, &start, to);
    return !differ_in_hearings(pair, to, &heard) && !differ_in_truth(pair);
}

static void begin_late(Comparison *pair)
{
    const unsigned plies = one_in(pair, 8) ? 1900 + rng_below(&pair->rng, 99) : 0;
    const unsigned attempts = one_in(pair, 8) ? 400 + rng_below(&pair->rng, 111) : 0;
    pair->umpire.plies = (uint16_t)plies;
    pair->umpire.turn.attempts = (uint16_t)attempts;
    witness_set_counters(&pair->witness, (int)plies, (int)attempts);
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
static bool step(Comparison *pair)
{
    Try tries[TRIES_MAX];
    const uint32_t count = umpire_tries(&pair->umpire, tries);
    if (differ_in_lists(pair, "tries", tries, count, witness_tries))
        return false;
    char words[MOVE_TEXT_MAX];
    Text attempt = TEXT_IN(words);
    choose(pair, tries, count, &attempt);

    Reply reply;
    WitnessHeard heard;
    const UmpireError error = umpire_try(&pair->umpire, pair->umpire.truth.to_move,
                                         try_from_text(slice_of(words)), &reply);
    if (differ(pair, "errors", umpire_error_text(error), umpire_error_text(UMPIRE_OK)))
        return false;
    witness_try(&pair->witness, words, &heard);
    pair->attempts++;
    pair->plies += reply.verdict == VERDICT_PLAYED;
    return !differ_in_hearings(pair, reply.to, &heard) && !differ_in_truth(pair);
}

static void play_game(Comparison *pair)
{
    pair->rules = &rulesets[pair->games % ruleset_count];
    pair->board = &chess_boards[pair->games / ruleset_count % chess_board_count];
    pair->games++;
    if (!open_both(pair))
        return;
    if (!pair->umpire.ending)
        begin_late(pair);
    while (!pair->umpire.ending && step(pair))
        ;
}

int main(int count, char **words)
{
    static Comparison pair;
    const uint64_t plies = number_option(count, words, "--plies", 100000);
    pair.rng = rng_from_seed(number_option(count, words, "--seed", 1));
    while (pair.plies < plies && pair.differences < 10)
        play_game(&pair);
    printf("%llu plies, %llu attempts, %llu games, %llu starts refused by both, %u rulesets, %u "
           "boards: "
           "%llu differences\n",
           (unsigned long long)pair.plies, (unsigned long long)pair.attempts,
           (unsigned long long)pair.games, (unsigned long long)pair.refused_starts, ruleset_count,
           chess_board_count, (unsigned long long)pair.differences);
    return pair.differences ? EXIT_FAILURE : EXIT_SUCCESS;
}
