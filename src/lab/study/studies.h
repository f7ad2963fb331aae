// Studies of many recorded games, each for one command. All functions return what to exit with.
#ifndef NEBEL_LAB_STUDY_STUDIES_H
#define NEBEL_LAB_STUDY_STUDIES_H

#include "engine/kriegspiel_belief/model.h"
#include "lab/study/study_games.h"

// `nebel belief --table`: measures pools over all games of some files and prints tables in Markdown.
typedef struct BeliefTable {
    RecordFiles files;
    const char *who;    // the seat
    PoolPlan pool;      // its seed is for the first game; each later game has the next seed
    const char *limits; // "1000,10000"; NULL for the pool's own
    BeliefTableKind kind;
} BeliefTable;

int belief_table(const BeliefTable *table);

// `nebel belief --density`: how reliable a density's predictions are, as tables in Markdown.
typedef struct BeliefDensity {
    RecordFiles files;
    const char *who;   // as --seat says
    const char *model; // a file, "none", or NULL for the default
} BeliefDensity;

int belief_density(const BeliefDensity *plan);

// `nebel belief --forecast`: how reliable fog's forecasts are, as a table in Markdown: whether a try is legal, and whether the reply to
// it captures or gives check.
typedef struct FogTable {
    RecordFiles files;
    const char *who;    // as --seat says
    const char *player; // a player string of a fog
} FogTable;

int fog_table(const FogTable *table);

// `nebel lab mistakes`: what the moves of games of Phantom Go cost, by phase of the game and by player, as tables in Markdown.
typedef struct MistakesPlan {
    RecordFiles files;
    uint32_t playouts; // for each point of a turn
    uint64_t seed;
} MistakesPlan;

int mistakes_print(const MistakesPlan *plan);

// Reads the model of an opponent in a file, or the default one if `path` is NULL. Complains of a failure.
MUST_USE int model_file_read(const char *path, Model *model);
// Reads the same into new memory, which the caller gives back with memory_resize. On failure `*model` is NULL.
MUST_USE int model_file_load(const char *path, Model **model);

// `nebel lab model`: makes models of opponents from games, and shows them as maps.
typedef struct ModelPlan {
    RecordFiles files;
    const char *player; // whose men are counted; NULL for everyone's
    const char *output; // the file of the model
} ModelPlan;

int model_build(const ModelPlan *plan);

// Which men, after which move.
typedef struct ModelPicture {
    Color color;
    Kind kind;
    uint64_t move_number;
} ModelPicture;

int model_show(const char *path, const ModelPicture *picture); // NULL for the built-in model

// `nebel lab policy`: fits the policy of a player to its games by maximum likelihood, and says how well a policy foretells moves.
typedef struct PolicyPlan {
    RecordFiles files;
    const char *player; // whose moves are counted: the beginning of a name; NULL for everyone's
    const char *policy; // test: the file of the policy; NULL for all moves equally likely
    const char *output; // fit: the file of the policy
} PolicyPlan;

int policy_fit(const PolicyPlan *plan);
int policy_test(const PolicyPlan *plan);

#endif
