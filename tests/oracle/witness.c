// The slow witness: the law of docs/rules in its plainest form. A board of characters, the obvious
// algorithm everywhere, and nothing kept up to date that can be computed anew.
#include "witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHITE = 0, BLACK = 1, NOBODY = -1 };
enum { MEN_MAX = 16, ATTEMPTS_MAX = 512, PLIES_MAX = 2000, CLOCK_MAX = 100, OCCURRENCES_MAX = 3 };
enum { FIELD_SIZE = 96, NUMBER_DIGITS_MAX = 4 };

static const char *const side_names[2] = {"White", "Black"};
static const char question[8] = "any?";
static const WitnessSquare no_square = {-1, -1};

// ---- The rulesets ------------------------------------------------------------------------------

typedef enum PawnTryCall { TRIES_SILENT, TRIES_COUNTED, TRIES_EXIST, TRIES_LOCATED } PawnTryCall;

// What the answer yes to any? obliges the seat to; or that there is no such question.
typedef enum Question { NO_QUESTION, MUST_CAPTURE, MUST_TRY_ONCE } Question;

enum { CHECK_KINDS = 5 };
static const char *const icc_checks[CHECK_KINDS] = {
    "Rank check.", "File check.", "Long diagonal check.", "Short diagonal check.", "Knight check.",
};
static const char *const usual_checks[CHECK_KINDS] = {
    "Check on the rank.",           "Check on the file.", "Check on the long diagonal.",
    "Check on the short diagonal.", "Check by a knight.",
};

// In a sentence @ stands for what is filled in: a side or a square.
typedef struct WitnessRuleset {
    const char *name;
    const char *turn;
    const char *illegal, *impossible;
    const char *pawn_captured, *piece_captured;
    const char *captured_in_passing; // NULL if it is called as any capture of a pawn
    const char *promoted;            // NULL if it is not said
    const char *const *checks;       // NULL if the kind of a check is not said
    PawnTryCall pawn_tries;
    Question question;
    bool both_hear_illegal, both_hear_impossible;
    bool stalemate_loses;
    bool counters_draw; // fifty moves and repetition
} WitnessRuleset;

static const WitnessRuleset rulesets[] = {
    {.name = "icc",
     .turn = "@'s move.",
     .illegal = "Illegal move.",
     .impossible = "Illegal move.",
     .pawn_captured = "Pawn at @ captured.",
     .piece_captured = "Piece at @ captured.",
     .checks = icc_checks,
     .pawn_tries = TRIES_COUNTED,
     .counters_draw = true},
    {.name = "berkeley",
     .turn = "@ to move.",
     .illegal = "No.",
     .impossible = "Nonsense.",
     .pawn_captured = "Capture on @.",
     .piece_captured = "Capture on @.",
     .checks = usual_checks,
     .both_hear_illegal = true},
    {.name = "berkeley-any",
     .turn = "@ to move.",
     .illegal = "No.",
     .impossible = "Nonsense.",
     .pawn_captured = "Capture on @.",
     .piece_captured = "Capture on @.",
     .checks = usual_checks,
     .question = MUST_CAPTURE,
     .both_hear_illegal = true},
    {.name = "cincinnati",
     .turn = "@ to move.",
     .illegal = "No.",
     .impossible = "Nonsense.",
     .pawn_captured = "Pawn captured on @.",
     .piece_captured = "Piece captured on @.",
     .checks = usual_checks,
     .pawn_tries = TRIES_EXIST,
     .both_hear_illegal = true,
     .both_hear_impossible = true,
     .counters_draw = true},
    {.name = "english",
     .turn = "@ to move.",
     .illegal = "No.",
     .impossible = "No.",
     .pawn_captured = "Capture on @.",
     .piece_captured = "Capture on @.",
     .captured_in_passing = "Capture en passant on @.",
     .checks = usual_checks,
     .question = MUST_TRY_ONCE,
     .both_hear_illegal = true,
     .both_hear_impossible = true,
     .counters_draw = true},
    {.name = "rand",
     .turn = "@ to move.",
     .illegal = "No.",
     .impossible = "Hell, no.",
     .pawn_captured = "Pawn captured on @.",
     .piece_captured = "Piece captured on @.",
     .promoted = "Pawn promoted.",
     .checks = usual_checks,
     .pawn_tries = TRIES_LOCATED,
     .both_hear_illegal = true,
     .both_hear_impossible = true,
     .stalemate_loses = true,
     .counters_draw = true},
    {.name = "parker2005",
     .turn = "@ to move.",
     .illegal = "Illegal.",
     .impossible = "Illegal.",
     .pawn_captured = "Capture on @.",
     .piece_captured = "Capture on @.",
     .checks = usual_checks,
     .both_hear_illegal = true,
     .both_hear_impossible = true,
     .counters_draw = true},
    {.name = "foret2019",
     .turn = "@'s move.",
     .illegal = "Illegal move.",
     .impossible = "Illegal move.",
     .pawn_captured = "Pawn at @ captured.",
     .piece_captured = "Piece at @ captured.",
     .counters_draw = true},
};

static const WitnessRuleset *find_ruleset(const char *name)
{
    for (size_t i = 0; i < sizeof rulesets / sizeof rulesets[0]; i++) {
        if (strcmp(rulesets[i].name, name) == 0) {
            return &rulesets[i];
        }
    }
    return NULL;
}

// ---- The boards --------------------------------------------------------------------------------

typedef struct Board {
    const char *name;
    int files, ranks;
    const char *first_rank;
    bool has_pawns;
} Board;

