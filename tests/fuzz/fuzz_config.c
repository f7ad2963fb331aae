// Fuzzes the reading of the config file: the input goes through config_read.
//
// What is read, written as a file again, reads the same. A refusal names a line that is there and
// says why, inside the memory it was given, and changes nothing. Memory for the message decides
// nothing.
#include "base/cli/config.h"
#include "fuzz.h"

enum { TIGHT = 2, USUAL = 2048 };

static bool read_config(Slice bytes, Config *config, size_t room, unsigned *line)
{
    char *memory = malloc(room);
    if (!memory)
        abort();
    Text message = text_in(memory, room);
    const bool is_read = config_read(bytes, config, &message);
    LAW(is_read == (message.length == 0), memory);
    LAW(strlen(memory) == message.length && message.length < room, memory);
    if (!is_read && room == USUAL)
        LAW(sscanf(memory, "line %u: %*c", line) == 1, memory);
    free(memory);
    return is_read;
}

static void write_config(const Config *config, Text *text)
{
    static const char *const keys[] = {[CONFIG_STOCKFISH] = "engine.stockfish",
                                       [CONFIG_GNUCHESS] = "engine.gnuchess",
                                       [CONFIG_GNUGO] = "engine.gnugo"};
    for (unsigned i = 0; i < CONFIG_ENGINE_COUNT; i++)
        if (config->engines[i][0])
            text_format(text, "%s %s\n", keys[i], config->engines[i]);
    text_format(text, "colour %s\n", config_colour_name(config->colour));
}

static void check_again(const Config *config)
{
    char memory[2 * USUAL + 100];
    Text text = TEXT_IN(memory);
    Config again;
    unsigned line;
    write_config(config, &text);
    LAW(!text.cut, memory);
    LAW(read_config((Slice){text.start, text.length}, &again, USUAL, &line), memory);
    LAW(memcmp(config, &again, sizeof again) == 0, memory);
}

static unsigned count_lines(Slice bytes)
{
    unsigned lines = 1;
    for (size_t i = 0; i < bytes.length; i++)
        lines += bytes.start[i] == '\n';
    return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Slice bytes = exact_copy((Slice){(const char *)data, size});
    Config config, untouched, tight;
    memset(&config, 0x77, sizeof config);
    untouched = tight = config;
    unsigned line = 0;
    if (read_config(bytes, &config, USUAL, &line)) {
        check_again(&config);
    } else {
        LAW(memcmp(&config, &untouched, sizeof config) == 0, "a config touched by an error");
        LAW(line >= 1 && line <= count_lines(bytes), "a line that is not there");
    }
    read_config(bytes, &tight, TIGHT, &line);
    LAW(memcmp(&config, &tight, sizeof config) == 0, "another answer with less memory");
    free_copy(bytes);
    return 0;
}
