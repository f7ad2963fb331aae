// What an attempt turned out to be, read off the slow witness.
#include "rare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- The events --------------------------------------------------------------------------------

// Under which rulesets an event can happen at all.
typedef enum Where {
    EVERYWHERE,
    WITH_COUNTERS, // where fifty moves and repetition draw
    WITH_KINDS,    // where the kind of a check is told
    WITH_QUESTION, // where any? may be asked
    MUST_TRY,      // where the answer yes binds to one try
} Where;

// One row an event: its name in the program, in the report, and where it can happen.
#define EVENTS(ROW)                                                                     \
    ROW(PASSANT_WEST, "en passant towards the a-file", EVERYWHERE)                      \
    ROW(PASSANT_EAST, "en passant towards the h-file", EVERYWHERE)                      \
    ROW(PASSANT_CHECK, "en passant gives check", EVERYWHERE)                            \
    ROW(PASSANT_DISCOVERS, "en passant discovers check", EVERYWHERE)                    \
    ROW(PASSANT_CURES, "en passant answers a check", EVERYWHERE)                        \
    ROW(PASSANT_PINNED, "en passant along a pin", EVERYWHERE)                           \
    ROW(PASSANT_LAST, "en passant is mate", EVERYWHERE)                                 \
    ROW(JUMP_ONE_TAKER, "double step beside one taker", EVERYWHERE)                     \
    ROW(JUMP_TWO_TAKERS, "double step between two takers", EVERYWHERE)                  \
    ROW(JUMP_IDLE, "double step beside a pinned taker", EVERYWHERE)                     \
    ROW(JUMP_CHECK, "double step gives check", EVERYWHERE)                              \
    ROW(PINNED_SLIDES, "a pinned slider moves along its pin", EVERYWHERE)               \
    ROW(PINNED_STEPS, "a pinned pawn steps along its pin", EVERYWHERE)                  \
    ROW(PINNED_TAKES, "a pinned pawn takes along its pin", EVERYWHERE)                  \
    ROW(CASTLE_SHORT, "short castling", EVERYWHERE)                                     \
    ROW(CASTLE_LONG, "long castling", EVERYWHERE)                                       \
    ROW(CASTLE_CHECK, "castling gives check", EVERYWHERE)                               \
    ROW(CASTLE_PAST, "long castling past an attacked b-file", EVERYWHERE)               \
    ROW(CASTLE_LAST, "castling ends the game", EVERYWHERE)                              \
    ROW(CASTLE_LATE, "castling late in the fifty moves", EVERYWHERE)                    \
    ROW(PROMOTE_QUEEN, "promotion to a queen", EVERYWHERE)                              \
    ROW(PROMOTE_ROOK, "promotion to a rook", EVERYWHERE)                                \
    ROW(PROMOTE_BISHOP, "promotion to a bishop", EVERYWHERE)                            \
    ROW(PROMOTE_KNIGHT, "promotion to a knight", EVERYWHERE)                            \
    ROW(PROMOTE_TAKING, "promotion by a capture", EVERYWHERE)                           \
    ROW(PROMOTE_CHECK, "underpromotion gives check", EVERYWHERE)                        \
    ROW(PROMOTE_DISCOVERS, "promotion discovers check", EVERYWHERE)                     \
    ROW(PROMOTE_LAST, "promotion ends the game", EVERYWHERE)                            \
    ROW(RIGHT_BY_PAWN, "a promotion takes a corner rook", EVERYWHERE)                   \
    ROW(RIGHT_BY_ROOK, "corner rook takes corner rook", EVERYWHERE)                     \
    ROW(RIGHT_BY_MAN, "another man takes a corner rook", EVERYWHERE)                    \
    ROW(RIGHT_BY_KING, "a king's step gives up both rights", EVERYWHERE)                \
    ROW(RIGHT_BY_MOVE, "a rook's move gives up a right", EVERYWHERE)                    \
    ROW(CHECK_BY_PAWN, "a pawn gives check", EVERYWHERE)                                \
    ROW(CHECK_BY_KNIGHT, "a knight gives check", EVERYWHERE)                            \
    ROW(CHECK_IN_RANK, "check in the rank", EVERYWHERE)                                 \
    ROW(CHECK_IN_FILE, "check in the file", EVERYWHERE)                                 \
    ROW(CHECK_ON_LONG, "check on the long diagonal", WITH_KINDS)                        \
    ROW(CHECK_ON_SHORT, "check on the short diagonal", WITH_KINDS)                      \
    ROW(CHECK_DISCOVERED, "discovered check", EVERYWHERE)                               \
    ROW(CHECK_DOUBLE, "double check", EVERYWHERE)                                       \
    ROW(CHECK_BY_KING, "a king's step discovers check", EVERYWHERE)                     \
    ROW(TRIES_ONE, "one pawn try", EVERYWHERE)                                          \
    ROW(TRIES_EIGHT, "eight or more pawn tries", EVERYWHERE)                            \
    ROW(TRIES_TWELVE, "twelve or more pawn tries", EVERYWHERE)                          \
    ROW(TRIES_IN_CHECK, "pawn tries that answer a check", EVERYWHERE)                   \
    ROW(TRIES_PASSANT, "en passant is the only pawn try", EVERYWHERE)                   \
    ROW(END_MATE, "mate", EVERYWHERE)                                                   \
    ROW(END_MATE_DOUBLE, "mate by double check", EVERYWHERE)                            \
    ROW(END_MATE_PAWN, "mate by a pawn", EVERYWHERE)                                    \
    ROW(END_STALEMATE, "stalemate", EVERYWHERE)                                         \
    ROW(END_STALEMATE_DEAD, "stalemate with dead material", EVERYWHERE)                 \
    ROW(END_DEAD_KINGS, "dead: bare kings", EVERYWHERE)                                 \
    ROW(END_DEAD_KNIGHT, "dead: one knight", EVERYWHERE)                                \
    ROW(END_DEAD_BISHOP, "dead: one bishop", EVERYWHERE)                                \
    ROW(END_DEAD_BISHOPS, "dead: three bishops or more", EVERYWHERE)                    \
    ROW(END_DEAD_SIDES, "dead: bishops of both sides", EVERYWHERE)                      \
    ROW(END_FIFTY, "fifty moves", WITH_COUNTERS)                                        \
    ROW(END_FIFTY_CHECK, "fifty moves with check", WITH_COUNTERS)                       \
    ROW(END_REPETITION, "repetition", WITH_COUNTERS)                                    \
    ROW(END_REPETITION_LATE, "repetition over 80 plies", WITH_COUNTERS)                 \
    ROW(END_LENGTH, "2000 plies", EVERYWHERE)                                           \
    ROW(END_ILLEGAL, "the 512th attempt is illegal", EVERYWHERE)                        \
    ROW(END_IMPOSSIBLE, "the 512th attempt is impossible", EVERYWHERE)                  \
    ROW(END_ASKING, "the 512th attempt is the question", WITH_QUESTION)                 \
    ROW(LAST_PLAYED, "the 512th attempt is played", EVERYWHERE)                         \
    ROW(NO_BLOCKED, "refused: a slider's way is blocked", EVERYWHERE)                   \
    ROW(NO_STEP, "refused: a pawn's step is blocked", EVERYWHERE)                       \
    ROW(NO_JUMP_NEAR, "refused: a double step is blocked at once", EVERYWHERE)          \
    ROW(NO_JUMP_FAR, "refused: a double step is blocked at its end", EVERYWHERE)        \
    ROW(NO_PREY, "refused: a pawn has nothing to take", EVERYWHERE)                     \
    ROW(NO_PREY_LAST, "refused: a promotion has nothing to take", EVERYWHERE)           \
    ROW(NO_PASSANT_LATE, "refused: en passant a turn too late", EVERYWHERE)             \
    ROW(NO_PASSANT_BARED, "refused: en passant bares the king in the rank", EVERYWHERE) \
    ROW(NO_PIN_RANK, "refused: pinned in the rank", EVERYWHERE)                         \
    ROW(NO_PIN_FILE, "refused: pinned in the file", EVERYWHERE)                         \
    ROW(NO_PIN_DIAGONAL, "refused: pinned on a diagonal", EVERYWHERE)                   \
    ROW(NO_CURE, "refused: the check is not answered", EVERYWHERE)                      \
    ROW(NO_CURE_DOUBLE, "refused: a double check is not answered", EVERYWHERE)          \
    ROW(NO_KING_PAWN, "refused: the king would step beside a pawn", EVERYWHERE)         \
    ROW(NO_KING_KING, "refused: the king would step beside a king", EVERYWHERE)         \
    ROW(NO_KING_KNIGHT, "refused: the king would step before a knight", EVERYWHERE)     \
    ROW(NO_KING_BACK, "refused: the king stays in the line of its check", EVERYWHERE)   \
    ROW(NO_KING_TAKES, "refused: the king would take a guarded man", EVERYWHERE)        \
    ROW(NO_CASTLE_BLOCKED, "refused: castling is blocked", EVERYWHERE)                  \
    ROW(NO_CASTLE_CHECK, "refused: castling in check", EVERYWHERE)                      \
    ROW(NO_CASTLE_THROUGH, "refused: castling through check", EVERYWHERE)               \
    ROW(NO_CASTLE_INTO, "refused: castling into check", EVERYWHERE)                     \
    ROW(AGAIN, "impossible: refused before in this turn", EVERYWHERE)                   \
    ROW(ASK_YES, "any? yes", WITH_QUESTION)                                             \
    ROW(ASK_NO, "any? no", WITH_QUESTION)                                               \
    ROW(ASK_TWICE, "any? a second time", WITH_QUESTION)                                 \
    ROW(ASK_LATE, "any? after a refusal", WITH_QUESTION)                                \
    ROW(AFTER_NO, "a diagonal is refused after any? no", WITH_QUESTION)                 \
    ROW(BOUND_FREE, "impossible: a legal move against the duty", WITH_QUESTION)         \
    ROW(BOUND_TAKES, "the duty is done by a capture", WITH_QUESTION)                    \
    ROW(BOUND_PASSANT, "the duty is done by en passant", WITH_QUESTION)                 \
    ROW(BOUND_PROMOTES, "the duty is done by a promotion", WITH_QUESTION)               \
    ROW(BOUND_REFUSED, "the duty's diagonal is refused", WITH_QUESTION)                 \
    ROW(BOUND_LAST, "the duty's promotion is refused", WITH_QUESTION)                   \
    ROW(FREED, "a move after the duty was done in vain", MUST_TRY)

