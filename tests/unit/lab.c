// The laboratory: scripts, plans, openings, pairs and their lines, players that fail, threads that
// agree, match files that were torn, and memory that runs out.
#define _GNU_SOURCE
#include "lab/bout.h"
#include "lab/journal.h"
#include "lab/pgn.h"
#include "lab/report.h"
#include "lab/script.h"
#include "lab/tuning.h"
#include "miser.h"
#include "roster/roster.h"
#include "table/table.h"
#include "umpire/kriegspiel.h"
#include "wire/game_record.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- What the tests share -----------------------------------------------------------------------

// A plan with the rules it points to.
typedef struct Match {
    KriegspielRules rules;
    Plan plan;
} Match;

static void prepare(Match *match, const char *game, uint64_t rounds)
{
    char why[200];
    Text complaint = TEXT_IN(why);
    Spec spec;
    *match = (Match){.plan = {.rules = (const Rules *)&match->rules,
                              .seed = 1,
                              .rounds = rounds,
                              .opening_moves = 2,
                              .limits.tries.nodes = 1,
                              .sprt = {0, 10, 0.05, 0.05}}};
    match->plan.game = game_find(game, &spec, &complaint);
    if (!match->plan.game || !match->plan.game->read(&spec, (Rules *)&match->rules, &complaint))
        fail_msg("%s", why);
}

static void invite(Match *match, const char *player)
{
    match->plan.players[match->plan.player_count++] = player;
}

// Two quick players on a small board, where games are short.
static void prepare_small(Match *match, uint64_t rounds)
{
    prepare(match, "kriegspiel(board=4x4)", rounds);
    invite(match, "capturer");
    invite(match, "random");
}

static Pairs *open_pairs(const Match *match)
{
    char why[200];
    Text complaint = TEXT_IN(why);
    Pairs *pairs = pairs_create(&memory_heap, &match->plan, NULL, &complaint);
    if (!pairs)
        fail_msg("%s", why);
    return pairs;
}

// Plays one pair; its line stays in `text`.
static PairResult play_pair(const Match *match, uint64_t number, Text *text)
{
    Pairs *pairs = open_pairs(match);
    PairResult result;
    *text = text_growing(&memory_heap);
    assert_true(pairs_play(pairs, number, text, &result));
    pairs_destroy(pairs);
    return result;
}

static void assert_slice_equal(Slice slice, Slice other)
{
    assert_int_equal(slice.length, other.length);
    assert_memory_equal(slice.start, other.start, slice.length);
}

// --- Scripts ------------------------------------------------------------------------------------

static Try try_named(const char *name)
{
    Try attempt;
    assert_true(record_try_from_text(&kriegspiel_game, slice_of(name), &attempt));
    return attempt;
}

static void assert_script(const char *text, uint8_t first_seat, const Entry *entries,
                          uint32_t count)
{
    char memory[400];
    Text written = TEXT_IN(memory);
    Entries list = {0};
    for (uint32_t i = 0; i < count; i++)
        assert_true(entries_add(&list, &memory_heap, entries[i]));
    script_write(&kriegspiel_game, &list, first_seat, &written);
    assert_string_equal(memory, text);
    entries_done(&list, &memory_heap);

    list = (Entries){0};
    assert_true(script_read(&kriegspiel_game, slice_of(text), first_seat, &memory_heap, &list));
    assert_int_equal(list.count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(list.list[i].kind, entries[i].kind);
        assert_int_equal(list.list[i].seat, entries[i].seat);
        assert_int_equal(list.list[i].attempt, entries[i].attempt);
        assert_int_equal(list.list[i].delay_ms, entries[i].delay_ms);
    }
    entries_done(&list, &memory_heap);
}

static void every_kind_of_event_comes_back_from_a_script(void **state)
{
    (void)state;
    const Try e2e4 = try_named("e2e4"), odd = try_named("#65535");
    const Entry all[] = {
        {EVENT_TRY, 0, e2e4, 0},
        {EVENT_TRY, 1, odd, 0},
        {EVENT_TRY, 1, try_named("any?"), 7},
        {EVENT_TRY, 1, try_named("a2a1q"), UINT32_MAX},
        {EVENT_OFFER, 0, TRY_NONE, 0},
        {EVENT_DECLINE, 1, TRY_NONE, 12},
        {EVENT_OFFER, 1, TRY_NONE, 0},
        {EVENT_ACCEPT, 0, TRY_NONE, 0},
        {EVENT_TIME, 0, TRY_NONE, 60000},
        {EVENT_FORFEIT, 1, TRY_NONE, 0},
        {EVENT_RESIGN, 0, TRY_NONE, 1},
    };
    assert_script("e2e4 #65535/any?@7/a2a1q@4294967295 offer decline@12/offer accept/time@60000 "
                  "forfeit resign@1",
                  0, all, COUNT_OF(all));
}

static void a_script_may_begin_with_either_seat(void **state)
{
    (void)state;
    const Entry black[] = {{EVENT_TRY, 1, try_named("e7e5"), 0}, {EVENT_RESIGN, 0, TRY_NONE, 0}};
    assert_script("e7e5 resign", 1, black, COUNT_OF(black));
    assert_script(" e7e5 resign", 0, black, COUNT_OF(black));
    assert_script("", 0, NULL, 0);
}

static void a_damaged_script_is_refused(void **state)
{
    (void)state;
    static const char *const damaged[] = {
        "e2e4@",  "e2e4@x",     "e2e4@4294967296", "e2e4@0",  "e2e4@07",      "e2e4@5@6",
        "nosuch", "e2e4//e7e5", "e2e4/",           "/e2e4",   "e2e4  e7e5",   "e2e4 ",
        "try",    "#",          "#65536",          "#065535", "e2e4 resign@", "  e2e4",
    };
    for (unsigned i = 0; i < COUNT_OF(damaged); i++) {
        Entries entries = {0};
        if (script_read(&kriegspiel_game, slice_of(damaged[i]), 0, &memory_heap, &entries))
            fail_msg("it read '%s'", damaged[i]);
        assert_null(entries.list);
        assert_int_equal(entries.count, 0);
    }
}

static bool read_script_meanly(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    Entries entries = {0};
    const bool is_read =
        script_read(&kriegspiel_game, slice_of("e2e4 e7e5 resign"), 0, &memory, &entries);
    entries_done(&entries, &memory);
    return is_read;
}

static void a_script_without_memory_is_refused(void **state)
{
    (void)state;
    assert_refusals_are_seen(read_script_meanly, 1);
}

// --- Plans --------------------------------------------------------------------------------------

// Every two of `players` that should meet do so once a round, and nobody else.
static void assert_meetings(Match *match, uint32_t players, uint64_t meetings)
{
    match->plan.player_count = players;
    assert_int_equal(plan_job_count(&match->plan), match->plan.rounds * meetings);
    for (uint64_t round = 0; round < match->plan.rounds; round++) {
        bool have_met[PLAN_PLAYERS_MAX][PLAN_PLAYERS_MAX] = {0};
        for (uint64_t i = 0; i < meetings; i++) {
            const Job job = plan_job(&match->plan, round * meetings + i);
            assert_int_equal(job.number, round * meetings + i);
            assert_int_equal(job.round, round);
            assert_true(job.first < job.second && job.second < players);
            assert_true(match->plan.pairing == PAIRING_ALL || job.first == 0);
            assert_false(have_met[job.first][job.second]);
            have_met[job.first][job.second] = true;
        }
    }
}