static const Board named_boards[] = {
    {"silverman4x4", 4, 4, "RQKR", true},
    {"reduced4x4", 4, 4, "RBKR", false},
    {"gardner5x5", 5, 5, "RNBQK", true},
    {"losalamos6x6", 6, 6, "RNQKNR", true},
};

static const char *const first_rank_of_files[9] = {
    [4] = "RQKR", [5] = "RNBQK", [6] = "RNQKNR", [7] = "RNBQKBR", [8] = "RNBQKBNR",
};

static bool is_length_of_board(char digit)
{
    return digit >= '4' && digit <= '8';
}

static bool find_board(const char *name, Board *board)
{
    for (size_t i = 0; i < sizeof named_boards / sizeof named_boards[0]; i++) {
        if (strcmp(named_boards[i].name, name) == 0) {
            *board = named_boards[i];
            return true;
        }
    }
    if (strlen(name) != 3 || !is_length_of_board(name[0]) || name[1] != 'x' ||
        !is_length_of_board(name[2])) {
        return false;
    }
    // The short names 8x8, 4x4, 5x5 and 6x6 are no exceptions: their set-ups follow the files too.
    int files = name[0] - '0';
    *board = (Board){name, files, name[2] - '0', first_rank_of_files[files], true};
    return true;
}

static bool has_castling(const WitnessPosition *position)
{
    return position->files == 8 && position->ranks == 8;
}

static bool has_double_step(const WitnessPosition *position)
{
    return position->ranks == 8;
}

// ---- Men and squares ---------------------------------------------------------------------------

// Men are ASCII letters, so capitals come before small letters; ctype.h would ask the locale.
static int side_of(char man)
{
    if (man == '.') {
        return NOBODY;
    }
    return man <= 'Z' ? WHITE : BLACK;
}

static char kind_of(char man)
{
    return side_of(man) == WHITE ? (char)(man - 'A' + 'a') : man;
}

static char man_of(int side, char kind)
{
    return side == WHITE ? (char)(kind - 'a' + 'A') : kind;
}

static char man_on(const WitnessPosition *position, WitnessSquare square)
{
    return position->squares[square.rank][square.file];
}

static void put(WitnessPosition *position, WitnessSquare square, char man)
{
    position->squares[square.rank][square.file] = man;
}

static bool same_square(WitnessSquare one, WitnessSquare other)
{
    return one.file == other.file && one.rank == other.rank;
}

static void write_square(WitnessSquare square, char text[3])
{
    text[0] = (char)('a' + square.file);
    text[1] = (char)('1' + square.rank);
    text[2] = '\0';
}

static int forward_of(int side)
{
    return side == WHITE ? 1 : -1;
}

static int last_rank_of(const WitnessPosition *position, int side)
{
    return side == WHITE ? position->ranks - 1 : 0;
}

static int second_rank_of(const WitnessPosition *position, int side)
{
    return side == WHITE ? 1 : position->ranks - 2;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

// ---- Steps and attacks -------------------------------------------------------------------------

// How a man moves on an empty board, by its small letter. Pawns and castling are told elsewhere.
typedef struct Gait {
    bool straight, diagonal, leaps;
    int reach;
} Gait;

static const Gait gaits[128] = {
    ['k'] = {.straight = true, .diagonal = true, .reach = 1},
    ['q'] = {.straight = true, .diagonal = true, .reach = 8},
    ['r'] = {.straight = true, .reach = 8},
    ['b'] = {.diagonal = true, .reach = 8},
    ['n'] = {.leaps = true, .reach = 2},
};

static bool has_step(char kind, int files, int ranks)
{
    const Gait *gait = &gaits[(unsigned char)kind];
    int wide = abs(files);
    int high = abs(ranks);
    if (wide > gait->reach || high > gait->reach) {
        return false;
    }
    bool straight = (wide == 0) != (high == 0);
    bool diagonal = wide == high && wide != 0;
    bool leap = wide * high == 2;
    return (straight && gait->straight) || (diagonal && gait->diagonal) || (leap && gait->leaps);
}

// Whether all squares between the two are empty. A knight's step has no squares between.
static bool is_path_empty(const WitnessPosition *position, WitnessSquare from, WitnessSquare to)
{
    int files = to.file - from.file;
    int ranks = to.rank - from.rank;
    if (files != 0 && ranks != 0 && abs(files) != abs(ranks)) {
        return true;
    }
    int file = from.file + sign(files);
    int rank = from.rank + sign(ranks);
    while (file != to.file || rank != to.rank) {
        if (position->squares[rank][file] != '.') {
            return false;
        }
        file += sign(files);
        rank += sign(ranks);
    }
    return true;
}

static bool attacks(const WitnessPosition *position, WitnessSquare from, WitnessSquare to)
{
    char man = man_on(position, from);
    int files = to.file - from.file;
    int ranks = to.rank - from.rank;
    if (kind_of(man) == 'p') {
        return abs(files) == 1 && ranks == forward_of(side_of(man));
    }
    return has_step(kind_of(man), files, ranks) && is_path_empty(position, from, to);
}

static bool is_attacked(const WitnessPosition *position, WitnessSquare square, int by_side)
{
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            WitnessSquare from = {file, rank};
            if (side_of(man_on(position, from)) == by_side && attacks(position, from, square)) {
                return true;
            }
        }
    }
    return false;
}

static WitnessSquare king_square(const WitnessPosition *position, int side)
{
    char king = man_of(side, 'k');
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            if (position->squares[rank][file] == king) {
                return (WitnessSquare){file, rank};
            }
        }
    }
    return no_square; // does not happen: every position has both kings
}

