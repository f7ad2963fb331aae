// Keeping an analysis.
#include "ui/play/analysis.h"

#include <string.h>

static AnalysisTurn *make_turn(const Memory *memory, const char *words, const double *enemy)
{
    const size_t bytes = strlen(words) + 1;
    AnalysisTurn *turn = memory_resize(memory, NULL, sizeof *turn + bytes);
    if (!turn)
        return NULL;
    memset(turn, 0, sizeof *turn);
    turn->words = (char *)(turn + 1);
    memcpy(turn->words, words, bytes);
    turn->has_chances = enemy;
    if (enemy)
        memcpy(turn->enemy, enemy, sizeof turn->enemy);
    return turn;
}

static bool make_room(Analysis *analysis, const Memory *memory)
{
    enum { FIRST_ROOM = 64 };
    if (analysis->count < analysis->capacity)
        return true;
    const uint32_t capacity = analysis->capacity ? 2 * analysis->capacity : FIRST_ROOM;
    AnalysisTurn **turns =
        memory_resize(memory, analysis->turns, capacity * sizeof(AnalysisTurn *));
    if (!turns)
        return false;
    analysis->turns = turns;
    analysis->capacity = capacity;
    return true;
}

bool analysis_add(Analysis *analysis, const Memory *memory, const char *words, const double *enemy)
{
    AnalysisTurn *turn = make_room(analysis, memory) ? make_turn(memory, words, enemy) : NULL;
    if (!turn)
        return false;
    analysis->turns[analysis->count++] = turn;
    return true;
}

void analysis_done(Analysis *analysis, const Memory *memory)
{
    for (uint32_t i = 0; i < analysis->count; i++)
        memory_resize(memory, analysis->turns[i], 0);
    memory_resize(memory, analysis->turns, 0);
    *analysis = (Analysis){0};
}
