// Which passwords are good enough. Pure.
#ifndef NEBEL_OFFICE_PASSWORDS_H
#define NEBEL_OFFICE_PASSWORDS_H

#include "base/text.h"

enum {
    PASSWORD_LETTERS_MIN = 12,
    PASSWORD_LETTERS_MAX = 128,
    PASSWORD_BYTES_MAX = 4 * PASSWORD_LETTERS_MAX,
};

// Why a password of the person with this name is refused, as a sentence for people; NULL if it is good enough.
const char *office_password_problem(Slice password, Slice name);

// From the build: common passwords of at least eight letters, in the order of their bytes.
extern const char *const office_common_passwords[];
extern const unsigned office_common_password_count;

#endif
