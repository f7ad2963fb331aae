// Questions and their answers: games that are not over, journals, tokens, persons, house bots.
#include "server/store/inside.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const error_texts[] = {
    [STORE_OK] = "no error",
    [STORE_ERR_NONE] = "there is no such game, token or person, or the name is taken",
    [STORE_ERR_JOURNAL] = "the journal of this game cannot be read",
    [STORE_ERR_REFUSED] = "the database refuses these values",
    [STORE_ERR_MEMORY] = "there is no memory",
};
_Static_assert(COUNT_OF(error_texts) == STORE_ERR_COUNT, "every error needs a text");

const char *store_error_text(StoreError error)
{
    assert(error < STORE_ERR_COUNT);
    return error_texts[error];
}

// --- Questions -----------------------------------------------------------------------------------

enum { HASH_TEXT_MAX = 2 * STORE_HASH_BYTES + 3 }; // with \x and the end

static void hash_to_text(const StoreHash *hash, char memory[HASH_TEXT_MAX])
{
    Text text = text_in(memory, HASH_TEXT_MAX);
    text_add(&text, "\\x");
    for (unsigned i = 0; i < STORE_HASH_BYTES; i++)
        text_format(&text, "%02x", hash->bytes[i]);
}

static int digit_of(char letter)
{
    static const char digits[] = "0123456789abcdef";
    const char *digit = letter ? strchr(digits, letter) : NULL;
    return digit ? (int)(digit - digits) : -1;
}

bool store__hash_read(const char *text, StoreHash *hash)
{
    if (strlen(text) != 2 * sizeof hash->bytes)
        return false;
    for (unsigned i = 0; i < sizeof hash->bytes; i++) {
        const int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        hash->bytes[i] = (uint8_t)(16 * high + low);
    }
    return true;
}

void store__question_send(const StoreQuestion *question, Link *link, uint64_t now_ms)
{
    char game_memory[24], seat_memory[8], life_memory[16], base_memory[16], persons[2][24];
    char hashes[2][HASH_TEXT_MAX], sessions[2][HASH_TEXT_MAX];
    Text game = TEXT_IN(game_memory), seat = TEXT_IN(seat_memory), life = TEXT_IN(life_memory);
    Text base = TEXT_IN(base_memory);
    const char *is_rated = question->is_rated ? "true" : "false";
    const char *const *words = question->words;
    for (unsigned i = 0; i < COUNT_OF(persons); i++) {
        Text person = TEXT_IN(persons[i]);
        text_format(&person, "%" PRIu64, question->persons[i]);
        hash_to_text(&question->hashes[i], hashes[i]);
        hash_to_text(&question->sessions[i], sessions[i]);
    }
    text_format(&game, "%" PRIu64, question->game);
    text_format(&seat, "%u", question->seat);
    text_format(&life, "%" PRIu32, question->life_s);
    text_format(&base, "%" PRIu32, question->base_ms);
    const char *const values[STORE_ASK_COUNT][STATEMENT_VALUES_MAX] = {
        [STORE_LIST] = {NULL},
        [STORE_JOURNAL] = {game_memory},
        [STORE_ADD_TOKENS] = {game_memory, hashes[0], hashes[1], life_memory, persons[0],
                              persons[1], sessions[0], sessions[1], is_rated},
        [STORE_FIND_TOKEN] = {hashes[0]},
        [STORE_ADD_GUEST] = {persons[0], hashes[0], question->name, life_memory},
        [STORE_FIND_PERSON] = {hashes[0], life_memory},
        [STORE_RATINGS] = {persons[0]},
        [STORE_PERSON_GAMES] = {persons[0], sessions[0], life_memory},
        [STORE_KEEP_SEAT] = {hashes[0], game_memory, seat_memory, life_memory, sessions[0]},
        [STORE_FIND_SEAT] = {persons[0], hashes[0]},
        [STORE_LIST_BOTS] = {NULL},
        [STORE_BOOK_BOT] = {game_memory, question->name, persons[0], seat_memory, hashes[0],
                            sessions[0], life_memory, question->rules, base_memory, is_rated},
        [STORE_BOTS_ENROL] = {words[0]},
        [STORE_BOTS_LEASE] = {words[0], words[1], words[2]},
        [STORE_BOTS_RENEW] = {words[0], words[1]},
        [STORE_BOTS_DONE] = {words[0], words[1], words[2], words[3]},
        [STORE_BOTS_LEAVE] = {words[0], words[1]},
        [STORE_FIND_BLOCKS] = {persons[0]},
        [STORE_LIST_ENDS] = {NULL},
    };
    store__link_send(link, ASK_FIRST + question->ask, values[question->ask], now_ms);
}

