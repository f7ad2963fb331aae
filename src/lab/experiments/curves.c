// Counts by move number and over whole games, and writes and reads them as JSON.
#include "lab/experiments/curves.h"

#include "engine/kriegspiel_search/evaluate.h"
#include "games/core/table_replay.h"
#include "games/core/truth.h"
#include "games/kriegspiel/open_chess.h"
#include "lab/experiments/internal.h"
#include "lab/match/game_player.h"

#include <assert.h>
#include <string.h>

enum {
    PAWN_HUNDREDTHS = 100, // man_values count hundredths of a pawn; the curves count pawns
    LENGTH_SHARE = 10,     // a curve ends at the last move that one game in so many reached
    SHARE_DIGITS = 8,      // significant digits of a sum of shares in JSON
};
static const uint64_t sum_max = UINT64_C(1) << 52; // a double holds every whole number up to here

void curves_init(Curves *curves, const CurvePlan *plan)
{
    memset(curves, 0, sizeof *curves);
    curves->plan = *plan;
}

bool curves_suit(const Game *game)
{
    return game_is_on_chess_board(game);
}

typedef struct CurveReplay {
    Curves *curves;
    const Plan *plan;
    const CurvePlayer *asked;
    Player *player;   // NULL once it has failed, or if nobody is asked
    uint8_t seat;     // the first player's
    uint32_t opening; // tries of the opening that are still to come
    bool is_made;     // the try that is being made is one of them
    uint32_t move;    // the move that is being made, from 1
    uint32_t clock_ms[2];
    uint32_t sent, played;    // tries and moves of the first player
    uint32_t called, audible; // moves of both in the middle game, with a call and all
    AskedPoint early, late;   // shares of last-observation boards in this game
} CurveReplay;

static const Position *position_at(const Table *table)
{
    return &((const Umpire *)table_truth(table))->truth;
}

static unsigned count_material(const Position *position, Color color)
{
    unsigned hundredths = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        hundredths += bits_count(position_men(position, color, kind)) * (unsigned)man_values[kind];
    return hundredths / PAWN_HUNDREDTHS;
}

static void add_material(CurveReplay *replay, const Position *position)
{
    assert(replay->move >= 1 && replay->move <= CURVE_MOVES_MAX);
    MaterialPoint *point = &replay->curves->material[replay->move - 1];
    const unsigned first = count_material(position, replay->seat);
    const unsigned second = count_material(position, !replay->seat);
    const int64_t difference = (int64_t)first - second;
    point->games++;
    point->sums[0] += first;
    point->sums[1] += second;
    point->squares += (uint64_t)(difference * difference);
}

static void add_to_point(AskedPoint *point, double share)
{
    point->tries++;
    point->shares += share;
    point->squares += share * share;
}

static bool is_within(uint32_t move, MoveRange moves)
{
    return move >= moves.first && move <= moves.last;
}

static void add_share(CurveReplay *replay, const Choice *choice)
{
    assert(choice->boards > 0 && choice->guessed <= choice->boards);
    const double share = (double)choice->guessed / choice->boards;
    if (replay->move <= CURVE_MOVES_MAX)
        add_to_point(&replay->curves->asked[replay->move - 1], share);
    if (is_within(replay->move, moves_early))
        add_to_point(&replay->early, share);
    if (is_within(replay->move, moves_late))
        add_to_point(&replay->late, share);
}

// One number for a game: the tries of a game are not independent, but games are.
static void add_rise(RiseSums *sums, const AskedPoint *early, const AskedPoint *late)
{
    if (!early->tries || !late->tries)
        return;
    const double rise = late->shares / late->tries - early->shares / early->tries;
    sums->games++;
    sums->sum += rise;
    sums->squares += rise * rise;
}

// A player that forfeited in the match may fail again, and is then no longer asked. Without memory the study ends.
static bool take_error(CurveReplay *replay, PlayerError error)
{
    if (error)
        replay->player = NULL;
    return error != PLAYER_ERR_MEMORY;
}

