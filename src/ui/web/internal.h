// What the files of this module share. For this module only.
#ifndef NEBEL_WEB_INTERNAL_H
#define NEBEL_WEB_INTERNAL_H

#include "games/core/record.h"
#include "ui/play/line_mode.h"
#include "ui/web/page.h"

enum { PAGE_NAME_MAX = 64 }; // bytes of a name

// A game of a person, at a table in this process or at a server.
struct page_game {
    const Game *game;
    AnyRules rules;
    char names[2][PAGE_NAME_MAX];
    GameUi *ui;
    Lines lines;
    Text said;
};

// Seats the person in `seat` of a game whose rules were read. The plan says where the table is; the rest of it is filled in here. False if there
// is no memory.
MUST_USE bool page__sit(page_game *game, uint8_t seat, const char *opponent, UiPlan plan,
                        double now_ms);

// Zeroed memory of the heap; NULL if there is none.
void *page__make(size_t bytes);
// Empties a text before something new is said.
Text *page__fresh(Text *said);

// Writes the hearing with this number, if there is one, as a line for the ear of the seat; and the seat's own try that it answers.
const char *page__hearing(const SeatLog *log, uint8_t seat, uint32_t index, Text *said);
const char *page__own_try(const SeatLog *log, const Game *game, uint32_t index, Text *said);

#endif