static void everyone_meets_everyone_once_a_round(void **state)
{
    (void)state;
    Match match;
    prepare(&match, "kriegspiel", 3);
    assert_meetings(&match, 2, 1);
    assert_meetings(&match, 5, 10);
    assert_meetings(&match, PLAN_PLAYERS_MAX, 496);
}

static void in_a_gauntlet_the_first_meets_each_of_the_others(void **state)
{
    (void)state;
    Match match;
    prepare(&match, "kriegspiel", 3);
    match.plan.pairing = PAIRING_GAUNTLET;
    assert_meetings(&match, 2, 1);
    assert_meetings(&match, 4, 3);
}

static void only_nodes_alone_are_deterministic(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_deterministic;
    } rows[] = {
        {"nodes 1", true},
        {"nodes 1 against nodes 2", true},
        {"nodes 1 cpu 1", false},
        {"nodes 1 movetime 1", false},
        {"cpu 1", false},
        {"nodes 1 clock 1+0", false},
        {"clock 1+0", false},
        {"nodes 1 against cpu 1", false},
        {"cpu 1 against nodes 1", false},
    };
    for (unsigned i = 0; i < COUNT_OF(rows); i++) {
        Plan plan = {0};
        assert_true(limits_from_text(slice_of(rows[i].text), &plan.limits));
        assert_int_equal(plan_is_deterministic(&plan), rows[i].is_deterministic);
    }
    assert_false(plan_is_deterministic(&(Plan){0}));
}

static void limits_are_written_as_they_are_read(void **state)
{
    (void)state;
    static const char *const fine[] = {
        "nodes 1000",
        "cpu 20",
        "nodes 5 cpu 20 movetime 30 clock 60+0.5",
        "clock 180+0",
        "cpu 40 against cpu 10",
        "nodes 5 movetime 7 against nodes 9 cpu 3 movetime 2",
    };
    for (unsigned i = 0; i < COUNT_OF(fine); i++) {
        PlanLimits limits;
        char memory[100];
        Text text = TEXT_IN(memory);
        assert_true(limits_from_text(slice_of(fine[i]), &limits));
        limits_to_text(&limits, &text);
        assert_string_equal(memory, fine[i]);
    }
}

static void limits_that_are_none_leave_what_was_there(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "nodes",
        "nodes 0",
        "nodes 1 nodes 2",
        "cpu 4294967296",
        "clock 60",
        "clock 0+1",
        "speed 5",
        "against cpu 1",
        "cpu 1 against",
        "cpu 1 against clock 5+0",
        "clock 5+0 against cpu 1",
        "cpu 1 clock 5+0 against cpu 1",
        "cpu 1 against cpu 2 against cpu 3",
        "cpu 1 against cpu 2 cpu 3",
    };
    for (unsigned i = 0; i < COUNT_OF(bad); i++) {
        PlanLimits limits = {.tries.nodes = 77};
        assert_false(limits_from_text(slice_of(bad[i]), &limits));
        assert_int_equal(limits.tries.nodes, 77);
        assert_int_equal(limits.second.cpu_ms, 0);
    }
}

static void the_second_player_may_have_limits_of_its_own(void **state)
{
    (void)state;
    static const uint32_t clock_ms[2] = {0};
    Match match;
    prepare_small(&match, 1);
    match.plan.limits.tries.nodes = 30;
    assert_int_equal(plan_budget(&match.plan, 0, NULL, clock_ms).nodes, 30);
    assert_int_equal(plan_budget(&match.plan, 1, NULL, clock_ms).nodes, 30);
    match.plan.limits.second.nodes = 5;
    assert_int_equal(plan_budget(&match.plan, 0, NULL, clock_ms).nodes, 30);
    assert_int_equal(plan_budget(&match.plan, 1, NULL, clock_ms).nodes, 5);
}

static void clocks_and_openings_are_read_or_left_alone(void **state)
{
    (void)state;
    static const char *const bad_clocks[] = {"",       "180",   "180+",     "+1",
                                             "0+1",    "a+0",   "0.0001+0", "86401+0",
                                             "1+3601", "1+0+0", " 1+0",     "-1+0"};
    static const char *const bad_openings[] = {
        "", "random", "random:", "random:17", "random:-1", "book:2"};
    ClockRule clock = {7, 8};
    uint32_t moves = 9;
    for (unsigned i = 0; i < COUNT_OF(bad_clocks); i++)
        assert_false(clock_from_text(slice_of(bad_clocks[i]), &clock));
    for (unsigned i = 0; i < COUNT_OF(bad_openings); i++)
        assert_false(opening_from_text(slice_of(bad_openings[i]), &moves));
    assert_true(clock.base_ms == 7 && clock.increment_ms == 8 && moves == 9);
    assert_true(clock_from_text(slice_of("60+0.5"), &clock));
    assert_true(clock.base_ms == 60000 && clock.increment_ms == 500);
    assert_true(opening_from_text(slice_of("random:16"), &moves) && moves == 16);
}

// --- Openings -----------------------------------------------------------------------------------

static void assert_opening_is_playable(const Match *match, const Try *opening, uint32_t count)
{
    Umpire truth;
    Hearing to[2];
    match->plan.game->deal(match->plan.rules, &truth, to);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t seat = match->plan.game->seat_to_move(&truth);
        match->plan.game->judge(match->plan.rules, &truth, opening[i], to);
        assert_int_equal(to[seat].verdict, VERDICT_PLAYED);
        assert_int_equal(to[seat].ending, 0);
    }
}

static uint32_t draw_opening(const Match *match, uint64_t seed, Try *opening)
{
    const Game *game = match->plan.game;
    OpeningRoom room;
    for (unsigned i = 0; i < 2; i++) {
        room.views[i] = malloc(game->view_bytes);
        room.truths[i] = malloc(game->truth_bytes);
    }
    room.tries = malloc(game->tries_max * sizeof(Try));
    const uint32_t count = opening_draw(&match->plan, seed, &room, opening);
    for (unsigned i = 0; i < 2; i++) {
        free(room.views[i]);
        free(room.truths[i]);
    }
    free(room.tries);
    return count;
}

static void an_opening_is_legal_and_does_not_end_the_game(void **state)
{
    (void)state;
    static const char *const games[] = {"kriegspiel", "kriegspiel(board=4x4,rules=rand)",
                                        "chess(board=5x5)"};
    for (unsigned i = 0; i < COUNT_OF(games); i++) {
        Match match;
        prepare(&match, games[i], 1);
        match.plan.opening_moves = OPENING_MOVES_MAX;
        for (uint64_t seed = 0; seed < 50; seed++) {
            Try opening[2 * OPENING_MOVES_MAX];
            const uint32_t count = draw_opening(&match, seed, opening);
            assert_in_range(count, 1, COUNT_OF(opening));
            assert_opening_is_playable(&match, opening, count);
        }
    }
}

static void an_opening_has_as_many_moves_as_asked_for(void **state)
{
    (void)state;
    Match match;
    Try opening[2 * OPENING_MOVES_MAX];
    prepare(&match, "kriegspiel", 1);
    for (uint32_t moves = 0; moves <= 4; moves++) {
        match.plan.opening_moves = moves;
        assert_int_equal(draw_opening(&match, 1, opening), 2 * moves);
    }
}