static bool ask_again(void *context, const Table *table, const Entry *entry)
{
    (void)table;
    CurveReplay *replay = context;
    if (entry->kind != EVENT_TRY)
        return true;
    replay->is_made = replay->opening > 0;
    replay->opening -= replay->is_made;
    if (replay->is_made || !replay->player || entry->seat != replay->seat)
        return true;
    const Budget budget = plan_budget(replay->plan, 0, replay->asked->clocks, replay->clock_ms);
    Choice choice = {0};
    const PlayerError error = player_choose(replay->player, &budget, &choice);
    replay->curves->tries += !error;
    replay->curves->same += !error && choice.kind == EVENT_TRY && choice.attempt == entry->attempt;
    if (!error && choice.boards)
        add_share(replay, &choice);
    return take_error(replay, error);
}

static bool tell_player(CurveReplay *replay, const Entry *entry, const TableEffects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        assert(effect->seat < 2);
        const Try own =
            hearing_own(&effect->hearing, replay->seat, entry ? entry->attempt : TRY_NONE);
        memcpy(replay->clock_ms, effect->clock_ms, sizeof replay->clock_ms);
        if (effect->seat != replay->seat || !replay->player)
            continue;
        if (!take_error(replay, player_hear(replay->player, own, &effect->hearing)))
            return false;
    }
    return true;
}

// Everything unsaid in a hearing is zero, so what is more than whose move it was is a call.
static bool is_call(const Hearing *heard)
{
    const Hearing silent = {.event = heard->event, .verdict = heard->verdict, .seat = heard->seat};
    return memcmp(heard, &silent, sizeof silent) != 0;
}

// Counts a try of the first player, and a move as the first player heard it.
static void count_event(CurveReplay *replay, const Entry *entry, const TableEffects *effects)
{
    const bool is_own = entry->seat == replay->seat && !replay->is_made;
    replay->sent += entry->kind == EVENT_TRY && is_own;
    for (uint32_t i = 0; i < effects->count; i++) {
        const Hearing *heard = &effects->effects[i].hearing;
        if (effects->effects[i].seat != replay->seat || heard->event != HEARD_MOVE)
            continue;
        replay->played += is_own;
        if (is_within(replay->move, moves_of_middle_game)) {
            replay->audible++;
            replay->called += is_call(heard);
        }
    }
}

static bool take_event(void *context, const Table *table, const Entry *entry,
                       const TableEffects *effects)
{
    CurveReplay *replay = context;
    const Position *position = position_at(table);
    const KriegspielRules *rules = (const KriegspielRules *)replay->plan->rules;
    const uint32_t move = position->move_number - rules->setup.start.move_number + 1u;
    assert(replay->move >= 1);
    if (entry)
        count_event(replay, entry, effects);
    if (move > replay->move && replay->move <= CURVE_MOVES_MAX)
        add_material(replay, position);
    replay->move = move;
    return tell_player(replay, entry, effects);
}

static uint32_t count_tries(const Entries *entries)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < entries->count; i++)
        count += entries->list[i].kind == EVENT_TRY;
    return count;
}

static bool seat_asked_player(CurveReplay *replay, uint64_t seed)
{
    const Seating seating = plan_seating(replay->plan, replay->seat, seed);
    return !replay->player || take_error(replay, player_sit(replay->player, &seating));
}

static bool add_game_curves(Curves *curves, const Plan *plan, const PairResult *result,
                            unsigned game, const CurvePlayer *asked, const Memory *memory)
{
    assert(game < 2 && curves_suit(plan->game));
    const bool is_asked = curves->games < curves->plan.asked_games;
    Entries entries = {0};
    CurveReplay replay = {.curves = curves,
                          .plan = plan,
                          .asked = asked,
                          .player = is_asked ? asked->player : NULL,
                          .seat = (uint8_t)game,
                          .move = 1};
    const TableVisitor visitor = {ask_again, take_event, &replay};
    bool is_fine = script_read(plan->game, result->scripts[game],
                               game_first_seat(plan->game, plan->rules), memory, &entries);
    const uint32_t tries = count_tries(&entries), own = result->games[game].attempts;
    replay.opening = tries > own ? tries - own : 0;
    is_fine = is_fine && seat_asked_player(&replay, pair_seed(plan, result->job.number, game, 0)) &&
              table_replay_visit(memory, plan->game, plan->rules, plan->limits.clock, &entries,
                                 &visitor) == TABLE_OK;
    entries_done(&entries, memory);
    if (!is_fine)
        return false;
    curves->games++;
    ratio_add(&curves->tries_a_move, replay.sent, replay.played);
    ratio_add(&curves->calls, replay.called, replay.audible);
    add_rise(&curves->rise, &replay.early, &replay.late);
    return true;
}

