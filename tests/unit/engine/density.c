// Densities: what they hold certain, what they keep, and that their sums never change but by captures.
#include "lab/study/forecasts.h"
#include "unit/rules_of.h"

#include "base/rng.h"

#include <math.h>
#include <string.h>

static DensityTracker tracker;
static Model model;

static unsigned square(const char *name)
{
    return square_from_text(name);
}

static double sum_of(const float at[SQUARE_COUNT])
{
    double sum = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sum += at[i];
    return sum;
}

static TryForecast try_forecast_of(const char *attempt)
{
    DensityForecast forecast;
    forecast_init(&forecast, &tracker.density, &tracker.view.own, &tracker.last);
    return forecast_try(&forecast, &tracker.density, &tracker.view.own, try_of(attempt));
}

// --- The first position ------------------------------------------------------------------------------------

static void begin(const KriegspielRules *rules, uint8_t seat)
{
    const Hearing opening = {.event = HEARD_OPENING, .seat = 0};
    tracker_begin(&tracker, rules, seat, NULL);
    tracker_hear(&tracker, TRY_NONE, &opening);
}

static void the_first_position_is_known(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    begin(&rules, WHITE);
    assert_true(tracker.density.king[square("e8")] == 1);
    assert_true(tracker.density.pawns[square("a7")] == 1);
    assert_true(tracker.density.pieces[square("d8")] == 1);
    assert_true(tracker.density.pawn_count == 8 && tracker.density.piece_count == 7);
    assert_true(try_forecast_of("e2e4").legal == 1);
    assert_true(try_forecast_of("e2d3").legal == 0);
    assert_true(try_forecast_of("g1f3").legal == 1);
}

static Hearing quiet_move(uint8_t seat)
{
    return (Hearing){.event = HEARD_MOVE, .verdict = VERDICT_PLAYED, .seat = seat};
}

static void men_spread_after_a_silent_move(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    begin(&rules, WHITE);
    const Hearing own = quiet_move(WHITE), other = quiet_move(BLACK);
    tracker_hear(&tracker, try_of("d2d4"), &own);
    tracker_hear(&tracker, TRY_NONE, &other);
    assert_true(tracker.density.pawns[square("e7")] < 1);
    assert_true(tracker.density.pawns[square("e6")] > 0);
    assert_true(tracker.density.pieces[square("c6")] > 0);
    assert_true(tracker.density.pawns[square("e5")] == 0); // no pawn try was announced
}

static void a_capture_tells_where_a_man_stands(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    begin(&rules, WHITE);
    const Hearing own = quiet_move(WHITE);
    Hearing taken = quiet_move(BLACK);
    taken.captured = CAPTURED_PAWN;
    taken.capture_at = (uint8_t)(square("e4") + 1);
    tracker_hear(&tracker, try_of("e2e4"), &own);
    tracker_hear(&tracker, TRY_NONE, &taken);
    const Density *density = &tracker.density;
    const unsigned e4 = square("e4");
    const double there = (double)density->king[e4] + density->pawns[e4] + density->pieces[e4];
    assert_true(fabs(there - 1) < 0.01);
    assert_true(try_forecast_of("d1e2").legal > 0.9);
}

static void what_we_take_is_gone(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    begin(&rules, WHITE);
    Hearing own = quiet_move(WHITE);
    own.captured = CAPTURED_PIECE;
    own.capture_at = (uint8_t)(square("c6") + 1);
    tracker_hear(&tracker, try_of("b1c3"), &own);
    assert_true(tracker.density.piece_count == 6);
    assert_true(fabs(sum_of(tracker.density.pieces) - 6) < 0.001);
}

static void an_announced_pawn_try_is_believed(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    begin(&rules, WHITE);
    const Hearing own = quiet_move(WHITE);
    Hearing other = quiet_move(BLACK);
    other.count = 1;
    tracker_hear(&tracker, try_of("e2e4"), &own);
    tracker_hear(&tracker, TRY_NONE, &other);
    const float sum = try_forecast_of("e4d5").legal + try_forecast_of("e4f5").legal;
    assert_true(sum > 0.5F);
}

