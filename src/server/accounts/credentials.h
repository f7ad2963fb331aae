// Checks of names, passwords and addresses of e-mail. Pure.
#ifndef NEBEL_ACCOUNTS_CREDENTIALS_H
#define NEBEL_ACCOUNTS_CREDENTIALS_H

#include "base/text.h"

enum { NAME_LETTERS_MIN = 3, NAME_LETTERS_MAX = 20, NAME_ROOM = 48 };

// Returns why a name may not be taken, as a sentence for people; NULL if it may.
const char *account_name_problem(Slice name, bool is_bot);

// Writes what names that look alike have in common: small letters, without signs, with one letter for each group of similar ones.
void account_name_skeleton(Slice name, char skeleton[NAME_ROOM]);

enum {
    PASSWORD_LETTERS_MIN = 12,
    PASSWORD_LETTERS_MAX = 128,
    PASSWORD_BYTES_MAX = 4 * PASSWORD_LETTERS_MAX,
};

// Returns why a password of the person with this name is refused, as a sentence for people; NULL if it is good enough.
const char *account_password_problem(Slice password, Slice name);

// From the build: common passwords of at least eight letters, in the order of their bytes.
extern const char *const common_passwords[];
extern const unsigned common_password_count;

enum { MAIL_ADDRESS_MAX = 254 };

// Returns whether a text is an address that mail can be sent to: one @, and nothing that a mail server would read otherwise.
bool mail_is_address(Slice text);

#endif
