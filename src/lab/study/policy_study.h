// `nebel lab policy`: fits the policy of a player to its games by maximum likelihood, and says how well a policy foretells moves. Both functions
// return what to exit with.
#ifndef NEBEL_STUDY_POLICY_STUDY_H
#define NEBEL_STUDY_POLICY_STUDY_H

#include "lab/study/records.h"

typedef struct PolicyPlan {
    RecordFiles files;
    const char *player; // whose moves are counted: the beginning of a name; NULL for everyone's
    const char *policy; // test: the file of the policy; NULL for all moves equally likely
    const char *output; // fit: the file of the policy
} PolicyPlan;

int policy_fit(const PolicyPlan *plan);
int policy_test(const PolicyPlan *plan);

#endif
