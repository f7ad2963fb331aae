// Allowances by seal.
#include "server/accounts/limits.h"

#include "base/allowance.h"
#include "base/number_map.h"

#include <arpa/inet.h>
#include <string.h>

// One unit comes back each second, or more for all strangers: a login of an address costs 20, so it has 5 at once and then 3 a minute.
static const struct {
    const char *label;
    AllowanceRule rule;
    uint32_t cost;
} rules[LIMIT_COUNT] = {
    [LIMIT_LOGIN_ADDRESS] = {"login address", {1, 100}, 20},
    [LIMIT_LOGIN_NAME] = {"login name", {1, 600}, 60},
    [LIMIT_LOGIN_DEVICE] = {"login device", {1, 100}, 10},
    [LIMIT_LOGIN_DEVICES] = {"login devices", {1, 300}, 10},
    [LIMIT_STRANGERS] = {"strangers", {5, 30}, 1},
    [LIMIT_REGISTER_ADDRESS] = {"register address", {1, 3600}, 600},
    [LIMIT_PASSWORD_SESSION] = {"password session", {1, 100}, 20},
    [LIMIT_MAIL_ADDRESS] = {"mail address", {1, 3600}, 300},
    [LIMIT_MAIL_NAME] = {"mail name", {1, 7200}, 3600},
    [LIMIT_MAIL_ALL] = {"mail", {1, 200}, 2},
    [LIMIT_REPORT_SESSION] = {"report session", {1, 1500}, 300},
    [LIMIT_REPORT_ADDRESS] = {"report address", {1, 3000}, 300},
    [LIMIT_BLOCK_SESSION] = {"block session", {1, 600}, 20},
    [LIMIT_EXPORT_SESSION] = {"export session", {1, 1800}, 60},
};

typedef struct LimitCount {
    uint64_t number; // of its seal
    uint8_t kind;
    Allowance allowance;
} LimitCount;

struct Limits {
    Memory memory;
    SealKey key;
    uint32_t count_max;
    NumberMap counts;              // of LimitCount by number
    Allowance shared[LIMIT_COUNT]; // of those who are too many
};

Limits *limits_create(const Memory *memory, const SealKey *key, uint32_t count_max)
{
    Limits *limits = memory_resize(memory, NULL, sizeof *limits);
    if (!limits)
        return NULL;
    *limits = (Limits){.memory = *memory, .key = *key, .count_max = count_max};
    for (unsigned kind = 0; kind < LIMIT_COUNT; kind++)
        limits->shared[kind] = allowance_full(rules[kind].rule, 0);
    return limits;
}

void limits_destroy(Limits *limits)
{
    if (!limits)
        return;
    const Memory memory = limits->memory;
    number_map_free(&limits->counts, &memory);
    memory_resize(&memory, limits, 0);
}

uint32_t limits_count(const Limits *limits)
{
    return limits->counts.count;
}

static LimitCount *add_count(Limits *limits, uint64_t number, LimitKind kind, uint64_t now_ms)
{
    if (limits->counts.count >= limits->count_max)
        return NULL;
    LimitCount *count = number_map_make(&limits->counts, &limits->memory, number, sizeof *count);
    if (count)
        *count = (LimitCount){number, (uint8_t)kind, allowance_full(rules[kind].rule, now_ms)};
    return count;
}

bool limits_take(Limits *limits, LimitKind kind, Slice what, uint64_t now_ms)
{
    const TokenHash hash = seal(&limits->key, rules[kind].label, what);
    uint64_t number;
    memcpy(&number, hash.bytes, sizeof number);
    LimitCount *count = number_map_find(&limits->counts, number);
    if (!count)
        count = add_count(limits, number, kind, now_ms);
    Allowance *allowance = count ? &count->allowance : &limits->shared[kind];
    return allowance_take(allowance, rules[kind].rule, rules[kind].cost, now_ms);
}

static bool is_quiet(LimitCount *count, uint64_t now_ms)
{
    // Taking nothing brings the allowance up to date.
    const AllowanceRule rule = rules[count->kind].rule;
    return allowance_take(&count->allowance, rule, 0, now_ms) &&
           count->allowance.thousandths == (uint64_t)1000 * rule.at_once;
}

// Who is moved to an earlier slot when another one is removed has its turn the next time.
void limits_tidy(Limits *limits, uint64_t now_ms)
{
    for (uint32_t i = 0; i < limits->counts.capacity; i++) {
        LimitCount *count = limits->counts.slots[i].thing;
        if (!count || !is_quiet(count, now_ms))
            continue;
        number_map_remove(&limits->counts, count->number);
        memory_resize(&limits->memory, count, 0);
    }
}

Slice limits_address(const char *address, char memory[LIMITS_ADDRESS_MAX])
{
    static const char mapped[] = "::ffff:"; // IPv4 at a socket that takes both
    enum { IPV4_BYTES = 4, HALF_OF_IPV6 = 8 };
    if (strncmp(address, mapped, strlen(mapped)) == 0 && strchr(address, '.'))
        address += strlen(mapped);
    if (inet_pton(AF_INET, address, memory) == 1)
        return (Slice){memory, IPV4_BYTES};
    if (inet_pton(AF_INET6, address, memory) == 1)
        return (Slice){memory, HALF_OF_IPV6};
    return (Slice){memory, 0};
}