static void a_check_confines_the_king_to_its_line(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=4k3/8/8/8/8/8/8/R3K3_w");
    begin(&rules, WHITE);
    Hearing own = quiet_move(WHITE), other = quiet_move(BLACK);
    tracker_hear(&tracker, try_of("a1a2"), &own);
    tracker_hear(&tracker, TRY_NONE, &other);
    assert_true(tracker.density.king[square("d8")] > 0 && tracker.density.king[square("d7")] > 0);
    own.checks = CHECK_FILE;
    tracker_hear(&tracker, try_of("a2d2"), &own);
    double file = 0;
    for (unsigned rank = 0; rank < 8; rank++)
        file += tracker.density.king[rank * 8 + 3];
    assert_true(fabs(file - 1) < 0.001);
}

static void in_check_only_what_helps_keeps_its_chance(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=4k3/4r3/8/8/8/8/P2N4/4K3_w");
    begin(&rules, WHITE);
    tracker.last.checks = CHECK_FILE;
    assert_true(try_forecast_of("a2a3").legal == 0);
    assert_true(try_forecast_of("d2e4").legal > 0);
    assert_true(try_forecast_of("e1d1").legal > 0.5F);
}

// A pawn before the last rank is a piece the likelier the longer nothing is heard; whichever of the two is taken, he is gone.
static void a_pawn_may_have_become_a_piece(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=7k/8/8/8/8/8/p7/7K_w");
    for (uint8_t captured = CAPTURED_PAWN; captured <= CAPTURED_PIECE; captured++) {
        begin(&rules, WHITE);
        const Hearing own = quiet_move(WHITE), other = quiet_move(BLACK);
        for (unsigned i = 0; i < 2; i++) {
            tracker_hear(&tracker, try_of(i % 2 ? "h2h1" : "h1h2"), &own);
            tracker_hear(&tracker, TRY_NONE, &other);
        }
        const Density *density = &tracker.density;
        assert_true(density->piece_count > 0.3F && density->piece_count < 0.9F);
        assert_true(density->pieces[square("a1")] > 0.1F);
        assert_true(fabsf(density->pawn_count + density->piece_count - 1) < 0.001F);
        Hearing taking = own;
        taking.captured = captured;
        taking.capture_at = (uint8_t)(square("g2") + 1);
        tracker_hear(&tracker, try_of("h1g2"), &taking);
        assert_true(density->pawn_count == 0 && density->piece_count == 0);
    }
}

static double near(const Density *density, const char *name)
{
    double sum = 0;
    for (Bits rest = chess_king_steps[square(name)]; rest;)
        sum += density->king[bits_take(&rest)];
    return sum;
}

// With nobody else it can only be the king who attacks; a piece may be it as well.
static void a_refused_step_of_the_king_tells_who_attacks_there(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        double min, max;
    } cases[] = {{"fen=8/8/8/3k4/8/8/8/3K4_w", 0.98, 1},
                 {"fen=3r4/8/8/3k4/8/8/8/3K4_w", 0.5, 0.97}};
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const KriegspielRules rules = rules_of(cases[i].rules);
        begin(&rules, WHITE);
        const Hearing own = quiet_move(WHITE), other = quiet_move(BLACK);
        tracker_hear(&tracker, try_of("d1e2"), &own);
        tracker_hear(&tracker, TRY_NONE, &other);
        const double before = near(&tracker.density, "e3");
        const Hearing refusal = {.event = HEARD_REFUSAL, .verdict = VERDICT_ILLEGAL, .seat = WHITE};
        tracker_hear(&tracker, try_of("e2e3"), &refusal);
        const double after = near(&tracker.density, "e3");
        assert_true(after > before);
        assert_true(after >= cases[i].min && after <= cases[i].max);
        assert_true(fabs(sum_of(tracker.density.king) - 1) < 0.001);
        assert_true(fabs(sum_of(tracker.density.pieces) - tracker.density.piece_count) < 0.001);
    }
}

