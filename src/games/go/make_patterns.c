// A tool of the build that writes the table of patterns: which of the 4^8 surroundings of an empty point match a shape,
// whoever is to move there.
//
// The shapes are those of MoGo's playouts (Gelly, Wang, Munos and Teytaud 2006): hane, cuts, and the same at the edge.
// Each is drawn once and also counts turned, mirrored and with the colours exchanged.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// X and O are stones of the two colours; x and o are a stone of the other colour or an empty point; # is the edge, ? is
// anything.
static const char *const shapes[] = {
    // hane: enclosing a stone, beside it, at its foot
    "XOX"
    "..."
    "???",
    "XO."
    "..."
    "?.?",
    "XO?"
    "X.."
    "x.?",
    // cuts: of two diagonal stones, the same with a stone of the cutter behind, between two stones
    "XO?"
    "O.o"
    "?o?",
    "XO?"
    "O.X"
    "???",
    "?X?"
    "O.O"
    "ooo",
    // at the edge
    "X.?"
    "O.?"
    "###",
    "OX?"
    "X.O"
    "###",
    "?X?"
    "x.O"
    "###",
    "?OX"
    "X.O"
    "###",
};

// The points around, in the order of their two bits in the code: rows from the top, without the middle.
static const uint8_t around[8] = {0, 1, 2, 3, 5, 6, 7, 8};

enum { WHITE, BLACK, EMPTY, EDGE };

enum {
    POINTS = 9,                // of a shape, its middle included
    WAYS = 4 * 2 * 2,          // turned, mirrored and with the colours exchanged
    WORDS = (1 << 2 * 8) / 64, // of the table: a bit for each code
};

static bool fits(char wanted, unsigned seen)
{
    switch (wanted) {
    case 'X':
        return seen == BLACK;
    case 'O':
        return seen == WHITE;
    case 'x':
        return seen == WHITE || seen == EMPTY;
    case 'o':
        return seen == BLACK || seen == EMPTY;
    case '.':
        return seen == EMPTY;
    case '#':
        return seen == EDGE;
    default:
        return true;
    }
}

static bool matches(const char *shape, unsigned code)
{
    for (unsigned i = 0; i < 8; i++)
        if (!fits(shape[around[i]], code >> 2 * i & 3))
            return false;
    return true;
}

static void turn(const char *from, char *to)
{
    for (unsigned i = 0; i < 9; i++)
        to[i % 3 * 3 + 2 - i / 3] = from[i];
}

static void mirror(const char *from, char *to)
{
    for (unsigned i = 0; i < 9; i++)
        to[i / 3 * 3 + 2 - i % 3] = from[i];
}

static void swap_colors(const char *from, char *to)
{
    static const char names[] = "XOxo", others[] = "OXox";
    for (unsigned i = 0; i < 9; i++) {
        const char *found = strchr(names, from[i]);
        to[i] = found ? others[found - names] : from[i];
    }
}

static bool matches_somehow(const char *shape, unsigned code)
{
    char now[POINTS], next[POINTS];
    memcpy(now, shape, POINTS);
    for (unsigned way = 0; way < WAYS; way++) {
        if (matches(now, code))
            return true;
        turn(now, next);
        memcpy(now, next, POINTS);
        if (way % 4 == 3) {
            (way % 8 == 3 ? mirror : swap_colors)(now, next);
            memcpy(now, next, POINTS);
        }
    }
    return false;
}

static bool is_pattern(unsigned code)
{
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (matches_somehow(shapes[i], code))
            return true;
    return false;
}

int main(void)
{
    printf("#include \"games/go/patterns.h\"\n\nconst uint64_t go__patterns[%d] = {\n", WORDS);
    for (unsigned word = 0; word < WORDS; word++) {
        uint64_t bits = 0;
        for (unsigned i = 0; i < 64; i++)
            bits |= (uint64_t)is_pattern(word * 64 + i) << i;
        printf("    0x%016llx,\n", (unsigned long long)bits);
    }
    printf("};\n");
    return 0;
}
