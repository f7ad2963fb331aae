// Verbs and answers, for the files of this room alone.
#ifndef NEBEL_ADMIN_INSIDE_H
#define NEBEL_ADMIN_INSIDE_H

#include "base/crypto/token.h"
#include "server/accounts/credentials.h"
#include "server/admin/admin.h"
#include "server/store/caller.h"

enum {
    COLUMNS_MAX = 12,
    VALUES_MAX = 5,
    NUMBER_ROOM = 24,
    DAYS_MAX = 3650,
    LIMIT_DEFAULT = 50,
    LIMIT_MAX = 10000,
    REASON_BYTES_MAX = 300,
};

// --- verbs.c: the table of verbs -----------------------------------------------------------------

// The values of a call, and the memory of those that are made for it.
typedef struct Values {
    const char *list[VALUES_MAX];
    Token key; // of an act
    char skeleton[NAME_ROOM], number[NUMBER_ROOM];
} Values;

// How the answer of a verb looks.
typedef enum AnswerKind {
    ANSWER_ACT,         // whether it was done, and words
    ANSWER_ACT_ON_GAME, // the same of a running game, whose number must be found first
    ANSWER_LIST,        // rows
    ANSWER_ONE,         // one row, or there is nothing of that name
    ANSWER_GAME,        // one row, or the game may run
    ANSWER_LIVE,        // running games: their numbers are told as people know them
} AnswerKind;

typedef struct Verb {
    AdminHelp help;
    unsigned argument_count, argument_min;
    AnswerKind answer;
    StoreStatement statement;
    // Writes the values of the call; what is wrong with the wish, as a sentence, or NULL.
    const char *(*fill)(const AdminWish *wish, Values *values);
    const char
        *columns[COLUMNS_MAX]; // ended by NULL; # begins that of a number, ? that of true or false
} Verb;

extern const Verb admin__verbs[];
extern const unsigned admin__verb_count;

// Who plays a running game, since when, by which clock; for those verbs that find a game by its public number.
extern const StoreStatement admin__live_games;
extern const char *const admin__live_columns[COLUMNS_MAX];

// The name of a game as people know it.
void admin__write_game(uint64_t number, Text *text);

// --- showing.c: answers for people and for programs ----------------------------------------------

typedef struct Table {
    const StoreCaller *caller;
    const char *const *columns;
    bool has_secret_numbers; // of games, in the first column
} Table;

// All rows, or one. False if there is no memory.
MUST_USE bool admin__show_rows(const Table *table, bool is_json, const Memory *memory, Text *text);
MUST_USE bool admin__show_row(const Table *table, uint32_t row, bool is_json, const Memory *memory,
                              Text *text);
// What an act did.
MUST_USE bool admin__show_done(const char *words, bool is_json, Text *text);
// A text of anybody's on an operator's terminal: without signs that would steer it.
void admin__add_plain(Text *text, const char *words);

#endif