static bool is_in_check(const WitnessPosition *position, int side)
{
    return is_attacked(position, king_square(position, side), !side);
}

// ---- Castling ----------------------------------------------------------------------------------

typedef struct Castling {
    char letter;
    int side;
    WitnessSquare king_from, king_to, rook_from, rook_to;
} Castling;

static const Castling castlings[4] = {
    {'K', WHITE, {4, 0}, {6, 0}, {7, 0}, {5, 0}},
    {'Q', WHITE, {4, 0}, {2, 0}, {0, 0}, {3, 0}},
    {'k', BLACK, {4, 7}, {6, 7}, {7, 7}, {5, 7}},
    {'q', BLACK, {4, 7}, {2, 7}, {0, 7}, {3, 7}},
};

// The castling that a move is, or NULL. Who holds the right still has king and rook on their
// squares, and no king has a step of two squares, so right and squares tell it.
static const Castling *castling_of(const WitnessPosition *position, const WitnessMove *move)
{
    if (abs(move->to.file - move->from.file) != 2) {
        return NULL;
    }
    for (int i = 0; i < 4; i++) {
        if (position->castling[i] && castlings[i].side == position->side &&
            same_square(castlings[i].king_from, move->from) &&
            same_square(castlings[i].king_to, move->to)) {
            return &castlings[i];
        }
    }
    return NULL;
}

static bool truth_allows_castling(const WitnessPosition *position, const Castling *castling)
{
    int enemy = !position->side;
    // The king passes the very square where the rook arrives.
    return is_path_empty(position, castling->king_from, castling->rook_from) &&
           !is_attacked(position, castling->king_from, enemy) &&
           !is_attacked(position, castling->rook_to, enemy) &&
           !is_attacked(position, castling->king_to, enemy);
}

static void drop_castling_rights(WitnessPosition *position, WitnessSquare touched)
{
    for (int i = 0; i < 4; i++) {
        if (same_square(castlings[i].king_from, touched) ||
            same_square(castlings[i].rook_from, touched)) {
            position->castling[i] = false;
        }
    }
}

// ---- Moves -------------------------------------------------------------------------------------

static bool is_pawn_move(const WitnessPosition *position, const WitnessMove *move)
{
    return kind_of(man_on(position, move->from)) == 'p';
}

static bool is_pawn_diagonal(const WitnessPosition *position, const WitnessMove *move)
{
    return is_pawn_move(position, move) && move->from.file != move->to.file;
}

static bool is_capture_in_passing(const WitnessPosition *position, const WitnessMove *move)
{
    return is_pawn_diagonal(position, move) && same_square(move->to, position->passant);
}

// The square a captured man stands on: beside the pawn that captures in passing, else the target.
static WitnessSquare capture_square(const WitnessPosition *position, const WitnessMove *move)
{
    if (is_capture_in_passing(position, move)) {
        return (WitnessSquare){move->to.file, move->from.rank};
    }
    return move->to;
}

static WitnessSquare jumped_square(const WitnessPosition *position, const WitnessMove *move)
{
    if (is_pawn_move(position, move) && abs(move->to.rank - move->from.rank) == 2) {
        return (WitnessSquare){move->from.file, (move->from.rank + move->to.rank) / 2};
    }
    return no_square;
}

static void make_move(WitnessPosition *position, const WitnessMove *move)
{
    char man = man_on(position, move->from);
    const Castling *castling = castling_of(position, move);
    WitnessSquare jumped = jumped_square(position, move);

    put(position, capture_square(position, move), '.');
    put(position, move->from, '.');
    put(position, move->to, move->becomes ? man_of(position->side, move->becomes) : man);
    if (castling) {
        put(position, castling->rook_to, man_on(position, castling->rook_from));
        put(position, castling->rook_from, '.');
    }
    drop_castling_rights(position, move->from);
    drop_castling_rights(position, move->to);
    position->passant = jumped;
    position->side = !position->side;
}

// ---- What a seat may try, and what the truth says to it ----------------------------------------

// The board as the seat sees it: judged on this, a try cannot betray the truth.
static WitnessPosition own_men_only(const WitnessPosition *position)
{
    WitnessPosition seen = *position;
    for (int rank = 0; rank < seen.ranks; rank++) {
        for (int file = 0; file < seen.files; file++) {
            if (side_of(seen.squares[rank][file]) != seen.side) {
                seen.squares[rank][file] = '.';
            }
        }
    }
    return seen;
}

static bool pawn_could_go(const WitnessPosition *seen, WitnessSquare from, WitnessSquare to)
{
    int files = to.file - from.file;
    int ranks = (to.rank - from.rank) * forward_of(seen->side);
    if (ranks == 1) {
        return abs(files) <= 1;
    }
    return ranks == 2 && files == 0 && has_double_step(seen) &&
           from.rank == second_rank_of(seen, seen->side) && is_path_empty(seen, from, to);
}

static bool is_plausible(const WitnessPosition *seen, WitnessSquare from, WitnessSquare to)
{
    if (man_on(seen, to) != '.') {
        return false;
    }
    char kind = kind_of(man_on(seen, from));
    if (kind == 'p') {
        return pawn_could_go(seen, from, to);
    }
    if (has_step(kind, to.file - from.file, to.rank - from.rank)) {
        return is_path_empty(seen, from, to);
    }
    if (kind != 'k') {
        return false;
    }
    const Castling *castling = castling_of(seen, &(WitnessMove){from, to, '\0'});
    return castling && is_path_empty(seen, castling->king_from, castling->rook_from);
}

