// What the verbs of `nebel lab` share: options, experiment files, and the folder of results.
//
// A run writes these files to RESULTS/EXPERIMENT/: CELL.match, the match, from which a stopped run goes on; CELL.json,
// its counts; CELL.curves.json, its curves, if they are wanted; runs.jsonl, the circumstances of every run. A report
// reads all but the first.
#ifndef NEBEL_CMD_LAB_H
#define NEBEL_CMD_LAB_H

#include "base/cli/files.h"
#include "cmd/command.h"
#include "lab/report/page.h"
#include "lab/run/experiment_files.h"
#include "lab/run/experiment_run.h"

enum {
    LAB_SCALE,
    LAB_CONCURRENCY,
    LAB_RESULTS,
    LAB_REPLACE,
    LAB_SHARE,
    LAB_ALLOW,
    LAB_OUTPUT,
    LAB_DATABASE,
    LAB_UNIT,
    LAB_LEASE,
    LAB_MACHINE,
    LAB_WAIT
}; // options, by index
// The verbs. Each returns what to exit with. nebel has these.
int lab_run(const Given *given);
int lab_gather(const Given *given);
int lab_verify(const Given *given);
int lab_plan(const Given *given);
int lab_report(const Given *given);
// Those of the farm, which nebel-server has.
int lab_submit(const Given *given);
int lab_work(const Given *given);
int lab_keep(const Given *given);
int lab_watch(const Given *given);
int lab_cancel(const Given *given);
int lab_audit(const Given *given);

// Columns of tables of experiments, and the time that so many games take; "-" for none.
enum { LAB_NAME_WIDTH = 40, LAB_TIME_WIDTH = 14, LAB_TIME_ROOM = 32 };
void lab_time(uint64_t games, double seconds, Text *text);

// This program, as results name it.
Program lab_program(void);

// The values of --scale and --concurrency. False, with a complaint, for anything else; without --scale `*scale` is
// untouched.
MUST_USE bool lab_read_scale(const Given *given, double *scale);
MUST_USE bool lab_read_concurrency(const Given *given, unsigned *concurrency);

// Whether the experiment starts programs by cmd:. Their seeds are secrets of one run, so only one run can play it.
bool lab_has_guests(const Experiment *experiment);

// The folders of experiments and results: as given, or the default.
const char *experiments_folder(const Given *given);
const char *results_folder(const Given *given);

// An experiment with its file.
typedef struct ExperimentFile {
    char name[NAME_ROOM]; // of the file, without its folder and .txt
    char path[PATH_ROOM];
    Text text;
    Experiment experiment; // points into the text
} ExperimentFile;

// Reads an experiment file; complains if that fails. Call experiment_file_done in both cases.
MUST_USE bool experiment_file_load(ExperimentFile *file, const char *path);
void experiment_file_done(ExperimentFile *file);

// The same for the experiment that the command line names: by its path, or by the name that `nebel lab list` prints.
MUST_USE bool lab_load(ExperimentFile *file, const Given *given);
MUST_USE bool lab_load_named(ExperimentFile *file, const char *name_or_path);

// Whether all players exist and play their games; if not, complains with the line.
MUST_USE bool lab_check_cells(const ExperimentFile *file);

// The same for the players of a plan, whose message says why. Warns if guests have no whole box.
MUST_USE bool check_players(const Plan *plan, Text *message);

// Prints the verdict, as a page would have it. False, with a complaint, if a result is damaged.
MUST_USE bool lab_print_verdict(const ExperimentFile *file, const char *folder);

// The page of an experiment, which points to both.
Page lab_page(const ExperimentFile *file, const ExperimentResults *results);

// Visits every experiment of a folder in the order of names, until a visit fails. Returns what to exit with.
typedef bool ExperimentVisitor(void *context, ExperimentFile *file);
int each_experiment_file(const char *folder, ExperimentVisitor *visit, void *context);

#endif