#define ENUM_ROW(name, words, where) name,
typedef enum Event { EVENTS(ENUM_ROW) EVENT_COUNT } Event;
_Static_assert((int)EVENT_COUNT <= (int)RARE_MAX, "the counts have room for every event");

#define TABLE_ROW(name, words, where) {words, where},
static const struct {
    const char *words;
    Where where;
} events[EVENT_COUNT] = {EVENTS(TABLE_ROW)};

static bool can_happen(Where where, const Ruleset *rules)
{
    switch (where) {
    case WITH_COUNTERS:
        return rules->counters_draw;
    case WITH_KINDS:
        return rules->check_tells_kind;
    case WITH_QUESTION:
        return ruleset_has_question(rules);
    case MUST_TRY:
        return rules->tries == TRIES_ASKED_MUST_TRY;
    case EVERYWHERE:
        break;
    }
    return true;
}

// ---- What there is to see ----------------------------------------------------------------------

enum { MEN_ROOM = 16 };

typedef struct Squares {
    int count;
    WitnessSquare list[MEN_ROOM];
} Squares;

// All that the events below ask for, worked out once for an attempt.
typedef struct Scene {
    const MoveFacts *deed;
    const WitnessPosition *before, *after;
    const WitnessTry *tried; // NULL for what could not be sent
    const char *words;       // what the maker heard
    int mover;
    bool is_played, is_illegal;
    char man, prey; // as small letters; '.' for none. The prey of en passant is a pawn
    bool is_passant;
    int castled;        // files of a castling king's move, 0 for any other
    Squares check;      // on the mover's king before the attempt
    Squares given;      // checks of the position after a played move
    Squares bared;      // attackers of the mover's king, were the try made
    bool was_pinned;    // the man that was tried, whether or not it may move
    uint32_t *seen;     // by event
    size_t seen_stride; // from one event to the next
} Scene;