// --- Answers -------------------------------------------------------------------------------------

// A field with a number that the database keeps as one that is not negative.
static uint64_t number_at(const PGresult *result, int row, int column)
{
    return strtoull(PQgetvalue(result, row, column), NULL, 10);
}

static bool is_true_at(const PGresult *result, int row, int column)
{
    return PQgetvalue(result, row, column)[0] == 't';
}

// How a row of an answer becomes an item of a list.
typedef struct RowKind {
    size_t bytes; // of an item
    void (*read)(const PGresult *result, int row, void *item);
} RowKind;

// Reads all rows into a list; NULL if there is no memory. How many there are goes to `count`.
static void *read_rows(const PGresult *result, const Memory *memory, RowKind kind, uint32_t *count)
{
    const uint32_t rows = (uint32_t)PQntuples(result);
    char *items = memory_resize(memory, NULL, (rows + 1) * kind.bytes);
    *count = items ? rows : 0;
    for (uint32_t i = 0; i < *count; i++)
        kind.read(result, (int)i, items + i * kind.bytes);
    return items;
}

// Hands over an answer with a list, which ends with it.
static void hand_list(const Memory *memory, const StoreOwner *owner, StoreAnswer *answer,
                      void *items)
{
    answer->error = items ? STORE_OK : STORE_ERR_MEMORY;
    owner->answer(owner->context, answer);
    memory_resize(memory, items, 0);
}

static void read_live_game(const PGresult *result, int row, void *item)
{
    *(StoreLiveGame *)item = (StoreLiveGame){number_at(result, row, 0), is_true_at(result, row, 1)};
}

static void answer_list(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                        StoreAnswer *answer)
{
    StoreLiveGame *games =
        read_rows(result, memory, (RowKind){sizeof *games, read_live_game}, &answer->game_count);
    answer->games = games;
    hand_list(memory, owner, answer, games);
}

static StoreError read_journal(const PGresult *result, const Memory *memory, GameJournal *journal)
{
    const int count = PQntuples(result);
    for (int row = 0; row < count; row++) {
        if (number_at(result, row, 0) != (uint64_t)row)
            return STORE_ERR_JOURNAL;
        const GameJournalError error =
            game_journal_add(journal, memory, slice_of(PQgetvalue(result, row, 1)));
        if (error)
            return error == GAME_JOURNAL_ERR_MEMORY ? STORE_ERR_MEMORY : STORE_ERR_JOURNAL;
    }
    return count ? STORE_OK : STORE_ERR_NONE;
}

static void answer_journal(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                           StoreAnswer *answer)
{
    GameJournal journal = {0};
    answer->error = (uint8_t)read_journal(result, memory, &journal);
    if (!answer->error) {
        answer->journal = &journal;
        answer->alive_ms = number_at(result, PQntuples(result) - 1, 2);
    }
    owner->answer(owner->context, answer);
    game_journal_done(&journal, memory);
}

static void answer_added(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                         StoreAnswer *answer)
{
    (void)result;
    (void)memory;
    owner->answer(owner->context, answer);
}

static void answer_found(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                         StoreAnswer *answer)
{
    StoreHash session;
    (void)memory;
    answer->error = PQntuples(result) ? STORE_OK : STORE_ERR_NONE;
    if (!answer->error) {
        answer->game = number_at(result, 0, 0);
        answer->seat = (uint8_t)number_at(result, 0, 1);
        if (store__hash_read(PQgetvalue(result, 0, 2), &session))
            answer->session = &session;
    }
    owner->answer(owner->context, answer);
}

static void answer_guest_added(const PGresult *result, const Memory *memory,
                               const StoreOwner *owner, StoreAnswer *answer)
{
    (void)memory;
    answer->error = is_true_at(result, 0, 0) ? STORE_OK : STORE_ERR_NONE;
    owner->answer(owner->context, answer);
}