static void a_refused_slide_makes_its_path_likelier_to_be_blocked(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("fen=4k3/2rrr3/8/8/8/8/8/R3K3_w");
    begin(&rules, WHITE);
    const Hearing own = quiet_move(WHITE), other = quiet_move(BLACK);
    for (unsigned i = 0; i < 8; i++) {
        tracker_hear(&tracker, try_of(i % 2 ? "e2e1" : "e1e2"), &own);
        tracker_hear(&tracker, TRY_NONE, &other);
    }
    const TryForecast before = try_forecast_of("a1a4");
    const Hearing refusal = {.event = HEARD_REFUSAL, .verdict = VERDICT_ILLEGAL, .seat = WHITE};
    tracker_hear(&tracker, try_of("a1a4"), &refusal);
    assert_true(try_forecast_of("a1a4").legal < before.legal);
    assert_true(try_forecast_of("a1a3").legal < before.legal);
}

// --- Whole games -------------------------------------------------------------------------------------------

static void assert_sound(const DensityTracker *of)
{
    const Density *density = &of->density;
    assert_true(fabs(sum_of(density->king) - 1) < 0.001);
    assert_true(fabs(sum_of(density->pawns) - density->pawn_count) < 0.002);
    assert_true(fabs(sum_of(density->pieces) - density->piece_count) < 0.002);
    const Bits board = of->rules->setup.board->squares;
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        assert_true(density->king[i] >= 0 && density->pawns[i] >= -1e-6F &&
                    density->pieces[i] >= -1e-6F);
        if (!bits_has(board, i))
            assert_true(density->king[i] + density->pawns[i] + density->pieces[i] == 0);
    }
}

static void play_random(const KriegspielRules *rules, uint8_t seat, Rng *rng)
{
    Umpire umpire;
    Hearing to[2];
    Try tries[TRIES_MAX];
    umpire_open(&umpire, rules->ruleset, &rules->setup.start, to);
    tracker_begin(&tracker, rules, seat, &model);
    tracker_hear(&tracker, TRY_NONE, &to[seat]);
    for (unsigned i = 0; i < 400 && !umpire.ending; i++) {
        const uint8_t mover = umpire.truth.to_move;
        const Try attempt = tries[rng_below(rng, umpire_tries(&umpire, tries))];
        Reply reply;
        if (mover == seat && attempt != TRY_ANY) {
            DensityForecast forecast;
            forecast_init(&forecast, &tracker.density, &tracker.view.own, &tracker.last);
            const TryForecast predicted =
                forecast_try(&forecast, &tracker.density, &tracker.view.own, attempt);
            assert_true(predicted.legal >= 0 && predicted.legal <= 1);
            assert_true(predicted.pawn >= -1e-6F && predicted.piece >= -1e-6F);
            assert_true(predicted.pawn + predicted.piece <= 1.0001F);
            assert_true(predicted.check >= 0 && predicted.check <= 1);
        }
        assert_int_equal(umpire_try(&umpire, mover, attempt, &reply), UMPIRE_OK);
        if (reply.to[seat].event != HEARD_NOTHING)
            tracker_hear(&tracker, mover == seat ? attempt : TRY_NONE, &reply.to[seat]);
        if (!umpire.ending)
            assert_sound(&tracker);
    }
}

static void sums_are_kept_on_every_board_under_every_ruleset(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(7);
    assert_int_equal(model_read(model_default(), &model), MODEL_OK);
    for (unsigned board = 0; board < chess_board_count; board++)
        for (unsigned i = 0; i < ruleset_count; i++) {
            char memory[128];
            Text text = TEXT_IN(memory);
            text_format(&text, "board=%s,rules=%s", chess_boards[board].name, rulesets[i].name);
            const KriegspielRules rules = rules_of(memory);
            for (unsigned game = 0; game < 4; game++)
                play_random(&rules, game % 2, &rng);
        }
}

