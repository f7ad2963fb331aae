// Names of accounts: their grammar, and which of them look alike.
#include "server/accounts/names.h"

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

// --- The grammar ---------------------------------------------------------------------------------

// Letters and digits, with single - and _ between them; a letter first.
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

// Two words and three digits, as the lobby makes them.
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

// A _ looks like a -.
static bool begins_with(Slice name, const char *beginning)
{
    const size_t length = strlen(beginning);
    if (name.length < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((name.start[i] == '_' ? '-' : lower(name.start[i])) != beginning[i])
            return false;
    return true;
}

// --- Names that look alike -----------------------------------------------------------------------

// Letters that stand for several that look like them.
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

void office_name_skeleton(Slice name, char skeleton[NAME_ROOM])
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

// Names by which somebody could speak for the house, for the game or for nobody.
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
    office_name_skeleton(name, own);
    for (unsigned i = 0; i < COUNT_OF(reserved); i++) {
        office_name_skeleton(slice_of(reserved[i]), other);
        if (strcmp(own, other) == 0)
            return true;
    }
    return false;
}

const char *office_name_problem(Slice name, bool is_bot)
{
    if (!has_form(name))
        return "a name has 3 to 20 letters and digits, with single - and _ between them, and a "
               "letter first";
    const size_t sign = strlen("bot");
    if (is_bot != begins_with(name, "bot-") || (is_bot && name.start[sign] != '-'))
        return is_bot ? "the name of a bot begins with bot-" : "only names of bots begin with bot-";
    if (is_reserved(name) || begins_with(name, "former-"))
        return "this name is reserved";
    if (has_form_of_a_guest(name))
        return "names of two words and three digits are for guests";
    return NULL;
}