static char small(char man)
{
    return man >= 'A' && man <= 'Z' ? (char)(man - 'A' + 'a') : man;
}

static char man_on(const WitnessPosition *position, WitnessSquare square)
{
    return small(position->squares[square.rank][square.file]);
}

static Squares attackers_of_king(const WitnessPosition *position, int side)
{
    Squares found;
    found.count = witness_attackers(position, witness_king(position, side), side == 0, found.list);
    return found;
}

static bool stands_on(const Squares *squares, WitnessSquare square)
{
    for (int i = 0; i < squares->count; i++) {
        if (squares->list[i].file == square.file && squares->list[i].rank == square.rank)
            return true;
    }
    return false;
}

// The try that was sent, if it could be sent at all.
static const WitnessTry *find_try(const Witness *before, const char *attempt)
{
    for (int i = 0; i < before->try_count; i++) {
        const WitnessTry *candidate = &before->tries[i];
        if (strcmp(candidate->text, attempt) == 0 && !candidate->refused &&
            (!before->pawn_duty || candidate->pawn_diagonal))
            return candidate;
    }
    return NULL;
}

static bool is_pinned(const WitnessPosition *position, WitnessSquare square, int side,
                      const Squares *check)
{
    WitnessPosition without = *position;
    if (man_on(position, square) == 'k')
        return false;
    without.squares[square.rank][square.file] = '.';
    return attackers_of_king(&without, side).count > check->count;
}

