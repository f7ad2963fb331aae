// Playing, writing and showing pairs.
#include "lab/run/match_run.h"

#include "base/cli/output.h"
#include "base/os/clocks.h"
#include "lab/match/external_programs.h"

#include <assert.h>
#include <inttypes.h>

enum { WHY_MAX = 512 }; // bytes of a sentence

static const char ending_words[] = "finishing the games in play; again to stop now";

// Adds "game 13 of 100, move 7, 3 s; 1 more in play".
static void add_state(const MatchRun *match_run, Text *text)
{
    const WorkersState *state = &match_run->state;
    if (match_run->is_ending)
        text_format(text, "%s: ", ending_words);
    text_format(text, "game %" PRIu64 " of %" PRIu64 ", move %u, ", state->game,
                2 * plan_match_count(match_run->plan), state->plies / 2 + 1);
    report_time(wall_seconds() - match_run->game_began, text);
    if (state->more)
        text_format(text, "; %u more in play", state->more);
    text_add_char(text, '\n');
}

static void match_run_show(MatchRun *match_run)
{
    Text block = text_growing(&memory_heap);
    if (match_run->state.game)
        add_state(match_run, &block);
    match_run->show(match_run->context, &block);
    live_show(&match_run->live, block.start);
    text_done(&block);
}

// Called several times a second: answers Ctrl-C, and shows how far the games are.
static void look(void *context, const WorkersState *state)
{
    MatchRun *match_run = context;
    if (state->game != match_run->state.game)
        match_run->game_began = wall_seconds();
    match_run->state = *state;
    const bool is_told = match_run->is_ending;
    match_run->is_ending =
        match_run->is_interrupted && atomic_load(match_run->is_interrupted) && state->game;
    const bool is_news = match_run->is_ending && !is_told;
    if (is_news && !match_run->live.is_terminal)
        complain("%s", ending_words);
    else if (is_news || live_is_due(&match_run->live))
        match_run_show(match_run);
}

static void keep_pair(MatchRun *match_run, const PairResult *result)
{
    match_run->speed.games += 2;
    match_run->speed.attempts += result->games[0].attempts + result->games[1].attempts;
    const MatchFileError error =
        match_run->path ? match_file_append(&match_run->journal, result) : MATCH_FILE_OK;
    if (error)
        match_run->error = match_file_error_text(error);
}

static void show_speed(MatchRun *match_run)
{
    match_run->speed.seconds = wall_seconds() - match_run->began;
    if (live_is_due(&match_run->live))
        match_run_show(match_run);
}

static void count_pair(MatchRun *match_run, const PairResult *result)
{
    tally_add(match_run->tally, result);
    if (match_run->take)
        match_run->error = match_run->take(match_run->context, result);
}

void match_run_take(MatchRun *match_run, const PairResult *result)
{
    assert(result->job.number == plan_number(match_run->plan, match_run->tally->pairs));
    count_pair(match_run, result);
    keep_pair(match_run, result);
}

static bool take_pair(void *context, const PairResult *result)
{
    MatchRun *match_run = context;
    count_pair(match_run, result);
    if (!match_run->is_read_back) {
        keep_pair(match_run, result);
        show_speed(match_run);
    }
    return !match_run_is_over(match_run);
}

// Returns the plan with what only this run knows.
static Plan plan_of_run(MatchRun *match_run)
{
    Plan plan = *match_run->plan;
    match_run->dialogues.path = match_run->log_folder;
    plan.dialogues = match_run->log_folder ? &match_run->dialogues : NULL;
    return plan;
}

// Starts every external program once; complains of one that cannot play.
static bool can_start(MatchRun *match_run)
{
    char why[WHY_MAX];
    Text message = TEXT_IN(why);
    const Plan plan = plan_of_run(match_run);
    const bool is_fine = external_programs_check(&plan, &memory_heap, &message);
    if (!is_fine)
        complain("%s; nebel check-bot says more%s", why,
                 match_run->log_folder ? "" : ", and --log DIR keeps its standard error");
    return is_fine;
}