// Whether the enemy men let a plausible move pass, king's safety apart.
static bool is_way_open(const WitnessPosition *position, const WitnessMove *move)
{
    const Castling *castling = castling_of(position, move);
    if (castling) {
        return truth_allows_castling(position, castling);
    }
    if (!is_path_empty(position, move->from, move->to)) {
        return false;
    }
    if (is_pawn_diagonal(position, move)) {
        return man_on(position, capture_square(position, move)) != '.';
    }
    return !is_pawn_move(position, move) || man_on(position, move->to) == '.';
}

static bool truth_allows(const WitnessPosition *position, const WitnessMove *move)
{
    if (!is_way_open(position, move)) {
        return false;
    }
    WitnessPosition after = *position;
    make_move(&after, move);
    return !is_in_check(&after, position->side);
}

static void write_move(const WitnessMove *move, char text[8])
{
    write_square(move->from, text);
    write_square(move->to, text + 2);
    text[4] = move->becomes;
    text[5] = '\0';
}

static void add_try(Witness *witness, const WitnessMove *move)
{
    WitnessTry *added = &witness->tries[witness->try_count++];
    added->move = *move;
    write_move(move, added->text);
    added->pawn_diagonal = is_pawn_diagonal(&witness->now, move);
    added->legal = truth_allows(&witness->now, move);
    added->refused = false;
}

static void add_tries_from_to(Witness *witness, WitnessSquare from, WitnessSquare to)
{
    WitnessMove move = {from, to, '\0'};
    if (!is_pawn_move(&witness->now, &move) ||
        to.rank != last_rank_of(&witness->now, witness->now.side)) {
        add_try(witness, &move);
        return;
    }
    for (const char *kind = witness->becomes; *kind; kind++) {
        move.becomes = *kind;
        add_try(witness, &move);
    }
}

static void add_tries_from(Witness *witness, const WitnessPosition *seen, WitnessSquare from)
{
    for (int file = 0; file < seen->files; file++) {
        for (int rank = 0; rank < seen->ranks; rank++) {
            WitnessSquare to = {file, rank};
            if (is_plausible(seen, from, to)) {
                add_tries_from_to(witness, from, to);
            }
        }
    }
}

// File by file and rank by rank is the order of the texts, so the list needs no sorting.
static void list_tries(Witness *witness)
{
    WitnessPosition seen = own_men_only(&witness->now);
    witness->try_count = 0;
    for (int file = 0; file < seen.files; file++) {
        for (int rank = 0; rank < seen.ranks; rank++) {
            WitnessSquare from = {file, rank};
            if (man_on(&seen, from) != '.') {
                add_tries_from(witness, &seen, from);
            }
        }
    }
}

// ---- Repetition --------------------------------------------------------------------------------

// A double step nobody can answer in passing must not tell two positions apart. With the same men,
// the same square and a legal capture on it, the legal captures in passing are the same.
static void forget_idle_passant(Witness *witness)
{
    for (int i = 0; i < witness->try_count; i++) {
        const WitnessTry *candidate = &witness->tries[i];
        if (candidate->legal && is_capture_in_passing(&witness->now, &candidate->move)) {
            return;
        }
    }
    witness->now.passant = no_square;
}

static bool same_position(const WitnessPosition *one, const WitnessPosition *other)
{
    return memcmp(one->squares, other->squares, sizeof one->squares) == 0 &&
           one->side == other->side &&
           memcmp(one->castling, other->castling, sizeof one->castling) == 0 &&
           same_square(one->passant, other->passant);
}

static void remember_position(Witness *witness)
{
    if (!witness->rules->counters_draw) {
        return; // without the fifty-move rule there would be no end to remembering
    }
    if (witness->clock == 0) {
        witness->earlier_count = 0;
    }
    if (witness->earlier_count < WITNESS_EARLIER_MAX) {
        witness->earlier[witness->earlier_count++] = witness->now;
    }
}

static int occurrences(const Witness *witness)
{
    int count = 0;
    for (int i = 0; i < witness->earlier_count; i++) {
        count += same_position(&witness->earlier[i], &witness->now);
    }
    return count;
}

// ---- Sentences ---------------------------------------------------------------------------------

// Adds text to a line, with @ replaced by the detail, as far as there is room.
static void append(char *line, const char *text, const char *detail)
{
    size_t length = strlen(line);
    for (; *text && length + 1 < WITNESS_HEARD_SIZE; text++) {
        if (*text != '@') {
            line[length++] = *text;
            continue;
        }
        for (const char *c = detail; *c && length + 1 < WITNESS_HEARD_SIZE; c++) {
            line[length++] = *c;
        }
    }
    line[length] = '\0';
}

static void say(char *line, const char *sentence, const char *detail)
{
    append(line, line[0] ? " " : "", "");
    append(line, sentence, detail);
}

static void say_result(char *line, int winner)
{
    if (winner == NOBODY) {
        say(line, "Draw.", "");
    } else {
        say(line, "@ wins.", side_names[winner]);
    }
}

static void tell(char *heard, const char *line)
{
    heard[0] = '\0';
    append(heard, line[0] ? line : "-", "");
}

static void tell_nothing(WitnessHeard *heard)
{
    tell(heard->to[WHITE], "");
    tell(heard->to[BLACK], "");
}

static void tell_both(WitnessHeard *heard, const char *line)
{
    tell(heard->to[WHITE], line);
    tell(heard->to[BLACK], line);
}

