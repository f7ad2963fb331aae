// The study of a record, as a review asks for it.
#include "cmd/review_analysis.h"

#include "lab/study/analyse.h"
#include "lab/study/study_games.h"

#include <assert.h>

enum { BOARDS_MAX = 3000 }; // so that the first turns are there within a second

typedef struct Taker {
    TakeTurn *take;
    void *context;
} Taker;

static bool pass_on(void *context, const AnalysedTurn *turn)
{
    const Taker *taker = context;
    return taker->take(taker->context, turn->words, turn->enemy);
}

const char *review_analysis(const GameRecord *record, uint8_t seat, TakeTurn *take, void *context)
{
    if (!study_kind(record->game))
        return "Nothing is hidden in this game; there is nothing to analyse.";
    const StudyReport *report = study_report(record->game);
    assert(report);
    RecordStudy study = {.record = *record};
    study.plan = (StudyPlan){.game = record->game,
                             .rules = game_record_rules(&study.record),
                             .entries = &record->entries,
                             .seat = seat,
                             .pool = {.limit = BOARDS_MAX, .seed = 1}};
    const AnalysisPlan plan = {.player = report->adviser, .budget.nodes = report->adviser_nodes};
    Taker taker = {take, context};
    const int status = analyse_turns(&study, &plan, &(AnalysisSink){pass_on, &taker});
    return status ? "The game cannot be analysed." : NULL;
}
