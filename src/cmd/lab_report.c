// nebel lab report: a page with its plots for every experiment with results, and an index of all.
#include "base/cli/gnuplot.h"
#include "cmd/lab.h"
#include "games/registry/games.h"
#include "lab/report/index.h"

#include <inttypes.h>
#include <stdio.h>

// The pages being written.
typedef struct Reporting {
    const char *results, *pages; // folders
    char plots[PATH_ROOM];       // a folder inside that of the pages
    Index index;
    bool is_without_gnuplot;
} Reporting;

// The list of the tables and figures of the papers, beside the experiments.
typedef struct PaperList {
    char path[PATH_ROOM];
    Text text; // the items point into it
    Papers papers;
    PaperTable table;
} PaperList;

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
    char folder[PATH_ROOM];
    ExperimentResults results = {0};
    bool is_fine = join_path(folder, reporting->results, file->name, "") &&
                   experiment_results_load(&results, folder, &file->experiment);
    if (is_fine) {
        const Page page = lab_page(file, &results);
        index_add(&reporting->index, &page);
        is_fine = !page_has_results(&page) || save_page(reporting, &page);
    }
    experiment_results_done(&results);
    return is_fine;
}

// A folder without a list is no error.
static bool load_papers(PaperList *list, const char *folder)
{
    char why[128];
    Text message = TEXT_IN(why);
    list->text = text_growing(&memory_heap);
    if (!join_path(list->path, folder, "papers", ".list"))
        return false;
    if (load_text(list->path, &list->text) &&
        !papers_read((Slice){list->text.start, list->text.length}, &list->papers, &message)) {
        complain("%s: %s", list->path, why);
        return false;
    }
    paper_table_init(&list->table, &list->papers);
    return true;
}

static bool has_all_experiments(const PaperList *list)
{
    const PaperSource *missing = paper_table_missing(&list->table);
    if (missing)
        complain("%s: line %" PRIu32 ": there is no experiment '%.*s'; nebel lab list lists them",
                 list->path, missing->line, (int)missing->experiment.length,
                 missing->experiment.start);
    return !missing;
}

static bool save_index(const Index *index, void (*write)(const Index *index, Text *text),
                       const char *path)
{
    Text text = text_growing(&memory_heap);
    write(index, &text);
    const bool is_saved = save_text(path, &text);
    text_done(&text);
    return is_saved;
}

// Every page, then the index and the strengths of players.
static int report_all(const Given *given, Reporting *reporting)
{
    char path[PATH_ROOM], strengths[PATH_ROOM];
    if (!join_path(path, reporting->pages, "README", ".md") ||
        !join_path(strengths, reporting->pages, "strengths", ".txt"))
        return EXIT_FAILED;
    PaperList list = {.path = ""};
    int status = load_papers(&list, experiments_folder(given)) ? EXIT_FINE : EXIT_USAGE;
    index_init(&reporting->index, game_list);
    if (list.papers.item_count)
        reporting->index.papers = &list.table;
    if (!status)
        status = each_experiment_file(experiments_folder(given), report_file, reporting);
    if (!status && !has_all_experiments(&list))
        status = EXIT_USAGE;
    if (!status && (!save_index(&reporting->index, index_write, path) ||
                    !save_index(&reporting->index, index_write_strengths, strengths)))
        status = EXIT_FAILED;
    index_done(&reporting->index);
    text_done(&list.text);
    return status;
}

int lab_report(const Given *given)
{
    const char *pages = given->options[LAB_OUTPUT];
    Reporting reporting = {.results = results_folder(given),
                           .pages = pages ? pages : "docs/results"};
    if (!make_folder(reporting.pages) ||
        !join_path(reporting.plots, reporting.pages, PAGE_PLOTS, ""))
        return EXIT_FAILED;
    int status = report_all(given, &reporting);
    if (!status && reporting.is_without_gnuplot) {
        complain("the pages are written, their pictures are not: " GNUPLOT_MISSING);
        status = EXIT_FAILED;
    }
    return status;
}
