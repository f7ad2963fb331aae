// Makes the plan of a study from a record and a seat, and runs it.
#include "lab/study/record_study.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

// The seat of a colour, or of a player named in the record; VIEW_COUNT if it is neither.
static uint8_t find_seat(const GameRecord *record, const char *who)
{
    const uint8_t view = view_from_name(slice_of(who));
    if (view == VIEW_WHITE || view == VIEW_BLACK)
        return view;
    if (strcmp(record->tags.white, who) == 0)
        return VIEW_WHITE;
    return strcmp(record->tags.black, who) == 0 ? VIEW_BLACK : VIEW_COUNT;
}

int record_study_plan(RecordStudy *study, const char *who, const PoolPlan *pool)
{
    assert(who && pool->limit >= LIMIT_MIN && pool->limit <= LIMIT_MAX);
    const GameRecord *record = &study->record;
    const uint8_t seat = find_seat(record, who);
    if (seat == VIEW_COUNT)
        return complain("--seat must be white, black or a name in the record, not '%s'", who);
    if (record->view != VIEW_UMPIRE) {
        complain("this is %s's own record; give the umpire's, which has the truth",
                 view_name(record->view));
        return EXIT_FAILED;
    }
    const StudyKind *kind = study_kind(record->game);
    if (pool->policy && kind && !kind->has_policies)
        return complain("--policy is for Kriegspiel; leave it out for Go");
    study->plan = (StudyPlan){.game = record->game,
                              .rules = game_record_rules(record),
                              .entries = &record->entries,
                              .seat = seat,
                              .pool = *pool};
    return EXIT_FINE;
}

void record_study_done(RecordStudy *study)
{
    game_record_done(&study->record, &memory_heap);
}

int record_study_status(StudyError error)
{
    return error ? complain_failed("%s", study_error_text(error)) : EXIT_FINE;
}

int record_study_no_turn(const StudyPlan *plan, uint32_t turns, uint64_t at)
{
    const char *seat = view_name(plan->seat);
    if (!turns)
        return complain_failed("%s has no turn in this game", seat);
    return complain("there is no turn of %s at move %" PRIu64, seat, at);
}

void record_study_add_dead(const char *unit, uint32_t number, Text *text)
{
    text_format(
        text,
        "\n%s %u: no board is left that agrees with all that was heard, so there is no map; "
        "a higher --limit may keep some.\n",
        unit, number);
}

int record_study_run(const StudyPlan *plan, const StudySink *sink)
{
    return record_study_status(study_game(plan, &memory_heap, sink));
}
