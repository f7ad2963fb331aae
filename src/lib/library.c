// The library as a whole: its version, its errors, and how a caller frees its memory.
#include "lib/handles.h"

#include <assert.h>

// The build knows the version from the project; the headers must say the same.
_Static_assert(NEBEL_VERSION_MAJOR == PROJECT_MAJOR, "nebel.h and meson.build differ");
_Static_assert(NEBEL_VERSION_MINOR == PROJECT_MINOR, "nebel.h and meson.build differ");
_Static_assert(NEBEL_VERSION_PATCH == PROJECT_PATCH, "nebel.h and meson.build differ");

#define WORD(number) #number
#define DOTTED(major, minor, patch) WORD(major) "." WORD(minor) "." WORD(patch)

const char *nebel_version(void)
{
    return DOTTED(NEBEL_VERSION_MAJOR, NEBEL_VERSION_MINOR, NEBEL_VERSION_PATCH);
}

// Public numbers never change, so the table's errors are translated, not cast.
static const nebel_error table_errors[] = {
    [TABLE_OK] = NEBEL_OK,
    [TABLE_ERR_OVER] = NEBEL_ERR_OVER,
    [TABLE_ERR_TURN] = NEBEL_ERR_TURN,
    [TABLE_ERR_OFFERED] = NEBEL_ERR_OFFERED,
    [TABLE_ERR_NO_OFFER] = NEBEL_ERR_NO_OFFER,
    [TABLE_ERR_TIME] = NEBEL_ERR_TIME,
    [TABLE_ERR_EVENT] = NEBEL_ERR_SEAT, // the one part of an event that a caller chooses freely
    [TABLE_ERR_MEMORY] = NEBEL_ERR_MEMORY,
};
_Static_assert(COUNT_OF(table_errors) == TABLE_ERR_COUNT, "every error needs a public name");

static const char *const error_texts[] = {
    [NEBEL_OK] = "no error",
    [NEBEL_ERR_OVER] = "the game is over",
    [NEBEL_ERR_TURN] = "it is the other seat's turn",
    [NEBEL_ERR_SEAT] = "there is no such seat",
    [NEBEL_ERR_TRY] = "this is no try; tries read e2e4, e7e8q, any?, d4 or pass",
    [NEBEL_ERR_OFFERED] = "a seat may offer a draw once between two of its moves",
    [NEBEL_ERR_NO_OFFER] = "there is no offer to answer",
    [NEBEL_ERR_TIME] = "the event lies before what its seat heard last",
    [NEBEL_ERR_LINE] = "this line is no hearing",
    [NEBEL_ERR_VIEW] = "there is no such view, or this record does not hold it",
    [NEBEL_ERR_FORMAT] = "there is no such format",
    [NEBEL_ERR_TAG] = "there is no such tag, or its value is too long or not plain text",
    [NEBEL_ERR_MEMORY] = "there is no memory",
    [NEBEL_ERR_HEARING] = "the seat cannot have heard this now",
    [NEBEL_ERR_MAN] = "no man can be marked there, or there is no such square",
    [NEBEL_ERR_PAST] = "the state was drawn from a belief, and its past is not known",
    [NEBEL_ERR_EMPTY] = "the belief has no board",
    [NEBEL_ERR_GAME] = "this is another game, or one that the player does not play",
    [NEBEL_ERR_SITTING] = "the player sits in no game; call nebel_player_sit first",
};
_Static_assert(COUNT_OF(error_texts) == NEBEL_ERR_SITTING + 1, "every error needs a text");

nebel_error api__error(TableError error)
{
    assert(error < TABLE_ERR_COUNT);
    return table_errors[error];
}

const char *nebel_error_text(nebel_error error)
{
    return (size_t)error < COUNT_OF(error_texts) ? error_texts[error] : "there is no such error";
}

void nebel_free(char *text)
{
    memory_resize(&memory_heap, text, 0);
}
