// Writes tables.c: run once while building, on the building machine. Everything it writes follows
// from geometry and one fixed seed, so every build has the same tables and the same keys.
//
// Magic factors are found by trial: sparse random numbers until one maps every arrangement of the
// relevant men to a slot of its own, or to one that wants the same attacks.
#include "base/bits.h"
#include "base/rng.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct TableStep {
    int file, rank;
} TableStep;

static const TableStep rook_steps[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const TableStep bishop_steps[] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
static const TableStep knight_steps[] = {{1, 2},  {2, 1},  {2, -1},  {1, -2},
                                         {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};
static const TableStep white_pawn_steps[] = {{-1, 1}, {1, 1}};
static const TableStep black_pawn_steps[] = {{-1, -1}, {1, -1}};

enum {
    SQUARES = 64,
    SLIDES_MAX = 1 << 12, // arrangements of the men that matter to one rook
    MAGIC_SEED = 1,       // of the search for factors
    KEY_SEED = 2, // of Zobrist's words; another would change every key, and with it the signature
    WORDS_PER_LINE = 6,
};

static Bits slides_all[SQUARES * 2 * SLIDES_MAX];
static uint32_t slides_used;

static bool step_from(unsigned *square, TableStep step)
{
    const int file = (int)(*square & 7) + step.file;
    const int rank = (int)(*square >> 3) + step.rank;
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return false;
    *square = (unsigned)(rank * 8 + file);
    return true;
}

static Bits ray_from(unsigned from, TableStep step, Bits occupied)
{
    Bits seen = 0;
    unsigned square = from;
    while (step_from(&square, step)) {
        seen |= bit(square);
        if (bits_has(occupied, square))
            break;
    }
    return seen;
}

static Bits slides_from(unsigned from, const TableStep steps[4], Bits occupied)
{
    Bits seen = 0;
    for (unsigned i = 0; i < 4; i++)
        seen |= ray_from(from, steps[i], occupied);
    return seen;
}

// The squares whose men can shorten a slide: all but the last of each line.
static Bits mask_from(unsigned from, const TableStep steps[4])
{
    Bits mask = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned square = from, next = from;
        while (step_from(&next, steps[i])) {
            if (square != from)
                mask |= bit(square);
            square = next;
        }
    }
    return mask;
}

static bool try_factor(Bits factor, Bits mask, unsigned shift, unsigned from,
                       const TableStep steps[4], Bits slots[SLIDES_MAX])
{
    memset(slots, 0, SLIDES_MAX * sizeof *slots); // no slide is empty, so 0 means free
    Bits men = 0;
    do {
        const Bits slides = slides_from(from, steps, men);
        Bits *slot = &slots[men * factor >> shift];
        if (*slot && *slot != slides)
            return false;
        *slot = slides;
        men = (men - mask) & mask;
    } while (men);
    return true;
}

// A random word with about one bit in eight: good factors are sparse.
static Bits sparse_word(Rng *rng)
{
    Bits word = rng_next(rng);
    word &= rng_next(rng);
    return word & rng_next(rng);
}

static void print_magic(unsigned from, const TableStep steps[4], Rng *rng)
{
    static Bits slots[SLIDES_MAX];
    const Bits mask = mask_from(from, steps);
    const unsigned width = bits_count(mask);
    assert(1u << width <= SLIDES_MAX);
    Bits factor;
    do
        factor = sparse_word(rng);
    while (!try_factor(factor, mask, 64 - width, from, steps, slots));

    printf("    {0x%" PRIx64 ", 0x%" PRIx64 ", %u, %u},\n", mask, factor, slides_used, 64 - width);
    assert(slides_used + (1u << width) <= COUNT_OF(slides_all));
    memcpy(slides_all + slides_used, slots, sizeof(Bits) << width);
    slides_used += 1u << width;
}

static void print_magics(const char *name, const TableStep steps[4], Rng *rng)
{
    printf("const Magic %s[%d] = {\n", name, SQUARES);
    for (unsigned from = 0; from < SQUARES; from++)
        print_magic(from, steps, rng);
    printf("};\n");
}

static void print_words(const uint64_t *words, size_t count)
{
    for (size_t i = 1; i <= count; i++)
        printf("0x%" PRIx64 ",%s", words[i - 1], i % WORDS_PER_LINE ? " " : "\n");
}

static void print_steps(const TableStep *steps, unsigned count)
{
    Bits reached[SQUARES];
    for (unsigned from = 0; from < SQUARES; from++) {
        reached[from] = 0;
        for (unsigned i = 0; i < count; i++) {
            unsigned square = from;
            if (step_from(&square, steps[i]))
                reached[from] |= bit(square);
        }
    }
    print_words(reached, SQUARES);
}

static void print_rays(const char *name, const TableStep steps[4])
{
    Bits rays[SQUARES];
    for (unsigned from = 0; from < SQUARES; from++)
        rays[from] = slides_from(from, steps, 0);
    printf("const Bits %s[%d] = {\n", name, SQUARES);
    print_words(rays, SQUARES);
    printf("};\n");
}

static void print_leapers(void)
{
    TableStep king_steps[8];
    memcpy(king_steps, rook_steps, sizeof rook_steps);
    memcpy(king_steps + 4, bishop_steps, sizeof bishop_steps);

    printf("const Bits chess_knight_steps[64] = {\n");
    print_steps(knight_steps, COUNT_OF(knight_steps));
    printf("};\nconst Bits chess_king_steps[64] = {\n");
    print_steps(king_steps, COUNT_OF(king_steps));
    printf("};\nconst Bits chess_pawn_strikes[2][64] = {{\n");
    print_steps(white_pawn_steps, COUNT_OF(white_pawn_steps));
    printf("}, {\n");
    print_steps(black_pawn_steps, COUNT_OF(black_pawn_steps));
    printf("}};\n");
}

static Bits path(unsigned a, unsigned b, const TableStep steps[4])
{
    for (unsigned i = 0; i < 4; i++) {
        const Bits line = ray_from(a, steps[i], bit(b));
        if (bits_has(line, b))
            return line;
    }
    return bit(b);
}

static void print_paths(void)
{
    printf("const Bits chess_path[64][64] = {\n");
    for (unsigned a = 0; a < SQUARES; a++) {
        Bits paths[SQUARES];
        for (unsigned b = 0; b < SQUARES; b++)
            paths[b] = path(a, b, rook_steps) | path(a, b, bishop_steps);
        printf("{");
        print_words(paths, SQUARES);
        printf("},\n");
    }
    printf("};\n");
}

static void print_random(Rng *rng, unsigned count)
{
    uint64_t words[SQUARES];
    assert(count <= SQUARES);
    for (unsigned i = 0; i < count; i++)
        words[i] = rng_next(rng);
    print_words(words, count);
}

static void print_keys(Rng *rng)
{
    printf("const uint64_t chess_man_keys[2][6][64] = {\n");
    for (unsigned color = 0; color < 2; color++) {
        printf("{");
        for (unsigned kind = 0; kind < 6; kind++) {
            printf("{");
            print_random(rng, SQUARES);
            printf("},\n");
        }
        printf("},\n");
    }
    // The key of a set of rights is the sum of its rights', so that losing one is one exclusive or.
    uint64_t rights[4], sums[16];
    for (unsigned i = 0; i < 4; i++)
        rights[i] = rng_next(rng);
    for (unsigned set = 0; set < 16; set++) {
        sums[set] = 0;
        for (unsigned i = 0; i < 4; i++)
            sums[set] ^= set >> i & 1 ? rights[i] : 0;
    }
    printf("};\nconst uint64_t chess_castling_keys[16] = {\n");
    print_words(sums, 16);
    printf("};\nconst uint64_t chess_passant_keys[8] = {\n");
    print_random(rng, 8);
    printf("};\nconst uint64_t chess_black_key = 0x%" PRIx64 ";\n", rng_next(rng));
}

int main(void)
{
    Rng magic_rng = rng_from_seed(MAGIC_SEED), key_rng = rng_from_seed(KEY_SEED);
    printf("// Made by make_tables.c; see tables.h.\n#include \"games/chess/tables.h\"\n\n");
    print_leapers();
    print_rays("chess_rook_rays", rook_steps);
    print_rays("chess_bishop_rays", bishop_steps);
    print_paths();
    print_magics("chess_rook_magics", rook_steps, &magic_rng);
    print_magics("chess_bishop_magics", bishop_steps, &magic_rng);
    printf("#ifndef NEBEL_FILL_SLIDES\nconst Bits chess_slides[CHESS_SLIDES] = {\n");
    print_words(slides_all, slides_used);
    printf("};\n#endif\n_Static_assert(CHESS_SLIDES == %u, \"all slides\");\n", slides_used);
    print_keys(&key_rng);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