// Reads "icc 1612 f rand 1500 t": pools, ratings, and whether these are provisional.
static uint32_t read_ratings(const char *text, StoreRating ratings[STORE_RATINGS_MAX])
{
    Slice rest = slice_of(text);
    uint32_t count = 0;
    while (rest.length && count < STORE_RATINGS_MAX) {
        StoreRating *rating = &ratings[count++];
        Text pool = TEXT_IN(rating->pool);
        uint64_t number = 0;
        text_add_slice(&pool, slice_take(&rest, " "));
        (void)!slice_number(slice_take(&rest, " "), UINT32_MAX, &number);
        rating->rating = (uint32_t)number;
        rating->is_provisional = slice_is(slice_take(&rest, " "), "t");
    }
    return count;
}

static bool read_id(Slice word, uint64_t *id)
{
    return slice_number(word, INT64_MAX, id);
}

// Reads a field of words with spaces between them; what cannot be read is left out. Returns how many there are.
static uint32_t read_words(const char *field, bool (*parse)(Slice word, uint64_t *number),
                           uint64_t *numbers, uint32_t max)
{
    Slice rest = slice_of(field);
    uint32_t count = 0;
    for (Slice word = slice_word(&rest); word.length && count < max; word = slice_word(&rest))
        count += parse(word, &numbers[count]);
    return count;
}

static void answer_blocks(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                          StoreAnswer *answer)
{
    uint64_t blocks[STORE_BLOCKS_MAX];
    (void)memory;
    answer->block_count = read_words(PQgetvalue(result, 0, 0), read_id, blocks, STORE_BLOCKS_MAX);
    answer->blocks = blocks;
    owner->answer(owner->context, answer);
}

static void answer_person(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                          StoreAnswer *answer)
{
    StoreRating ratings[STORE_RATINGS_MAX];
    uint64_t addresses[STORE_ADDRESSES_MAX];
    uint64_t blocks[STORE_BLOCKS_MAX];
    (void)memory;
    answer->error = PQntuples(result) ? STORE_OK : STORE_ERR_NONE;
    if (!answer->error) {
        answer->person = number_at(result, 0, 0);
        answer->name = PQgetvalue(result, 0, 1);
        answer->has_account = is_true_at(result, 0, 2);
        answer->ratings = ratings;
        answer->rating_count = read_ratings(PQgetvalue(result, 0, 3), ratings);
        answer->addresses = addresses;
        answer->address_count =
            read_words(PQgetvalue(result, 0, 4), slice_hex, addresses, STORE_ADDRESSES_MAX);
        answer->block_count =
            read_words(PQgetvalue(result, 0, 5), read_id, blocks, STORE_BLOCKS_MAX);
        answer->blocks = blocks;
    }
    owner->answer(owner->context, answer);
}

static void answer_ratings(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                           StoreAnswer *answer)
{
    StoreRating ratings[STORE_RATINGS_MAX];
    (void)memory;
    answer->person = answer->id;
    answer->ratings = ratings;
    answer->rating_count = read_ratings(PQgetvalue(result, 0, 0), ratings);
    owner->answer(owner->context, answer);
}

static void read_person_game(const PGresult *result, int row, void *item)
{
    *(StorePersonGame *)item =
        (StorePersonGame){number_at(result, row, 0), (uint8_t)number_at(result, row, 1),
                          is_true_at(result, row, 3), PQgetvalue(result, row, 2)};
}

static void answer_person_games(const PGresult *result, const Memory *memory,
                                const StoreOwner *owner, StoreAnswer *answer)
{
    StorePersonGame *seats =
        read_rows(result, memory, (RowKind){sizeof *seats, read_person_game}, &answer->game_count);
    answer->seats = seats;
    hand_list(memory, owner, answer, seats);
}

