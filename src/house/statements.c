// Every statement about house bots. Each may be sent twice without harm, since a lost answer makes the caller do so.
#include "house/statements.h"

const StoreStatement house_worker_statements[HOUSE_WORKER_STATEMENTS] = {
    [HOUSE_ENROL] = {"enrol", "SELECT worker, key FROM house.enrol($1)", 1},
    [HOUSE_LISTEN] = {"listen", "LISTEN nebel_house", 0},
    [HOUSE_LEASE] = {"lease",
                     "SELECT kind, game, bot, seat, rules, player, nodes, move_ms, pace_ms"
                     " FROM house.lease($1, $2, $3)",
                     3},
    [HOUSE_RENEW] = {"renew", "SELECT is_known, seconds, held FROM house.renew($1, $2)", 2},
    [HOUSE_DONE] = {"done", "SELECT house.done($1, $2, $3, $4)", 4},
    [HOUSE_LEAVE] = {"leave", "SELECT house.leave($1, $2)", 2},
};

const StoreStatement house_owner_statements[HOUSE_OWNER_STATEMENTS] = {
    [HOUSE_KEEP_BOT] = {"keep_bot", "SELECT house.keep_bot($1, $2, $3, $4, $5, $6, $7, $8, $9)", 9},
};
