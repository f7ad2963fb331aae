// What the screens of routes share: counting names, sessions and addresses before a request goes to its lane.
#include "server/accounts/inside.h"

bool office__take(const Office *office, LimitKind kind, Slice what)
{
    return limits_take(office->limits, kind, what, net_now_ms(office->net));
}

bool office__take_session(const Office *office, LimitKind kind, const NetRequest *request)
{
    return !request->bearer.length || office__take(office, kind, request->bearer);
}

// An address as it is counted.
bool office__take_address(const Office *office, LimitKind kind, Slice address)
{
    char text[LIMITS_ADDRESS_MAX * 4], memory[LIMITS_ADDRESS_MAX];
    Text copy = TEXT_IN(text);
    text_add_slice(&copy, address);
    return office__take(office, kind, limits_address(text, memory));
}
