// Names of accounts: which may be taken, and which look alike. Pure.
#ifndef NEBEL_OFFICE_NAMES_H
#define NEBEL_OFFICE_NAMES_H

#include "base/text.h"

enum { NAME_LETTERS_MIN = 3, NAME_LETTERS_MAX = 20, NAME_ROOM = 48 };

// Why a name may not be taken, as a sentence for people; NULL if it may.
const char *office_name_problem(Slice name, bool is_bot);

// What names that look alike have in common: small letters, without signs, with one letter for each group of similar ones.
void office_name_skeleton(Slice name, char skeleton[NAME_ROOM]);

#endif
