// States: games as numbers, for programs that search and learn. Tries are integers, observations are bytes.
//
// A state is an umpire with both seats beside it, and everything that they have heard. It can be copied in mid-game, written as text
// and read back. What it gives of a seat (actions, masks, planes, texts) depends on nothing but what that seat has heard; the
// functions that show the truth say so.
#ifndef NEBEL_STATE_H
#define NEBEL_STATE_H

#include <nebel/wire.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Games as numbers --------------------------------------------------------------------------

// An action is a try by its number, from 0 to below the number of actions. A game on a chess board has an action for each move
// of a queen or a knight and for each promotion, whoever makes it; in Go one for each point, row by row from a1, and the pass.
enum { NEBEL_NO_ACTION = -1 };

// A game is over after so many moves, and lost after so many refused tries in one turn, whatever the rules.
enum { NEBEL_MOVES_MAX = 2000, NEBEL_REFUSALS_MAX = 512 };

// An observation is a stack of planes, a plane has `ranks` rows of `files` bytes, and the first row is the first rank.
typedef struct nebel_shape {
    uint32_t planes, ranks, files;
    uint32_t kinds; // of men: 6 on a chess board (pawn, knight, bishop, rook, queen, king), 1 in Go
    uint32_t actions;     // of the game, in all
    uint32_t actions_max; // no seat ever has more to choose from
} nebel_shape;
NEBEL_API nebel_shape nebel_game_shape(const nebel_game *game);

// What a plane holds, in a few words; NULL if there is no such plane. It lives for ever.
NEBEL_API const char *nebel_game_plane(const nebel_game *game, uint32_t index);

// The whole game string, with all options.
NEBEL_API bool nebel_game_string(const nebel_game *game, char *text, size_t bytes);

// The try that an action stands for; false, with an empty text, if there is no such action. And back: NEBEL_NO_ACTION for a text
// that is no try, and for a try that no seat could ever send.
NEBEL_API bool nebel_action_text(const nebel_game *game, int32_t action, nebel_try *attempt);
NEBEL_API int32_t nebel_action_read(const nebel_game *game, const char *attempt);

// --- States ------------------------------------------------------------------------------------

typedef struct nebel_state nebel_state;

// The first state of a game. The states of a game must be destroyed before it.
NEBEL_API nebel_state *nebel_state_create(const nebel_game *game);
// A second state, from now on independent of the first.
NEBEL_API nebel_state *nebel_state_copy(const nebel_state *state);
NEBEL_API void nebel_state_destroy(nebel_state *state);

// The seat that has the turn; -1 after the end.
NEBEL_API int nebel_state_to_move(const nebel_state *state);

// How a game stands; both seats know it. Plain values.
typedef struct nebel_outcome {
    bool is_over;
    int8_t winner;     // NEBEL_WHITE or NEBEL_BLACK; -1 for a draw, and while the game goes on
    int8_t returns[2]; // for each seat: 1 won, -1 lost, 0 otherwise
    uint8_t ending;    // for nebel_ending_text
} nebel_outcome;
NEBEL_API nebel_outcome nebel_state_outcome(const nebel_state *state);
// "mate", "stalemate", "passes"; "" while the game goes on. It lives for ever.
NEBEL_API const char *nebel_ending_text(uint8_t ending);

// The actions of the seat to move, in ascending order: all tries that it does not know to be impossible. Returns how many there
// are and writes at most `room` of them. They may be shown to that seat, and not to the other.
NEBEL_API uint32_t nebel_state_actions(const nebel_state *state, int32_t *actions, uint32_t room);
// The same as a mask: shape.actions bytes, 1 for an action of that list and 0 for any other.
NEBEL_API void nebel_state_mask(const nebel_state *state, uint8_t *mask);

// The seat to move tries an action. `to`, if it is not NULL, gets what each seat hears of it. An action that is not in the list is
// refused as impossible. NEBEL_ERR_TRY if there is no such action, NEBEL_ERR_OVER after the end.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_state_apply(nebel_state *state, int32_t action,
                                                       nebel_hearing to[2]);

// --- What a seat knows -------------------------------------------------------------------------

// Writes shape.planes * shape.ranks * shape.files bytes: the men of `seat`, what was refused to it in this turn, and the last calls.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_state_observe(const nebel_state *state, int seat,
                                                         uint8_t *planes);

// What `seat` knows now, as a text of a few lines; and everything that it has heard, one line for each hearing, with its own try
// before a colon: "e2e4: played". Give `*written` back with nebel_free.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_state_observation(const nebel_state *state, int seat,
                                                             char **written);
NEBEL_API NEBEL_MUST_USE nebel_error nebel_state_information(const nebel_state *state, int seat,
                                                             char **written);

// How many hearings `seat` has had, 0 if there is no such seat; and one of them, with the own action that it answers, or
// NEBEL_NO_ACTION. False, with nothing written, if there is no such hearing.
NEBEL_API uint32_t nebel_state_heard(const nebel_state *state, int seat);
NEBEL_API bool nebel_state_hearing(const nebel_state *state, int seat, uint32_t index, int32_t *own,
                                   nebel_hearing *hearing);

// --- The truth, for nobody at the table --------------------------------------------------------

// The actions that were tried so far, oldest first, by both seats. NEBEL_ERR_PAST for a state that was drawn from a belief, since
// nobody knows what was tried in it. `*count` becomes how many there are; at most `room` are written.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_state_history(const nebel_state *state, int32_t *actions,
                                                         uint32_t room, uint32_t *count);

// Writes who stands where: shape.ranks * shape.files bytes, 0 for nobody, 1 to shape.kinds for White's men by their kinds, and
// above these Black's.
NEBEL_API void nebel_state_men(const nebel_state *state, uint8_t *men);

// Writes the state as text: its game string, and its tries. Give `*written` back with nebel_free. NEBEL_ERR_PAST as above.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_state_write(const nebel_state *state, char **written);
// Reads such a text, of the same game. NULL if it cannot be read, with the reason in `text`; else `text` is empty.
NEBEL_API nebel_state *nebel_state_read(const nebel_game *game, const char *written, char *text,
                                        size_t bytes);

// --- Records -----------------------------------------------------------------------------------

// The umpire's record of a state, for nebel_record_write. NULL if there is no memory, or if the state was drawn from a belief.
NEBEL_API nebel_record *nebel_state_record(const nebel_state *state);

// The game of a record, as a new handle; NULL if there is no memory.
NEBEL_API nebel_game *nebel_record_game(const nebel_record *record);
// The actions of an umpire's record, oldest first: returns how many there are and writes at most `room` of them. 0 for the record
// of a seat. Offers, resignations and fallen flags are no actions.
NEBEL_API uint32_t nebel_record_actions(const nebel_record *record, const nebel_game *game,
                                        int32_t *actions, uint32_t room);
// The value of a tag, "" if it is not known or there is no such tag. It lives as long as the record.
NEBEL_API const char *nebel_record_tag(const nebel_record *record, nebel_tag tag);

#ifdef __cplusplus
}
#endif

#endif
