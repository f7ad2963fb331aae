// Fuzzes what the office takes from the network beside JSON, which jansson reads: names, passwords, addresses of e-mail, queries behind
// a path, and addresses of clients. The first byte chooses.
//
// What is taken has the form that the database and the mail server rely on. Names that differ in capitals have one skeleton, and a skeleton
// is its own skeleton.
#include "fuzz.h"
#include "server/accounts/credentials.h"
#include "server/accounts/internal.h"

#include <ctype.h>

// Texts of JSON and of requests end at their first NUL.
static Slice up_to_nul(Slice text)
{
    const char *nul = text.length ? memchr(text.start, '\0', text.length) : NULL;
    return nul ? (Slice){text.start, (size_t)(nul - text.start)} : text;
}

static char *copy_string(Slice text)
{
    char *copy = calloc(text.length + 1, 1);
    if (!copy)
        abort();
    memcpy(copy, text.start, text.length);
    return copy;
}

static bool has_only(Slice text, const char *signs)
{
    for (size_t i = 0; i < text.length; i++)
        if (!isalnum((unsigned char)text.start[i]) && !strchr(signs, text.start[i]))
            return false;
    return true;
}

static void check_name(Slice given)
{
    const Slice name = up_to_nul(given);
    char own[NAME_ROOM], again[NAME_ROOM], *capitals = copy_string(name);
    account_name_skeleton(name, own);
    account_name_skeleton(slice_of(own), again);
    LAW(name.length >= NAME_ROOM || strcmp(own, again) == 0, own);
    for (size_t i = 0; i < name.length; i++)
        if (capitals[i] >= 'a' && capitals[i] <= 'z')
            capitals[i] -= 'a' - 'A';
    account_name_skeleton(slice_of(capitals), again);
    LAW(strcmp(own, again) == 0, capitals);
    const bool may_person = !account_name_problem(name, false),
               may_bot = !account_name_problem(name, true);
    LAW(!may_person || !may_bot, capitals);
    if (may_person || may_bot)
        LAW(name.length >= NAME_LETTERS_MIN && name.length <= NAME_LETTERS_MAX &&
                has_only(name, "-_") && own[0],
            capitals);
    free(capitals);
}

// A name, and behind a line feed a password.
static void check_password(Slice given)
{
    Slice password = up_to_nul(given);
    const Slice name = slice_take(&password, "\n");
    if (!account_password_problem(password, name))
        LAW(password.length >= PASSWORD_LETTERS_MIN && password.length <= PASSWORD_BYTES_MAX,
            "a password");
}

// Whatever is taken stands between < and > of a command to a mail server.
static void check_email(Slice given)
{
    const Slice email = up_to_nul(given);
    if (!mail_is_address(email))
        return;
    char *copy = copy_string(email);
    LAW(email.length <= MAIL_ADDRESS_MAX && strchr(copy, '@') == strrchr(copy, '@') &&
            strcspn(copy, "<> \r\n\t\"\\") == email.length && copy[0] != '-' && copy[0] != '@' &&
            copy[email.length - 1] != '@',
        copy);
    free(copy);
}

enum { ROOM = 8, KEYS = 2 };

typedef struct Query {
    char values[KEYS][ROOM];
    QueryKey keys[KEYS];
} Query;

static const char *read_query(const char *text, Query *query)
{
    static const char *const names[KEYS] = {"game", "among"};
    for (unsigned i = 0; i < KEYS; i++)
        query->keys[i] = (QueryKey){names[i], text_in(query->values[i], ROOM)};
    return accounts__read_query(text, query->keys, KEYS, "help");
}

static void check_query(Slice given)
{
    char *text = copy_string(up_to_nul(given));
    Query query, again;
    char memory[KEYS * (ROOM + ROOM)];
    Text written = TEXT_IN(memory);
    if (!read_query(text, &query)) {
        for (unsigned i = 0; i < KEYS; i++)
            text_format(&written, "%s%s=%s", i ? "&" : "", query.keys[i].key, query.values[i]);
        LAW(!written.cut && !read_query(memory, &again), memory);
        LAW(strcmp(query.values[0], again.values[0]) == 0 &&
                strcmp(query.values[1], again.values[1]) == 0,
            memory);
        LAW(!accounts__is_word(query.values[0]) || has_only(slice_of(query.values[0]), "-_"),
            memory);
    }
    free(text);
}

static void check_client(Slice given)
{
    char *address = copy_string(up_to_nul(given)), memory[LIMITS_ADDRESS_MAX];
    const Slice place = limits_address(address, memory);
    LAW(place.start == memory && (place.length == 0 || place.length == 4 || place.length == 8),
        address);
    free(address);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FuzzCheck *const checks[] = {check_name, check_password, check_email, check_query,
                                        check_client};
    return check_by_first_byte(checks, COUNT_OF(checks), data, size);
}
