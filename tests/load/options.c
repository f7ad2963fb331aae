// Reads options by getopt_long and checks their numbers.
#include "load/options.h"

#include "base/cli/output.h"
#include "base/text.h"

#include <assert.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

enum { OPTIONS_MAX = 16 };

static bool take_option(const LoadOption *option, const char *value)
{
    if (option->flag)
        *option->flag = true;
    else if (option->text)
        *option->text = value;
    else if (!slice_number(slice_of(value), option->max, option->number) ||
             *option->number < option->min) {
        complain("--%s takes a number from %" PRIu64 " to %" PRIu64 ", not '%s'", option->name,
                 option->min, option->max, value);
        return false;
    }
    return true;
}

bool load_options_read(const LoadOption *options, unsigned option_count, const char *usage,
                       int count, char **words, int *status)
{
    assert(option_count <= OPTIONS_MAX);
    struct option known[OPTIONS_MAX + 2] = {{"help", no_argument, NULL, 'h'}};
    for (unsigned i = 0; i < option_count; i++)
        known[i + 1] =
            (struct option){.name = options[i].name, .has_arg = options[i].flag == NULL, .val = 0};
    int found, index = 0;
    *status = EXIT_USAGE;
    while ((found = getopt_long(count, words, "h", known, &index)) != -1) {
        if (found == 'h') {
            fputs(usage, stdout);
            *status = EXIT_FINE;
            return false;
        }
        if (found == '?' || !take_option(&options[index - 1], optarg))
            return false;
    }
    if (optind < count)
        complain("'%s' is one word too many; see --help", words[optind]);
    return optind == count;
}
