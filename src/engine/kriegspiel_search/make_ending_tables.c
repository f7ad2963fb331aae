// Writes tables of endings as C source, while building. The files are those of solve_ending: a name on a line, the number of plans of
// each placement, the plans.
#include <stdio.h>
#include <string.h>

enum { NAME_ROOM = 8, SQUARES = 64, SINGLES = 10 * 64, PAIRS = 10 * 32 * 32, COLUMNS = 32 };

// The first plan of each placement, from the numbers of plans; returns how many plans there are.
static unsigned long print_first(FILE *file, unsigned number, unsigned placements)
{
    unsigned long first = 0;
    printf("static const uint32_t first%u[] = {\n", number);
    for (unsigned i = 0; i < placements; i++) {
        const int plans = fgetc(file);
        printf("%lu,%s", first, (i + 1) % COLUMNS ? "" : "\n");
        first += plans > 0 ? (unsigned long)plans : 0;
    }
    printf("%lu};\n", first);
    return first;
}

static int print_table(const char *path, unsigned number, char name[NAME_ROOM])
{
    FILE *file = fopen(path, "rb");
    if (!file || !fgets(name, NAME_ROOM, file) || !strchr(name, '\n'))
        return 0;
    *strchr(name, '\n') = '\0';
    const unsigned long plans = print_first(file, number, strlen(name) == 3 ? SINGLES : PAIRS);
    printf("static const uint8_t plans%u[][SQUARE_COUNT] = {\n", number);
    for (unsigned long i = 0; i < plans; i++) {
        putchar('{');
        for (unsigned square = 0; square < SQUARES; square++)
            printf("%d,", fgetc(file));
        puts("},");
    }
    puts("};");
    const int is_fine = !ferror(file) && !feof(file);
    fclose(file);
    return is_fine;
}

static const char *kind_of(char letter)
{
    return letter == 'Q' ? "QUEEN" : letter == 'R' ? "ROOK" : "BISHOP";
}

int main(int count, char **words)
{
    enum { TABLES_MAX = 8 };
    char names[TABLES_MAX][NAME_ROOM];
    if (count > TABLES_MAX + 1)
        return 1;
    puts("#include \"engine/kriegspiel_search/ending_table.h\"\n");
    for (int i = 1; i < count; i++)
        if (!print_table(words[i], (unsigned)i, names[i - 1]))
            return 1;
    puts("\nconst EndingTable ending_tables[] = {");
    for (int i = 1; i < count; i++) {
        const char *name = names[i - 1];
        const unsigned pieces = (unsigned)strlen(name) - 2;
        printf("    {{\"%s\", %u, {%s, %s}}, first%d, plans%d},\n", name, pieces, kind_of(name[1]),
               kind_of(name[pieces]), i, i);
    }
    puts("};\nconst unsigned ending_table_count = COUNT_OF(ending_tables);");
    return 0;
}
