// Plain Go: look at everything, every time.
#include "go_witness.h"

#include <stdio.h>
#include <string.h>

static const int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
static const char letters[] = "abcdefghjklmnopqrst";

static char other(char color)
{
    return color == 'X' ? 'O' : 'X';
}

static const char *name_of(char color)
{
    return color == 'X' ? "Black" : "White";
}

static bool is_on(int size, int row, int column)
{
    return row >= 0 && row < size && column >= 0 && column < size;
}

typedef struct Marks {
    bool at[GO_WITNESS_MAX][GO_WITNESS_MAX];
} Marks;

// Marks the region of equal points around one; counts its points, and the empty points beside it.
static int flood(const GoWitnessBoard *board, int size, int row, int column, Marks *marks,
                 Marks *beside)
{
    if (marks->at[row][column])
        return 0;
    marks->at[row][column] = true;
    int count = 1;
    for (int i = 0; i < 4; i++) {
        const int r = row + steps[i][0], c = column + steps[i][1];
        if (!is_on(size, r, c))
            continue;
        if (board->at[r][c] == board->at[row][column])
            count += flood(board, size, r, c, marks, beside);
        else
            beside->at[r][c] = true;
    }
    return count;
}

static int count_liberties(const GoWitnessBoard *board, int size, int row, int column)
{
    Marks marks = {0}, beside = {0};
    int count = 0;
    flood(board, size, row, column, &marks, &beside);
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++)
            count += beside.at[r][c] && board->at[r][c] == '.';
    return count;
}

// A stone beside an empty point has a liberty, whatever its chain is; the rest are flooded.
static bool has_no_liberty(const GoWitnessBoard *board, int size, int row, int column)
{
    for (int i = 0; i < 4; i++) {
        const int r = row + steps[i][0], c = column + steps[i][1];
        if (is_on(size, r, c) && board->at[r][c] == '.')
            return false;
    }
    return count_liberties(board, size, row, column) == 0;
}

// Puts the stone down and takes what has no liberty, the enemy's first. False for suicide.
static bool put(GoWitnessBoard *board, int size, int row, int column, char color, Marks *taken)
{
    *taken = (Marks){0};
    board->at[row][column] = color;
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++)
            taken->at[r][c] = board->at[r][c] == other(color) && has_no_liberty(board, size, r, c);
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++)
            if (taken->at[r][c])
                board->at[r][c] = '.';
    return !has_no_liberty(board, size, row, column);
}

static bool was_there(const GoWitness *witness, const GoWitnessBoard *board)
{
    for (int i = 0; i <= witness->turns; i++)
        if (memcmp(&witness->past[i], board, sizeof *board) == 0)
            return true;
    return false;
}

const char *go_witness_fault(const GoWitness *witness, int row, int column)
{
    GoWitnessBoard after = witness->now;
    Marks taken;
    if (after.at[row][column] != '.')
        return "stone";
    if (row == witness->ko_row && column == witness->ko_column)
        return "ko";
    if (!put(&after, witness->rules.size, row, column, witness->to_move, &taken))
        return "suicide";
    return witness->rules.superko && was_there(witness, &after) ? "superko" : "";
}

GoWitnessBoard go_witness_after(const GoWitness *witness, int row, int column)
{
    GoWitnessBoard after = witness->now;
    Marks taken;
    put(&after, witness->rules.size, row, column, witness->to_move, &taken);
    return after;
}

static int count_marks(const Marks *marks)
{
    int count = 0;
    for (int r = 0; r < GO_WITNESS_MAX; r++)
        for (int c = 0; c < GO_WITNESS_MAX; c++)
            count += marks->at[r][c];
    return count;
}

// A stone alone that took one stone and has no liberty but the place where that stood.
static void set_ko(GoWitness *witness, int row, int column, const Marks *taken)
{
    Marks chain = {0}, beside = {0};
    const int size = witness->rules.size;
    witness->ko_row = witness->ko_column = -1;
    if (count_marks(taken) != 1 || flood(&witness->now, size, row, column, &chain, &beside) != 1 ||
        count_liberties(&witness->now, size, row, column) != 1)
        return;
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++)
            if (taken->at[r][c]) {
                witness->ko_row = r;
                witness->ko_column = c;
            }
}