static void look_at_try(Scene *scene)
{
    const WitnessMove *move = &scene->tried->move;
    WitnessPosition made = *scene->before;
    witness_make(&made, move);
    scene->bared = attackers_of_king(&made, scene->mover);
    scene->man = man_on(scene->before, move->from);
    scene->prey = man_on(scene->before, move->to);
    scene->is_passant = scene->tried->legal && scene->tried->pawn_diagonal && scene->prey == '.';
    if (scene->is_passant)
        scene->prey = 'p';
    const int files = move->to.file - move->from.file;
    scene->castled = scene->man == 'k' && abs(files) == 2 ? files : 0;
    scene->was_pinned = is_pinned(scene->before, move->from, scene->mover, &scene->check);
    scene->is_played = scene->tried->legal;
    scene->is_illegal = !scene->tried->legal;
    if (scene->is_played)
        scene->given = attackers_of_king(scene->after, !scene->mover);
}

static void mark(Scene *scene, Event event, bool happened)
{
    scene->seen[event * scene->seen_stride] += happened;
}

static bool hears(const Scene *scene, const char *words)
{
    return strstr(scene->words, words) != NULL;
}

// ---- Moves that were played --------------------------------------------------------------------

static bool has_mover_checking(const Scene *scene)
{
    return stands_on(&scene->given, scene->tried->move.to);
}

static void note_passant(Scene *scene)
{
    const WitnessMove *move = &scene->tried->move;
    if (!scene->is_passant)
        return;
    mark(scene, PASSANT_WEST, move->to.file < move->from.file);
    mark(scene, PASSANT_EAST, move->to.file > move->from.file);
    mark(scene, PASSANT_CHECK, has_mover_checking(scene));
    mark(scene, PASSANT_DISCOVERS, scene->given.count > has_mover_checking(scene));
    mark(scene, PASSANT_CURES, scene->check.count > 0);
    mark(scene, PASSANT_PINNED, scene->was_pinned);
    mark(scene, PASSANT_LAST, hears(scene, "Checkmate."));
}

// The enemy pawns that stand beside the square where a pawn has arrived.
static int takers_beside(const Scene *scene, WitnessSquare arrived)
{
    int count = 0;
    for (int file = arrived.file - 1; file <= arrived.file + 1; file += 2) {
        if (file >= 0 && file < scene->after->files)
            count += scene->after->squares[arrived.rank][file] == (scene->mover ? 'P' : 'p');
    }
    return count;
}

static void note_jump(Scene *scene)
{
    const WitnessMove *move = &scene->tried->move;
    if (scene->man != 'p' || abs(move->to.rank - move->from.rank) != 2)
        return;
    const int takers = takers_beside(scene, move->to);
    const bool is_offered = scene->after->passant.file >= 0;
    mark(scene, JUMP_ONE_TAKER, is_offered && takers == 1);
    mark(scene, JUMP_TWO_TAKERS, is_offered && takers == 2);
    mark(scene, JUMP_IDLE, !is_offered && takers > 0 && scene->given.count == 0);
    mark(scene, JUMP_CHECK, has_mover_checking(scene));
}