static void answer_seat(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                        StoreAnswer *answer)
{
    GameJournal journal = {0};
    answer->error = PQntuples(result) ? STORE_OK : STORE_ERR_NONE;
    if (!answer->error &&
        game_journal_add(&journal, memory, slice_of(PQgetvalue(result, 0, 4))) != GAME_JOURNAL_OK)
        answer->error = STORE_ERR_JOURNAL;
    if (!answer->error) {
        answer->game = number_at(result, 0, 0);
        answer->seat = (uint8_t)number_at(result, 0, 1);
        answer->is_live = is_true_at(result, 0, 2);
        answer->person = number_at(result, 0, 3);
        answer->journal = &journal;
        answer->bot = PQgetisnull(result, 0, 5) ? NULL : PQgetvalue(result, 0, 5);
        answer->is_rated = is_true_at(result, 0, 6);
    }
    owner->answer(owner->context, answer);
    game_journal_done(&journal, memory);
}

static void read_bot(const PGresult *result, int row, void *item)
{
    *(StoreBot *)item = (StoreBot){.name = PQgetvalue(result, row, 0),
                                   .rating = (uint32_t)number_at(result, row, 1),
                                   .level = (uint32_t)number_at(result, row, 2),
                                   .game = PQgetvalue(result, row, 3),
                                   .is_free = is_true_at(result, row, 4),
                                   .words = PQgetvalue(result, row, 5),
                                   .is_provisional = is_true_at(result, row, 6)};
}

static void answer_bots(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                        StoreAnswer *answer)
{
    StoreBot *bots =
        read_rows(result, memory, (RowKind){sizeof *bots, read_bot}, &answer->bot_count);
    answer->bots = bots;
    hand_list(memory, owner, answer, bots);
}

static void answer_booking(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                           StoreAnswer *answer)
{
    static const char *const words[STORE_BOOKING_COUNT] = {
        [STORE_BOOKED] = "booked",   [STORE_BOT_NONE] = "none", [STORE_BOT_GAME] = "game",
        [STORE_BOT_CLOCK] = "clock", [STORE_BOT_MANY] = "many", [STORE_BOT_BUSY] = "busy"};
    const size_t found = slice_find(slice_of(PQgetvalue(result, 0, 0)), words, COUNT_OF(words));
    (void)memory;
    answer->booking = found < COUNT_OF(words) ? (uint8_t)found : STORE_BOT_BUSY;
    owner->answer(owner->context, answer);
}

static void answer_line(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                        StoreAnswer *answer)
{
    (void)memory;
    answer->line = PQgetvalue(result, 0, 0);
    owner->answer(owner->context, answer);
}

// Whether an error is about the values: the same question would get it again.
static bool is_about_values(const PGresult *result)
{
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return code && (strncmp(code, "22", 2) == 0 || strncmp(code, "23", 2) == 0);
}

bool store__question_answer(const StoreQuestion *question, const PGresult *result,
                            const Memory *memory, const StoreOwner *owner)
{
    static void (*const answers[STORE_ASK_COUNT])(const PGresult *, const Memory *,
                                                  const StoreOwner *, StoreAnswer *) = {
        [STORE_LIST] = answer_list,
        [STORE_JOURNAL] = answer_journal,
        [STORE_ADD_TOKENS] = answer_added,
        [STORE_FIND_TOKEN] = answer_found,
        [STORE_ADD_GUEST] = answer_guest_added,
        [STORE_FIND_PERSON] = answer_person,
        [STORE_RATINGS] = answer_ratings,
        [STORE_PERSON_GAMES] = answer_person_games,
        [STORE_KEEP_SEAT] = answer_added,
        [STORE_FIND_SEAT] = answer_seat,
        [STORE_LIST_BOTS] = answer_bots,
        [STORE_BOOK_BOT] = answer_booking,
        [STORE_BOTS_ENROL] = answer_line,
        [STORE_BOTS_LEASE] = answer_line,
        [STORE_BOTS_RENEW] = answer_line,
        [STORE_BOTS_DONE] = answer_line,
        [STORE_BOTS_LEAVE] = answer_line,
        [STORE_FIND_BLOCKS] = answer_blocks,
        [STORE_LIST_ENDS] = answer_list,
    };
    StoreAnswer answer = {.ask = question->ask,
                          .id = question->id,
                          .mark = question->mark,
                          .game = question->game,
                          .seat = question->seat,
                          .name = question->name};
    const ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
        answers[question->ask](result, memory, owner, &answer);
        return true;
    }
    if (!is_about_values(result))
        return false;
    answer.error = STORE_ERR_REFUSED;
    owner->answer(owner->context, &answer);
    return true;
}
