// The rows, and a sentence for each of their settings.
#include "games/kriegspiel/ruleset.h"

#include "base/suggest.h"

#include <assert.h>

static const RulesetWords icc_words = {
    .turn = SAY_ICC_TURN,
    .illegal = SAY_ICC_ILLEGAL,
    .impossible = SAY_ICC_ILLEGAL,
    .capture_pawn = SAY_ICC_CAPTURE_PAWN,
    .capture_piece = SAY_ICC_CAPTURE_PIECE,
    .checks = {SAY_ICC_CHECK_RANK, SAY_ICC_CHECK_FILE, SAY_ICC_CHECK_LONG, SAY_ICC_CHECK_SHORT,
               SAY_ICC_CHECK_KNIGHT, SAY_ICC_CHECK},
};

// The words of most human umpires; they differ in how they refuse.
#define SPOKEN(illegal_, impossible_)                                               \
    {                                                                               \
        .turn = SAY_TURN, .illegal = illegal_, .impossible = impossible_,           \
        .capture_man = SAY_CAPTURE_MAN, .capture_pawn = SAY_CAPTURE_PAWN,           \
        .capture_piece = SAY_CAPTURE_PIECE, .capture_passant = SAY_CAPTURE_PASSANT, \
        .promotion = SAY_PROMOTED,                                                  \
        .checks = {SAY_CHECK_RANK, SAY_CHECK_FILE, SAY_CHECK_LONG, SAY_CHECK_SHORT, \
                   SAY_CHECK_KNIGHT},                                               \
    }
static const RulesetWords nonsense_words = SPOKEN(SAY_REFUSED_NO, SAY_REFUSED_NONSENSE);
static const RulesetWords english_words = SPOKEN(SAY_REFUSED_NO, SAY_REFUSED_NO);
static const RulesetWords rand_words = SPOKEN(SAY_REFUSED_NO, SAY_REFUSED_HELL_NO);
static const RulesetWords parker_words = SPOKEN(SAY_REFUSED_ILLEGAL, SAY_REFUSED_ILLEGAL);

const Ruleset rulesets[] = {
    {
        .name = "icc",
        .origin = "the Internet Chess Club's wild 16, used by Ciancarini and Favini (2007, 2010)",
        .illegal_heard_by = HEARD_BY_MOVER,
        .impossible_heard_by = HEARD_BY_MOVER,
        .impossible_is_illegal = true,
        .tries = TRIES_COUNTED,
        .capture_tells_kind = true,
        .check_tells_kind = true,
        .counters_draw = true,
        .words = &icc_words,
    },
    {
        .name = "berkeley",
        .origin = "the Berkeley rules after Wolfe, without the question any?",
        .illegal_heard_by = HEARD_BY_BOTH,
        .impossible_heard_by = HEARD_BY_MOVER,
        .tries = TRIES_NEVER,
        .check_tells_kind = true,
        .words = &nonsense_words,
    },
    {
        .name = "berkeley-any",
        .origin = "the Berkeley rules after Wolfe, with the question any?",
        .illegal_heard_by = HEARD_BY_BOTH,
        .impossible_heard_by = HEARD_BY_MOVER,
        .tries = TRIES_ASKED_MUST_TAKE,
        .check_tells_kind = true,
        .words = &nonsense_words,
    },
    {
        .name = "cincinnati",
        .origin = "the Cincinnati rules after Moeser (1977)",
        .illegal_heard_by = HEARD_BY_BOTH,
        .impossible_heard_by = HEARD_BY_BOTH,
        .tries = TRIES_EXIST,
        .capture_tells_kind = true,
        .check_tells_kind = true,
        .counters_draw = true,
        .words = &nonsense_words,
    },
    {
        .name = "english",
        .origin = "the English rules of the Gambit Club (1933)",
        .illegal_heard_by = HEARD_BY_BOTH,
        .impossible_heard_by = HEARD_BY_BOTH,
        .impossible_is_illegal = true,
        .tries = TRIES_ASKED_MUST_TRY,
        .passant_is_named = true,
        .check_tells_kind = true,
        .counters_draw = true,
        .words = &english_words,
    },
    {
        .name = "rand",
        .origin = "the rules of RAND (1950)",
        .illegal_heard_by = HEARD_BY_BOTH,
        .impossible_heard_by = HEARD_BY_BOTH,
        .tries = TRIES_SQUARES,
        .capture_tells_kind = true,
        .promotion_is_said = true,
        .check_tells_kind = true,
        .stalemate_loses = true,
        .counters_draw = true,
        .words = &rand_words,
    },
    {
        .name = "parker2005",
        .origin = "the umpire of Parker, Nau and Subrahmanian (2005)",
        .illegal_heard_by = HEARD_BY_BOTH,
        .impossible_heard_by = HEARD_BY_BOTH,
        .impossible_is_illegal = true,
        .tries = TRIES_NEVER,
        .check_tells_kind = true,
        .counters_draw = true,
        .words = &parker_words,
    },
    {
        .name = "foret2019",
        .origin = "the umpire of Foret (2019)",
        .illegal_heard_by = HEARD_BY_MOVER,
        .impossible_heard_by = HEARD_BY_MOVER,
        .impossible_is_illegal = true,
        .tries = TRIES_NEVER,
        .capture_tells_kind = true,
        .counters_draw = true,
        .words = &icc_words,
    },
};
const unsigned ruleset_count = COUNT_OF(rulesets);

