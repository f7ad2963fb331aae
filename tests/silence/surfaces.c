// Which surface is compared in which pair.
#include "surfaces.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

char surface_bot[SURFACE_BOT_MAX];

void surfaces_find_bot(const char *program)
{
    const char *slash = strrchr(program, '/');
    Text path = TEXT_IN(surface_bot);
    text_format(&path, "'%.*s/silence_bot'", slash ? (int)(slash - program) : 1,
                slash ? program : ".");
}

// Every pair is looked at on some surfaces, by chance; the dearer one is, the rarer.
static const struct {
    const char *name;
    ShowSurface *show;
    unsigned every;
    bool in_chess, in_go;
} surfaces[] = {
    {"records", show_record, 9, true, true},
    {"records cut from the umpire's", show_cut_record, 9, true, true},
    {"records cut from the umpire's file", show_read_record, 13, true, true},
    {"a desk against a player", show_desk, 9, true, true},
    {"a desk of two people", show_shared_desk, 15, true, true},
    {"the pace of a player", show_pace, 9, true, true},
    {"a bout", show_bout, 6, true, true},
    {"a bot in a bout", show_guest, 199, true, true},
    {"a node with live games", show_hall, 1, true, true},
    {"the library", show_library, 7, true, false},
    {"a seat of the library", show_seat, 9, true, true},
    {"states and batches", show_numbers, 9, true, true},
    {"a belief of the library", show_belief, 61, true, true},
    {"seeds", show_seeds, 97, true, true},
    {"a controller of GTP", show_gtp, 9, false, true},
    {"the analysis of a seat", show_analysis, 29, true, true},
    {"studies of a seat", show_studies, 29, true, true},
    {"a turn explained by fog", show_explained_by_fog, 499, true, false},
    {"the page's review", show_page_review, 13, true, true},
};

void surfaces_compare(const Pair *pair)
{
    static Text texts[2];
    for (unsigned i = 0; i < COUNT_OF(surfaces); i++) {
        uint64_t state = pair->number * COUNT_OF(surfaces) + i;
        const bool has_turn = splitmix64(&state) % surfaces[i].every == 0;
        if (!has_turn || !(pair->is_go ? surfaces[i].in_go : surfaces[i].in_chess))
            continue;
        for (unsigned run = 0; run < 2; run++) {
            if (!texts[run].memory)
                texts[run] = text_growing(&memory_heap);
            texts[run].length = 0;
            texts[run].start[0] = '\0';
            surfaces[i].show(pair, &pair->runs[run], &texts[run]);
        }
        if (texts[0].cut || texts[0].length != texts[1].length ||
            memcmp(texts[0].start, texts[1].start, texts[0].length) != 0)
            pair_fail(pair, surfaces[i].name, texts[0].start, texts[1].start);
    }
}

GameRecord surface_record(const Pair *pair, uint8_t view)
{
    GameRecord record = game_record_of(pair->kind->game, pair_rules(pair), pair->clock);
    record.view = view;
    strcpy(record.tags.white, "one");
    strcpy(record.tags.black, "other");
    return record;
}

nebel_game *surface_open_game(const Pair *pair)
{
    char string[512], why[NEBEL_TEXT_BYTES];
    Text text = TEXT_IN(string);
    pair->kind->game->write(pair_rules(pair), &text);
    nebel_game *game = nebel_game_open(string, why, sizeof why);
    if (!game)
        abort();
    return game;
}

Choice surface_choice(const Pair *pair, const Run *run, const Doing *doing)
{
    const bool is_first = run == &pair->runs[0];
    return (Choice){.kind = doing->event.kind,
                    .attempt = doing->event.attempt,
                    .nodes = is_first ? 17 : 90000,
                    .value = is_first ? 0.25 : 0.875,
                    .boards = is_first ? 3 : 400,
                    .guessed = is_first ? 1 : 50};
}

void surface_add_cells(const Cells *cells, Text *text)
{
    uint64_t styles = HASH_START;
    for (uint32_t i = 0; i < cells->width * cells->height; i++)
        styles = (styles ^ cells->cells[i].style) * UINT64_C(0x100000001b3);
    cells_to_text(cells, text);
    text_format(text, "styles %016llx\n", (unsigned long long)styles);
}

void surface_add_bytes(const void *bytes, size_t count, Text *text)
{
    enum { AT_ONCE = 64 };
    const unsigned char *byte = bytes;
    while (count) {
        char letters[2 * AT_ONCE];
        const size_t now = count < AT_ONCE ? count : AT_ONCE;
        for (size_t i = 0; i < now; i++) {
            letters[2 * i] = (char)('a' + byte[i] / 16);
            letters[2 * i + 1] = (char)('a' + byte[i] % 16);
        }
        text_add_slice(text, (Slice){letters, 2 * now});
        byte += now;
        count -= now;
    }
    text_add_char(text, '\n');
}

bool surface_watches(const Run *run, const Doing *doing)
{
    enum { FIRST = 40, LAST = 8, BETWEEN = 16 };
    return doing->is_matched && (doing->number < FIRST || doing->number + LAST >= run->matched ||
                                 doing->number % BETWEEN == 0);
}
