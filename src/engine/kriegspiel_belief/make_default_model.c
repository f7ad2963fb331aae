// Writes the bytes of a file as C source, while building: so the default model gets into the program.
#include <stdio.h>

int main(int count, char **words)
{
    FILE *file = count == 2 ? fopen(words[1], "rb") : NULL;
    if (!file)
        return 1;
    puts("#include \"engine/kriegspiel_belief/model.h\"\n\nstatic const unsigned char bytes[] = {");
    unsigned column = 0;
    for (int c = fgetc(file); c != EOF; c = fgetc(file))
        printf("%d,%s", c, ++column % 32 ? "" : "\n");
    puts("};\n\nSlice model_default(void)\n{\n"
         "    return (Slice){(const char *)bytes, sizeof bytes};\n}");
    return ferror(file) != 0;
}
