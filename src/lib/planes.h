// Writing planes one after the other. For this room only.
#ifndef NEBEL_NUMERIC_PLANES_H
#define NEBEL_NUMERIC_PLANES_H

#include "base/base.h"

#include <assert.h>
#include <string.h>

typedef struct PlaneWriter {
    uint8_t *next;
    uint32_t cells;
} PlaneWriter;

// A plane of zeros; returns it, to be written to.
static inline uint8_t *planes_empty(PlaneWriter *writer)
{
    uint8_t *plane = writer->next;
    memset(plane, 0, writer->cells);
    writer->next += writer->cells;
    return plane;
}

// A plane that has the same number in all its cells; larger ones are written as the largest byte.
static inline void planes_fill(PlaneWriter *writer, unsigned number)
{
    memset(writer->next, number > UINT8_MAX ? UINT8_MAX : (int)number, writer->cells);
    writer->next += writer->cells;
}

#endif
