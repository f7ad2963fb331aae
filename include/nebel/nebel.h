// libnebel, an umpire for games of hidden information: all of its headers at once, and the version.
//
// examples/embed.c referees one game; docs/api.md says what the library promises.
#ifndef NEBEL_NEBEL_H
#define NEBEL_NEBEL_H

#include <nebel/base.h>
#include <nebel/batch.h>
#include <nebel/belief.h>
#include <nebel/player.h>
#include <nebel/seat.h>
#include <nebel/state.h>
#include <nebel/table.h>
#include <nebel/umpire.h>
#include <nebel/wire.h>

#ifdef __cplusplus
extern "C" {
#endif

// Of the headers, while compiling.
#define NEBEL_VERSION_MAJOR 0
#define NEBEL_VERSION_MINOR 1
#define NEBEL_VERSION_PATCH 0

// Of the library, while running: "0.1.0".
NEBEL_API const char *nebel_version(void);

#ifdef __cplusplus
}
#endif

#endif
