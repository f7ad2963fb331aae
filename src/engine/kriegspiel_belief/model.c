// Makes models: counts games, smooths the counts, writes and reads the file.
#include "engine/kriegspiel_belief/model.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

bool model_can_count(const KriegspielRules *rules)
{
    return rules->setup.is_standard && rules->setup.board == &chess_boards[0];
}

static void count_men(ModelCounts *counts, const Position *position, Color color,
                      unsigned move_number)
{
    assert(move_number < MODEL_MOVES);
    counts->games[color][move_number]++;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        for (Bits men = position_men(position, color, kind); men;)
            counts->at[color][move_number][kind][bits_take(&men)]++;
}

// Plain PGN may go on after our rules have ended the game; those moves are not counted.
bool model_count(ModelCounts *counts, const KriegspielRules *rules, const Entries *entries,
                 Bits colors)
{
    assert(model_can_count(rules) && !(colors & ~(bit(WHITE) | bit(BLACK))));
    Replay replay;
    unsigned move_numbers[2] = {0};
    replay_begin(&replay, &kriegspiel_game, (const Rules *)rules, entries);
    const Position *truth = &((const Umpire *)&replay.truth)->truth;
    for (Bits rest = colors; rest;)
        count_men(counts, truth, (Color)bits_take(&rest), 0);
    while (!replay.outcome.is_over && replay_step(&replay)) {
        const Entry *entry = replay_entry(&replay);
        if (entry->kind != EVENT_TRY)
            continue;
        if (!replay.is_judged)
            return false;
        if (replay.to[entry->seat].verdict != VERDICT_PLAYED ||
            ++move_numbers[entry->seat] >= MODEL_MOVES)
            continue;
        if (bits_has(colors, entry->seat))
            count_men(counts, truth, entry->seat, move_numbers[entry->seat]);
    }
    return true;
}

// Later positions differ more from game to game, so they are smoothed more. These values decide what stands in the files of
// models.
enum { MOVES_A_STEP = 8 }; // move n is averaged with n / 8 moves before and after it
#define SHARE_A_MOVE 0.01  // of each man goes to the neighbouring squares, for each move made
#define SHARE_MAX 0.4      // the most that goes there

typedef struct Chances {
    double at[SQUARE_COUNT];
} Chances;

// The average over the move numbers around `move_number`; nearer ones weigh more.
static Chances over_moves(const ModelCounts *counts, Color color, unsigned move_number,
                          unsigned move_count, Kind kind)
{
    assert(move_number < move_count && move_count <= MODEL_MOVES);
    const int reach = (int)move_number / MOVES_A_STEP;
    Chances mean = {{0}};
    double weights = 0;
    for (int off = -reach; off <= reach; off++) {
        const unsigned there = (unsigned)((int)move_number + off);
        if (there >= move_count)
            continue;
        const double weight = reach + 1 - (off < 0 ? -off : off);
        weights += weight;
        for (unsigned i = 0; i < SQUARE_COUNT; i++)
            mean.at[i] += weight * counts->at[color][there][kind][i] / counts->games[color][there];
    }
    assert(weights > 0);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        mean.at[i] /= weights;
    return mean;
}

static double share_at(unsigned move_number)
{
    return move_number * SHARE_A_MOVE < SHARE_MAX ? move_number * SHARE_A_MOVE : SHARE_MAX;
}

// Every square gives `share` of its chance to its neighbours, so the sum stays. Pawns never stand on an end rank.
static Chances over_squares(const Chances *chances, double share, Kind kind)
{
    assert(share >= 0 && share <= SHARE_MAX);
    const Board *board = &chess_boards[0];
    const Bits allowed =
        kind == PAWN ? ~(board->last_rank[WHITE] | board->last_rank[BLACK]) : board->squares;
    Chances spread = {{0}};
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        Bits near = chess_king_steps[i] & allowed;
        const double each = share * chances->at[i] / bits_count(near);
        spread.at[i] += (1 - share) * chances->at[i];
        while (near)
            spread.at[bits_take(&near)] += each;
    }
    return spread;
}

// Rounding costs half a unit a square; twice that is allowed.
enum { KING_SLACK = SQUARE_COUNT }; // in MODEL_ONEths

static bool has_one_king(const uint16_t at[SQUARE_COUNT])
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sum += at[i];
    return sum + KING_SLACK >= MODEL_ONE && sum <= MODEL_ONE + KING_SLACK;
}

static bool has_one_king_always(const Model *model)
{
    for (unsigned color = 0; color < 2; color++)
        for (unsigned move_number = 0; move_number < model->move_count[color]; move_number++)
            if (!has_one_king(model->at[color][move_number][KING]))
                return false;
    return true;
}

static unsigned informative_moves(const ModelCounts *counts, Color color)
{
    unsigned known = 0;
    while (known < MODEL_MOVES && counts->games[color][known] >= MODEL_GAMES_MIN)
        known++;
    return known;
}

void model_make(const ModelCounts *counts, Model *model)
{
    *model = (Model){.move_count = {0}};
    for (Color color = WHITE; color <= BLACK; color++) {
        const unsigned move_count = informative_moves(counts, color);
        model->move_count[color] = (uint16_t)move_count;
        for (unsigned move_number = 0; move_number < move_count; move_number++) {
            model->games[color][move_number] = counts->games[color][move_number];
            for (Kind kind = PAWN; kind < KIND_COUNT; kind++) {
                const Chances rough = over_moves(counts, color, move_number, move_count, kind);
                const Chances smooth = over_squares(&rough, share_at(move_number), kind);
                for (unsigned i = 0; i < SQUARE_COUNT; i++)
                    model->at[color][move_number][kind][i] =
                        (uint16_t)(smooth.at[i] * MODEL_ONE + 0.5);
            }
        }
    }
    assert(has_one_king_always(model));
}