static Entries read_script(Slice script)
{
    Entries entries = {0};
    assert_true(script_read(&kriegspiel_game, script, 0, &memory_heap, &entries));
    return entries;
}

static void both_games_of_a_pair_begin_alike_and_pairs_do_not(void **state)
{
    (void)state;
    Match match;
    uint32_t alike = 0;
    Try before[4] = {0};
    prepare_small(&match, 20);
    for (uint64_t pair = 0; pair < 20; pair++) {
        Text text;
        const PairResult result = play_pair(&match, pair, &text);
        Entries first = read_script(result.scripts[0]), second = read_script(result.scripts[1]);
        bool is_repeated = true;
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(first.list[i].attempt, second.list[i].attempt);
            is_repeated = is_repeated && first.list[i].attempt == before[i];
            before[i] = first.list[i].attempt;
        }
        alike += is_repeated;
        entries_done(&first, &memory_heap);
        entries_done(&second, &memory_heap);
        text_done(&text);
    }
    assert_true(alike < 5);
}

// A guest that will not play, and gives the seed it was offered as its reason.
static const char seed_teller[] = "cmd:read greeting; echo ready; read word game seat colour seed "
                                  "number rest; echo refuse $number; cat >/dev/null";

// The seeds of the player in one place of a pair, in both of its games.
static void tell_seeds(unsigned place, uint64_t pair, char seeds[2][REASON_MAX])
{
    Match match;
    Text text;
    prepare(&match, "kriegspiel(board=4x4)", 2);
    invite(&match, place == 0 ? seed_teller : "random");
    invite(&match, place == 1 ? seed_teller : "random");
    const PairResult result = play_pair(&match, pair, &text);
    for (unsigned game = 0; game < 2; game++) {
        memcpy(seeds[game], result.games[game].reason, REASON_MAX);
        assert_non_null(strpbrk(seeds[game], "0123456789"));
    }
    text_done(&text);
}

static void every_player_has_a_stream_of_its_own_in_every_game(void **state)
{
    (void)state;
    char seeds[8][REASON_MAX];
    for (unsigned i = 0; i < 4; i++)
        tell_seeds(i % 2, i / 2, &seeds[2 * i]);
    for (unsigned i = 0; i < COUNT_OF(seeds); i++)
        for (unsigned other = 0; other < i; other++)
            assert_string_not_equal(seeds[i], seeds[other]);
}

// With one stream for both games of a pair, or one a colour, a player would mirror itself and every
// pair be even.
static void a_player_does_not_mirror_itself(void **state)
{
    (void)state;
    Match match;
    prepare(&match, "kriegspiel(board=4x4)", 1);
    invite(&match, "random");
    invite(&match, "random");
    match.plan.opening_moves = 0;
    for (uint64_t pair = 0; pair < 20; pair++) {
        Text text;
        const PairResult result = play_pair(&match, pair, &text);
        const Slice *scripts = result.scripts;
        assert_false(scripts[0].length == scripts[1].length &&
                     memcmp(scripts[0].start, scripts[1].start, scripts[0].length) == 0);
        text_done(&text);
    }
}

// --- Lines --------------------------------------------------------------------------------------

static void a_pairs_line_reads_as_the_pair(void **state)
{
    (void)state;
    Match match;
    Text text;
    prepare_small(&match, 10);
    const PairResult played = play_pair(&match, 7, &text);
    PairResult read;
    assert_true(pair_from_line(&match.plan, (Slice){text.start, text.length}, &read));
    assert_int_equal(played.job.number, 7);
    assert_int_equal(read.job.number, 7);
    assert_true(read.hash == played.hash);
    for (unsigned i = 0; i < 2; i++) {
        assert_memory_equal(&read.games[i], &played.games[i], sizeof read.games[i]);
        assert_slice_equal(read.scripts[i], played.scripts[i]);
        Entries entries = read_script(read.scripts[i]);
        assert_int_equal(entries.count, read.games[i].attempts + 4); // those of the opening
        entries_done(&entries, &memory_heap);
    }
    text_done(&text);
}

static void a_changed_byte_anywhere_in_a_line_is_refused(void **state)
{
    (void)state;
    Match match;
    Text text;
    PairResult read = {.hash = 77};
    prepare_small(&match, 1);
    (void)play_pair(&match, 0, &text);
    for (size_t i = 0; i < text.length; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            text.start[i] ^= (char)(1 << bit);
            if (pair_from_line(&match.plan, (Slice){text.start, text.length}, &read))
                fail_msg("it read a line with byte %zu changed: %s", i, text.start);
            text.start[i] ^= (char)(1 << bit);
        }
    for (size_t length = 0; length < text.length; length++)
        assert_false(pair_from_line(&match.plan, (Slice){text.start, length}, &read));
    assert_int_equal(read.hash, 77);
    text_done(&text);
}

static void a_reason_stays_in_its_line(void **state)
{
    (void)state;
    Match match;
    Text text;
    prepare(&match, "kriegspiel(board=4x4)", 1);
    invite(&match, "cmd:printf 'refuse a | b ; c\\n'; cat >/dev/null");
    invite(&match, "random");
    const PairResult result = play_pair(&match, 0, &text);
    for (unsigned game = 0; game < 2; game++) {
        assert_int_equal(result.games[game].ending, ENDING_FORFEIT);
        assert_int_equal(pair_half_points(&result, game), 0);
        assert_string_equal(result.games[game].reason, "it refused to play: 'a   b ; c'");
        assert_true(slice_is(result.scripts[game], game ? " forfeit" : "forfeit"));
    }
    text_done(&text);
}

// --- Players that fail --------------------------------------------------------------------------

// A kind of player with a fault: where it fails and how, or what it does instead of a try.
typedef struct Faulty {
    PlayerKind kind;
    PlayerError sit, hear, choose;
    EventKind doing;
    const char *reason; // what is said of it
} Faulty;

static const Faulty *fault_of(const Player *player)
{
    return (const Faulty *)(const void *)player->kind;
}

static PlayerError break_down(Player *player, PlayerError error)
{
    if (error)
        snprintf(player->complaint, sizeof player->complaint, "it broke");
    return error;
}

static bool play_all(const Game *game)
{
    return game != NULL;
}

static PlayerError faulty_sit(Player *player, const Seating *seating)
{
    (void)seating;
    return break_down(player, fault_of(player)->sit);
}

static PlayerError faulty_hear(Player *player, Try own, const Hearing *heard)
{
    (void)own;
    (void)heard;
    return break_down(player, fault_of(player)->hear);
}

static PlayerError faulty_choose(Player *player, const Budget *budget, Choice *choice)
{
    (void)budget;
    const Faulty *fault = fault_of(player);
    *choice = (Choice){.kind = (uint8_t)fault->doing};
    return break_down(player, fault->choose);
}

#define FAULTY_KIND               \
    .kind = {.name = "faulty",    \
             .plays = play_all,   \
             .sit = faulty_sit,   \
             .hear = faulty_hear, \
             .choose = faulty_choose}

static const Faulty faulty[] = {
    {FAULTY_KIND, .sit = PLAYER_ERR_GUEST, .reason = "it broke"},
    {FAULTY_KIND, .hear = PLAYER_ERR_GUEST, .reason = "it broke"},
    {FAULTY_KIND, .choose = PLAYER_ERR_GUEST, .reason = "it broke"},
    {FAULTY_KIND, .doing = EVENT_ACCEPT, .reason = "there is no offer to answer"},
    {FAULTY_KIND, .doing = EVENT_DECLINE, .reason = "there is no offer to answer"},
    {FAULTY_KIND, .doing = EVENT_COUNT, .reason = "there is no such event or seat"},
};