const Ruleset open_ruleset = {
    .name = "open",
    .origin = "chess, in which both seats see everything",
    .illegal_heard_by = HEARD_BY_MOVER,
    .impossible_heard_by = HEARD_BY_MOVER,
    .impossible_is_illegal = true,
    .tries = TRIES_NEVER,
    .capture_tells_kind = true,
    .move_is_said = true,
    .counters_draw = true,
    .words = &icc_words,
};

const Ruleset *ruleset_by_name(Slice name)
{
    for (unsigned i = 0; i < COUNT_OF(rulesets); i++)
        if (slice_is(name, rulesets[i].name))
            return &rulesets[i];
    return NULL;
}

void ruleset_add_unknown(Slice name, Text *message)
{
    Suggestion suggestion = suggest_for(name);
    for (unsigned i = 0; i < COUNT_OF(rulesets); i++)
        suggest_offer(&suggestion, rulesets[i].name);
    text_format(message, "there is no ruleset '%.*s'", (int)name.length, name.start);
    suggest_add(&suggestion, message);
    if (!suggestion.best)
        text_add(message, "; nebel rules lists them");
}

static const char *impossible_sentence(const Ruleset *rules)
{
    static const char *const sentences[2][2] = {
        {"An impossible try has a word of its own, which its maker alone hears.",
         "An impossible try has a word of its own, which both hear."},
        {"An impossible try is answered as an illegal one.",
         "An impossible try is answered as an illegal one, and both hear it."},
    };
    return sentences[rules->impossible_is_illegal][rules->impossible_heard_by == HEARD_BY_BOTH];
}

static const char *passant_sentence(const Ruleset *rules)
{
    if (rules->passant_is_named)
        return "A capture en passant is named, with the square where the capturing pawn lands.";
    return rules->capture_tells_kind
               ? "A capture en passant is called as the capture of a pawn on its own square."
               : "A capture en passant is called as a capture on the square of the captured pawn.";
}

// By TriesCall.
static const char *const tries_sentences[] = {
    [TRIES_NEVER] = "Pawn tries are never called.",
    [TRIES_COUNTED] = "The number of pawn tries is called after every move, to both.",
    [TRIES_EXIST] = "After every move both hear whether a pawn of the side to move can capture.",
    [TRIES_SQUARES] = "After every move both hear the squares of the pawns that can capture.",
    [TRIES_ASKED_MUST_TAKE] = "Pawn tries are told on the question any?, and both hear the answer.",
    [TRIES_ASKED_MUST_TRY] = "Pawn tries are told on the question any?, and both hear the answer.",
};
_Static_assert(COUNT_OF(tries_sentences) == TRIES_CALL_COUNT, "every call needs a sentence");

unsigned ruleset_clauses(const Ruleset *rules, RulesetClause clauses[RULESET_CLAUSES_MAX])
{
    unsigned count = 0;
    assert(rules->tries < TRIES_CALL_COUNT);
    clauses[count++] =
        (RulesetClause){"illegal try", rules->illegal_heard_by == HEARD_BY_BOTH
                                           ? "An illegal try is heard by both."
                                           : "An illegal try is heard by its maker only."};
    clauses[count++] = (RulesetClause){"impossible try", impossible_sentence(rules)};
    clauses[count++] = (RulesetClause){"pawn tries", tries_sentences[rules->tries]};
    if (ruleset_has_question(rules)) {
        clauses[count++] =
            (RulesetClause){"", "The question may be asked once in a turn, at any time of it."};
        clauses[count++] =
            (RulesetClause){"", rules->tries == TRIES_ASKED_MUST_TAKE
                                    ? "After the answer yes a pawn's capture must be completed."
                                    : "After the answer yes one pawn's diagonal must be tried."};
        clauses[count++] = (RulesetClause){"", "After the answer no nothing changes."};
        clauses[count++] = (RulesetClause){"", "The question counts as an attempt."};
    }
    clauses[count++] = (RulesetClause){
        "capture", rules->capture_tells_kind
                       ? "A capture tells the square and whether a pawn or a piece fell."
                       : "A capture tells the square and nothing more."};
    clauses[count++] = (RulesetClause){"en passant", passant_sentence(rules)};
    clauses[count++] =
        (RulesetClause){"promotion", rules->promotion_is_said
                                         ? "Promotion is said, but not the new man nor the square."
                                         : "Promotion is not said."};
    clauses[count++] =
        (RulesetClause){"check", rules->check_tells_kind ? "A check is called with its kind."
                                                         : "A check is called without its kind."};
    clauses[count++] =
        (RulesetClause){"stalemate", rules->stalemate_loses ? "The stalemated side loses."
                                                            : "Stalemate is a draw."};
    clauses[count++] = (RulesetClause){
        "long games", rules->counters_draw ? "Repetition and fifty moves draw the game."
                                           : "Repetition and fifty moves never end a game."};
    assert(count <= RULESET_CLAUSES_MAX);
    return count;
}