static Marks play(GoWitness *witness, int row, int column)
{
    Marks taken = {0};
    witness->turns++;
    witness->attempts = 0;
    memset(witness->refused, 0, sizeof witness->refused);
    if (row < 0) {
        witness->ko_row = witness->ko_column = -1;
        witness->passes++;
    } else {
        put(&witness->now, witness->rules.size, row, column, witness->to_move, &taken);
        set_ko(witness, row, column, &taken);
        *(witness->to_move == 'X' ? &witness->taken_by_black : &witness->taken_by_white) +=
            count_marks(&taken);
        witness->passes = 0;
    }
    if (witness->turns <= GO_WITNESS_TURNS)
        witness->past[witness->turns] = witness->now;
    witness->to_move = other(witness->to_move);
    witness->is_over = witness->passes >= 2 || witness->turns >= GO_WITNESS_TURNS;
    return taken;
}

void go_witness_play(GoWitness *witness, int row, int column)
{
    play(witness, row, column);
}

bool go_witness_is_eye(const GoWitness *witness, int row, int column)
{
    const int size = witness->rules.size;
    for (int i = 0; i < 4; i++) {
        const int r = row + steps[i][0], c = column + steps[i][1];
        if (is_on(size, r, c) && witness->now.at[r][c] != witness->to_move)
            return false;
    }
    int enemies = 0;
    bool at_edge = false;
    for (int r = row - 1; r <= row + 1; r += 2)
        for (int c = column - 1; c <= column + 1; c += 2)
            if (!is_on(size, r, c))
                at_edge = true;
            else
                enemies += witness->now.at[r][c] == other(witness->to_move);
    return at_edge ? enemies == 0 : enemies <= 1;
}

int go_witness_count(const GoWitness *witness)
{
    const int size = witness->rules.size;
    int points = witness->rules.territory ? witness->taken_by_black - witness->taken_by_white : 0;
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++) {
            const char at = witness->now.at[r][c];
            if (at != '.') {
                points += witness->rules.territory ? 0 : at == 'X' ? 1 : -1;
                continue;
            }
            Marks marks = {0}, beside = {0};
            bool touches_black = false, touches_white = false;
            flood(&witness->now, size, r, c, &marks, &beside);
            for (int i = 0; i < size; i++)
                for (int j = 0; j < size; j++) {
                    touches_black |= beside.at[i][j] && witness->now.at[i][j] == 'X';
                    touches_white |= beside.at[i][j] && witness->now.at[i][j] == 'O';
                }
            points += touches_black && !touches_white   ? 1
                      : touches_white && !touches_black ? -1
                                                        : 0;
        }
    return points;
}

// --- The referee -----------------------------------------------------------------------------------

static char *ear_of(GoWitnessHeard *heard, char color)
{
    return color == 'X' ? heard->black : heard->white;
}

static void add(char *text, const char *more)
{
    const size_t length = strlen(text);
    snprintf(text + length, GO_WITNESS_HEARD - length, "%s%s", length ? " " : "", more);
}

static void add_both(GoWitnessHeard *heard, const char *more)
{
    add(heard->black, more);
    add(heard->white, more);
}

static void say_handicap(const GoWitnessRules *rules, char color, GoWitnessHeard *heard)
{
    char sentence[GO_WITNESS_HEARD] = "";
    size_t length = 0;
    for (int r = 0; r < rules->size; r++)
        for (int c = 0; c < rules->size; c++)
            if (rules->handicap[r][c] == color) {
                length += (size_t)snprintf(sentence + length, sizeof sentence - length, "%s%s%c%d",
                                           length ? ", " : name_of(color), length ? "" : " has ",
                                           letters[c], r + 1);
            }
    if (!length)
        return;
    snprintf(sentence + length, sizeof sentence - length, ".");
    add_both(heard, sentence);
}

void go_witness_open(GoWitness *witness, const GoWitnessRules *rules, GoWitnessHeard *heard)
{
    memset(witness, 0, sizeof *witness);
    witness->rules = *rules;
    witness->to_move = 'X';
    witness->ko_row = witness->ko_column = -1;
    for (int r = 0; r < rules->size; r++)
        for (int c = 0; c < rules->size; c++)
            witness->now.at[r][c] = rules->handicap[r][c] ? rules->handicap[r][c] : '.';
    witness->past[0] = witness->now;
    memset(heard, 0, sizeof *heard);
    add_both(heard, "Black to play.");
    say_handicap(rules, 'X', heard);
    say_handicap(rules, 'O', heard);
}