static void note_castling(Scene *scene)
{
    if (scene->castled == 0)
        return;
    WitnessSquare attackers[MEN_ROOM];
    const WitnessSquare beside_rook = {1, scene->tried->move.from.rank};
    mark(scene, CASTLE_SHORT, scene->castled > 0);
    mark(scene, CASTLE_LONG, scene->castled < 0);
    mark(scene, CASTLE_CHECK, scene->given.count > 0);
    mark(scene, CASTLE_PAST,
         scene->castled < 0 &&
             witness_attackers(scene->before, beside_rook, !scene->mover, attackers) > 0);
    mark(scene, CASTLE_LAST, scene->deed->after->over);
    mark(scene, CASTLE_LATE, scene->deed->before->clock >= 90);
}

static void note_promotion(Scene *scene)
{
    const char becomes = scene->tried->move.becomes;
    if (!becomes)
        return;
    mark(scene, PROMOTE_QUEEN, becomes == 'q');
    mark(scene, PROMOTE_ROOK, becomes == 'r');
    mark(scene, PROMOTE_BISHOP, becomes == 'b');
    mark(scene, PROMOTE_KNIGHT, becomes == 'n');
    mark(scene, PROMOTE_TAKING, scene->prey != '.');
    mark(scene, PROMOTE_CHECK, becomes != 'q' && has_mover_checking(scene));
    mark(scene, PROMOTE_DISCOVERS, scene->given.count > has_mover_checking(scene));
    mark(scene, PROMOTE_LAST, scene->deed->after->over);
}

static int rights_of(const WitnessPosition *position, int side)
{
    return position->castling[2 * side] + position->castling[2 * side + 1];
}

static void note_rights(Scene *scene)
{
    const int own = rights_of(scene->before, scene->mover) - rights_of(scene->after, scene->mover);
    const int other =
        rights_of(scene->before, !scene->mover) - rights_of(scene->after, !scene->mover);
    mark(scene, RIGHT_BY_PAWN, other > 0 && scene->man == 'p');
    mark(scene, RIGHT_BY_ROOK, other > 0 && own > 0);
    mark(scene, RIGHT_BY_MAN, other > 0 && own == 0 && scene->man != 'p');
    mark(scene, RIGHT_BY_KING, own == 2 && scene->castled == 0);
    mark(scene, RIGHT_BY_MOVE, own == 1 && other == 0 && scene->man == 'r');
}

static bool gives_check_by(const Scene *scene, char kind)
{
    for (int i = 0; i < scene->given.count; i++) {
        if (man_on(scene->after, scene->given.list[i]) == kind)
            return true;
    }
    return false;
}

static bool is_check_along(const Scene *scene, bool along_rank)
{
    const WitnessSquare king = witness_king(scene->after, !scene->mover);
    for (int i = 0; i < scene->given.count; i++) {
        const WitnessSquare from = scene->given.list[i];
        if (along_rank ? from.rank == king.rank : from.file == king.file)
            return true;
    }
    return false;
}

static void note_checks(Scene *scene)
{
    mark(scene, CHECK_BY_PAWN, gives_check_by(scene, 'p'));
    mark(scene, CHECK_BY_KNIGHT, gives_check_by(scene, 'n'));
    mark(scene, CHECK_IN_RANK, is_check_along(scene, true));
    mark(scene, CHECK_IN_FILE, is_check_along(scene, false));
    mark(scene, CHECK_ON_LONG, hears(scene, "ong diagonal"));
    mark(scene, CHECK_ON_SHORT, hears(scene, "hort diagonal"));
    mark(scene, CHECK_DISCOVERED, scene->given.count > has_mover_checking(scene));
    mark(scene, CHECK_DOUBLE, scene->given.count > 1);
    mark(scene, CHECK_BY_KING, scene->man == 'k' && !scene->castled && scene->given.count > 0);
}

static void note_tries(Scene *scene)
{
    const int tries = scene->deed->after->over ? 0 : witness_pawn_tries(scene->deed->after);
    mark(scene, TRIES_ONE, tries == 1);
    mark(scene, TRIES_EIGHT, tries >= 8);
    mark(scene, TRIES_TWELVE, tries >= 12);
    mark(scene, TRIES_IN_CHECK, tries > 0 && scene->given.count > 0);
    mark(scene, TRIES_PASSANT, tries == 1 && scene->after->passant.file >= 0);
}

