// Writes files of policies as C source, while building: so they get into the program. The terms of a file are in the order of
// policy.h, as nebel policy fit writes them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_file(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    FILE *file = fopen(path, "r");
    char word[128];
    if (!file || !fgets(word, sizeof word, file))
        return 1;
    printf("    {\"%.*s\", {{", (int)strcspn(name, "."), name);
    while (fscanf(file, "%127s", word) == 1) {
        char *end;
        const float value = strtof(word, &end);
        if (end != word && !*end)
            printf("%af,", (double)value);
    }
    puts("}}},");
    return fclose(file);
}

int main(int count, char **words)
{
    int status = 0;
    puts("#include \"kriegspiel/law/policy.h\"\n\nconst FittedPolicy fitted_policies[] = {");
    for (int i = 1; i < count && !status; i++)
        status = write_file(words[i]);
    puts("    {0}};");
    return status;
}