// Smoothing adds up nearly: the share of a share is left out.
void model_expect(const Model *model, Color color, unsigned move_number, unsigned smooth_as,
                  Kind kind, float men[SQUARE_COUNT])
{
    assert(move_number <= smooth_as && smooth_as < model->move_count[color]);
    Chances chances;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        chances.at[i] = (double)model->at[color][move_number][kind][i] / MODEL_ONE;
    const Chances spread =
        over_squares(&chances, share_at(smooth_as) - share_at(move_number), kind);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        men[i] += (float)spread.at[i];
}

static const char magic[8] = {'N', 'E', 'B', 'E', 'L', 'M', 'O', 'D'};
enum { VERSION = 1 };

static const char *const error_texts[] = {
    [MODEL_OK] = "no error",
    [MODEL_ERR_MAGIC] = "this is no model; nebel model build makes one",
    [MODEL_ERR_VERSION] = "the model is of a later version than this program knows",
    [MODEL_ERR_LENGTH] = "the model is cut off, or something comes after it",
    [MODEL_ERR_CHECKSUM] = "the model is damaged; build it again",
    [MODEL_ERR_CONTENT] = "the model holds chances that cannot be",
};
_Static_assert(COUNT_OF(error_texts) == MODEL_ERR_COUNT, "every error needs a text");

const char *model_error_text(ModelError error)
{
    assert(error < MODEL_ERR_COUNT);
    return error_texts[error];
}

static void write_number(Text *bytes, uint64_t number, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        text_add_char(bytes, (char)(number >> 8 * i & 0xff));
}

void model_write(const Model *model, Text *bytes)
{
    assert(model->move_count[WHITE] <= MODEL_MOVES && model->move_count[BLACK] <= MODEL_MOVES);
    const size_t start = bytes->length;
    for (unsigned i = 0; i < sizeof magic; i++)
        text_add_char(bytes, magic[i]);
    write_number(bytes, VERSION, 2);
    for (unsigned color = 0; color < 2; color++)
        write_number(bytes, model->move_count[color], 2);
    for (unsigned color = 0; color < 2; color++)
        for (unsigned move_number = 0; move_number < model->move_count[color]; move_number++) {
            write_number(bytes, model->games[color][move_number], 4);
            for (unsigned kind = 0; kind < KIND_COUNT; kind++)
                for (unsigned i = 0; i < SQUARE_COUNT; i++)
                    write_number(bytes, model->at[color][move_number][kind][i], 2);
        }
    write_number(bytes, hash_bytes(HASH_START, bytes->start + start, bytes->length - start), 8);
}

// Takes a number off the front of `rest`, which is long enough.
static uint64_t model_take_number(Slice *rest, unsigned width)
{
    assert(width <= sizeof(uint64_t) && rest->length >= width);
    uint64_t number = 0;
    for (unsigned i = 0; i < width; i++)
        number |= (uint64_t)(unsigned char)rest->start[i] << 8 * i;
    rest->start += width;
    rest->length -= width;
    return number;
}

enum {
    HEAD_BYTES = sizeof magic + 2 + 2 * 2,
    MOVE_BYTES = 4 + KIND_COUNT * SQUARE_COUNT * 2,
    TAIL_BYTES = 8, // the checksum
};

static void take_moves(Slice *rest, Model *model)
{
    for (unsigned color = 0; color < 2; color++)
        for (unsigned move_number = 0; move_number < model->move_count[color]; move_number++) {
            model->games[color][move_number] = (uint32_t)model_take_number(rest, 4);
            for (unsigned kind = 0; kind < KIND_COUNT; kind++)
                for (unsigned i = 0; i < SQUARE_COUNT; i++)
                    model->at[color][move_number][kind][i] = (uint16_t)model_take_number(rest, 2);
        }
}

ModelError model_read(Slice bytes, Model *model)
{
    Slice rest = bytes;
    if (rest.length < sizeof magic || memcmp(rest.start, magic, sizeof magic) != 0)
        return MODEL_ERR_MAGIC;
    if (rest.length < HEAD_BYTES + TAIL_BYTES)
        return MODEL_ERR_LENGTH;
    rest.start += sizeof magic;
    rest.length -= sizeof magic;
    if (model_take_number(&rest, 2) != VERSION)
        return MODEL_ERR_VERSION;
    Model read = {.move_count = {0}};
    for (unsigned color = 0; color < 2; color++)
        read.move_count[color] = (uint16_t)model_take_number(&rest, 2);
    if (read.move_count[WHITE] > MODEL_MOVES || read.move_count[BLACK] > MODEL_MOVES ||
        rest.length !=
            (size_t)(read.move_count[WHITE] + read.move_count[BLACK]) * MOVE_BYTES + TAIL_BYTES)
        return MODEL_ERR_LENGTH;
    take_moves(&rest, &read);
    if (model_take_number(&rest, 8) !=
        hash_bytes(HASH_START, bytes.start, bytes.length - TAIL_BYTES))
        return MODEL_ERR_CHECKSUM;
    if (!has_one_king_always(&read))
        return MODEL_ERR_CONTENT;
    *model = read;
    return MODEL_OK;
}
