// The wire room: every hearing and every record goes out as text and comes back as it was.
#include "base/rng.h"
#include "check.h"
#include "chess/fen.h"
#include "umpire/umpire.h"
#include "wire/hear.h"

#include <string.h>

static void assert_line_round_trips(const Hearing *hearing)
{
    for (uint8_t ear = 0; ear < 2; ear++) {
        char memory[HEARING_TEXT_MAX];
        Text line = TEXT_IN(memory);
        hearing_to_text(hearing, ear, &line);
        assert_false(line.cut);
        Hearing again;
        if (!hearing_from_text(slice_of(memory), ear, &again))
            fail_msg("'%s' does not read back", memory);
        assert_memory_equal(hearing, &again, sizeof again);
    }
}

static void every_hearing_of_random_games_reads_back(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ruleset_count * 12; i++) {
        Rng rng = rng_from_seed(i);
        const Position start = position_start(&chess_boards[i % chess_board_count]);
        Umpire umpire;
        Reply reply;
        umpire_open(&umpire, &rulesets[i % ruleset_count], &start, reply.to);
        assert_line_round_trips(&reply.to[0]);
        while (!umpire.ending) {
            Try tries[TRIES_MAX];
            const uint32_t count = umpire_tries(&umpire, tries);
            const Try attempt = rng_below(&rng, 9) ? tries[rng_below(&rng, count)] : (Try)77;
            assert_int_equal(umpire_try(&umpire, umpire.truth.to_move, attempt, &reply), UMPIRE_OK);
            for (unsigned seat = 0; seat < 2; seat++)
                if (reply.to[seat].event != HEARD_NOTHING)
                    assert_line_round_trips(&reply.to[seat]);
        }
    }
}

static void a_hearing_is_written_for_its_ear(void **state)
{
    (void)state;
    static const struct {
        Hearing hearing;
        const char *to_white, *to_black;
    } cases[] = {
        {{.event = HEARD_REFUSAL, .verdict = VERDICT_ILLEGAL, .seat = 0},
         "illegal",
         "other illegal"},
        {{.event = HEARD_MOVE,
          .verdict = VERDICT_PLAYED,
          .seat = 1,
          .captured = CAPTURED_PAWN,
          .capture_at = 36,
          .checks = CHECK_FILE,
          .count = 2},
         "moved capture pawn d5 check file tries 2",
         "played capture pawn d5 check file tries 2"},
        {{.event = HEARD_END, .seat = 1, .ending = ENDING_RESIGNED, .winner = WINNER_FIRST},
         "end other over resigned winner white",
         "end own over resigned winner white"},
        {{.event = HEARD_OFFER, .seat = 1}, "other offer", "offer"},
        {{.event = HEARD_DECLINE, .seat = 1}, "other decline", "decline"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        for (uint8_t ear = 0; ear < 2; ear++) {
            char memory[HEARING_TEXT_MAX];
            Text line = TEXT_IN(memory);
            hearing_to_text(&cases[i].hearing, ear, &line);
            assert_string_equal(memory, ear ? cases[i].to_black : cases[i].to_white);
        }
        assert_line_round_trips(&cases[i].hearing);
    }
}

static void a_broken_line_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "nonsense",
        "illegal ",
        " illegal",
        "moved capture",
        "moved capture queen d5",
        "moved capture pawn d9",
        "moved capture pawn d55",
        "moved check",
        "moved check up",
        "moved check file check rank", // one hearing, one text: rank comes first
        "moved tries x",
        "moved tries 0",
        "moved tries 999",
        "moved pawn",
        "moved passant z1",
        "moved over",
        "moved over mate",
        "moved over mate winner red",
        "moved over hunger winner none",
        "moved promoted promoted",
        "movedcapture pawn d5",
    };
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        Hearing hearing = {.event = 77};
        if (hearing_from_text(slice_of(lines[i]), 0, &hearing))
            fail_msg("'%s' was read", lines[i]);
        assert_int_equal(hearing.event, 77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hearing_of_random_games_reads_back),
        cmocka_unit_test(a_hearing_is_written_for_its_ear),
        cmocka_unit_test(a_broken_line_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