// ---- Checks ------------------------------------------------------------------------------------

enum { RANK_CHECK, FILE_CHECK, LONG_DIAGONAL_CHECK, SHORT_DIAGONAL_CHECK, KNIGHT_CHECK };

static int smaller(int one, int other)
{
    return one < other ? one : other;
}

// Whether the diagonal parallel to a1-h8 is the long one through a square; it wins a tie.
static bool is_rising_diagonal_long(const WitnessPosition *position, WitnessSquare square)
{
    int left = square.file;
    int right = position->files - 1 - square.file;
    int below = square.rank;
    int above = position->ranks - 1 - square.rank;
    int rising = smaller(left, below) + smaller(right, above) + 1;
    int falling = smaller(left, above) + smaller(right, below) + 1;
    return rising >= falling;
}

static int check_kind(const WitnessPosition *position, WitnessSquare king, WitnessSquare checker)
{
    int files = checker.file - king.file;
    int ranks = checker.rank - king.rank;
    if (ranks == 0) {
        return RANK_CHECK;
    }
    if (files == 0) {
        return FILE_CHECK;
    }
    if (abs(files) != abs(ranks)) {
        return KNIGHT_CHECK;
    }
    bool rising = files == ranks;
    bool is_long = rising == is_rising_diagonal_long(position, king);
    return is_long ? LONG_DIAGONAL_CHECK : SHORT_DIAGONAL_CHECK;
}

static void find_checks(const WitnessPosition *position, bool kinds[CHECK_KINDS])
{
    WitnessSquare king = king_square(position, position->side);
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            WitnessSquare from = {file, rank};
            if (side_of(man_on(position, from)) == !position->side &&
                attacks(position, from, king)) {
                kinds[check_kind(position, king, from)] = true;
            }
        }
    }
}

static void say_checks(const Witness *witness, char *line)
{
    if (!witness->rules->checks) {
        if (is_in_check(&witness->now, witness->now.side)) {
            say(line, "Check.", "");
        }
        return;
    }
    bool kinds[CHECK_KINDS] = {false};
    find_checks(&witness->now, kinds);
    for (int i = 0; i < CHECK_KINDS; i++) {
        if (kinds[i]) {
            say(line, witness->rules->checks[i], "");
        }
    }
}

// ---- Pawn tries --------------------------------------------------------------------------------

static bool is_pawn_try(const Witness *witness, const WitnessTry *candidate)
{
    // The promotions of one capture are legal all together or not at all: count the first of them.
    bool counts = candidate->move.becomes == '\0' || candidate->move.becomes == witness->becomes[0];
    return counts && candidate->pawn_diagonal && candidate->legal;
}

static int count_pawn_tries(const Witness *witness)
{
    int count = 0;
    for (int i = 0; i < witness->try_count; i++) {
        count += is_pawn_try(witness, &witness->tries[i]);
    }
    return count;
}

static void say_number_of_tries(const Witness *witness, char *line)
{
    char number[12];
    int count = count_pawn_tries(witness);
    snprintf(number, sizeof number, "%d", count);
    say(line, count == 1 ? "@ pawn try." : "@ pawn tries.", number);
}

static void say_pawns_that_capture(const Witness *witness, char *line)
{
    bool captures[8][8] = {{false}};
    for (int i = 0; i < witness->try_count; i++) {
        const WitnessTry *candidate = &witness->tries[i];
        if (is_pawn_try(witness, candidate)) {
            captures[candidate->move.from.rank][candidate->move.from.file] = true;
        }
    }
    const char *before = "Pawn tries from @";
    append(line, line[0] ? " " : "", "");
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            if (captures[rank][file]) {
                char square[3];
                write_square((WitnessSquare){file, rank}, square);
                append(line, before, square);
                before = ", @";
            }
        }
    }
    append(line, ".", "");
}

static void say_that_there_are_tries(const Witness *witness, char *line)
{
    (void)witness;
    say(line, "Pawn capture.", "");
}

static void say_no_word(const Witness *witness, char *line)
{
    (void)witness;
    (void)line;
}

static void (*const pawn_try_calls[])(const Witness *, char *) = {
    [TRIES_SILENT] = say_no_word,
    [TRIES_COUNTED] = say_number_of_tries,
    [TRIES_EXIST] = say_that_there_are_tries,
    [TRIES_LOCATED] = say_pawns_that_capture,
};

static void say_pawn_tries(const Witness *witness, char *line)
{
    if (count_pawn_tries(witness) > 0) {
        pawn_try_calls[witness->rules->pawn_tries](witness, line);
    }
}

// ---- Ends --------------------------------------------------------------------------------------

typedef struct End {
    const char *sentence; // NULL if the game goes on
    int winner;
} End;

static bool has_legal_move(const Witness *witness)
{
    for (int i = 0; i < witness->try_count; i++) {
        if (witness->tries[i].legal) {
            return true;
        }
    }
    return false;
}

static bool is_material_dead(const WitnessPosition *position)
{
    int knights = 0;
    int bishops[2] = {0, 0}; // on dark and on light squares
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            char kind = kind_of(position->squares[rank][file]);
            if (kind == 'p' || kind == 'r' || kind == 'q') {
                return false;
            }
            knights += kind == 'n';
            bishops[(file + rank) % 2] += kind == 'b';
        }
    }
    if (knights > 0) {
        return knights == 1 && bishops[0] + bishops[1] == 0;
    }
    return bishops[0] == 0 || bishops[1] == 0;
}