bool match_run_open(MatchRun *match_run, const char *path, bool is_taken_up)
{
    assert(match_run->plan && match_run->tally);
    char why[WHY_MAX];
    Text message = TEXT_IN(why);
    MatchFileError error = MATCH_FILE_OK;
    const bool is_new = !path || !is_taken_up;
    tally_init(match_run->tally, match_run->plan);
    match_run->journal = match_file_closed(&memory_heap);
    match_run->path = path;
    if (is_new && !can_start(match_run))
        return false;
    if (path && is_taken_up) {
        match_run->is_read_back = true;
        error = match_file_resume(&match_run->journal, path, match_run->plan,
                                  (PairSink){take_pair, match_run}, &match_run->next, &message);
        match_run->is_read_back = false;
    } else if (path) {
        error = match_file_create(&match_run->journal, path, match_run->plan);
    }
    match_run->tally->secretless = match_run->journal.secretless;
    if (error)
        complain("%s: %s%s%s", path, match_file_error_text(error), why[0] ? ": " : "", why);
    return !error && (is_new || match_run_is_over(match_run) || can_start(match_run));
}

bool match_run_is_over(const MatchRun *match_run)
{
    return match_run->error || match_run->tally->pairs >= plan_job_count(match_run->plan) ||
           tally_is_decided(match_run->tally);
}

// Prints an error of the match file; true if there is none.
static bool is_kept(const MatchRun *match_run, MatchFileError error)
{
    if (error)
        complain("%s: %s", match_run->path, match_file_error_text(error));
    return !error;
}

// Draws the secret of a run with external programs. Until end_run it is only in memory.
static bool begin_run(MatchRun *match_run)
{
    if (!plan_has_external_programs(match_run->plan))
        return true;
    if (match_run->given_secret) {
        match_run->secret = *match_run->given_secret;
    } else if (!secret_draw(&match_run->secret)) {
        complain("the system gives no random numbers for the secret of the match");
        return false;
    }
    return !match_run->path ||
           is_kept(match_run,
                   match_file_begin_run(&match_run->journal, match_run->next, &match_run->secret));
}

// All games are over and every external program has ended: the secret is written.
static bool end_run(MatchRun *match_run)
{
    if (!plan_has_external_programs(match_run->plan))
        return true;
    match_run->tally->secret = &match_run->secret;
    return !match_run->path ||
           is_kept(match_run, match_file_end_run(&match_run->journal, &match_run->secret));
}

bool match_run_go(MatchRun *match_run)
{
    assert(match_run->show && match_run->threads > 0);
    char why[WHY_MAX];
    Text message = TEXT_IN(why);
    Plan plan = plan_of_run(match_run);
    if (!begin_run(match_run))
        return false;
    plan.secret = plan_has_external_programs(&plan) ? &match_run->secret : NULL;
    const WorkersPlan workers = {.plan = &plan,
                                 .clocks = &system_clocks,
                                 .from = match_run->next,
                                 .threads = match_run->threads,
                                 .is_stopped = match_run->is_interrupted,
                                 .watch = {look, match_run}};
    match_run->live = live_begin();
    match_run->began = match_run->game_began = wall_seconds();
    match_run->state = (WorkersState){.game = 2 * plan_number(&plan, match_run->next) + 1};
    if (match_run->live.is_terminal)
        match_run_show(match_run);
    const WorkersError error =
        workers_run(&workers, &memory_heap, (PairSink){take_pair, match_run}, &message);
    live_end(&match_run->live);
    if (error)
        complain("%s%s%s", workers_error_text(error), why[0] ? ": " : "", why);
    return end_run(match_run) && !error;
}

bool match_run_close(MatchRun *match_run)
{
    const bool is_closed = is_kept(match_run, match_file_close(&match_run->journal));
    if (match_run->error)
        complain("%s", match_run->error);
    const bool is_logged = !atomic_load(&match_run->dialogues.has_failed);
    if (!is_logged)
        complain("not all dialogues could be written to %s; is the disk full?",
                 match_run->log_folder);
    return is_closed && is_logged && !match_run->error;
}
