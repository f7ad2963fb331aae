// The table of verbs, which admin.c and verbs.c share.
#ifndef NEBEL_ADMIN_INTERNAL_H
#define NEBEL_ADMIN_INTERNAL_H

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

// The values of a run_call, and the memory of those that are made for it.
typedef struct AdminValues {
    const char *list[VALUES_MAX];
    Token key; // of an act
    char skeleton[NAME_ROOM], number[NUMBER_ROOM];
} AdminValues;

// The form of the answer of a verb.
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
    AnswerKind answer;
    StoreStatement statement;
    // Writes the values of the run_call. Returns what is wrong with the request, as a sentence, or NULL.
    const char *(*fill)(const AdminRequest *wanted, AdminValues *values);
    const char
        *columns[COLUMNS_MAX]; // ended by NULL; # begins that of a number, ? that of true or false
} Verb;

extern const Verb admin__verbs[];
extern const unsigned admin__verb_count;

// Running games with players, beginning and clock; for verbs that find a game by its public number.
extern const StoreStatement admin__live_games;
extern const char *const admin__live_columns[COLUMNS_MAX];

// Writes the name of a game as people know it.
void admin__write_game(uint64_t number, Text *text);

#endif
