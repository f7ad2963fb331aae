// The surfaces on which a seat receives something: each plays a run of a pair again and writes down
// all that the ear is given there. Of two runs that sound alike both texts must be the same.
//
// A surface does what it can do: where a run goes on in a way that it has no place for (a bout does
// not ask who is not to move), it stops. That is a matched doing, so it stops at the same place in
// both runs.
#ifndef NEBEL_TESTS_SURFACES_H
#define NEBEL_TESTS_SURFACES_H

#include "engine/core/player.h"
#include "formats/draw/cells.h"
#include "pair.h"

#include <nebel/nebel.h>

enum { SURFACE_BOT_MAX = 4096 };

// Writes what the ear receives in a run. Its own chance comes from the pair's number, and is drawn
// at matched doings only.
typedef void ShowSurface(const Pair *pair, const Run *run, Text *text);

ShowSurface show_record, show_cut_record, show_read_record;
ShowSurface show_desk, show_shared_desk, show_pace;
ShowSurface show_bout, show_guest, show_gtp;
ShowSurface show_hall;
ShowSurface show_analysis, show_studies, show_explained_by_fog, show_page_review;
ShowSurface show_library, show_seat, show_numbers, show_belief, show_seeds;

// Compares the two runs on every surface whose turn it is: each has its share of the pairs.
void surfaces_compare(const Pair *pair);

// A record of the pair's game with everything in it but the events.
GameRecord surface_record(const Pair *pair, uint8_t view);

// The umpire's record of a run. The runs have events of different names, as games of different seeds have.
GameRecord surface_umpires_record(const Pair *pair, const Run *run);

// The pair's game as libnebel opens it.
nebel_game *surface_open_game(const Pair *pair);

// A doing as a player's choice. What the player thinks of its game is its own, and differs between
// the runs.
Choice surface_choice(const Pair *pair, const Run *run, const Doing *doing);

// Gives the other seat its tries, its last hearing and its board, and throws them away.
void surface_serve_other(const Pair *pair, const Run *run);
// Where to throw it.
Text *surface_waste(void);

// A grid of cells: the runes as text, and ink and ground as a number.
void surface_add_cells(const Cells *cells, Text *text);

// Bytes as two letters each.
void surface_add_bytes(const void *bytes, size_t count, Text *text);

// Whether a matched doing is looked at: all of a short game, of a long one its beginning, its end and some
// between.
bool surface_watches(const Run *run, const Doing *doing);

// The bot of show_guest lies beside the program that is running.
void surfaces_find_bot(const char *program);
extern char surface_bot[SURFACE_BOT_MAX]; // the command that starts it, without its arguments

#endif