bool curves_add(Curves *curves, const Plan *plan, const PairResult *result,
                const CurvePlayer *asked, const Memory *memory)
{
    return add_game_curves(curves, plan, result, 0, asked, memory) &&
           add_game_curves(curves, plan, result, 1, asked, memory);
}

uint32_t curves_length(const Curves *curves)
{
    uint32_t length = CURVE_MOVES_MAX;
    while (length && (!curves->material[length - 1].games ||
                      (uint64_t)curves->material[length - 1].games * LENGTH_SHARE < curves->games))
        length--;
    return length;
}

Estimate curves_difference(const MaterialPoint *point)
{
    return estimate_of_mean(point->games, (double)point->sums[0] - (double)point->sums[1],
                            (double)point->squares);
}

Estimate curves_share(const AskedPoint *point)
{
    return estimate_of_mean(point->tries, point->shares, point->squares);
}

Estimate curves_rise(const RiseSums *rise, double reach)
{
    assert(rise->games > 0);
    const double value = rise->sum / rise->games;
    const double half =
        estimate_of_mean_at(rise->games + 2.0, 0, rise->squares - value * rise->sum + 2, reach)
            .high;
    return (Estimate){value, value - half, value + half};
}

static json_t *material_json(const Curves *curves)
{
    json_t *rows = json_array();
    for (uint32_t i = 0; i < CURVE_MOVES_MAX && curves->material[i].games; i++) {
        const MaterialPoint *point = &curves->material[i];
        json_array_append_new(
            rows, json_pack("[I, I, I, I]", (json_int_t)point->games, (json_int_t)point->sums[0],
                            (json_int_t)point->sums[1], (json_int_t)point->squares));
    }
    return rows;
}

// Moves of the opening, at which nobody was asked, have rows of zeroes.
static json_t *asked_json(const Curves *curves)
{
    json_t *rows = json_array();
    uint32_t count = CURVE_MOVES_MAX;
    while (count && !curves->asked[count - 1].tries)
        count--;
    for (uint32_t i = 0; i < count; i++) {
        const AskedPoint *point = &curves->asked[i];
        json_array_append_new(
            rows, json_pack("[I, f, f]", (json_int_t)point->tries, point->shares, point->squares));
    }
    return rows;
}

static json_t *ratio_json(const RatioSums *sums)
{
    return json_pack("[I, I, I, I, I, I]", (json_int_t)sums->games, (json_int_t)sums->above,
                     (json_int_t)sums->below, (json_int_t)sums->above_squares,
                     (json_int_t)sums->below_squares, (json_int_t)sums->products);
}

bool curves_to_json(const Curves *curves, Text *text)
{
    const RiseSums *rise = &curves->rise;
    json_t *object = json_pack(
        "{s:I, s:I, s:I, s:I, s:o, s:o, s:[I, f, f], s:o, s:o}", "games", (json_int_t)curves->games,
        "asked_games", (json_int_t)curves->plan.asked_games, "tries", (json_int_t)curves->tries,
        "same", (json_int_t)curves->same, "tries_a_move", ratio_json(&curves->tries_a_move),
        "calls", ratio_json(&curves->calls), "rise", (json_int_t)rise->games, rise->sum,
        rise->squares, "material", material_json(curves), "asked", asked_json(curves));
    return lab__add_json_line(object, SHARE_DIGITS, text);
}

static double sum_of(const json_t *number, bool *is_fine)
{
    const double sum = json_number_value(number);
    *is_fine = *is_fine && json_is_number(number) && sum >= 0;
    return sum;
}