static void say_winner(GoWitness *witness, GoWitnessHeard *heard)
{
    const int margin = 2 * go_witness_count(witness) - witness->rules.half_komi;
    add_both(heard, margin > 0 ? "Black wins." : margin < 0 ? "White wins." : "Draw.");
}

static void say_taken(const GoWitness *witness, const Marks *taken, bool with_points, char *text)
{
    char sentence[GO_WITNESS_HEARD];
    const int count = count_marks(taken);
    if (count == 0)
        return;
    int length = snprintf(sentence, sizeof sentence,
                          count == 1 ? "1 stone taken" : "%d stones taken", count);
    const char *before = ": ";
    for (int r = 0; with_points && r < witness->rules.size; r++)
        for (int c = 0; c < witness->rules.size; c++)
            if (taken->at[r][c]) {
                length += snprintf(sentence + length, sizeof sentence - (size_t)length, "%s%c%d",
                                   before, letters[c], r + 1);
                before = ", ";
            }
    snprintf(sentence + length, sizeof sentence - (size_t)length, ".");
    add(text, sentence);
}

static bool puts_in_atari(const GoWitness *witness, int row, int column)
{
    const char enemy = witness->to_move; // the turn has passed
    for (int i = 0; i < 4; i++) {
        const int r = row + steps[i][0], c = column + steps[i][1];
        if (is_on(witness->rules.size, r, c) && witness->now.at[r][c] == enemy &&
            count_liberties(&witness->now, witness->rules.size, r, c) == 1)
            return true;
    }
    return false;
}

static void turn_played(GoWitness *witness, int row, int column, GoWitnessHeard *heard)
{
    const char mover = witness->to_move;
    char sentence[64];
    const Marks taken = play(witness, row, column);
    snprintf(sentence, sizeof sentence, "%s %s.", name_of(mover), row < 0 ? "passed" : "played");
    add_both(heard, sentence);
    say_taken(witness, &taken, witness->rules.points_to_both, ear_of(heard, mover));
    say_taken(witness, &taken, true, ear_of(heard, other(mover)));
    if (witness->rules.atari_calls && row >= 0 && puts_in_atari(witness, row, column))
        add_both(heard, "Atari.");
    if (!witness->is_over)
        return;
    add_both(heard, witness->passes >= 2 ? "Two passes." : "2000 plies.");
    say_winner(witness, heard);
}

static void turn_refused(GoWitness *witness, bool is_impossible, const char *fault,
                         GoWitnessHeard *heard)
{
    char *own = ear_of(heard, witness->to_move), *enemy = ear_of(heard, other(witness->to_move));
    add(own, is_impossible ? "Impossible." : "Illegal.");
    if (!is_impossible && witness->rules.reasons_given)
        add(own, strcmp(fault, "stone") == 0     ? "A stone is there."
                 : strcmp(fault, "suicide") == 0 ? "It would be suicide."
                                                 : "It would repeat the board.");
    if (!is_impossible && witness->rules.tries_heard)
        add(enemy, "Illegal.");
    if (++witness->attempts < GO_WITNESS_ATTEMPTS)
        return;
    char sentence[64];
    witness->is_over = true;
    snprintf(sentence, sizeof sentence, "512 attempts in one turn. %s wins.",
             name_of(other(witness->to_move)));
    add_both(heard, sentence);
}

void go_witness_try(GoWitness *witness, const char *attempt, GoWitnessHeard *heard)
{
    memset(heard, 0, sizeof *heard);
    int row = -1, column = -1;
    if (strcmp(attempt, "pass") == 0) {
        turn_played(witness, -1, -1, heard);
        return;
    }
    const char *letter = *attempt ? strchr(letters, *attempt) : NULL;
    const bool is_point = letter && sscanf(attempt + 1, "%d", &row) == 1 && row >= 1;
    column = letter ? (int)(letter - letters) : -1;
    row--;
    if (!is_point || !is_on(witness->rules.size, row, column) ||
        witness->now.at[row][column] == witness->to_move || witness->refused[row][column]) {
        turn_refused(witness, true, "", heard);
        return;
    }
    const char *fault = go_witness_fault(witness, row, column);
    if (*fault) {
        witness->refused[row][column] = true;
        turn_refused(witness, false, fault, heard);
    } else {
        turn_played(witness, row, column, heard);
    }
}