// The first end in the order of the law.
static End find_end(const Witness *witness)
{
    int side = witness->now.side;
    bool counters_draw = witness->rules->counters_draw;
    if (!has_legal_move(witness)) {
        if (is_in_check(&witness->now, side)) {
            return (End){"Checkmate.", !side};
        }
        return (End){"Stalemate.", witness->rules->stalemate_loses ? !side : NOBODY};
    }
    if (is_material_dead(&witness->now)) {
        return (End){"Dead material.", NOBODY};
    }
    if (counters_draw && witness->clock >= CLOCK_MAX) {
        return (End){"Fifty moves.", NOBODY};
    }
    if (counters_draw && occurrences(witness) >= OCCURRENCES_MAX) {
        return (End){"Threefold repetition.", NOBODY};
    }
    if (witness->plies >= PLIES_MAX) {
        return (End){"2000 plies.", NOBODY};
    }
    return (End){NULL, NOBODY};
}

// ---- Turns -------------------------------------------------------------------------------------

// Begins the turn of the side to move and calls it to both; events are the sentences about the move
// just played, if any.
static void begin_turn(Witness *witness, const char *events, WitnessHeard *heard)
{
    witness->attempts = 0;
    witness->asked = false;
    witness->pawn_duty = false;
    list_tries(witness);
    forget_idle_passant(witness);
    remember_position(witness);

    char line[WITNESS_HEARD_SIZE] = "";
    End end = find_end(witness);
    if (!end.sentence) {
        say(line, witness->rules->turn, side_names[witness->now.side]);
    }
    if (events[0]) {
        say(line, events, "");
    }
    say_checks(witness, line);
    if (end.sentence) {
        say(line, end.sentence, "");
        say_result(line, end.winner);
        witness->over = true;
    } else {
        say_pawn_tries(witness, line);
    }
    tell_both(heard, line);
}

static void say_capture(const Witness *witness, const WitnessMove *move, char *line)
{
    const WitnessRuleset *rules = witness->rules;
    WitnessSquare where = capture_square(&witness->now, move);
    char man = man_on(&witness->now, where);
    if (man == '.') {
        return;
    }
    const char *sentence = kind_of(man) == 'p' ? rules->pawn_captured : rules->piece_captured;
    if (is_capture_in_passing(&witness->now, move) && rules->captured_in_passing) {
        sentence = rules->captured_in_passing;
        where = move->to;
    }
    char square[3];
    write_square(where, square);
    say(line, sentence, square);
}

static void play(Witness *witness, WitnessMove move, WitnessHeard *heard)
{
    char events[WITNESS_HEARD_SIZE] = "";
    say_capture(witness, &move, events);
    bool captures = man_on(&witness->now, capture_square(&witness->now, &move)) != '.';
    bool starts_new_count = captures || is_pawn_move(&witness->now, &move);
    if (move.becomes && witness->rules->promoted) {
        say(events, witness->rules->promoted, "");
    }
    witness->clock = starts_new_count ? 0 : witness->clock + 1;
    witness->move_number += witness->now.side == BLACK;
    witness->plies++;
    make_move(&witness->now, &move);
    begin_turn(witness, events, heard);
}

// ---- Attempts ----------------------------------------------------------------------------------

static bool may_ask(const Witness *witness)
{
    return witness->rules->question != NO_QUESTION && !witness->asked;
}

static bool may_send(const Witness *witness, const WitnessTry *candidate)
{
    return !candidate->refused && (!witness->pawn_duty || candidate->pawn_diagonal);
}

static WitnessTry *find_try(Witness *witness, const char *attempt)
{
    for (int i = 0; i < witness->try_count; i++) {
        WitnessTry *candidate = &witness->tries[i];
        if (strcmp(candidate->text, attempt) == 0 && may_send(witness, candidate)) {
            return candidate;
        }
    }
    return NULL;
}

static void answer_question(Witness *witness, char line[2][WITNESS_HEARD_SIZE])
{
    bool yes = count_pawn_tries(witness) > 0;
    witness->asked = true;
    witness->pawn_duty = yes;
    for (int side = WHITE; side <= BLACK; side++) {
        say(line[side], yes ? "Any? Yes." : "Any? No.", "");
    }
}

static void refuse(const Witness *witness, const char *word, bool both_hear,
                   char line[2][WITNESS_HEARD_SIZE])
{
    int maker = witness->now.side;
    say(line[maker], word, "");
    if (both_hear) {
        say(line[!maker], word, "");
    }
}

static void refuse_illegal(Witness *witness, WitnessTry *candidate,
                           char line[2][WITNESS_HEARD_SIZE])
{
    candidate->refused = true;
    if (witness->rules->question == MUST_TRY_ONCE) {
        witness->pawn_duty = false; // under the duty nothing but a diagonal comes this far
    }
    refuse(witness, witness->rules->illegal, witness->rules->both_hear_illegal, line);
}

static void lose_by_attempts(Witness *witness, char line[2][WITNESS_HEARD_SIZE])
{
    for (int side = WHITE; side <= BLACK; side++) {
        say(line[side], "512 attempts in one turn.", "");
        say_result(line[side], !witness->now.side);
    }
    witness->over = true;
}

