// One game as it is written down, by the umpire or by a seat: what PGN, SGF and JSON have in common.
#ifndef NEBEL_RECORDS_GAME_RECORD_H
#define NEBEL_RECORDS_GAME_RECORD_H

#include "games/core/replay.h"

enum { TAG_VALUE_MAX = 256 }; // bytes of a name, a place or a date that are kept

// The common tags of a game; an unknown one is empty.
typedef struct RecordTags {
    char event[TAG_VALUE_MAX], site[TAG_VALUE_MAX], date[TAG_VALUE_MAX], round[TAG_VALUE_MAX];
    char white[TAG_VALUE_MAX], black[TAG_VALUE_MAX];
} RecordTags;

// The tags in the order of that struct, and what each is called in the forms of a record; `unknown` is what PGN writes
// for a tag that is not known.
enum { TAG_EVENT, TAG_SITE, TAG_DATE, TAG_ROUND, TAG_WHITE, TAG_BLACK, TAG_COUNT };
typedef struct RecordTagNames {
    const char *json, *pgn, *sgf, *unknown;
} RecordTagNames;
extern const RecordTagNames record_tag_names[TAG_COUNT];
char *record_tag(RecordTags *tags, unsigned tag);
const char *record_tag_value(const RecordTags *tags, unsigned tag);

// Whose record it is.
enum { VIEW_WHITE = 0, VIEW_BLACK = 1, VIEW_UMPIRE = 2, VIEW_COUNT };

// A result as a file states it. Games of other programs end by time or resignation without an event.
typedef enum RecordClaim {
    CLAIM_NONE,
    CLAIM_DRAW,
    CLAIM_FIRST_WON, // in the order of the winners of a Hearing
    CLAIM_SECOND_WON,
    CLAIM_COUNT
} RecordClaim;

typedef struct GameRecord {
    RecordTags tags;
    const Game *game;
    AnyRules rules; // of that game
    ClockRule clock;
    uint8_t view;
    uint8_t
        claim; // how the file says the game ended, for a game whose events do not: a RecordClaim
    Entries entries; // the umpire's: every event
    SeatLog heard;   // a seat's: what it received
} GameRecord;

// The record of a game before its first event, as the umpire keeps it.
GameRecord game_record_of(const Game *game, const Rules *rules, ClockRule clock);

const Rules *game_record_rules(const GameRecord *record);

// Begins to play an umpire's record again. The record must outlive the replay.
void game_record_replay(const GameRecord *record, Replay *replay);

void game_record_done(GameRecord *record, const Memory *memory);

// Turns a copy of the umpire's record into the record of a seat that heard `heard`: nothing else of the game stays in it.
// The event tag goes too, since our own commands write their seed there. The owner of the umpire's entries frees them.
void game_record_cut(GameRecord *record, uint8_t seat, const SeatLog *heard);

// Keeps the value of a tag from outside, as far as it fits and can be shown.
void record_tag_set(char tag[TAG_VALUE_MAX], Slice value);

// For readers. A record from outside may claim anything, and the views that are shown of it must not break. Whether the
// seat of a seat's record can have heard every line of it, one after the other. True for an umpire's record, which is
// judged again instead.
MUST_USE bool game_record_can_be_heard(const GameRecord *record);

// "white", "black", "umpire"; VIEW_COUNT for any other word.
const char *view_name(uint8_t view);
uint8_t view_from_name(Slice name);

// What an event is called in every form of a record: "try", "resign"; EVENT_COUNT for any other word.
const char *event_name(uint8_t kind);
uint8_t event_from_name(Slice name);

// Reads a game string into a record's game and rules. False, with `*record` untouched, for any other text.
MUST_USE bool game_record_read_rules(GameRecord *record, const char *game_string);

// How the game ended, as far as the record knows.
Outcome game_record_outcome(const GameRecord *record);

// Who won, by an outcome that the events led to or, if the game goes on there, by what the file claims. Nobody, and it is no
// draw, in a game that was aborted.
RecordClaim game_record_claim(const GameRecord *record, const Outcome *outcome);

// "1-0", "0-1", "1/2-1/2", or "*" for a game that goes on, as far as the record knows, or that was aborted.
const char *game_record_result(const GameRecord *record);
// Such a result as a claim; CLAIM_COUNT for any other text.
RecordClaim record_claim_from_text(Slice text);

// Milliseconds between two events, with a minus if time runs backwards; and from text.
void record_ms_to_text(int64_t ms, Text *text);
MUST_USE bool record_ms_from_text(Slice text, int64_t *ms);

// A try as its text in a game, or `#` and its number if it has none; and from text.
void record_try_to_text(const Game *game, Try attempt, Text *text);
MUST_USE bool record_try_from_text(const Game *game, Slice text, Try *attempt);

#endif
