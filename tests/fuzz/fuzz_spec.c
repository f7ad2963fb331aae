// Fuzzes the reading of game and player strings: the input, as a C string, goes through spec_parse,
// setup_from_spec, game_find with the game's own read, and the options of every player.
//
// The parts of a specification put together again are the text they came from. What a game or a
// set-up reads, it writes in a form that reads and writes the same; so do a player's options. A
// refusal says why, inside the memory it was given, and changes nothing. Guests are left out: their
// command would be run.
#include "engine/players/roster.h"
#include "fuzz.h"
#include "games/chess/setup.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/registry/games.h"

enum { WRITTEN_MAX = 512, OUTPUT_MAX = 256 };

static void add_slice(Text *text, Slice slice)
{
    for (size_t i = 0; i < slice.length; i++)
        text_add_char(text, slice.start[i]);
}

static void check_parts(const char *string, const Spec *spec)
{
    const size_t room = strlen(string) + 1;
    char *memory = malloc(room);
    if (!memory)
        abort();
    Text text = text_in(memory, room);
    add_slice(&text, spec->name);
    const bool has_parens = string[spec->name.length] == '(';
    if (has_parens)
        text_add_char(&text, '(');
    for (uint32_t i = 0; i < spec->option_count; i++) {
        if (i > 0)
            text_add_char(&text, ',');
        add_slice(&text, spec->options[i].key);
        text_add_char(&text, '=');
        add_slice(&text, spec->options[i].value);
    }
    if (has_parens)
        text_add_char(&text, ')');
    LAW(!text.cut && strcmp(memory, string) == 0, string);
    free(memory);
}

static void write_setup(const Setup *setup, Text *text)
{
    text_add(text, "chess(");
    setup_to_text(setup, text);
    text_add_char(text, ')');
}

static void check_setup(const Spec *spec)
{
    Setup setup = {.is_standard = true}, again = {.is_standard = true};
    FenError fen_error = FEN_OK;
    const SetupError error = setup_from_spec(spec, &setup, &fen_error);
    if (error) {
        LAW(!setup.board, "a set-up touched by an error");
        LAW((error == SETUP_ERR_FEN) == (fen_error != FEN_OK), fen_error_text(fen_error));
        return;
    }
    char memory[OUTPUT_MAX], memory_again[OUTPUT_MAX];
    Text text = TEXT_IN(memory), text_again = TEXT_IN(memory_again);
    write_setup(&setup, &text);
    LAW(!text.cut, memory);
    Spec written;
    LAW(spec_parse(memory, &written) == SPEC_OK, memory);
    LAW(setup_from_spec(&written, &again, &fen_error) == SETUP_OK, memory);
    LAW(memcmp(&setup.start, &again.start, sizeof again.start) == 0, memory);
    write_setup(&again, &text_again);
    LAW(strcmp(memory, memory_again) == 0, memory);
}

static void check_message(const Text *message)
{
    LAW(message->length > 0, "a refusal without a word");
    LAW(message->length < message->capacity, message->start);
    LAW(strlen(message->start) == message->length, message->start);
}

// Reads `string` with `room` bytes for the message, on the heap so that an overrun shows.
static const Game *read_game(const char *string, AnyRules *rules, size_t room)
{
    char *memory = malloc(room);
    if (!memory)
        abort();
    Text message = text_in(memory, room);
    Spec spec;
    const Game *game = game_find(string, &spec, &message);
    if (game && !game->read(&spec, (Rules *)rules, &message))
        game = NULL;
    if (game)
        LAW(message.length == 0, memory);
    else
        check_message(&message);
    free(memory);
    return game;
}

static void check_game(const char *string)
{
    enum { TIGHT = 2, USUAL = 256 };
    static const AnyRules untouched;
    AnyRules rules = {0}, again = {0};
    const Game *game = read_game(string, &rules, USUAL);
    LAW(read_game(string, &again, TIGHT) == game, string);
    if (!game) {
        LAW(memcmp(&rules, &untouched, sizeof rules) == 0 &&
                memcmp(&again, &untouched, sizeof again) == 0,
            string);
        return;
    }
    char memory[WRITTEN_MAX], memory_again[WRITTEN_MAX];
    Text text = TEXT_IN(memory), text_again = TEXT_IN(memory_again);
    game->write((const Rules *)&rules, &text);
    LAW(!text.cut, memory);
    LAW(read_game(memory, &again, USUAL) == game, memory);
    game->write((const Rules *)&again, &text_again);
    LAW(strcmp(memory, memory_again) == 0, memory);
}

static void check_options(const PlayerKind *kind, const Spec *spec)
{
    char why[OUTPUT_MAX], memory[WRITTEN_MAX], memory_again[WRITTEN_MAX];
    Text message = TEXT_IN(why), text = TEXT_IN(memory), text_again = TEXT_IN(memory_again);
    OptionValues values = {.values = {77}}, again = {0};
    Spec written;
    if (!options_read(kind->options, spec, &values, &message)) {
        check_message(&message);
        LAW(values.values[0] == 77, why);
        return;
    }
    LAW(message.length == 0, why);
    options_write(kind->name, kind->options, &values, &text);
    LAW(!text.cut && spec_parse(memory, &written) == SPEC_OK, memory);
    LAW(options_read(kind->options, &written, &again, &message), memory);
    for (unsigned i = 0; i < options_count(kind->options); i++)
        LAW(values.values[i] == again.values[i], memory);
    options_write(kind->name, kind->options, &again, &text_again);
    LAW(strcmp(memory, memory_again) == 0, memory);
}

static void check_players(const Spec *spec)
{
    for (unsigned i = 0; roster_kinds[i]; i++)
        check_options(roster_kinds[i], spec);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size && memchr(data, '\0', size))
        return 0;
    char *string = malloc(size + 1);
    if (!string)
        abort();
    if (size)
        memcpy(string, data, size);
    string[size] = '\0';

    Spec spec = {.option_count = 77};
    const SpecError error = spec_parse(string, &spec);
    if (error) {
        LAW(spec.option_count == 77 && spec_error_text(error)[0], string);
    } else {
        check_parts(string, &spec);
        check_setup(&spec);
        check_players(&spec);
    }
    check_game(string);
    free(string);
    return 0;
}
