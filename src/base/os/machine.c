// Reading what the system says of the machine.
#include "base/os/machine.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINE_ROOM = 256 };

void machine_cpu(Text *cpu)
{
    static const char key[] = "model name";
    char line[LINE_ROOM];
    bool is_found = false;
    FILE *file = fopen("/proc/cpuinfo", "re");
    while (file && !is_found && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        is_found = colon && strncmp(line, key, sizeof key - 1) == 0;
        if (is_found)
            text_add_slice(cpu, slice_trim(slice_of(colon + 1)));
    }
    if (file)
        fclose(file);
    if (!is_found)
        text_add(cpu, "unknown");
}

unsigned machine_cores(void)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}

void machine_name(Text *name)
{
    char memory[LINE_ROOM];
    const bool is_known = gethostname(memory, sizeof memory) == 0;
    memory[sizeof memory - 1] = '\0';
    text_add(name, is_known && memory[0] ? memory : "unknown");
}