// --- Records -----------------------------------------------------------------------------------------------

typedef struct Seen {
    unsigned turns, tries;
} Seen;

static void see_turn(void *context, const DensityTracker *of, const Position *truth)
{
    ((Seen *)context)->turns++;
    const Quality quality = density_quality(&of->density, of->view.seat, truth);
    assert_true(quality.king_chance >= 0 && quality.king_chance <= 1.0001);
    assert_true(quality.king_log_loss >= 0 && quality.brier >= 0);
}

static void see_try(void *context, const DensityStudyTry *attempt)
{
    ((Seen *)context)->tries++;
    assert_true(attempt->is_legal || !attempt->takes);
}

static void a_record_is_gone_through_turn_by_turn(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    static const char *const tries[] = {"e2e4", "e7e5", "g1f3", "b8c6", "f3d6", "f3e5"};
    Entry list[COUNT_OF(tries)];
    for (unsigned i = 0; i < COUNT_OF(tries); i++)
        list[i] =
            (Entry){.kind = EVENT_TRY, .seat = i < 4 ? i % 2 : 0, .attempt = try_of(tries[i])};
    const Entries entries = {.list = list, .count = COUNT_OF(tries)};
    const DensityStudyPlan plan = {.rules = &rules, .entries = &entries, .seat = WHITE};
    Seen seen = {0};
    const DensityStudySink sink = {see_turn, see_try, &seen};
    assert_int_equal(density_study_game(&plan, &sink), STUDY_OK);
    assert_int_equal(seen.turns, 2);
    assert_int_equal(seen.tries, 3); // the impossible one is not predicted
}

// --- Models ------------------------------------------------------------------------------------------------

// Black's king castles with one chance in twenty in each move from the `first` on, eight moves long.
static void model_castling(unsigned first)
{
    assert_int_equal(model_read(model_default(), &model), MODEL_OK);
    for (unsigned time = 0; time < MODEL_MOVES; time++) {
        uint16_t *at = model.at[BLACK][time][KING];
        const unsigned moves = time < first ? 0 : time - first + 1;
        const uint16_t castled = (uint16_t)((moves < 8 ? moves : 8) * MODEL_ONE / 20);
        memset(at, 0, sizeof model.at[BLACK][time][KING]);
        at[square("e8")] = (uint16_t)(MODEL_ONE - castled);
        at[square("g8")] = castled;
    }
}

// Black moves so many times, and nothing is heard; White's knight goes to and fro.
static void hear_silence(const KriegspielRules *rules, const Model *of, unsigned moves)
{
    const Hearing opening = {.event = HEARD_OPENING, .seat = 0};
    const Hearing own = quiet_move(WHITE), other = quiet_move(BLACK);
    tracker_begin(&tracker, rules, WHITE, of);
    tracker_hear(&tracker, TRY_NONE, &opening);
    for (unsigned i = 0; i < moves; i++) {
        tracker_hear(&tracker, try_of(i % 2 ? "a3b1" : "b1a3"), &own);
        tracker_hear(&tracker, TRY_NONE, &other);
    }
}

static void a_king_stays_as_long_as_the_model_has_him_at_home(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    hear_silence(&rules, NULL, 8);
    assert_true(tracker.density.king[square("e8")] < 0.7F);
    model_castling(9);
    hear_silence(&rules, &model, 8);
    assert_true(tracker.density.king[square("e8")] > 0.9F);
}

static void a_king_castles_as_often_as_the_model_has_it(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    model_castling(3);
    hear_silence(&rules, &model, 10);
    assert_true(tracker.density.king[square("g8")] > 0.25F); // of 0.4
    assert_true(tracker.density.king[square("g8")] < 0.45F);
    assert_true(tracker.density.king[square("f8")] < 0.1F);
    assert_true(fabs(sum_of(tracker.density.king) - 1) < 0.001);
}