static Player *create_player(const Memory *memory, const PlayerKind *kind)
{
    Player *player = player_create(memory, kind, &(OptionValues){0});
    assert_non_null(player);
    return player;
}

// Plays one game between players that are then destroyed.
static bool play_bout(const Match *match, const PlayerKind *const kinds[2], BoutResult *result,
                      Text *script)
{
    Bout bout = {.plan = &match->plan, .seeds = {1, 2}};
    for (unsigned seat = 0; seat < 2; seat++)
        bout.players[seat] = create_player(&memory_heap, kinds[seat]);
    const bool is_played = bout_play(&bout, &memory_heap, result, script);
    for (unsigned seat = 0; seat < 2; seat++)
        player_destroy(bout.players[seat]);
    return is_played;
}

static void a_player_that_fails_loses_with_a_reason(void **state)
{
    (void)state;
    const PlayerKind *other = roster_kind(slice_of("random"));
    Match match;
    prepare_small(&match, 1);
    for (unsigned i = 0; i < COUNT_OF(faulty); i++)
        for (unsigned seat = 0; seat < 2; seat++) {
            const PlayerKind *kinds[2] = {other, other};
            char memory[400];
            Text script = TEXT_IN(memory);
            BoutResult result;
            kinds[seat] = &faulty[i].kind;
            assert_true(play_bout(&match, kinds, &result, &script));
            assert_int_equal(result.ending, ENDING_FORFEIT);
            assert_int_equal(result.winner, seat ? WINNER_FIRST : WINNER_SECOND);
            assert_string_equal(result.reason, faulty[i].reason);
            assert_string_equal(memory + script.length - strlen("forfeit"), "forfeit");
        }
}

static void if_both_fail_the_first_to_do_so_loses(void **state)
{
    (void)state;
    const PlayerKind *const kinds[2] = {&faulty[0].kind, &faulty[0].kind};
    Match match;
    char memory[400];
    Text script = TEXT_IN(memory);
    BoutResult result;
    prepare_small(&match, 1);
    assert_true(play_bout(&match, kinds, &result, &script));
    assert_int_equal(result.winner, WINNER_SECOND);
    assert_string_equal(memory, "forfeit");
}

// --- A player that listens ----------------------------------------------------------------------

typedef struct Ear {
    uint32_t own_count, others_count;
    Try own[8];
    bool has_heard_a_move_of_the_others; // which one it was, that is
} Ear;

static PlayerError listen(Player *player, Try own, const Hearing *heard)
{
    Ear *ear = player->self;
    if (own != TRY_NONE && ear->own_count < COUNT_OF(ear->own))
        ear->own[ear->own_count++] = own;
    if (own == TRY_NONE && heard->event == HEARD_MOVE)
        ear->others_count++;
    ear->has_heard_a_move_of_the_others |= own == TRY_NONE && heard->played != TRY_NONE;
    return PLAYER_OK;
}

static PlayerError resign(Player *player, const Budget *budget, Choice *choice)
{
    (void)player;
    (void)budget;
    *choice = (Choice){.kind = EVENT_RESIGN};
    return PLAYER_OK;
}

static const PlayerKind listener = {.name = "listener",
                                    .self_bytes = sizeof(Ear),
                                    .plays = play_all,
                                    .hear = listen,
                                    .choose = resign};

static void an_opening_is_told_only_to_its_owner(void **state)
{
    (void)state;
    Match match;
    Try opening[2 * OPENING_MOVES_MAX];
    char memory[400];
    Text script = TEXT_IN(memory);
    BoutResult result;
    prepare_small(&match, 1);
    Bout bout = {.plan = &match.plan, .seeds = {1, 2}, .opening = opening};
    bout.opening_count = draw_opening(&match, 1, opening);
    assert_int_equal(bout.opening_count, 4);
    for (unsigned seat = 0; seat < 2; seat++)
        bout.players[seat] = create_player(&memory_heap, &listener);
    assert_true(bout_play(&bout, &memory_heap, &result, &script));
    for (unsigned seat = 0; seat < 2; seat++) {
        const Ear *ear = bout.players[seat]->self;
        assert_int_equal(ear->own_count, 2);
        assert_int_equal(ear->own[0], opening[seat]);
        assert_int_equal(ear->own[1], opening[2 + seat]);
        assert_int_equal(ear->others_count, 2);
        assert_false(ear->has_heard_a_move_of_the_others);
        player_destroy(bout.players[seat]);
    }
    assert_int_equal(result.plies, 4);
    assert_int_equal(result.attempts, 0);
    assert_int_equal(result.ending, ENDING_RESIGNED);
    assert_int_equal(result.winner, WINNER_SECOND);
}

// --- Series -------------------------------------------------------------------------------------

// A sink that counts, checks the order, and has enough after so many.
typedef struct Watch {
    Tally tally;
    bool
        is_out_of_order; // asserted later: a failed assertion must not leave another thread's stack
    uint64_t first, limit; // 0 for no limit
    atomic_bool is_stopped;
    uint64_t stop_at; // when it asks for an end without ending; 0 for never
} Watch;

static bool watch_pair(void *context, const PairResult *result)
{
    Watch *watch = context;
    watch->is_out_of_order |= result->job.number != watch->first + watch->tally.pairs;
    tally_add(&watch->tally, result);
    if (watch->tally.pairs == watch->stop_at)
        atomic_store(&watch->is_stopped, true);
    return watch->tally.pairs != watch->limit && !tally_is_decided(&watch->tally);
}

static void run_series(Watch *watch, const Match *match, unsigned threads)
{
    char why[200];
    Text complaint = TEXT_IN(why);
    const SeriesPlan series = {.plan = &match->plan,
                               .from = watch->first,
                               .threads = threads,
                               .is_stopped = &watch->is_stopped};
    tally_init(&watch->tally, &match->plan);
    assert_int_equal(series_run(&series, &memory_heap, (PairSink){watch_pair, watch}, &complaint),
                     SERIES_OK);
    assert_string_equal(why, "");
    assert_false(watch->is_out_of_order);
}

static const unsigned thread_counts[] = {1, 2, 5};

static void the_hash_does_not_depend_on_the_threads(void **state)
{
    (void)state;
    uint64_t hash = 0;
    Match match;
    prepare_small(&match, 60);
    for (unsigned i = 0; i < COUNT_OF(thread_counts); i++) {
        Watch watch = {0};
        run_series(&watch, &match, thread_counts[i]);
        assert_int_equal(watch.tally.pairs, 60);
        assert_true(i == 0 || watch.tally.hash == hash);
        hash = watch.tally.hash;
    }
    match.plan.seed++;
    Watch other = {0};
    run_series(&other, &match, 1);
    assert_true(other.tally.hash != hash);
}

static void a_sink_that_has_enough_hears_no_more(void **state)
{
    (void)state;
    Match match;
    prepare_small(&match, 60);
    for (unsigned i = 0; i < COUNT_OF(thread_counts); i++) {
        Watch watch = {.limit = 7};
        run_series(&watch, &match, thread_counts[i]);
        assert_int_equal(watch.tally.pairs, 7);
    }
}