void witness_try(Witness *witness, const char *attempt, WitnessHeard *heard)
{
    tell_nothing(heard);
    if (witness->over) {
        return;
    }
    char line[2][WITNESS_HEARD_SIZE] = {"", ""};
    WitnessTry *candidate = find_try(witness, attempt);
    witness->attempts++;
    if (candidate && candidate->legal) {
        play(witness, candidate->move, heard);
        return;
    }
    if (candidate) {
        refuse_illegal(witness, candidate, line);
    } else if (strcmp(attempt, question) == 0 && may_ask(witness)) {
        answer_question(witness, line);
    } else {
        refuse(witness, witness->rules->impossible, witness->rules->both_hear_impossible, line);
    }
    if (witness->attempts >= ATTEMPTS_MAX) {
        lose_by_attempts(witness, line);
    }
    tell(heard->to[WHITE], line[WHITE]);
    tell(heard->to[BLACK], line[BLACK]);
}

// ---- Set-up and FEN ----------------------------------------------------------------------------

static WitnessPosition empty_position(const Board *board)
{
    WitnessPosition position = {.files = board->files, .ranks = board->ranks, .side = WHITE};
    memset(position.squares, '.', sizeof position.squares);
    position.passant = no_square;
    return position;
}

static WitnessPosition set_up(const Board *board)
{
    WitnessPosition position = empty_position(board);
    int top = board->ranks - 1;
    for (int file = 0; file < board->files; file++) {
        position.squares[0][file] = board->first_rank[file];
        position.squares[top][file] = man_of(BLACK, kind_of(board->first_rank[file]));
        if (board->has_pawns) {
            position.squares[1][file] = 'P';
            position.squares[top - 1][file] = 'p';
        }
    }
    for (int i = 0; i < 4; i++) {
        position.castling[i] = has_castling(&position);
    }
    return position;
}

// Copies the next field of a FEN, or its default if the text has ended. False if it is too long.
static bool take_field(const char **text, const char *missing, char field[FIELD_SIZE])
{
    size_t length = 0;
    while (**text == ' ') {
        (*text)++;
    }
    const char **source = **text ? text : &missing;
    while (**source && **source != ' ' && length + 1 < FIELD_SIZE) {
        field[length++] = *(*source)++;
    }
    field[length] = '\0';
    return **source == '\0' || **source == ' ';
}

static bool read_rank(WitnessPosition *position, int rank, const char **text)
{
    int file = 0;
    while (**text && **text != '/') {
        char c = *(*text)++;
        bool is_man = strchr("KQRBNPkqrbnp", c) != NULL;
        int width = is_man ? 1 : c - '0';
        if (width < 1 || file + width > position->files) {
            return false;
        }
        if (is_man) {
            position->squares[rank][file] = c;
        }
        file += width;
    }
    return file == position->files;
}

static bool read_men(WitnessPosition *position, const char *text)
{
    for (int rank = position->ranks - 1; rank >= 0; rank--) {
        if (!read_rank(position, rank, &text)) {
            return false;
        }
        if (rank > 0 && *text++ != '/') {
            return false;
        }
    }
    return *text == '\0';
}

static bool read_side(WitnessPosition *position, const char *text)
{
    position->side = strcmp(text, "b") == 0 ? BLACK : WHITE;
    return strcmp(text, "w") == 0 || strcmp(text, "b") == 0;
}

static bool read_castling_letter(WitnessPosition *position, char letter)
{
    for (int i = 0; i < 4; i++) {
        const Castling *castling = &castlings[i];
        if (castling->letter != letter) {
            continue;
        }
        bool could_be_held = man_on(position, castling->king_from) == man_of(castling->side, 'k') &&
                             man_on(position, castling->rook_from) == man_of(castling->side, 'r');
        if (position->castling[i] || !could_be_held) {
            return false;
        }
        position->castling[i] = true;
        return true;
    }
    return false;
}

static bool read_castling(WitnessPosition *position, const char *text)
{
    if (strcmp(text, "-") == 0) {
        return true;
    }
    for (; *text; text++) {
        if (!has_castling(position) || !read_castling_letter(position, *text)) {
            return false;
        }
    }
    return true;
}

// The square must be one that the other side's pawn can just have jumped over.
static bool read_passant(WitnessPosition *position, const char *text)
{
    if (strcmp(text, "-") == 0) {
        return true;
    }
    if (strlen(text) != 2 || text[0] < 'a' || text[0] >= 'a' + position->files) {
        return false;
    }
    int jumper = !position->side;
    int forward = forward_of(jumper);
    int from_rank = second_rank_of(position, jumper);
    int file = text[0] - 'a';
    if (!has_double_step(position) || text[1] != '1' + from_rank + forward ||
        position->squares[from_rank][file] != '.' ||
        position->squares[from_rank + forward][file] != '.' ||
        position->squares[from_rank + 2 * forward][file] != man_of(jumper, 'p')) {
        return false;
    }
    position->passant = (WitnessSquare){file, from_rank + forward};
    return true;
}

static bool read_number(const char *text, int *number)
{
    size_t length = strlen(text);
    if (length < 1 || length > NUMBER_DIGITS_MAX || strspn(text, "0123456789") != length) {
        return false;
    }
    *number = atoi(text);
    return true;
}

static bool read_fen(Witness *witness, const char *text)
{
    WitnessPosition *position = &witness->now;
    char field[FIELD_SIZE];
    bool good = take_field(&text, "", field) && read_men(position, field) &&
                take_field(&text, "w", field) && read_side(position, field) &&
                take_field(&text, "-", field) && read_castling(position, field) &&
                take_field(&text, "-", field) && read_passant(position, field) &&
                take_field(&text, "0", field) && read_number(field, &witness->clock) &&
                take_field(&text, "1", field) && read_number(field, &witness->move_number);
    return good && take_field(&text, "", field) && field[0] == '\0';
}

