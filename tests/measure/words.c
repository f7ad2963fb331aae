// Options with their values, and numbers among these.
#include "measure/words.h"

#include "base/cli/output.h"

#include <assert.h>
#include <string.h>

bool lab_read_words(const char *program, const LabOption *options, unsigned option_count, int count,
                    char **words, LabWords *given)
{
    assert(option_count <= LAB_OPTIONS_MAX);
    for (unsigned i = 0; i < option_count; i++)
        given->texts[i] = options[i].default_;
    for (int i = 1; i < count; i += 2) {
        unsigned option = 0;
        while (option < option_count && strcmp(words[i], options[option].name) != 0)
            option++;
        if (option == option_count || i + 1 == count) {
            complain("%s '%s'; try %s --help",
                     option == option_count ? "there is no option" : "a value is missing after",
                     words[i], program);
            return false;
        }
        given->texts[option] = words[i + 1];
    }
    for (unsigned i = 0; i < option_count; i++)
        if (options[i].max &&
            !slice_number(slice_of(given->texts[i]), options[i].max, &given->numbers[i])) {
            complain("%s takes a whole number, not '%s'", options[i].name, given->texts[i]);
            return false;
        }
    return true;
}
