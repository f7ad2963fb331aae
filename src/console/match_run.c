// Playing, keeping and showing pairs.
#include "console/match_run.h"

#include "cli/complain.h"
#include "system/clocks.h"
#include "system/stopwatch.h"

static void show(Playing *playing)
{
    Text block = text_growing(&memory_heap);
    playing->show(playing->context, &block);
    live_show(&playing->live, block.start);
    text_done(&block);
}

static void keep_pair(Playing *playing, const PairResult *result)
{
    playing->speed.games += 2;
    playing->speed.attempts += result->games[0].attempts + result->games[1].attempts;
    playing->speed.seconds = wall_seconds() - playing->began;
    const JournalError error =
        playing->path ? journal_append(&playing->journal, result) : JOURNAL_OK;
    if (error)
        playing->error = journal_error_text(error);
    if (live_is_due(&playing->live))
        show(playing);
}

static bool take_pair(void *context, const PairResult *result)
{
    Playing *playing = context;
    tally_add(playing->tally, result);
    if (playing->take)
        playing->error = playing->take(playing->context, result);
    if (!playing->is_read_back)
        keep_pair(playing, result);
    return !playing_is_over(playing);
}

bool playing_open(Playing *playing, const char *path, bool is_taken_up)
{
    char why[512];
    Text complaint = TEXT_IN(why);
    JournalError error = JOURNAL_OK;
    tally_init(playing->tally, playing->plan);
    playing->journal = journal_closed(&memory_heap);
    playing->path = path;
    if (path && is_taken_up) {
        playing->is_read_back = true;
        error = journal_resume(&playing->journal, path, playing->plan,
                               (PairSink){take_pair, playing}, &playing->next, &complaint);
        playing->is_read_back = false;
    } else if (path) {
        error = journal_create(&playing->journal, path, playing->plan);
    }
    playing->tally->secretless = playing->journal.secretless;
    if (error)
        complain("%s: %s%s%s", path, journal_error_text(error), why[0] ? ": " : "", why);
    return !error;
}

bool playing_is_over(const Playing *playing)
{
    return playing->error || playing->tally->pairs >= plan_job_count(playing->plan) ||
           tally_is_decided(playing->tally);
}

// Draws the secret of a run with guests. From here to end_run it is in memory and nowhere else.
static bool begin_run(Playing *playing)
{
    if (!plan_has_guests(playing->plan))
        return true;
    if (playing->given_secret) {
        playing->secret = *playing->given_secret;
    } else if (!secret_draw(&playing->secret)) {
        complain("the system gives no random numbers for the secret of the match");
        return false;
    }
    const JournalError error =
        playing->path ? journal_begin_run(&playing->journal, playing->next, &playing->secret)
                      : JOURNAL_OK;
    if (error)
        complain("%s: %s", playing->path, journal_error_text(error));
    return !error;
}

// All games are over and every guest has left: the secret is told.
static bool end_run(Playing *playing)
{
    if (!plan_has_guests(playing->plan))
        return true;
    playing->tally->secret = &playing->secret;
    const JournalError error =
        playing->path ? journal_end_run(&playing->journal, &playing->secret) : JOURNAL_OK;
    if (error)
        complain("%s: %s", playing->path, journal_error_text(error));
    return !error;
}

bool playing_go(Playing *playing)
{
    char why[512];
    Text complaint = TEXT_IN(why);
    Plan plan = *playing->plan;
    if (!begin_run(playing))
        return false;
    plan.secret = plan_has_guests(&plan) ? &playing->secret : NULL;
    const SeriesPlan series = {.plan = &plan,
                               .clocks = &lab_clocks,
                               .from = playing->next,
                               .threads = playing->threads,
                               .is_stopped = playing->is_interrupted};
    playing->live = live_begin();
    playing->began = wall_seconds();
    const SeriesError error =
        series_run(&series, &memory_heap, (PairSink){take_pair, playing}, &complaint);
    live_end(&playing->live);
    if (error)
        complain("%s%s%s", series_error_text(error), why[0] ? ": " : "", why);
    return end_run(playing) && !error;
}

bool playing_close(Playing *playing)
{
    const JournalError error = journal_close(&playing->journal);
    if (error)
        complain("%s: %s", playing->path, journal_error_text(error));
    if (playing->error)
        complain("%s", playing->error);
    return !error && !playing->error;
}
