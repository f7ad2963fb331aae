// nebel lab report: a page with its plots for every experiment with results, and an index of all.
#include "cli/gnuplot.h"
#include "cmd/lab.h"
#include "games/games.h"
#include "report/index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MAX = 64 };

// The pages being written.
typedef struct Reporting {
    const char *results, *pages; // folders
    char plots[PATH_ROOM];       // a folder inside that of the pages
    Index index;
    bool is_without_gnuplot;
} Reporting;

// What a cell's files are read into: the results and, if they are wanted, the curves.
typedef struct CellFiles {
    CellResult *results;
    Curves *curves; // NULL if none are wanted
} CellFiles;

// A missing file is no error; a damaged one is.
static bool load_cell(const char *folder, const Experiment *experiment, uint32_t number,
                      const CellFiles *files)
{
    char name[NAME_ROOM], paths[2][PATH_ROOM];
    Text file_name = TEXT_IN(name);
    ExperimentCell cell;
    experiment_cell(experiment, number, &cell);
    experiment_cell_file_name(&cell, &file_name);
    if (!join_path(paths[0], folder, name, ".json") ||
        !join_path(paths[1], folder, name, ".curves.json"))
        return false;
    for (unsigned i = 0; i < (files->curves ? 2 : 1); i++) {
        Text text = text_growing(&memory_heap);
        const bool is_there = load_text(paths[i], &text);
        const Slice content = {text.start, text.length};
        const bool is_fine = !is_there || (i ? curves_from_json(content, &files->curves[number])
                                             : result_from_json(content, &files->results[number]));
        text_done(&text);
        if (is_fine)
            continue;
        complain("%s is damaged; remove it and run the experiment again", paths[i]);
        return false;
    }
    return true;
}

static bool load_cells(const char *folder, const Experiment *experiment, const CellFiles *files)
{
    const uint32_t count = experiment_cell_count(experiment);
    bool is_fine = true;
    for (uint32_t i = 0; i < count && is_fine; i++)
        is_fine = load_cell(folder, experiment, i, files);
    return is_fine;
}

// Reads the circumstances. Equal lines in a row are one run that was continued.
static bool load_runs(const char *folder, Run runs[RUNS_MAX], uint32_t *count)
{
    char path[PATH_ROOM];
    Text text = text_growing(&memory_heap);
    bool is_fine = join_path(path, folder, "runs", ".jsonl");
    if (is_fine && !load_text(path, &text))
        text_done(&text); // no run has been recorded yet
    Slice rest = {text.start, text.length}, before = {text.start, 0};
    while (rest.length && is_fine) {
        const Slice line = slice_take(&rest, "\n");
        if (line.length == before.length && memcmp(line.start, before.start, line.length) == 0)
            continue;
        before = line;
        is_fine = *count < RUNS_MAX && run_from_json(line, &runs[*count]);
        *count += is_fine;
    }
    if (!is_fine)
        complain("%s is damaged, or has more than %d runs; correct it or remove it", path,
                 RUNS_MAX);
    text_done(&text);
    return is_fine;
}

static bool save_file(const Page *page, void (*write)(const Page *page, Text *text),
                      const char *path)
{
    Text text = text_growing(&memory_heap);
    write(page, &text);
    const bool is_saved = save_text(path, &text);
    text_done(&text);
    return is_saved;
}

// A missing gnuplot is reported once, at the end.
static bool is_drawn(Reporting *reporting, const char *script, const char *picture)
{
    const GnuplotError error = gnuplot_draw(script, picture);
    reporting->is_without_gnuplot |= error == GNUPLOT_ERR_MISSING;
    return error != GNUPLOT_ERR_FAILED;
}

// Writes the script and, if there is gnuplot, the picture.
static bool save_picture(Reporting *reporting, const Page *page, const PagePicture *picture)
{
    char script[PATH_ROOM], drawn[PATH_ROOM], endings[2][32];
    snprintf(endings[0], sizeof endings[0], "%s.gp", picture->ending);
    snprintf(endings[1], sizeof endings[1], "%s.svg", picture->ending);
    return make_folder(reporting->plots) &&
           join_path(script, reporting->plots, page->name, endings[0]) &&
           join_path(drawn, reporting->plots, page->name, endings[1]) &&
           save_file(page, picture->write, script) && is_drawn(reporting, script, drawn);
}

static bool save_page(Reporting *reporting, const Page *page)
{
    char path[PATH_ROOM];
    if (!join_path(path, reporting->pages, page->name, ".md") || !save_file(page, page_write, path))
        return false;
    printf("%s\n", path);
    for (unsigned i = 0; i < PAGE_PICTURE_COUNT; i++)
        if (page_pictures[i].is_there(page) && !save_picture(reporting, page, &page_pictures[i]))
            return false;
    return true;
}

static bool report_file(void *context, ExperimentFile *file)
{
    Reporting *reporting = context;
    const Experiment *experiment = &file->experiment;
    const uint32_t count = experiment_cell_count(experiment);
    const bool has_curves = experiment->curves.is_wanted;
    char folder[PATH_ROOM];
    Run runs[RUNS_MAX];
    const CellFiles files = {calloc(count, sizeof *files.results),
                             has_curves ? calloc(count, sizeof *files.curves) : NULL};
    Page page = {.name = file->name,
                 .experiment = experiment,
                 .results = files.results,
                 .curves = files.curves,
                 .runs = runs};
    bool is_fine = files.results && (files.curves || !has_curves);
    if (!is_fine)
        complain("there is not enough memory for %s", file->name);
    is_fine = is_fine && join_path(folder, reporting->results, file->name, "") &&
              load_cells(folder, experiment, &files) && load_runs(folder, runs, &page.run_count);
    if (is_fine) {
        index_add(&reporting->index, &page);
        is_fine = !page_has_results(&page) || save_page(reporting, &page);
    }
    free(files.results);
    free(files.curves);
    return is_fine;
}

static bool save_index(const Index *index, const char *path)
{
    Text text = text_growing(&memory_heap);
    index_write(index, &text);
    const bool is_saved = save_text(path, &text);
    text_done(&text);
    return is_saved;
}

int lab_report(const Given *given)
{
    const char *pages = given->options[LAB_OUTPUT];
    char path[PATH_ROOM];
    Reporting reporting = {.results = results_folder(given),
                           .pages = pages ? pages : "docs/results"};
    if (!make_folder(reporting.pages) || !join_path(path, reporting.pages, "README", ".md") ||
        !join_path(reporting.plots, reporting.pages, PAGE_PLOTS, ""))
        return EXIT_FAILED;
    index_init(&reporting.index, game_list);
    int status = each_experiment_file(experiments_folder(given), report_file, &reporting);
    if (!status && !save_index(&reporting.index, path))
        status = EXIT_FAILED;
    index_done(&reporting.index);
    if (!status && reporting.is_without_gnuplot) {
        complain("the pages are written, their pictures are not: " GNUPLOT_MISSING);
        status = EXIT_FAILED;
    }
    return status;
}