static void who_stops_a_series_gets_what_is_in_play(void **state)
{
    (void)state;
    Match match;
    prepare_small(&match, 400);
    for (unsigned i = 0; i < COUNT_OF(thread_counts); i++) {
        Watch watch = {.stop_at = 5}, nothing = {.is_stopped = true};
        run_series(&watch, &match, thread_counts[i]);
        assert_in_range(watch.tally.pairs, 5, 5 + 5 * thread_counts[i]);
        run_series(&nothing, &match, thread_counts[i]);
        assert_int_equal(nothing.tally.pairs, 0);
    }
}

static void the_sequential_test_ends_at_the_same_pair(void **state)
{
    (void)state;
    uint64_t pairs = 0;
    Match match;
    prepare_small(&match, 2000);
    match.plan.sprt = (SprtPlan){-40, 40, 0.05, 0.05};
    match.plan.stops_by_sprt = true;
    for (unsigned i = 0; i < COUNT_OF(thread_counts); i++) {
        Watch watch = {0};
        run_series(&watch, &match, thread_counts[i]);
        assert_in_range(watch.tally.pairs, 32, 1999);
        assert_true(i == 0 || watch.tally.pairs == pairs);
        pairs = watch.tally.pairs;
    }
}

static void a_series_goes_on_from_any_pair(void **state)
{
    (void)state;
    Match match;
    prepare_small(&match, 20);
    Watch all = {0}, part = {.limit = 13}, rest = {.first = 13};
    run_series(&all, &match, 2);
    run_series(&part, &match, 1);
    run_series(&rest, &match, 3);
    const Trinomial *games = &tally_match(&all.tally)->games;
    assert_int_equal(rest.tally.pairs, 7);
    assert_int_equal(games->wins,
                     tally_match(&part.tally)->games.wins + tally_match(&rest.tally)->games.wins);
    assert_int_equal(all.tally.attempts, part.tally.attempts + rest.tally.attempts);
}

static void a_player_that_cannot_be_had_is_named_once(void **state)
{
    (void)state;
    char why[200];
    Text complaint = TEXT_IN(why);
    Match match;
    Watch watch = {0};
    prepare(&match, "kriegspiel", 1);
    invite(&match, "random");
    invite(&match, "nosuch");
    tally_init(&watch.tally, &match.plan);
    const SeriesPlan series = {.plan = &match.plan, .threads = 3};
    assert_int_equal(series_run(&series, &memory_heap, (PairSink){watch_pair, &watch}, &complaint),
                     SERIES_ERR_PLAYER);
    assert_string_equal(why, "there is no player 'nosuch'; nebel players lists them");
    assert_int_equal(watch.tally.pairs, 0);
}

// --- Memory that runs out -----------------------------------------------------------------------

static bool play_pair_meanly(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    char why[200];
    Text complaint = TEXT_IN(why), text = text_growing(&memory);
    Match match;
    PairResult result;
    prepare_small(&match, 1);
    Pairs *pairs = pairs_create(&memory, &match.plan, NULL, &complaint);
    assert_true(pairs || why[0]);
    const bool is_played = pairs && pairs_play(pairs, 0, &text, &result);
    text_done(&text);
    pairs_destroy(pairs);
    return is_played;
}

static void a_pair_without_memory_is_an_error(void **state)
{
    (void)state;
    assert_refusals_are_seen(play_pair_meanly, 20);
}

static bool run_series_meanly(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    char why[200];
    Text complaint = TEXT_IN(why);
    Match match;
    Watch watch = {0};
    prepare_small(&match, 3);
    tally_init(&watch.tally, &match.plan);
    const SeriesPlan series = {.plan = &match.plan, .threads = 1};
    return series_run(&series, &memory, (PairSink){watch_pair, &watch}, &complaint) == SERIES_OK;
}

static void a_series_without_memory_is_an_error(void **state)
{
    (void)state;
    assert_refusals_are_seen(run_series_meanly, 40);
}

static bool write_pgn_meanly(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    Match match;
    Text line, pgn = text_growing(&memory);
    prepare_small(&match, 1);
    const PairResult result = play_pair(&match, 0, &line);
    const bool is_written = pair_to_pgn(&match.plan, &result, &memory, &pgn);
    text_done(&line);
    text_done(&pgn);
    return is_written;
}

static void a_pgn_without_memory_is_an_error(void **state)
{
    (void)state;
    assert_refusals_are_seen(write_pgn_meanly, 4);
}

static void a_game_that_was_never_played_is_no_pgn(void **state)
{
    (void)state;
    static const char *const never[] = {"e2e4", "b2a3 resign resign", "accept", "b2a3/b1b2"};
    Match match;
    prepare_small(&match, 1);
    for (unsigned i = 0; i < COUNT_OF(never); i++) {
        const PairResult result = {.scripts = {slice_of("resign"), slice_of(never[i])},
                                   .job = {.second = 1}};
        Text pgn = text_growing(&memory_heap);
        const bool is_pgn = pair_to_pgn(&match.plan, &result, &memory_heap, &pgn);
        assert_int_equal(is_pgn, i == 0); // refused as impossible, which is a game all the same
        text_done(&pgn);
    }
}

static PlayerError forget(Player *player, const Budget *budget, Choice *choice)
{
    (void)player;
    (void)budget;
    (void)choice;
    return PLAYER_ERR_MEMORY;
}

static PlayerError hear_and_forget(Player *player, Try own, const Hearing *heard)
{
    (void)player;
    (void)own;
    (void)heard;
    return PLAYER_ERR_MEMORY;
}

static PlayerError sit_and_forget(Player *player, const Seating *seating)
{
    (void)player;
    (void)seating;
    return PLAYER_ERR_MEMORY;
}

static void nobody_loses_for_want_of_memory(void **state)
{
    (void)state;
    const PlayerKind poor[] = {
        {.name = "sits", .plays = play_all, .sit = sit_and_forget, .choose = resign},
        {.name = "hears", .plays = play_all, .hear = hear_and_forget, .choose = resign},
        {.name = "chooses", .plays = play_all, .choose = forget},
    };
    Match match;
    prepare_small(&match, 1);
    for (unsigned i = 0; i < COUNT_OF(poor); i++) {
        const PlayerKind *const kinds[2] = {&poor[i], &poor[i]};
        char memory[400];
        Text script = TEXT_IN(memory);
        BoutResult result = {.attempts = 77};
        assert_false(play_bout(&match, kinds, &result, &script));
        assert_int_equal(result.attempts, 77);
        assert_string_equal(memory, "");
    }
}

// --- Match files --------------------------------------------------------------------------------

enum { KEPT_PAIRS = 3 };

// A match file of three pairs, and its bytes.
typedef struct Kept {
    Match match;
    char path[64];
    char *bytes;
    size_t length, head, last; // where the pairs begin, and the last of them
} Kept;

