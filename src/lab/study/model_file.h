// Reads models of opponents from files.
#ifndef NEBEL_CLI_MODEL_FILE_H
#define NEBEL_CLI_MODEL_FILE_H

#include "engine/kriegspiel_belief/model.h"

// Reads the model in a file, or the default one if `path` is NULL. Returns EXIT_FINE, or complains and returns what to
// exit with.
MUST_USE int model_file_read(const char *path, Model *model);
// The same into new memory, which the caller gives back with memory_resize. On failure `*model` is NULL.
MUST_USE int model_file_load(const char *path, Model **model);

#endif
