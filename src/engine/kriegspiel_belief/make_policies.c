// Writes files of policies as C source, while building: so they get into the program. The terms of a file are in the order of
// policy.h, as nebel policy fit writes them; a file that has not all of them does not compile.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Returns the number of terms; 0 if the file cannot be read.
static unsigned write_file(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    FILE *file = fopen(path, "r");
    char word[128];
    unsigned count = 0;
    if (!file || !fgets(word, sizeof word, file))
        return 0;
    printf("    {\"%.*s\", {{", (int)strcspn(name, "."), name);
    while (fscanf(file, "%127s", word) == 1) {
        char *end;
        const float value = strtof(word, &end);
        if (end == word || *end)
            continue;
        printf("%af,", (double)value);
        count++;
    }
    puts("}}},");
    return fclose(file) ? 0 : count;
}

int main(int count, char **words)
{
    unsigned terms[32] = {0};
    puts("#include \"engine/kriegspiel_belief/policy.h\"\n\nconst FittedPolicy fitted_policies[] = "
         "{");
    for (int i = 1; i < count && i < 32; i++)
        if (!(terms[i] = write_file(words[i])))
            return 1;
    puts("    {0}};");
    for (int i = 1; i < count && i < 32; i++)
        printf("_Static_assert(POLICY_TERMS == %u, \"a policy has every term\");\n", terms[i]);
    return 0;
}
