// Analyses a finished game in a thread of its own, so that its review stays answerable.
#ifndef NEBEL_CONSOLE_ANALYSIS_THREAD_H
#define NEBEL_CONSOLE_ANALYSIS_THREAD_H

#include "formats/records/game_record.h"
#include "ui/play/analysis.h"

// Takes a turn; false if no more are wanted.
typedef bool TakeTurn(void *context, const char *words, const double *enemy);

// Analyses a seat of a game turn by turn. Returns NULL, or a sentence on what went wrong.
typedef const char *AnalyseGame(const GameRecord *record, uint8_t seat, TakeTurn *take,
                                void *context);

typedef struct AnalysisThread AnalysisThread;

// Begins; the record must outlive it. A byte is written to `wake` whenever there is something new. NULL if there is no memory or
// no thread.
AnalysisThread *analysis_thread_create(AnalyseGame *analyse, const GameRecord *record, uint8_t seat,
                                       int wake);
// Stops it, which may take as long as one turn takes. Accepts NULL.
void analysis_thread_destroy(AnalysisThread *thread);

// Moves what is new into `analysis`, which is the caller's.
void analysis_thread_collect(AnalysisThread *thread, Analysis *analysis);

#endif
