// Names, their grammar and which of them look alike; passwords, which are long, not common, and not their owner's name; addresses of e-mail.
// There are no rules about kinds of letters, which only make people write `Password1!`.
#include "server/accounts/credentials.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Returns whether a name has letters and digits, with single - and _ between them, and a letter first.
static bool has_form(Slice name)
{
    if (name.length < NAME_LETTERS_MIN || name.length > NAME_LETTERS_MAX ||
        !is_letter(name.start[0]))
        return false;
    bool was_sign = false;
    for (size_t i = 0; i < name.length; i++) {
        const bool is_sign = name.start[i] == '-' || name.start[i] == '_';
        if (!is_sign && !is_letter(name.start[i]) && !is_digit(name.start[i]))
            return false;
        if (is_sign && was_sign)
            return false;
        was_sign = is_sign;
    }
    return !was_sign;
}

// Returns whether a name has two words and three digits, as the lobby makes them.
static bool has_form_of_a_guest(Slice name)
{
    Slice rest = name;
    for (unsigned i = 0; i < 2; i++) {
        const Slice word = slice_take(&rest, "-_");
        for (size_t k = 0; k < word.length; k++)
            if (!is_letter(word.start[k]))
                return false;
        if (!word.length)
            return false;
    }
    uint64_t number;
    return rest.length == 3 && slice_number(rest, UINT16_MAX, &number);
}

// Returns whether a name begins with a text; a _ looks like a -.
static bool name_begins_with(Slice name, const char *beginning)
{
    const size_t length = strlen(beginning);
    if (name.length < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((name.start[i] == '_' ? '-' : lower(name.start[i])) != beginning[i])
            return false;
    return true;
}

// Returns the letter that stands for several that look like it.
static char simplify(char c)
{
    static const struct {
        char from, to;
    } alike[] = {{'0', 'o'}, {'1', 'l'}, {'i', 'l'}, {'5', 's'}, {'2', 'z'}, {'8', 'b'}};
    c = lower(c);
    for (unsigned i = 0; i < COUNT_OF(alike); i++)
        if (c == alike[i].from)
            return alike[i].to;
    return c;
}

void account_name_skeleton(Slice name, char skeleton[NAME_ROOM])
{
    Text text = text_in(skeleton, NAME_ROOM);
    for (size_t i = 0; i < name.length; i++) {
        const char c = simplify(name.start[i]);
        const char last = text.length ? skeleton[text.length - 1] : '\0';
        const bool is_m = last == 'r' && c == 'n', is_w = last == 'v' && c == 'v';
        if (c == '-' || c == '_')
            continue;
        if (is_m || is_w)
            skeleton[text.length - 1] = is_m ? 'm' : 'w';
        else
            text_add_char(&text, c);
    }
}

// Returns whether a name could speak for the server, for the game or for no person.
static bool is_reserved(Slice name)
{
    static const char *const reserved[] = {
        "abuse",     "account", "admin",      "administrator", "anonymous", "black",    "deleted",
        "former",    "guest",   "help",       "host",          "house",     "info",     "lobby",
        "mail",      "me",      "moderator",  "nebel",         "nobody",    "office",   "official",
        "others",    "owner",   "postmaster", "referee",       "root",      "security", "self",
        "server",    "staff",   "support",    "system",        "team",      "this",     "umpire",
        "undefined", "user",    "webmaster",  "white"};
    char own[NAME_ROOM], other[NAME_ROOM];
    account_name_skeleton(name, own);
    for (unsigned i = 0; i < COUNT_OF(reserved); i++) {
        account_name_skeleton(slice_of(reserved[i]), other);
        if (strcmp(own, other) == 0)
            return true;
    }
    return false;
}

const char *account_name_problem(Slice name, bool is_bot)
{
    if (!has_form(name))
        return "a name has 3 to 20 letters and digits, with single - and _ between them, and a "
               "letter first";
    const size_t sign = strlen("bot");
    if (is_bot != name_begins_with(name, "bot-") || (is_bot && name.start[sign] != '-'))
        return is_bot ? "the name of a bot begins with bot-" : "only names of bots begin with bot-";
    if (is_reserved(name) || name_begins_with(name, "former-"))
        return "this name is reserved";
    if (has_form_of_a_guest(name))
        return "names of two words and three digits are for guests";
    return NULL;
}

enum { COMMON_LETTERS_MIN = 8, DIFFERENT_MIN = 5 };

static Slice first_letters(Slice text, size_t count)
{
    return (Slice){text.start, count};
}

// Returns the number of letters of UTF-8: bytes that do not go on with a letter.
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
    unsigned low = 0, high = common_password_count;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        const int order = compare(word, common_passwords[middle]);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

// Returns whether it is a common password, the same twice, or one with digits and signs behind it.
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

const char *account_password_problem(Slice password, Slice name)
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

bool mail_is_address(Slice text)
{
    size_t at = 0;
    if (text.length > MAIL_ADDRESS_MAX || (text.length && text.start[0] == '@'))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.start[i];
        if (c <= ' ' || c > '~' || strchr("<>()[]\\,;:\"", c))
            return false;
        if (c == '@' && at)
            return false;
        if (c == '@')
            at = i;
    }
    return at > 0 && at + 1 < text.length && text.start[at + 1] != '-' &&
           text.start[at + 1] != '.' && text.start[0] != '-';
}
