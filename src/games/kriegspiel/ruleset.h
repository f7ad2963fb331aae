// The rulesets of Kriegspiel, each one row of data: what is said, to whom, in which words.
//
// docs/rules/ is the law these rows put into effect. Adding a ruleset is a
// row here and a page there.
#ifndef NEBEL_KRIEGSPIEL_LAW_RULESET_H
#define NEBEL_KRIEGSPIEL_LAW_RULESET_H

#include "base/i18n/words.h"

typedef enum HeardBy { HEARD_BY_MOVER, HEARD_BY_BOTH } HeardBy;

// How the seat to move learns of its pawn tries.
typedef enum TriesCall {
    TRIES_NEVER,
    TRIES_COUNTED,         // their number, unless it is none
    TRIES_EXIST,           // that there is one
    TRIES_SQUARES,         // the pawns that have one
    TRIES_ASKED_MUST_TAKE, // on the question; after yes one must be completed
    TRIES_ASKED_MUST_TRY,  // on the question; after yes one must be tried
    TRIES_CALL_COUNT
} TriesCall;

// The ruleset's own words, for people only. SAY_NOTHING for what it never says.
typedef struct RulesetWords {
    SayCode turn; // names a colour
    SayCode illegal, impossible;
    SayCode capture_man, capture_pawn, capture_piece, capture_passant; // name a square
    SayCode promotion;
    SayCode checks[6]; // by bit of Hearing.checks
} RulesetWords;

typedef struct Ruleset {
    const char *name;
    const char *origin; // one line for people
    HeardBy illegal_heard_by;
    HeardBy impossible_heard_by;
    bool impossible_is_illegal; // the two get the same answer
    TriesCall tries;
    bool capture_tells_kind; // pawn or piece
    bool passant_is_named;
    bool promotion_is_said;
    bool check_tells_kind;
    bool move_is_said;    // open chess: nothing is hidden
    bool stalemate_loses; // for the side that has no move
    bool counters_draw;   // repetition and fifty moves end the game
    const RulesetWords *words;
} Ruleset;

extern const Ruleset rulesets[];
extern const unsigned ruleset_count;

// Chess without fog, as a row like the others; no ruleset of Kriegspiel, so not among them.
extern const Ruleset open_ruleset;

const Ruleset *ruleset_by_name(Slice name); // NULL if unknown
// Says that there is no ruleset of this name, and which may have been meant.
void ruleset_add_unknown(Slice name, Text *message);

static inline bool ruleset_has_question(const Ruleset *rules)
{
    return rules->tries == TRIES_ASKED_MUST_TAKE || rules->tries == TRIES_ASKED_MUST_TRY;
}

// What the ruleset says on each point, a sentence each, for people to read: returns how many and
// points `sentences` at them.
enum { RULESET_CLAUSES_MAX = 16 };
typedef struct RulesetClause {
    const char *about, *sentence;
} RulesetClause;
unsigned ruleset_clauses(const Ruleset *rules, RulesetClause clauses[RULESET_CLAUSES_MAX]);

#endif
