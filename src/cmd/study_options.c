// Reads the options of a study, and the record.
#include "cmd/study_options.h"
#include "cmd/values.h"
#include "engine/kriegspiel_belief/policy.h"
#include "lab/study/records.h"

bool record_study_read_pool(const Given *given, PoolPlan *pool)
{
    uint64_t limit = LIMIT_DEFAULT, seed = 1;
    const char *const *options = given->options;
    if (!read_number("--limit", options[STUDY_OPTION_LIMIT], LIMIT_MIN, LIMIT_MAX, &limit) ||
        !read_number("--seed", options[STUDY_OPTION_SEED], 0, INT64_MAX, &seed))
        return false;
    static Policy policy;
    const PolicyLogs *logs = NULL;
    const char *policy_text = options[STUDY_OPTION_POLICY];
    if (policy_text && !policy_find(slice_of(policy_text), &logs)) {
        complain("--policy must be uniform, capturer, mcts, pimc, meta or hs, not '%s'",
                 policy_text);
        return false;
    }
    policy = (Policy){0};
    if (logs)
        policy_add(&policy, logs, 1);
    *pool = (PoolPlan){.limit = (uint32_t)limit, .policy = logs ? &policy : NULL, .seed = seed};
    return true;
}

int record_study_read(RecordStudy *study, const Given *given)
{
    const char *who = given->options[STUDY_OPTION_SEAT], *game = given->options[STUDY_OPTION_GAME];
    uint64_t number = 1;
    PoolPlan pool;
    if (!given->arguments[0])
        return complain("name a record, as in examples/game.pgn");
    if (!who)
        return complain("name the seat: --seat white or --seat black");
    if (!record_study_read_pool(given, &pool) ||
        !read_number("--game", game, 1, RECORDS_GAMES_MAX, &number))
        return EXIT_USAGE;
    int status = records_read_one(given->arguments[0], number, &study->record);
    if (status)
        return status;
    status = record_study_plan(study, who, &pool);
    if (status)
        record_study_done(study);
    return status;
}
