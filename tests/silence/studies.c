// What a person may ask about one seat when the game is over: the analysis turn by turn, the tries as players value them, what the seat
// could believe or not rule out, and the review of the web page. The whole record is handed over each time, so each must look at what the
// seat heard and at nothing else.
#define _POSIX_C_SOURCE 200809L
#include "surfaces.h"

#include "formats/records/format.h"
#include "lab/study/analyse.h"
#include "lab/study/explain.h"
#include "lab/study/study_games.h"
#include "ui/web/page.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NODES = 30, REASON_BYTES = 256 };

// Of few boards much is held certain that is not so, of more there are all that can be.
static const uint32_t boards_max[] = {LIMIT_MIN, 60, 600};

// --- What is printed -----------------------------------------------------------------------------------

static void read_all(FILE *file, Text *text)
{
    char bytes[4096];
    rewind(file);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;)
        text_add_slice(text, (Slice){bytes, count});
}

// Runs a report and writes what it prints, complaints too, and its status.
static void add_printed(int (*report)(const RecordStudy *study), const RecordStudy *study,
                        Text *text)
{
    FILE *file = tmpfile();
    int kept[2] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    fflush(stdout);
    if (!file || kept[0] < 0 || kept[1] < 0 || dup2(fileno(file), STDOUT_FILENO) < 0 ||
        dup2(fileno(file), STDERR_FILENO) < 0)
        abort();
    const int status = report(study);
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        dup2(kept[i], STDOUT_FILENO + i);
        close(kept[i]);
    }
    read_all(file, text);
    fclose(file);
    text_format(text, "status %d\n", status);
}

static const Model *default_model(void)
{
    static Model model;
    static bool is_read;
    if (!is_read && model_read(model_default(), &model) != MODEL_OK)
        abort();
    is_read = true;
    return &model;
}

static int explain_by_model(const RecordStudy *study)
{
    return explain_turn(study, &(ExplainPlan){.model = default_model()});
}

static int explain_by_fog(const RecordStudy *study)
{
    return explain_turn_by_fog(study, &(ExplainPlan){.model = default_model()});
}

static int print_analysis(const RecordStudy *study)
{
    return analyse_record(study, &(AnalysisPlan){.player = "random", .budget.nodes = NODES});
}

static int print_metaposition(const RecordStudy *study)
{
    return study_report(study->record.game)->metaposition(study, 0);
}

static int print_belief(const RecordStudy *study)
{
    return study_report(study->record.game)->belief(study, 0, true);
}

// --- Beliefs -------------------------------------------------------------------------------------------

// Takes out the figures that compare a belief with the truth, which is what this report is for.
static void drop_comparisons(json_t *json)
{
    static const char *const names[] = {"quality", "mean", "truth_weight", "brier"};
    size_t index;
    const char *key;
    json_t *part;
    for (unsigned i = 0; i < COUNT_OF(names); i++)
        json_object_del(json, names[i]);
    json_object_foreach(json, key, part) drop_comparisons(part);
    json_array_foreach(json, index, part) drop_comparisons(part);
}

static void add_belief(const RecordStudy *study, Text *text)
{
    Text printed = text_growing(&memory_heap);
    add_printed(print_belief, study, &printed);
    json_t *json =
        json_loads(printed.start, JSON_DISABLE_EOF_CHECK, NULL); // the status comes after it
    drop_comparisons(json);
    char *words = json ? json_dumps(json, JSON_SORT_KEYS) : NULL;
    text_format(text, "%s\n", words ? words : printed.start);
    free(words);
    json_decref(json);
    text_done(&printed);
}

// --- Studies -------------------------------------------------------------------------------------------

static bool add_turn(void *context, const AnalysedTurn *turn)
{
    Text *text = context;
    text_format(text, "%u: %s", turn->number, turn->words);
    if (turn->enemy)
        surface_add_bytes(turn->enemy, SIGN_SPOTS * sizeof turn->enemy[0], text);
    return true;
}

// Makes a study of the ear's seat from the umpire's record.
static void open_study(const Pair *pair, const Run *run, RecordStudy *study)
{
    const PoolPlan pool = {.limit = boards_max[pair->number % COUNT_OF(boards_max)],
                           .seed = pair->number};
    study->record = surface_umpires_record(pair, run);
    if (record_study_plan(study, view_name(pair->ear), &pool) != EXIT_FINE)
        abort();
}

// The analysis as a review shows it, with the player that is asked there.
void show_analysis(const Pair *pair, const Run *run, Text *text)
{
    RecordStudy study;
    open_study(pair, run, &study);
    const StudyReport *report = study_report(study.record.game);
    const AnalysisPlan plan = {.player = report->adviser, .budget.nodes = NODES};
    text_format(text, "status %d\n", analyse_turns(&study, &plan, &(AnalysisSink){add_turn, text}));
    record_study_done(&study);
}

void show_studies(const Pair *pair, const Run *run, Text *text)
{
    RecordStudy study;
    open_study(pair, run, &study);
    add_printed(print_analysis, &study, text);
    add_belief(&study, text);
    if (!pair->is_go) {
        add_printed(print_metaposition, &study, text);
        add_printed(explain_by_model, &study, text);
    }
    record_study_done(&study);
}

// Apart, for fog thinks long.
void show_explained_by_fog(const Pair *pair, const Run *run, Text *text)
{
    RecordStudy study;
    open_study(pair, run, &study);
    add_printed(explain_by_fog, &study, text);
    record_study_done(&study);
}

// --- The page ------------------------------------------------------------------------------------------

// What the page's review takes from a record for one seat: its hearings and own tries, from which it works out what could be known.
void show_page_review(const Pair *pair, const Run *run, Text *text)
{
    char why[REASON_BYTES];
    Text source = text_growing(&memory_heap);
    GameRecord record = surface_umpires_record(pair, run);
    if (!record_format_of(record.game)->write(&record, &source))
        abort();
    page_review *review = page_review_open(source.start, why, sizeof why);
    if (!review)
        pair_fail(pair, "a record that the page cannot read", why, "");
    text_format(text, "%s %s\n", page_review_game(review), page_review_result(review));
    for (int i = 0; i < 2; i++) {
        const uint8_t seat = i ? pair->ear : !pair->ear; // the other's first, which nobody compares
        Text *taken = i ? text : surface_waste();
        for (uint32_t heard = 0; heard < page_review_heard_in_all(review, seat); heard++) {
            text_format(taken, "%s: ", page_review_own_try(review, seat, heard));
            text_format(taken, "%s\n", page_review_hearing(review, seat, heard));
        }
    }
    page_review_close(review);
    game_record_done(&record, &memory_heap);
    text_done(&source);
}