static void write_bytes(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static char *read_bytes(const char *path, size_t *length)
{
    enum { MORE_THAN_ANY = 1 << 20 };
    char *bytes = malloc(MORE_THAN_ANY);
    FILE *file = fopen(path, "r");
    assert_non_null(bytes);
    assert_non_null(file);
    *length = fread(bytes, 1, MORE_THAN_ANY - 1, file);
    bytes[*length] = '\0';
    fclose(file);
    return bytes;
}

static void assert_file_is(const char *path, const char *bytes, size_t length)
{
    size_t there;
    char *found = read_bytes(path, &there);
    assert_int_equal(there, length);
    assert_memory_equal(found, bytes, length);
    free(found);
}

static bool append_pair(void *context, const PairResult *result)
{
    return journal_append(context, result) == JOURNAL_OK;
}

static int keep_match(void **state)
{
    Kept *kept = calloc(1, sizeof *kept);
    assert_non_null(kept);
    prepare_small(&kept->match, KEPT_PAIRS);
    snprintf(kept->path, sizeof kept->path, "%s/nebel-lab-XXXXXX", P_tmpdir);
    assert_true(close(mkstemp(kept->path)) == 0 && unlink(kept->path) == 0);

    Journal journal = journal_closed(&memory_heap);
    const SeriesPlan series = {.plan = &kept->match.plan, .threads = 1};
    assert_int_equal(journal_create(&journal, kept->path, &kept->match.plan), JOURNAL_OK);
    assert_int_equal(series_run(&series, &memory_heap, (PairSink){append_pair, &journal}, NULL),
                     SERIES_OK);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);

    kept->bytes = read_bytes(kept->path, &kept->length);
    kept->head = (size_t)(strstr(kept->bytes, "\npair 0 ") + 1 - kept->bytes);
    kept->last = (size_t)(strstr(kept->bytes, "\npair 2 ") + 1 - kept->bytes);
    *state = kept;
    return 0;
}

static int drop_match(void **state)
{
    Kept *kept = *state;
    unlink(kept->path);
    free(kept->bytes);
    free(kept);
    return 0;
}

// What became of taking a file up.
typedef struct Resumed {
    JournalError error;
    uint64_t next, pairs;
    char complaint[300];
} Resumed;

static Resumed resume(const Kept *kept, uint64_t limit)
{
    Resumed resumed = {.next = 99};
    Text complaint = TEXT_IN(resumed.complaint);
    Watch watch = {.limit = limit};
    Journal journal = journal_closed(&memory_heap);
    tally_init(&watch.tally, &kept->match.plan);
    resumed.error = journal_resume(&journal, kept->path, &kept->match.plan,
                                   (PairSink){watch_pair, &watch}, &resumed.next, &complaint);
    resumed.pairs = watch.tally.pairs;
    assert_false(watch.is_out_of_order);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    return resumed;
}

// Takes the file up and finds so many pairs; afterwards the file holds them and nothing else.
static void assert_resumes_at(const Kept *kept, uint64_t pairs, size_t length)
{
    const Resumed resumed = resume(kept, 0);
    assert_int_equal(resumed.error, JOURNAL_OK);
    assert_int_equal(resumed.next, pairs);
    assert_int_equal(resumed.pairs, pairs);
    assert_file_is(kept->path, kept->bytes, length);
}

// The file as it stands is refused, and stays as it is.
static Resumed assert_refused(const Kept *kept, JournalError error)
{
    size_t length;
    char *before = read_bytes(kept->path, &length);
    const Resumed resumed = resume(kept, 0);
    assert_int_equal(resumed.error, error);
    assert_int_equal(resumed.next, 99);
    assert_file_is(kept->path, before, length);
    free(before);
    return resumed;
}

static void a_whole_match_file_is_taken_up_at_its_end(void **state)
{
    assert_resumes_at(*state, KEPT_PAIRS, ((Kept *)*state)->length);
}

static void a_last_line_torn_at_any_byte_is_cut_off(void **state)
{
    const Kept *kept = *state;
    for (size_t length = kept->last; length < kept->length; length++) {
        write_bytes(kept->path, kept->bytes, length);
        assert_resumes_at(kept, KEPT_PAIRS - 1, kept->last);
    }
}

static void a_last_line_damaged_at_any_byte_is_cut_off(void **state)
{
    const Kept *kept = *state;
    for (size_t i = kept->last; i < kept->length; i++) {
        char *damaged = strdup(kept->bytes);
        damaged[i] ^= 1;
        write_bytes(kept->path, damaged, kept->length);
        free(damaged);
        assert_resumes_at(kept, KEPT_PAIRS - 1, kept->last);
    }
}

static void a_doubled_last_line_is_cut_off(void **state)
{
    const Kept *kept = *state;
    const size_t line = kept->length - kept->last;
    char *doubled = malloc(kept->length + line);
    memcpy(doubled, kept->bytes, kept->length);
    memcpy(doubled + kept->length, kept->bytes + kept->last, line);
    // The plan wants more than the file holds, or what follows would be nobody's business.
    Kept longer = *kept;
    longer.match.plan.rules = (const Rules *)&longer.match.rules;
    longer.match.plan.rounds = KEPT_PAIRS + 1;
    write_bytes(kept->path, doubled, kept->length + line);
    assert_resumes_at(&longer, KEPT_PAIRS, kept->length);
    free(doubled);
}

static void a_head_torn_at_any_byte_begins_anew(void **state)
{
    const Kept *kept = *state;
    for (size_t length = 0; length < kept->head; length++) {
        write_bytes(kept->path, kept->bytes, length);
        assert_resumes_at(kept, 0, kept->head);
    }
    unlink(kept->path);
    assert_resumes_at(kept, 0, kept->head);
}

static void a_file_damaged_in_the_middle_is_refused(void **state)
{
    const Kept *kept = *state;
    for (size_t i = kept->head; i + 1 < kept->last; i += 7) {
        char *damaged = strdup(kept->bytes);
        damaged[i] ^= 1;
        write_bytes(kept->path, damaged, kept->length);
        free(damaged);
        const Resumed resumed = assert_refused(kept, JOURNAL_ERR_DAMAGED);
        assert_non_null(strstr(resumed.complaint, resumed.pairs ? "pair 1" : "pair 0"));
    }
}

static void a_file_of_other_settings_is_refused(void **state)
{
    const Kept *kept = *state;
    static const struct {
        const char *line, *other;
    } settings[] = {
        {"game ", "game kriegspiel(rules=rand,board=silverman4x4)"},
        {"player capturer", "player negamax"},
        {"pairing ", "pairing gauntlet"},
        {"seed ", "seed 11"},
        {"opening ", "opening 0"},
        {"limits ", "limits nodes 1 cpu 0 movetime 5 clock 0+0"},
        {"limits ", "limits nodes 1 cpu 0 movetime 0 clock 0+0 against nodes 2 cpu 0 movetime 0"},
        {"pairs\n", "player third"},
    };
    for (unsigned i = 0; i < COUNT_OF(settings); i++) {
        const char *line = strstr(kept->bytes, settings[i].line);
        const char *rest = strchr(line, '\n');
        FILE *file = fopen(kept->path, "w");
        fprintf(file, "%.*s%s%s", (int)(line - kept->bytes), kept->bytes, settings[i].other, rest);
        fclose(file);
        const Resumed resumed = assert_refused(kept, JOURNAL_ERR_OTHER);
        assert_non_null(strstr(resumed.complaint, settings[i].other));
    }
}

static void what_is_no_match_file_is_left_alone(void **state)
{
    const Kept *kept = *state;
    enum { LONG = 100000 };
    char *others[] = {strdup("a letter\n"), strdup("nebel match file 2\n"), malloc(LONG)};
    const size_t lengths[] = {9, 19, LONG};
    memset(others[2], 0, LONG); // one line that never ends, longer than any head
    for (unsigned i = 0; i < COUNT_OF(others); i++) {
        write_bytes(kept->path, others[i], lengths[i]);
        assert_refused(kept, JOURNAL_ERR_KIND);
        free(others[i]);
    }
}

