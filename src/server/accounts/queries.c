// Queries of requests: keys that a route knows, and words.
#include "server/accounts/inside.h"

#include <string.h>

const char office__no_word[] = "names have letters, digits, - and _ alone";

bool office__is_word(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return text[strspn(text, letters)] == '\0';
}

const char *office__read_query(const char *query, QueryKey *keys, unsigned count, const char *help)
{
    for (Slice rest = slice_of(query); rest.length;) {
        Slice value = slice_take(&rest, "&");
        const Slice key = slice_take(&value, "=");
        unsigned i = 0;
        if (!key.length && !value.length)
            continue;
        while (i < count && !slice_is(key, keys[i].key))
            i++;
        if (i == count)
            return help;
        keys[i].value = text_in(keys[i].value.start, keys[i].value.capacity); // the last one counts
        text_add_slice(&keys[i].value, value);
        if (keys[i].value.cut)
            return "this is longer than any name";
    }
    return NULL;
}