static int count_men(const WitnessPosition *position, int side, char kind)
{
    int count = 0;
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            char man = position->squares[rank][file];
            count += side_of(man) == side && (kind == '*' || kind_of(man) == kind);
        }
    }
    return count;
}

static bool has_pawn_on_rank(const WitnessPosition *position, int rank)
{
    for (int file = 0; file < position->files; file++) {
        if (kind_of(position->squares[rank][file]) == 'p') {
            return true;
        }
    }
    return false;
}

static bool law_allows(const WitnessPosition *position)
{
    for (int side = WHITE; side <= BLACK; side++) {
        if (count_men(position, side, 'k') != 1 || count_men(position, side, '*') > MEN_MAX) {
            return false;
        }
    }
    return !has_pawn_on_rank(position, 0) && !has_pawn_on_rank(position, position->ranks - 1) &&
           !is_in_check(position, !position->side);
}

static void list_promotions(const Board *board, char becomes[5])
{
    int count = 0;
    for (const char *kind = "bnqr"; *kind; kind++) {
        if (strchr(board->first_rank, man_of(WHITE, *kind))) {
            becomes[count++] = *kind;
        }
    }
    becomes[count] = '\0';
}

bool witness_open(Witness *witness, const char *ruleset, const char *board, const char *fen,
                  WitnessHeard *heard)
{
    Board found;
    memset(witness, 0, sizeof *witness);
    tell_nothing(heard);
    witness->over = true; // until a game is open
    witness->rules = find_ruleset(ruleset);
    if (!witness->rules || !find_board(board, &found)) {
        return false;
    }
    witness->now = fen ? empty_position(&found) : set_up(&found);
    witness->move_number = 1;
    if (fen && !read_fen(witness, fen)) {
        return false;
    }
    if (!law_allows(&witness->now)) {
        return false;
    }
    list_promotions(&found, witness->becomes);
    witness->over = false;
    begin_turn(witness, "", heard);
    return true;
}

static int write_run(char *text, int empty)
{
    if (empty == 0) {
        return 0;
    }
    *text = (char)('0' + empty);
    return 1;
}

static void write_men(const WitnessPosition *position, char men[FIELD_SIZE])
{
    int length = 0;
    for (int rank = position->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < position->files; file++) {
            char man = position->squares[rank][file];
            if (man == '.') {
                empty++;
                continue;
            }
            length += write_run(men + length, empty);
            men[length++] = man;
            empty = 0;
        }
        length += write_run(men + length, empty);
        men[length++] = rank > 0 ? '/' : '\0';
    }
}

static void write_castling(const WitnessPosition *position, char letters[5])
{
    int length = 0;
    for (int i = 0; i < 4; i++) {
        if (position->castling[i]) {
            letters[length++] = castlings[i].letter;
        }
    }
    if (length == 0) {
        letters[length++] = '-';
    }
    letters[length] = '\0';
}

void witness_fen(const Witness *witness, char *fen, size_t size)
{
    const WitnessPosition *position = &witness->now;
    char men[FIELD_SIZE];
    char castling[5];
    char passant[3] = "-";
    write_men(position, men);
    write_castling(position, castling);
    if (position->passant.file >= 0) {
        write_square(position->passant, passant);
    }
    snprintf(fen, size, "%s %c %s %s %d %d", men, "wb"[position->side], castling, passant,
             witness -> clock, witness -> move_number);
}

// ---- Lists and counters ------------------------------------------------------------------------

bool witness_is_over(const Witness *witness)
{
    return witness->over;
}

static int add_text(char texts[][8], int count, int room, const char text[8])
{
    if (count >= room) {
        return count;
    }
    memcpy(texts[count], text, 8);
    return count + 1;
}

int witness_tries(const Witness *witness, char tries[][8], int room)
{
    if (witness->over) {
        return 0;
    }
    int count = 0;
    bool question_is_due = may_ask(witness);
    for (int i = 0; i < witness->try_count; i++) {
        const WitnessTry *candidate = &witness->tries[i];
        if (question_is_due && strcmp(question, candidate->text) < 0) {
            count = add_text(tries, count, room, question);
            question_is_due = false;
        }
        if (may_send(witness, candidate)) {
            count = add_text(tries, count, room, candidate->text);
        }
    }
    return question_is_due ? add_text(tries, count, room, question) : count;
}

int witness_legal(const Witness *witness, char moves[][8], int room)
{
    int count = 0;
    for (int i = 0; i < witness->try_count; i++) {
        if (witness->tries[i].legal) {
            count = add_text(moves, count, room, witness->tries[i].text);
        }
    }
    return count;
}

void witness_set_counters(Witness *witness, int plies, int attempts)
{
    witness->plies = plies;
    witness->attempts = attempts;
}

// ---- Questions ---------------------------------------------------------------------------------

bool witness_can_win(const Witness *witness, int side)
{
    return count_men(&witness->now, side, '*') > 1;
}

int witness_attackers(const WitnessPosition *position, WitnessSquare square, int by_side,
                      WitnessSquare attackers[16])
{
    int count = 0;
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            WitnessSquare from = {file, rank};
            if (side_of(man_on(position, from)) == by_side && attacks(position, from, square)) {
                attackers[count++] = from;
            }
        }
    }
    return count;
}

WitnessSquare witness_king(const WitnessPosition *position, int side)
{
    return king_square(position, side);
}

void witness_make(WitnessPosition *position, const WitnessMove *move)
{
    make_move(position, move);
}

int witness_pawn_tries(const Witness *witness)
{
    return count_pawn_tries(witness);
}
