// `nebel lab model`: makes models of opponents from games, and shows them as maps. Both functions return what to exit with.
#ifndef NEBEL_STUDY_MODEL_STUDY_H
#define NEBEL_STUDY_MODEL_STUDY_H

#include "engine/kriegspiel_belief/model.h"
#include "lab/study/records.h"

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

#endif
