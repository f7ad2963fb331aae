// What a thread of the office does for every request: asking the database, and writing answers.
#include "office/inside.h"

#include <stdlib.h>

bool office__call(Desk *desk, OfficeStatement statement, const char *const *values, Answer *answer)
{
    switch (store_call(desk->caller, statement, values)) {
    case STORE_CALL_OK:
        return true;
    case STORE_CALL_REFUSED:
        office__refuse(answer, STATUS_FAILED,
                       "the database refuses this; the operator's log says why");
        return false;
    default:
        office__refuse(answer, STATUS_BUSY, "the database is away; ask again in a moment");
        return false;
    }
}

void office__answer(Answer *answer, unsigned status, json_t *object)
{
    char *dump = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    answer->status = dump ? status : STATUS_BUSY;
    answer->type = NET_JSON;
    answer->body.length = 0;
    text_add(&answer->body, dump ? dump : "{\"error\":\"there is no memory\"}");
    text_add_char(&answer->body, '\n');
    free(dump);
}

void office__refuse(Answer *answer, unsigned status, const char *reason)
{
    office__answer(answer, status, json_pack("{s:s}", "error", reason));
}