static void note_pins(Scene *scene)
{
    const bool is_straight = scene->tried->move.from.file == scene->tried->move.to.file;
    if (!scene->was_pinned)
        return;
    mark(scene, PINNED_SLIDES, scene->man == 'q' || scene->man == 'r' || scene->man == 'b');
    mark(scene, PINNED_STEPS, scene->man == 'p' && is_straight);
    mark(scene, PINNED_TAKES, scene->man == 'p' && !is_straight && !scene->is_passant);
}

static int count_kind(const WitnessPosition *position, char man)
{
    int count = 0;
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++)
            count += position->squares[rank][file] == man;
    }
    return count;
}

// How far back the first of three equal positions lies.
static int plies_repeated(const Witness *witness)
{
    const WitnessPosition *now = &witness->now;
    for (int i = 0; i < witness->earlier_count; i++) {
        if (memcmp(witness->earlier[i].squares, now->squares, sizeof now->squares) == 0 &&
            witness->earlier[i].side == now->side)
            return witness->earlier_count - 1 - i;
    }
    return 0;
}

static void note_dead(Scene *scene)
{
    const int whites = count_kind(scene->after, 'B'), blacks = count_kind(scene->after, 'b');
    const int knights = count_kind(scene->after, 'N') + count_kind(scene->after, 'n');
    mark(scene, END_DEAD_KINGS, whites + blacks + knights == 0);
    mark(scene, END_DEAD_KNIGHT, knights == 1);
    mark(scene, END_DEAD_BISHOP, whites + blacks == 1);
    mark(scene, END_DEAD_BISHOPS, whites + blacks >= 3);
    mark(scene, END_DEAD_SIDES, whites > 0 && blacks > 0);
}

static bool has_force(const WitnessPosition *position)
{
    for (const char *man = "PpRrQq"; *man; man++) {
        if (count_kind(position, *man))
            return true;
    }
    return false;
}

static void note_end(Scene *scene)
{
    const bool is_mate = hears(scene, "Checkmate.");
    mark(scene, END_MATE, is_mate);
    mark(scene, END_MATE_DOUBLE, is_mate && scene->given.count > 1);
    mark(scene, END_MATE_PAWN, is_mate && gives_check_by(scene, 'p'));
    mark(scene, END_STALEMATE, hears(scene, "Stalemate."));
    mark(scene, END_STALEMATE_DEAD, hears(scene, "Stalemate.") && !has_force(scene->after));
    mark(scene, END_FIFTY, hears(scene, "Fifty moves."));
    mark(scene, END_FIFTY_CHECK, hears(scene, "Fifty moves.") && scene->given.count > 0);
    mark(scene, END_REPETITION, hears(scene, "repetition."));
    mark(scene, END_REPETITION_LATE,
         hears(scene, "repetition.") && plies_repeated(scene->deed->after) > 80);
    mark(scene, END_LENGTH, hears(scene, "2000 plies."));
    if (hears(scene, "Dead material."))
        note_dead(scene);
}

static void note_played(Scene *scene)
{
    note_passant(scene);
    note_jump(scene);
    note_castling(scene);
    note_promotion(scene);
    note_rights(scene);
    note_checks(scene);
    note_tries(scene);
    note_pins(scene);
    note_end(scene);
    mark(scene, LAST_PLAYED, scene->deed->before->attempts == 511);
}

// ---- Tries that were refused -------------------------------------------------------------------

static bool is_way_blocked(const Scene *scene)
{
    const WitnessMove *move = &scene->tried->move;
    const int files = move->to.file - move->from.file, ranks = move->to.rank - move->from.rank;
    const int steps = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    for (int i = 1; i < steps; i++) {
        const WitnessSquare between = {move->from.file + files / steps * i,
                                       move->from.rank + ranks / steps * i};
        if (man_on(scene->before, between) != '.')
            return true;
    }
    return false;
}

