// Questions and their answers: games that are not over, journals, tokens, guests.
#include "store/inside.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const error_texts[] = {
    [STORE_OK] = "no error",
    [STORE_ERR_NONE] = "there is no such game, token or guest, or the name is taken",
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

void store__question_send(const StoreQuestion *question, Link *link, uint64_t now_ms)
{
    char game_memory[24], life_memory[16], first[HASH_TEXT_MAX], second[HASH_TEXT_MAX];
    char guests[2][24];
    Text game = TEXT_IN(game_memory), life = TEXT_IN(life_memory);
    for (unsigned i = 0; i < COUNT_OF(guests); i++) {
        Text guest = TEXT_IN(guests[i]);
        text_format(&guest, "%" PRIu64, question->guests[i]);
    }
    text_format(&game, "%" PRIu64, question->game);
    text_format(&life, "%" PRIu32, question->life_s);
    hash_to_text(&question->hashes[0], first);
    hash_to_text(&question->hashes[1], second);
    const char *const values[STORE_ASK_COUNT][STATEMENT_VALUES_MAX] = {
        [STORE_LIST] = {NULL},
        [STORE_JOURNAL] = {game_memory},
        [STORE_ADD_TOKENS] = {game_memory, first, second, life_memory, guests[0], guests[1]},
        [STORE_FIND_TOKEN] = {first},
        [STORE_ADD_GUEST] = {guests[0], first, question->name, life_memory},
        [STORE_FIND_GUEST] = {first, life_memory},
        [STORE_GUEST_GAMES] = {guests[0], life_memory},
        [STORE_FIND_SEAT] = {guests[0], first},
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

static void answer_list(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                        StoreAnswer *answer)
{
    const uint32_t count = (uint32_t)PQntuples(result);
    StoreLiveGame *games = memory_resize(memory, NULL, (count + 1) * sizeof *games);
    for (uint32_t i = 0; games && i < count; i++)
        games[i] = (StoreLiveGame){number_at(result, (int)i, 0), is_true_at(result, (int)i, 1)};
    answer->error = games ? STORE_OK : STORE_ERR_MEMORY;
    answer->games = games;
    answer->game_count = games ? count : 0;
    owner->answer(owner->context, answer);
    memory_resize(memory, games, 0);
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
    (void)memory;
    answer->error = PQntuples(result) ? STORE_OK : STORE_ERR_NONE;
    if (!answer->error) {
        answer->game = number_at(result, 0, 0);
        answer->seat = (uint8_t)number_at(result, 0, 1);
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

static void answer_guest(const PGresult *result, const Memory *memory, const StoreOwner *owner,
                         StoreAnswer *answer)
{
    (void)memory;
    answer->error = PQntuples(result) ? STORE_OK : STORE_ERR_NONE;
    if (!answer->error) {
        answer->guest = number_at(result, 0, 0);
        answer->name = PQgetvalue(result, 0, 1);
        answer->rating = (uint32_t)number_at(result, 0, 2);
    }
    owner->answer(owner->context, answer);
}

static void answer_guest_games(const PGresult *result, const Memory *memory,
                               const StoreOwner *owner, StoreAnswer *answer)
{
    const uint32_t count = (uint32_t)PQntuples(result);
    StoreGuestGame *seats = memory_resize(memory, NULL, (count + 1) * sizeof *seats);
    for (uint32_t i = 0; seats && i < count; i++)
        seats[i] =
            (StoreGuestGame){number_at(result, (int)i, 0), (uint8_t)number_at(result, (int)i, 1),
                             PQgetvalue(result, (int)i, 2)};
    answer->error = seats ? STORE_OK : STORE_ERR_MEMORY;
    answer->seats = seats;
    answer->game_count = seats ? count : 0;
    owner->answer(owner->context, answer);
    memory_resize(memory, seats, 0);
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
        answer->guest = number_at(result, 0, 3);
        answer->journal = &journal;
    }
    owner->answer(owner->context, answer);
    game_journal_done(&journal, memory);
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
        [STORE_FIND_GUEST] = answer_guest,
        [STORE_GUEST_GAMES] = answer_guest_games,
        [STORE_FIND_SEAT] = answer_seat,
    };
    StoreAnswer answer = {.ask = question->ask, .id = question->id, .mark = question->mark};
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
