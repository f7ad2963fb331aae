// The table of English.
#include "base/i18n/inside.h"

const Message words__messages[SAY_COUNT] = {
    [SAY_NOTHING] = {"", "", ""},
#define PLAIN(code, text) [SAY_##code] = {#code, "", text},
#define FILLED(code, arguments, text) [SAY_##code] = {#code, arguments, text},
#include "base/i18n/messages.h"
#undef PLAIN
#undef FILLED
};