static void note_refused_pawn(Scene *scene)
{
    const WitnessMove *move = &scene->tried->move;
    const bool is_jump = abs(move->to.rank - move->from.rank) == 2;
    const bool is_diagonal = scene->tried->pawn_diagonal;
    const bool has_no_prey = is_diagonal && scene->prey == '.';
    const WitnessSquare beside = {move->to.file, move->from.rank};
    const bool is_beside_pawn = has_no_prey && man_on(scene->before, beside) == 'p';
    const bool is_fifth = move->from.rank == (scene->mover ? 3 : scene->before->ranks - 4);
    mark(scene, NO_STEP, !is_diagonal && !is_jump && scene->prey != '.');
    mark(scene, NO_JUMP_NEAR, is_jump && is_way_blocked(scene));
    mark(scene, NO_JUMP_FAR, is_jump && !is_way_blocked(scene) && scene->prey != '.');
    mark(scene, NO_PREY, has_no_prey && !move->becomes);
    mark(scene, NO_PREY_LAST, has_no_prey && move->becomes);
    mark(scene, NO_PASSANT_LATE, is_beside_pawn && is_fifth && !scene->was_pinned);
    mark(scene, NO_PASSANT_BARED,
         is_beside_pawn && is_fifth && scene->check.count == 0 &&
             witness_king(scene->before, scene->mover).rank == move->from.rank);
}

// The line of the pin: the man may move, but for the enemy that would then attack the king.
static void note_refused_pin(Scene *scene)
{
    const WitnessSquare king = witness_king(scene->before, scene->mover);
    if (!scene->was_pinned || scene->check.count > 0 || scene->bared.count == 0)
        return;
    const WitnessSquare pinner = scene->bared.list[0];
    mark(scene, NO_PIN_RANK, pinner.rank == king.rank);
    mark(scene, NO_PIN_FILE, pinner.file == king.file);
    mark(scene, NO_PIN_DIAGONAL, pinner.rank != king.rank && pinner.file != king.file);
}

static bool is_bared_by(const Scene *scene, char kind)
{
    for (int i = 0; i < scene->bared.count; i++) {
        if (man_on(scene->before, scene->bared.list[i]) == kind)
            return true;
    }
    return false;
}

static void note_refused_king(Scene *scene)
{
    const Squares *check = &scene->check;
    mark(scene, NO_KING_PAWN, is_bared_by(scene, 'p'));
    mark(scene, NO_KING_KING, is_bared_by(scene, 'k'));
    mark(scene, NO_KING_KNIGHT, is_bared_by(scene, 'n'));
    mark(scene, NO_KING_BACK, check->count == 1 && stands_on(&scene->bared, check->list[0]));
    mark(scene, NO_KING_TAKES, scene->prey != '.');
}

static void note_refused_castling(Scene *scene)
{
    const WitnessSquare king = scene->tried->move.from;
    const WitnessSquare passed = {king.file + scene->castled / 2, king.rank};
    const WitnessSquare reached = scene->tried->move.to;
    WitnessSquare attackers[MEN_ROOM];
    bool is_blocked = false;
    for (int file = king.file + scene->castled / 2; file > 0 && file < 7;
         file += scene->castled / 2)
        is_blocked = is_blocked || man_on(scene->before, (WitnessSquare){file, king.rank}) != '.';
    const bool is_through = witness_attackers(scene->before, passed, !scene->mover, attackers) > 0;
    const bool is_into = witness_attackers(scene->before, reached, !scene->mover, attackers) > 0;
    mark(scene, NO_CASTLE_BLOCKED, is_blocked && !is_through && !is_into);
    mark(scene, NO_CASTLE_CHECK, scene->check.count > 0 && !is_blocked && !is_through && !is_into);
    mark(scene, NO_CASTLE_THROUGH, is_through && !is_blocked && !is_into);
    mark(scene, NO_CASTLE_INTO, is_into && !is_blocked && !is_through);
}

static void note_illegal(Scene *scene)
{
    if (scene->castled) {
        note_refused_castling(scene);
        return;
    }
    if (scene->man == 'k') {
        note_refused_king(scene);
        return;
    }
    if (scene->man == 'p')
        note_refused_pawn(scene);
    note_refused_pin(scene);
    mark(scene, NO_BLOCKED,
         (scene->man == 'q' || scene->man == 'r' || scene->man == 'b') && is_way_blocked(scene));
    mark(scene, NO_CURE, scene->check.count == 1 && scene->bared.count > 0);
    mark(scene, NO_CURE_DOUBLE, scene->check.count > 1);
}

// ---- The question, its duty, and what could not be sent ----------------------------------------