static void what_is_heard_wins_over_the_model(void **state)
{
    (void)state;
    const KriegspielRules rules = rules_of("board=8x8");
    model_castling(9);
    hear_silence(&rules, &model, 4);
    Hearing check = quiet_move(WHITE); // from c3, where no knight attacks e8
    check.checks = CHECK_KNIGHT;
    tracker_hear(&tracker, try_of("b1c3"), &check);
    assert_true(tracker.density.king[square("e8")] < 0.01F);
}

// A player whose king's pawn goes two squares at once in all its games, and its king out after it.
static void walk_out(Entry list[8])
{
    static const char *const tries[] = {"a2a3", "e7e5", "b2b3", "e8e7",
                                        "c2c3", "e7d6", "d2d3", "d6c5"};
    for (unsigned i = 0; i < COUNT_OF(tries); i++)
        list[i] = (Entry){.kind = EVENT_TRY, .seat = i % 2, .attempt = try_of(tries[i])};
}

typedef struct Losses {
    double king, brier;
} Losses;

static void add_losses(void *context, const DensityTracker *of, const Position *truth)
{
    Losses *losses = context;
    const Quality quality = density_quality(&of->density, of->view.seat, truth);
    losses->king += quality.king_log_loss;
    losses->brier += quality.brier;
}

static void see_nothing(void *context, const DensityStudyTry *attempt)
{
    (void)context;
    (void)attempt;
}

static Losses losses_with(const KriegspielRules *rules, const Entries *entries, const Model *of)
{
    const DensityStudyPlan plan = {.rules = rules, .entries = entries, .seat = WHITE, .model = of};
    Losses losses = {0};
    const DensityStudySink sink = {add_losses, see_nothing, &losses};
    assert_int_equal(density_study_game(&plan, &sink), STUDY_OK);
    return losses;
}

static void a_players_own_model_knows_it_better_than_the_average(void **state)
{
    (void)state;
    static ModelCounts counts;
    static Model own;
    const KriegspielRules rules = rules_of("board=8x8");
    Entry list[8];
    walk_out(list);
    const Entries entries = {.list = list, .count = COUNT_OF(list)};
    for (unsigned i = 0; i < MODEL_GAMES_MIN; i++)
        assert_true(model_count(&counts, &rules, &entries, bit(BLACK)));
    model_make(&counts, &own);
    assert_int_equal(model_read(model_default(), &model), MODEL_OK);
    const Losses with_own = losses_with(&rules, &entries, &own);
    const Losses with_average = losses_with(&rules, &entries, &model);
    assert_true(with_own.king < with_average.king);
    assert_true(with_own.brier < with_average.brier);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_position_is_known),
        cmocka_unit_test(men_spread_after_a_silent_move),
        cmocka_unit_test(a_capture_tells_where_a_man_stands),
        cmocka_unit_test(what_we_take_is_gone),
        cmocka_unit_test(an_announced_pawn_try_is_believed),
        cmocka_unit_test(a_check_confines_the_king_to_its_line),
        cmocka_unit_test(in_check_only_what_helps_keeps_its_chance),
        cmocka_unit_test(a_pawn_may_have_become_a_piece),
        cmocka_unit_test(a_refused_step_of_the_king_tells_who_attacks_there),
        cmocka_unit_test(a_refused_slide_makes_its_path_likelier_to_be_blocked),
        cmocka_unit_test(sums_are_kept_on_every_board_under_every_ruleset),
        cmocka_unit_test(a_record_is_gone_through_turn_by_turn),
        cmocka_unit_test(a_king_stays_as_long_as_the_model_has_him_at_home),
        cmocka_unit_test(a_king_castles_as_often_as_the_model_has_it),
        cmocka_unit_test(what_is_heard_wins_over_the_model),
        cmocka_unit_test(a_players_own_model_knows_it_better_than_the_average),
    };
    return cmocka_run_group_tests_name("density", tests, NULL, NULL);
}
