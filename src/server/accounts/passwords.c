// What a password must be: long, not common, and not its owner's name. There are no rules about kinds of letters, which only make people
// write `Password1!`.
#include "server/accounts/passwords.h"

#include <string.h>

enum { COMMON_LETTERS_MIN = 8, DIFFERENT_MIN = 5 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static Slice first_letters(Slice text, size_t count)
{
    return (Slice){text.start, count};
}

// Letters of UTF-8: bytes that do not go on with a letter.
static size_t count_letters(Slice text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += ((unsigned char)text.start[i] & 0xc0) != 0x80;
    return count;
}

static unsigned count_different(Slice text)
{
    bool is_seen[256] = {false};
    unsigned count = 0;
    for (size_t i = 0; i < text.length; i++) {
        bool *seen = &is_seen[(unsigned char)lower(text.start[i])];
        count += !*seen;
        *seen = true;
    }
    return count;
}

static int compare(Slice text, const char *word)
{
    const int order = strncmp(text.start, word, text.length);
    return order ? order : -(int)(word[text.length] != '\0');
}

static bool is_listed(Slice word)
{
    unsigned low = 0, high = office_common_password_count;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        const int order = compare(word, office_common_passwords[middle]);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

// Whether it is a common password, the same twice, or one with digits and signs behind it.
static bool is_common(Slice password)
{
    char memory[PASSWORD_BYTES_MAX + 1];
    for (size_t i = 0; i < password.length; i++)
        memory[i] = lower(password.start[i]);
    const Slice whole = {memory, password.length};
    const size_t half = whole.length / 2;
    if (whole.length == 2 * half && memcmp(memory, memory + half, half) == 0 &&
        is_listed(first_letters(whole, half)))
        return true;
    for (size_t length = whole.length; length >= COMMON_LETTERS_MIN; length--) {
        if (is_listed(first_letters(whole, length)))
            return true;
        if (memory[length - 1] >= 'a' && memory[length - 1] <= 'z')
            break;
    }
    return false;
}

static bool contains(Slice text, Slice part)
{
    for (size_t i = 0; part.length && i + part.length <= text.length; i++) {
        size_t k = 0;
        while (k < part.length && lower(text.start[i + k]) == lower(part.start[k]))
            k++;
        if (k == part.length)
            return true;
    }
    return false;
}

const char *office_password_problem(Slice password, Slice name)
{
    if (count_letters(password) < PASSWORD_LETTERS_MIN)
        return "a password has at least 12 characters; some words that only you would put together "
               "are good";
    if (count_letters(password) > PASSWORD_LETTERS_MAX || password.length > PASSWORD_BYTES_MAX)
        return "a password has at most 128 characters";
    if (contains(password, name))
        return "the password contains the name";
    if (count_different(password) < DIFFERENT_MIN || is_common(password))
        return "this password is among the first that are tried; choose another";
    return NULL;
}