static void a_new_match_does_not_overwrite_a_file(void **state)
{
    const Kept *kept = *state;
    Journal journal = journal_closed(&memory_heap);
    assert_int_equal(journal_create(&journal, kept->path, &kept->match.plan), JOURNAL_ERR_EXISTS);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    assert_file_is(kept->path, kept->bytes, kept->length);
}

static void a_match_may_be_taken_further_or_less_far(void **state)
{
    Kept *kept = *state;
    kept->match.plan.rounds = 10;
    assert_resumes_at(kept, KEPT_PAIRS, kept->length);
    kept->match.plan.rounds = 2;
    assert_resumes_at(kept, 2, kept->length);
}

static void a_sink_that_has_enough_leaves_the_rest_of_the_file(void **state)
{
    const Kept *kept = *state;
    const Resumed resumed = resume(kept, 1);
    assert_int_equal(resumed.error, JOURNAL_OK);
    assert_int_equal(resumed.next, 1);
    assert_file_is(kept->path, kept->bytes, kept->length);
}

static void a_full_disk_is_an_error(void **state)
{
    (void)state;
    Match match;
    Text text;
    Journal journal = journal_closed(&memory_heap);
    prepare_small(&match, 1);
    const PairResult result = play_pair(&match, 0, &text);
    journal.file = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_int_equal(journal_append(&journal, &result), JOURNAL_ERR_WRITE);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    text_done(&text);
}

static void a_path_that_leads_nowhere_is_an_error(void **state)
{
    const Kept *kept = *state;
    char path[100];
    uint64_t next = 99;
    Journal journal = journal_closed(&memory_heap);
    snprintf(path, sizeof path, "%s/file", kept->path); // which is no folder
    assert_int_equal(journal_create(&journal, path, &kept->match.plan), JOURNAL_ERR_OPEN);
    assert_int_equal(journal_resume(&journal, path, &kept->match.plan,
                                    (PairSink){append_pair, &journal}, &next, NULL),
                     JOURNAL_ERR_OPEN);
    assert_int_equal(next, 99);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
}

static Kept *kept_for_misers; // they are called without a state

static bool resume_meanly(Miser *miser)
{
    const Kept *kept = kept_for_misers;
    const Memory memory = miser_memory(miser);
    char why[200];
    Text complaint = TEXT_IN(why);
    uint64_t next = 99;
    Watch watch = {0};
    Journal journal = journal_closed(&memory);
    tally_init(&watch.tally, &kept->match.plan);
    const JournalError error = journal_resume(&journal, kept->path, &kept->match.plan,
                                              (PairSink){watch_pair, &watch}, &next, &complaint);
    assert_true(error == JOURNAL_OK || error == JOURNAL_ERR_MEMORY);
    assert_int_equal(next, error ? 99 : KEPT_PAIRS);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    assert_file_is(kept->path, kept->bytes, kept->length);
    return !error;
}

static bool keep_meanly(Miser *miser)
{
    const Kept *kept = kept_for_misers;
    const Memory memory = miser_memory(miser);
    Text text;
    Journal journal = journal_closed(&memory);
    unlink(kept->path);
    const PairResult result = play_pair(&kept->match, 0, &text);
    JournalError error = journal_create(&journal, kept->path, &kept->match.plan);
    if (!error)
        error = journal_append(&journal, &result);
    assert_true(error == JOURNAL_OK || error == JOURNAL_ERR_MEMORY);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    text_done(&text);
    return !error;
}

static void a_match_file_without_memory_is_an_error(void **state)
{
    kept_for_misers = *state;
    assert_refusals_are_seen(resume_meanly, 3);
    assert_refusals_are_seen(keep_meanly, 2);
}

static void every_error_has_a_text(void **state)
{
    (void)state;
    for (unsigned error = 0; error < JOURNAL_ERR_COUNT; error++)
        assert_true(journal_error_text((JournalError)error)[0]);
    for (unsigned error = 0; error < SERIES_ERR_COUNT; error++)
        assert_true(series_error_text((SeriesError)error)[0]);
}

// --- Reports ------------------------------------------------------------------------------------

// A tally of a long match that the second player lost in every way.
static void tally_many(Tally *tally, const Match *match)
{
    tally_init(tally, &match->plan);
    for (uint32_t i = 0; i < 200000; i++) {
        PairResult result = {.job = plan_job(&match->plan, i)};
        for (unsigned game = 0; game < 2; game++) {
            result.games[game] = (BoutResult){.winner = game ? WINNER_SECOND : WINNER_FIRST,
                                              .ending = ENDING_MATE,
                                              .attempts = 400,
                                              .plies = 100};
            if (i % 3 == 0)
                result.games[game] =
                    (BoutResult){.winner = WINNER_NONE, .ending = (uint8_t)(1 + i % 6)};
        }
        tally_add(tally, &result);
    }
}

static void assert_fits(const Text *text)
{
    Slice rest = {text->start, text->length};
    assert_false(text->cut);
    while (rest.length) {
        const Slice line = slice_take(&rest, "\n");
        if (line.length > 80)
            fail_msg("%zu columns: %.*s", line.length, (int)line.length, line.start);
    }
}

static void a_report_fits_eighty_columns(void **state)
{
    (void)state;
    const Speed speed = {12345.6, 400000, 80000000};
    Match match;
    Tally *tally = malloc(sizeof *tally);
    Text text = text_growing(&memory_heap);
    prepare_small(&match, 4000000);
    tally_many(tally, &match);
    report_match(tally, &speed, &text);
    assert_fits(&text);
    match.plan.player_count = 0;
    for (unsigned i = 0; i < 12; i++)
        invite(&match, "capturer(pawn_tries=1)");
    tally_many(tally, &match);
    report_tournament(tally, &speed, &text);
    assert_fits(&text);
    text_done(&text);
    free(tally);
}

static void what_no_sample_bounds_is_null(void **state)
{
    (void)state;
    Match match;
    Tally *tally = malloc(sizeof *tally);
    Text text = text_growing(&memory_heap);
    const PairResult won = {.games = {{.winner = WINNER_FIRST, .ending = ENDING_MATE},
                                      {.winner = WINNER_SECOND, .ending = ENDING_MATE}},
                            .job = {.second = 1}};
    prepare_small(&match, 2);
    match.plan.limits.tries.cpu_ms = 1; // and so has no hash
    tally_init(tally, &match.plan);
    tally_add(tally, &won);
    assert_true(report_match_json(tally, &(Speed){0}, &text));
    assert_non_null(strstr(text.start, "\"elo\":null,"));
    assert_non_null(strstr(text.start, "\"elo_high\":null,"));
    assert_null(strstr(text.start, "\"elo_low\":null,"));
    assert_non_null(strstr(text.start, "\"hash\":null"));
    text_done(&text);
    free(tally);
}

#define WITH_FILE(test) cmocka_unit_test_setup_teardown(test, keep_match, drop_match)

// --- Tuning --------------------------------------------------------------------------------------

static bool begin_tuning(Tuning *tuning, const char *player, const char *ranges, char why[256])
{
    Text complaint = text_in(why, 256);
    const TuningPlan plan = {
        .player = player, .ranges = ranges, .reach = 0.1, .steps = 10, .seed = 1};
    return tuning_begin(tuning, &plan, &complaint);
}