static void read_material(const json_t *row, MaterialPoint *point, bool *is_fine)
{
    *is_fine = *is_fine && json_array_size(row) == 4;
    point->games = (uint32_t)lab__json_count(json_array_get(row, 0), INT32_MAX, is_fine);
    point->sums[0] = lab__json_count(json_array_get(row, 1), sum_max, is_fine);
    point->sums[1] = lab__json_count(json_array_get(row, 2), sum_max, is_fine);
    point->squares = lab__json_count(json_array_get(row, 3), sum_max, is_fine);
}

static void read_asked(const json_t *row, AskedPoint *point, bool *is_fine)
{
    *is_fine = *is_fine && json_array_size(row) == 3;
    point->tries = (uint32_t)lab__json_count(json_array_get(row, 0), INT32_MAX, is_fine);
    point->shares = sum_of(json_array_get(row, 1), is_fine);
    point->squares = sum_of(json_array_get(row, 2), is_fine);
}

static void read_ratio(const json_t *row, RatioSums *sums, bool *is_fine)
{
    *is_fine = *is_fine && json_array_size(row) == 6;
    sums->games = (uint32_t)lab__json_count(json_array_get(row, 0), INT32_MAX, is_fine);
    sums->above = lab__json_count(json_array_get(row, 1), sum_max, is_fine);
    sums->below = lab__json_count(json_array_get(row, 2), sum_max, is_fine);
    sums->above_squares = lab__json_count(json_array_get(row, 3), sum_max, is_fine);
    sums->below_squares = lab__json_count(json_array_get(row, 4), sum_max, is_fine);
    sums->products = lab__json_count(json_array_get(row, 5), sum_max, is_fine);
}

static void read_rise(const json_t *row, RiseSums *rise, bool *is_fine)
{
    *is_fine = *is_fine && json_array_size(row) == 3 && json_is_number(json_array_get(row, 1));
    rise->games = (uint32_t)lab__json_count(json_array_get(row, 0), INT32_MAX, is_fine);
    rise->sum = json_number_value(json_array_get(row, 1));
    rise->squares = sum_of(json_array_get(row, 2), is_fine);
}

// Curves from before whole games were counted have none of these.
static void read_whole_games(const json_t *object, Curves *curves, bool *is_fine)
{
    if (!json_object_get(object, "calls"))
        return;
    read_ratio(json_object_get(object, "tries_a_move"), &curves->tries_a_move, is_fine);
    read_ratio(json_object_get(object, "calls"), &curves->calls, is_fine);
    read_rise(json_object_get(object, "rise"), &curves->rise, is_fine);
}

static bool read_curves(const json_t *object, Curves *curves)
{
    const json_t *material = json_object_get(object, "material");
    const json_t *asked = json_object_get(object, "asked");
    bool is_fine = json_is_array(material) && json_array_size(material) <= CURVE_MOVES_MAX &&
                   json_is_array(asked) && json_array_size(asked) <= CURVE_MOVES_MAX;
    curves->games =
        (uint32_t)lab__json_count(json_object_get(object, "games"), INT32_MAX, &is_fine);
    curves->plan.asked_games =
        (uint32_t)lab__json_count(json_object_get(object, "asked_games"), INT32_MAX, &is_fine);
    curves->tries =
        (uint32_t)lab__json_count(json_object_get(object, "tries"), INT32_MAX, &is_fine);
    curves->same = (uint32_t)lab__json_count(json_object_get(object, "same"), INT32_MAX, &is_fine);
    read_whole_games(object, curves, &is_fine);
    for (size_t i = 0; is_fine && i < json_array_size(material); i++)
        read_material(json_array_get(material, i), &curves->material[i], &is_fine);
    for (size_t i = 0; is_fine && i < json_array_size(asked); i++)
        read_asked(json_array_get(asked, i), &curves->asked[i], &is_fine);
    return is_fine;
}

bool curves_from_json(Slice text, Curves *curves)
{
    Curves read;
    json_t *object = json_loadb(text.start, text.length, JSON_REJECT_DUPLICATES, NULL);
    curves_init(&read, &(CurvePlan){.is_wanted = true});
    const bool is_read = read_curves(object, &read);
    json_decref(object);
    if (is_read)
        *curves = read;
    return is_read;
}
