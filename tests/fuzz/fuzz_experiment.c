// Fuzzes the reading of experiment files, of lists of papers, and of the JSON that runs leave behind.
//
// A refusal names a line, inside the memory it was given, and changes nothing; what is refused with
// little room for words is refused with much. What is read has at least one cell and at most as
// many as there may be; every cell has its players, a file name of its own kind, and a page that
// can be written before anything was played.
#include "fuzz.h"
#include "lab/report/index.h"

#include <stdlib.h>

static void check_cell(const Experiment *experiment, uint32_t number)
{
    char memory[600];
    Text name = TEXT_IN(memory);
    ExperimentCell cell;
    experiment_cell(experiment, number, &cell);
    for (unsigned i = 0; i < 2; i++) {
        LAW(cell.players[i][0], "a cell without a player");
        LAW(!strpbrk(cell.players[i], "{}"), cell.players[i]);
    }
    LAW(cell.plan.rounds * 2 ==
            (cell.fixture->is_rung ? experiment->rung_games : experiment->cell_games),
        cell.game);
    experiment_cell_file_name(&cell, &name);
    LAW(!name.cut && !strpbrk(memory, "/ "), memory);
}

static void check_writer(const Page *page, void (*write)(const Page *page, Text *text))
{
    Text text = text_growing(&memory_heap);
    write(page, &text);
    LAW(!text.cut && text.length == strlen(text.start), "a page with a hole");
    text_done(&text);
}

static void check_page(const Experiment *experiment, uint32_t cells)
{
    CellResult *results = calloc(cells, sizeof *results);
    if (!results)
        abort();
    results[cells - 1].is_there = true;
    const Page page = {.name = "fuzz", .experiment = experiment, .results = results};
    check_writer(&page, page_write);
    check_writer(&page, index_write_row);
    for (unsigned i = 0; i < PAGE_PICTURE_COUNT; i++)
        if (page_pictures[i].is_there(&page))
            check_writer(&page, page_pictures[i].write);
    free(results);
}

static bool read_with_room(Slice text, size_t room, Experiment *experiment)
{
    char *memory = malloc(room);
    if (!memory)
        abort();
    Text message = text_in(memory, room);
    const bool is_read = experiment_read(text, experiment, &message);
    LAW(is_read == (message.length == 0), memory);
    LAW(is_read || strncmp(memory, "line ", room > 5 ? 5 : room - 1) == 0, memory);
    free(memory);
    return is_read;
}

static void check_papers(Slice text)
{
    char memory[200];
    Text message = TEXT_IN(memory);
    static Papers papers;
    papers = (Papers){.item_count = 0};
    const bool is_read = papers_read(text, &papers, &message);
    LAW(is_read || (papers.item_count == 0 && strncmp(memory, "line ", 5) == 0), memory);
    for (uint32_t i = 0; i < papers.source_count; i++)
        LAW(papers.sources[i].item < papers.item_count, "an answer to nothing");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size + 1);
    if (!bytes)
        abort();
    if (size)
        memcpy(bytes, data, size);
    const Slice text = {bytes, size};
    Experiment experiment = {.cell_games = 77}, tight = {.cell_games = 77};
    const bool is_read = read_with_room(text, 600, &experiment);
    LAW(read_with_room(text, 2, &tight) == is_read, "the room for words decides");
    if (is_read) {
        const uint32_t cells = experiment_cell_count(&experiment);
        LAW(cells >= 1 && cells <= EXPERIMENT_CELLS_MAX, "cells without measure");
        for (uint32_t i = 0; i < cells; i++)
            check_cell(&experiment, i);
        check_page(&experiment, cells);
    } else {
        LAW(experiment.cell_games == 77 && tight.cell_games == 77, "touched by an error");
    }
    check_papers(text);
    CellResult result = {.attempts = 77};
    LAW(result_from_json(text, &result) || result.attempts == 77, "touched by an error");
    Run run = {.cores = 77};
    LAW(run_from_json(text, &run) || run.cores == 77, "touched by an error");
    free(bytes);
    return 0;
}