static void note_turn(Scene *scene)
{
    const Witness *before = scene->deed->before;
    const bool is_question = strcmp(scene->deed->attempt, "any?") == 0;
    const bool is_bound = before->pawn_duty && scene->tried;
    const bool becomes = scene->tried && scene->tried->move.becomes;
    bool has_refused = false, was_refused = false, is_legal = false;
    for (int i = 0; i < before->try_count; i++) {
        const bool is_it = strcmp(before->tries[i].text, scene->deed->attempt) == 0;
        has_refused = has_refused || before->tries[i].refused;
        was_refused = was_refused || (is_it && before->tries[i].refused);
        is_legal = is_legal || (is_it && before->tries[i].legal);
    }
    mark(scene, AGAIN, was_refused);
    mark(scene, ASK_YES, is_question && hears(scene, "Any? Yes."));
    mark(scene, ASK_NO, is_question && hears(scene, "Any? No."));
    mark(scene, ASK_TWICE, is_question && before->asked);
    mark(scene, ASK_LATE, is_question && !before->asked && has_refused);
    mark(scene, AFTER_NO,
         before->asked && scene->is_illegal && scene->tried->pawn_diagonal &&
             witness_pawn_tries(before) == 0);
    mark(scene, BOUND_FREE, before->pawn_duty && !scene->tried && is_legal);
    mark(scene, BOUND_TAKES, is_bound && scene->is_played && !scene->is_passant && !becomes);
    mark(scene, BOUND_PASSANT, is_bound && scene->is_played && scene->is_passant);
    mark(scene, BOUND_PROMOTES, is_bound && scene->is_played && becomes);
    mark(scene, BOUND_REFUSED, is_bound && scene->is_illegal && !becomes);
    mark(scene, BOUND_LAST, is_bound && scene->is_illegal && becomes);
    mark(scene, FREED,
         before->asked && !before->pawn_duty && scene->is_played && !scene->tried->pawn_diagonal &&
             witness_pawn_tries(before) > 0);
    const bool is_last = hears(scene, "512 attempts");
    mark(scene, END_ILLEGAL, is_last && scene->is_illegal);
    mark(scene, END_IMPOSSIBLE, is_last && !scene->tried && !hears(scene, "Any?"));
    mark(scene, END_ASKING, is_last && hears(scene, "Any?"));
}

// ---- Counting ----------------------------------------------------------------------------------

void rare_note(RareCounts *counts, unsigned ruleset, const MoveFacts *deed)
{
    const int mover = deed->before->now.side;
    Scene scene = {.deed = deed,
                   .before = &deed->before->now,
                   .after = &deed->after->now,
                   .tried = find_try(deed->before, deed->attempt),
                   .words = deed->heard->to[mover],
                   .mover = mover,
                   .check = attackers_of_king(&deed->before->now, mover),
                   .seen = &counts->seen[0][ruleset][mover],
                   .seen_stride = sizeof counts->seen[0] / sizeof counts->seen[0][0][0]};
    if (scene.tried)
        look_at_try(&scene);
    if (scene.is_played) {
        note_played(&scene);
    } else if (scene.is_illegal)
        note_illegal(&scene);
    note_turn(&scene);
}

// The fewest under any ruleset that knows the event; adds the sum and what is missing.
static uint32_t fewest(const RareCounts *counts, Event event, uint32_t *sum, unsigned *missing)
{
    uint32_t min = UINT32_MAX;
    *sum = 0;
    for (unsigned rules = 0; rules < ruleset_count; rules++) {
        for (int color = 0; color < 2 && can_happen(events[event].where, &rulesets[rules]);
             color++) {
            const uint32_t seen = counts->seen[event][rules][color];
            *sum += seen;
            min = seen < min ? seen : min;
            if (seen < RARE_QUOTA) {
                printf("quota not met: %s, %s, %s: %u of %d\n", events[event].words,
                       rulesets[rules].name, color ? "Black" : "White", seen, RARE_QUOTA);
                ++*missing;
            }
        }
    }
    return min;
}

unsigned rare_report(const RareCounts *counts)
{
    unsigned missing = 0;
    printf("%-50s %9s %9s\n", "event", "fewest", "in all");
    for (Event event = 0; event < EVENT_COUNT; event++) {
        uint32_t sum;
        const uint32_t min = fewest(counts, event, &sum, &missing);
        printf("%-50s %9u %9u\n", events[event].words, min, sum);
    }
    return missing;
}