static void a_tuning_compares_two_players_around_the_one_it_has(void **state)
{
    (void)state;
    Tuning tuning;
    char why[256], plus[128], minus[128];
    Text texts[2] = {TEXT_IN(plus), TEXT_IN(minus)};
    assert_true(begin_tuning(&tuning, "pimc(depth=2)", "pool=100..1100,boards=0..100", why));
    tuning_pair(&tuning, &texts[0], &texts[1]);
    // The usual pool is beyond the range and begins at its end; no boards at the other.
    assert_true(strstr(plus, "depth=2") && strstr(minus, "depth=2"));
    assert_true((strstr(plus, "pool=1000") != NULL) != (strstr(minus, "pool=1000") != NULL));
    assert_true((strstr(plus, "boards=10") != NULL) != (strstr(minus, "boards=10") != NULL));
}

static void a_tuning_follows_the_winner(void **state)
{
    (void)state;
    Tuning tuning;
    char why[256], plus[128], answer[128];
    Text texts[2] = {TEXT_IN(plus), TEXT_IN(answer)};
    Text nowhere = TEXT_IN(why);
    assert_true(begin_tuning(&tuning, "ismcts2(c=1)", "c=0..2", why));
    tuning_pair(&tuning, &texts[0], &nowhere);
    tuning_tell(&tuning, (TuningStep){8, 4}); // a clean sweep: all the way to the winner
    tuning_answer(&tuning, &texts[1]);
    assert_string_equal(answer, plus);
}

static void a_step_is_read_back_from_its_line(void **state)
{
    (void)state;
    static const char *const broken[] = {"",      "1",     "1 3",   "2 3 4",
                                         "1 9 4", "1 3 0", "1 x 4", "one 3 4"};
    Tuning tuning, next;
    char why[256], written[128];
    Text line = TEXT_IN(written);
    TuningStep step = {-3, 4}, read;
    assert_true(begin_tuning(&tuning, "ismcts2", "c=0..2", why));
    next = tuning;
    tuning_tell(&next, step);
    tuning_step_to_text(&next, step, &line);
    assert_true(tuning_step_from_text(&tuning, slice_of(written), &read));
    assert_int_equal(read.lead, -3);
    assert_int_equal(read.games, 4);
    for (unsigned i = 0; i < COUNT_OF(broken); i++)
        assert_false(tuning_step_from_text(&tuning, slice_of(broken[i]), &read));
}

static void what_cannot_be_tuned_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *player, *ranges, *why;
    } wrong[] = {
        {"nobody", "c=0..1", "no player that can be tuned"},
        {"cmd:./bot", "c=0..1", "no player that can be tuned"},
        {"ismcts2(c=x)", "c=0..1", "the option c takes"},
        {"random", "c=0..1", "no number 'c'"},
        {"pimc", "combine=0..1", "no number 'combine'"},
        {"ismcts2", "c=0-1", "c=LOW..HIGH"},
        {"ismcts2", "c=1..x", "c=LOW..HIGH"},
        {"ismcts2", "c=-1..1", "c=LOW..HIGH"},
        {"pimc", "depth=1..11", "within 1 to 10"},
    };
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        Tuning tuning;
        char why[256] = "";
        assert_false(begin_tuning(&tuning, wrong[i].player, wrong[i].ranges, why));
        assert_non_null(strstr(why, wrong[i].why));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_event_comes_back_from_a_script),
        cmocka_unit_test(a_script_may_begin_with_either_seat),
        cmocka_unit_test(a_damaged_script_is_refused),
        cmocka_unit_test(a_script_without_memory_is_refused),
        cmocka_unit_test(everyone_meets_everyone_once_a_round),
        cmocka_unit_test(in_a_gauntlet_the_first_meets_each_of_the_others),
        cmocka_unit_test(only_nodes_alone_are_deterministic),
        cmocka_unit_test(limits_are_written_as_they_are_read),
        cmocka_unit_test(limits_that_are_none_leave_what_was_there),
        cmocka_unit_test(the_second_player_may_have_limits_of_its_own),
        cmocka_unit_test(clocks_and_openings_are_read_or_left_alone),
        cmocka_unit_test(an_opening_is_legal_and_does_not_end_the_game),
        cmocka_unit_test(an_opening_has_as_many_moves_as_asked_for),
        cmocka_unit_test(both_games_of_a_pair_begin_alike_and_pairs_do_not),
        cmocka_unit_test(every_player_has_a_stream_of_its_own_in_every_game),
        cmocka_unit_test(a_player_does_not_mirror_itself),
        cmocka_unit_test(a_pairs_line_reads_as_the_pair),
        cmocka_unit_test(a_changed_byte_anywhere_in_a_line_is_refused),
        cmocka_unit_test(a_reason_stays_in_its_line),
        cmocka_unit_test(a_player_that_fails_loses_with_a_reason),
        cmocka_unit_test(if_both_fail_the_first_to_do_so_loses),
        cmocka_unit_test(an_opening_is_told_only_to_its_owner),
        cmocka_unit_test(the_hash_does_not_depend_on_the_threads),
        cmocka_unit_test(a_sink_that_has_enough_hears_no_more),
        cmocka_unit_test(who_stops_a_series_gets_what_is_in_play),
        cmocka_unit_test(the_sequential_test_ends_at_the_same_pair),
        cmocka_unit_test(a_series_goes_on_from_any_pair),
        cmocka_unit_test(a_player_that_cannot_be_had_is_named_once),
        cmocka_unit_test(a_pair_without_memory_is_an_error),
        cmocka_unit_test(a_series_without_memory_is_an_error),
        cmocka_unit_test(a_pgn_without_memory_is_an_error),
        cmocka_unit_test(a_game_that_was_never_played_is_no_pgn),
        cmocka_unit_test(nobody_loses_for_want_of_memory),
        WITH_FILE(a_whole_match_file_is_taken_up_at_its_end),
        WITH_FILE(a_last_line_torn_at_any_byte_is_cut_off),
        WITH_FILE(a_last_line_damaged_at_any_byte_is_cut_off),
        WITH_FILE(a_doubled_last_line_is_cut_off),
        WITH_FILE(a_head_torn_at_any_byte_begins_anew),
        WITH_FILE(a_file_damaged_in_the_middle_is_refused),
        WITH_FILE(a_file_of_other_settings_is_refused),
        WITH_FILE(what_is_no_match_file_is_left_alone),
        WITH_FILE(a_new_match_does_not_overwrite_a_file),
        WITH_FILE(a_match_may_be_taken_further_or_less_far),
        WITH_FILE(a_sink_that_has_enough_leaves_the_rest_of_the_file),
        cmocka_unit_test(a_full_disk_is_an_error),
        WITH_FILE(a_path_that_leads_nowhere_is_an_error),
        WITH_FILE(a_match_file_without_memory_is_an_error),
        cmocka_unit_test(every_error_has_a_text),
        cmocka_unit_test(a_report_fits_eighty_columns),
        cmocka_unit_test(what_no_sample_bounds_is_null),
        cmocka_unit_test(a_tuning_compares_two_players_around_the_one_it_has),
        cmocka_unit_test(a_tuning_follows_the_winner),
        cmocka_unit_test(a_step_is_read_back_from_its_line),
        cmocka_unit_test(what_cannot_be_tuned_is_said),
    };
    return cmocka_run_group_tests_name("lab", tests, NULL, NULL);
}
