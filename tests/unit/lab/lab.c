// The laboratory: openings, pairs and their lines, players that fail, threads that agree, and memory
// that runs out.
#include "engine/players/roster.h"
#include "formats/records/game_record.h"
#include "games/core/table.h"
#include "lab/match/game_player.h"
#include "lab/match/pair.h"
#include "unit/match.h"
#include "unit/miser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_slice_equal(Slice slice, Slice other)
{
    assert_int_equal(slice.length, other.length);
    assert_memory_equal(slice.start, other.start, slice.length);
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

// White's moves by one seed, Black's by another, or both by one chance if they are the same.
static uint32_t draw_opening_by(const Match *match, uint64_t white, uint64_t black, Try *opening)
{
    const Game *game = match->plan.game;
    OpeningRoom room;
    for (unsigned i = 0; i < 2; i++) {
        room.views[i] = malloc(game->view_bytes);
        room.truths[i] = malloc(game->truth_bytes);
    }
    room.tries = malloc(game->tries_max * sizeof(Try));
    Rng chances[2] = {rng_from_seed(white), rng_from_seed(black)};
    Rng *const chance[2] = {&chances[0], &chances[white != black]};
    const uint32_t count = opening_draw(&match->plan, chance, &room, opening);
    for (unsigned i = 0; i < 2; i++) {
        free(room.views[i]);
        free(room.truths[i]);
    }
    free(room.tries);
    return count;
}

static uint32_t draw_opening(const Match *match, uint64_t seed, Try *opening)
{
    return draw_opening_by(match, seed, seed, opening);
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

// --- Shares --------------------------------------------------------------------------------------

static void shares_have_every_pair_once(void **state)
{
    (void)state;
    enum { PAIRS = 23 };
    Match match;
    prepare_small(&match, PAIRS);
    for (uint64_t count = 1; count <= PAIRS + 2; count++) {
        unsigned times[PAIRS] = {0};
        for (uint64_t index = 0; index < count; index++) {
            match.plan.share = (MatchShare){index, count};
            for (uint64_t place = 0; place < plan_job_count(&match.plan); place++)
                times[plan_number(&match.plan, place)]++;
        }
        for (unsigned i = 0; i < PAIRS; i++)
            assert_int_equal(times[i], 1);
    }
    assert_int_equal(plan_match_count(&match.plan), PAIRS);
}

static void a_share_is_written_as_which_of_how_many(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",    "1",     "/",   "0/4",   "5/4",
                                        "1/0", "1/4/4", "a/4", "1/501", "-1/4"};
    MatchShare share;
    assert_true(share_from_text((Slice){"2/4", 3}, &share));
    assert_int_equal(share.index, 1);
    assert_int_equal(share.count, 4);
    for (unsigned i = 0; i < COUNT_OF(wrong); i++)
        assert_false(share_from_text((Slice){wrong[i], strlen(wrong[i])}, &share));
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

// --- Seeds that must not tell of each other -------------------------------------------------------

enum { SPIED_PAIRS = 200, SPIED_GAMES = 2 * SPIED_PAIRS };

static void seeds_have_the_values_they_always_had(void **state)
{
    (void)state;
    Match match;
    prepare_small(&match, 20);
    assert_true(pair_seed(&match.plan, 0, 0, 0) == 0x6c5795e14b3b7e33);
    assert_true(pair_seed(&match.plan, 0, 1, 1) == 0x7d3213b27857bfc1);
    match.plan.seed = 7;
    assert_true(pair_seed(&match.plan, 12, 0, 1) == 0x5ad1e5906867bed6);
    match.plan.secret = &match_secret;
    assert_true(pair_seed(&match.plan, 0, 0, 1) == 0xa142607a216aab22);
    assert_true(pair_seed(&match.plan, 1, 0, 0) == 0x65317eed1c41e670);
}

static void a_secret_seed_changes_with_all_it_depends_on(void **state)
{
    (void)state;
    const Secret other = {{1}};
    uint64_t seeds[2 * 4 * SPIED_PAIRS];
    unsigned count = 0;
    Match match;
    prepare_small(&match, SPIED_PAIRS);
    for (unsigned secret = 0; secret < 2; secret++) {
        match.plan.secret = secret ? &other : &match_secret;
        for (uint64_t pair = 0; pair < SPIED_PAIRS; pair++)
            for (unsigned i = 0; i < 4; i++)
                seeds[count++] = pair_seed(&match.plan, pair, i / 2, i % 2);
    }
    for (unsigned i = 0; i < count; i++)
        for (unsigned before = 0; before < i; before++)
            assert_true(seeds[i] != seeds[before]);
    const uint64_t seed = pair_seed(&match.plan, 0, 0, 0);
    match.plan.seed++;
    assert_true(pair_seed(&match.plan, 0, 0, 0) == seed); // which --seed has no part in
}

// splitmix64 is a bijection with an inverse: xorshifts and multiplications by odd numbers.
static uint64_t undo_shift(uint64_t word, unsigned by)
{
    uint64_t undone = word;
    for (unsigned known = by; known < 64; known += by)
        undone = word ^ undone >> by;
    return undone;
}

static uint64_t undo_splitmix64(uint64_t word)
{
    word = undo_shift(word, 31) * UINT64_C(0x319642b2d24d8ec3);
    word = undo_shift(word, 27) * UINT64_C(0x96de1b173f119089);
    return undo_shift(word, 30) - UINT64_C(0x9e3779b97f4a7c15);
}

// What a spy makes of its own seed in a game: that of its opponent, if seeds come from --seed.
static uint64_t spied_seed(uint64_t own, unsigned game, unsigned player)
{
    const unsigned purpose = 1 + 2 * game + player;
    uint64_t state = undo_splitmix64(own) ^ purpose ^ (purpose + (player ? -1u : 1u));
    return splitmix64(&state);
}

static unsigned count_spied(const Plan *plan)
{
    unsigned hits = 0;
    for (uint64_t pair = 0; pair < SPIED_PAIRS; pair++)
        for (unsigned i = 0; i < 4; i++) {
            const uint64_t own = pair_seed(plan, pair, i / 2, i % 2);
            hits += spied_seed(own, i / 2, i % 2) == pair_seed(plan, pair, i / 2, !(i % 2));
        }
    return hits;
}

// How many of a match's seeds are those of a match with one of the seeds that people choose.
static unsigned count_guessed(const Plan *plan)
{
    Plan guess = *plan;
    unsigned hits = 0;
    guess.secret = NULL;
    for (guess.seed = 0; guess.seed < 10000; guess.seed++)
        for (unsigned i = 0; i < 4; i++)
            hits += pair_seed(&guess, 0, i / 2, i % 2) == pair_seed(plan, 0, i / 2, i % 2);
    return hits;
}

static void a_spy_learns_no_seed_of_a_match_with_a_secret(void **state)
{
    (void)state;
    Match match;
    prepare_small(&match, SPIED_PAIRS);
    // From --seed it learns them all, which is why guests do not get theirs from there.
    assert_int_equal(count_spied(&match.plan), 2 * SPIED_GAMES);
    assert_int_equal(count_guessed(&match.plan), 4);
    match.plan.secret = &match_secret;
    assert_int_equal(count_spied(&match.plan), 0);
    assert_int_equal(count_guessed(&match.plan), 0);
}

// In how many pairs the opening moves of one seat in the first game are those of a seat in the
// second.
static unsigned count_alike(Match *match, unsigned seat, unsigned other_seat)
{
    unsigned alike = 0;
    for (uint64_t pair = 0; pair < SPIED_PAIRS; pair++) {
        Text text;
        const PairResult result = play_pair(match, pair, &text);
        Entries first = read_script(result.scripts[0]), second = read_script(result.scripts[1]);
        alike += first.list[seat].attempt == second.list[other_seat].attempt &&
                 first.list[2 + seat].attempt == second.list[2 + other_seat].attempt;
        entries_done(&first, &memory_heap);
        entries_done(&second, &memory_heap);
        text_done(&text);
    }
    return alike;
}

// Whoever had White in the first game knows the moves that were made for White; in the second the
// other has White. On this board a seat has about 13 choices a move, so that two moves agree in
// about one pair of 170.
static void an_opening_tells_nothing_of_the_next_games(void **state)
{
    (void)state;
    Match match;
    prepare(&match, "kriegspiel(board=5x5)", SPIED_PAIRS);
    invite(&match, "random");
    invite(&match, "random");
    assert_int_equal(count_alike(&match, 0, 0), SPIED_PAIRS);
    assert_int_equal(count_alike(&match, 1, 1), SPIED_PAIRS);
    match.plan.secret = &match_secret;
    assert_in_range(count_alike(&match, 0, 0), 0, 8);
    assert_in_range(count_alike(&match, 1, 1), 0, 8);
}

// One stream for both seats would let a player work out the other's moves from its own.
static void each_seats_opening_has_a_stream_of_its_own(void **state)
{
    (void)state;
    Match match;
    Try opening[2], other[2];
    prepare(&match, "kriegspiel", 1);
    match.plan.opening_moves = 1;
    unsigned changes = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_int_equal(draw_opening_by(&match, 1000, seed, opening), 2);
        assert_int_equal(draw_opening_by(&match, 1000, seed + 1, other), 2);
        assert_int_equal(opening[0], other[0]);
        changes += opening[1] != other[1];
        assert_int_equal(draw_opening_by(&match, seed, 1000, opening), 2);
        assert_int_equal(draw_opening_by(&match, seed + 1, 1000, other), 2);
        assert_int_equal(opening[1], other[1]); // Black's first moves do not depend on White's
    }
    assert_in_range(changes, 30, 50);
}

static void a_secret_opening_is_drawn_by_each_players_stream(void **state)
{
    (void)state;
    Match match;
    prepare(&match, "kriegspiel(board=5x5)", 10);
    invite(&match, "random");
    invite(&match, "random");
    match.plan.secret = &match_secret;
    for (uint64_t pair = 0; pair < 10; pair++) {
        Text text;
        const PairResult result = play_pair(&match, pair, &text);
        for (uint8_t game = 0; game < 2; game++) {
            Try opening[4];
            // White is the first player in the first game, the second in the second.
            const Stream white = {pair, STREAM_OPENING, game, game};
            const Stream black = {pair, STREAM_OPENING, game, !game};
            assert_int_equal(draw_opening_by(&match, secret_stream(&match_secret, white),
                                             secret_stream(&match_secret, black), opening),
                             4);
            Entries entries = read_script(result.scripts[game]);
            for (unsigned i = 0; i < 4; i++)
                assert_int_equal(entries.list[i].attempt, opening[i]);
            entries_done(&entries, &memory_heap);
        }
        text_done(&text);
    }
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

static void a_match_has_no_game_without_a_result(void **state)
{
    (void)state;
    static const char *const endings[] = {"agreed", "aborted"};
    Match match;
    prepare(&match, "kriegspiel(board=4x4)", 1);
    invite(&match, "random");
    invite(&match, "capturer");
    for (unsigned i = 0; i < COUNT_OF(endings); i++) {
        PairResult result;
        Text text = text_growing(&memory_heap);
        text_format(&text, "pair 0 | none agreed 0 0 offer accept | none %s 0 0 ", endings[i]);
        match_line_seal(&text, 0);
        assert_int_equal(pair_from_line(&match.plan, (Slice){text.start, text.length}, &result),
                         i == 0);
        text_done(&text);
    }
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
        snprintf(player->message, sizeof player->message, "it broke");
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
static bool play_bout(const Match *match, const PlayerKind *const kinds[2], GameResult *result,
                      Text *script)
{
    GamePlayer game_player = {.plan = &match->plan, .seeds = {1, 2}};
    for (unsigned seat = 0; seat < 2; seat++)
        game_player.players[seat] = create_player(&memory_heap, kinds[seat]);
    const bool is_played = game_player_play(&game_player, &memory_heap, result, script);
    for (unsigned seat = 0; seat < 2; seat++)
        player_destroy(game_player.players[seat]);
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
            GameResult result;
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
    GameResult result;
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
    GameResult result;
    prepare_small(&match, 1);
    GamePlayer game_player = {.plan = &match.plan, .seeds = {1, 2}, .opening = opening};
    game_player.opening_count = draw_opening(&match, 1, opening);
    assert_int_equal(game_player.opening_count, 4);
    for (unsigned seat = 0; seat < 2; seat++)
        game_player.players[seat] = create_player(&memory_heap, &listener);
    assert_true(game_player_play(&game_player, &memory_heap, &result, &script));
    for (unsigned seat = 0; seat < 2; seat++) {
        const Ear *ear = game_player.players[seat]->self;
        assert_int_equal(ear->own_count, 2);
        assert_int_equal(ear->own[0], opening[seat]);
        assert_int_equal(ear->own[1], opening[2 + seat]);
        assert_int_equal(ear->others_count, 2);
        assert_false(ear->has_heard_a_move_of_the_others);
        player_destroy(game_player.players[seat]);
    }
    assert_int_equal(result.plies, 4);
    assert_int_equal(result.attempts, 0);
    assert_int_equal(result.ending, ENDING_RESIGNED);
    assert_int_equal(result.winner, WINNER_SECOND);
}

// --- Workers -------------------------------------------------------------------------------------

static void run_series(DensityTracker *watch, const Match *match, unsigned threads)
{
    char why[200];
    Text message = TEXT_IN(why);
    const WorkersPlan workers = {.plan = &match->plan,
                                 .from = watch->first,
                                 .threads = threads,
                                 .is_stopped = &watch->is_stopped};
    tally_init(&watch->tally, &match->plan);
    assert_int_equal(workers_run(&workers, &memory_heap, (PairSink){watch_pair, watch}, &message),
                     WORKERS_OK);
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
        DensityTracker watch = {0};
        run_series(&watch, &match, thread_counts[i]);
        assert_int_equal(watch.tally.pairs, 60);
        assert_true(i == 0 || watch.tally.hash == hash);
        hash = watch.tally.hash;
    }
    match.plan.seed++;
    DensityTracker other = {0};
    run_series(&other, &match, 1);
    assert_true(other.tally.hash != hash);
}

static void a_sink_that_has_enough_hears_no_more(void **state)
{
    (void)state;
    Match match;
    prepare_small(&match, 60);
    for (unsigned i = 0; i < COUNT_OF(thread_counts); i++) {
        DensityTracker watch = {.limit = 7};
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
        DensityTracker watch = {.stop_at = 5}, nothing = {.is_stopped = true};
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
        DensityTracker watch = {0};
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
    DensityTracker all = {0}, part = {.limit = 13}, rest = {.first = 13};
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
    Text message = TEXT_IN(why);
    Match match;
    DensityTracker watch = {0};
    prepare(&match, "kriegspiel", 1);
    invite(&match, "random");
    invite(&match, "nosuch");
    tally_init(&watch.tally, &match.plan);
    const WorkersPlan workers = {.plan = &match.plan, .threads = 3};
    assert_int_equal(workers_run(&workers, &memory_heap, (PairSink){watch_pair, &watch}, &message),
                     WORKERS_ERR_PLAYER);
    assert_string_equal(why, "there is no player 'nosuch'; nebel players lists them");
    assert_int_equal(watch.tally.pairs, 0);
}

static void every_error_has_a_text(void **state)
{
    (void)state;
    for (unsigned error = 0; error < WORKERS_ERR_COUNT; error++)
        assert_true(workers_error_text((WorkersError)error)[0]);
}

// --- Memory that runs out -----------------------------------------------------------------------

static bool play_pair_meanly(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    char why[200];
    Text message = TEXT_IN(why), text = text_growing(&memory);
    Match match;
    PairResult result;
    prepare_small(&match, 1);
    PairPlayer *pairs = pair_player_create(&memory, &match.plan, NULL, &message);
    assert_true(pairs || why[0]);
    const bool is_played = pairs && pair_player_play(pairs, 0, &text, &result);
    text_done(&text);
    pair_player_destroy(pairs);
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
    Text message = TEXT_IN(why);
    Match match;
    DensityTracker watch = {0};
    prepare_small(&match, 3);
    tally_init(&watch.tally, &match.plan);
    const WorkersPlan workers = {.plan = &match.plan, .threads = 1};
    return workers_run(&workers, &memory, (PairSink){watch_pair, &watch}, &message) == WORKERS_OK;
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
        GameResult result = {.attempts = 77};
        assert_false(play_bout(&match, kinds, &result, &script));
        assert_int_equal(result.attempts, 77);
        assert_string_equal(memory, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_opening_is_legal_and_does_not_end_the_game),
        cmocka_unit_test(an_opening_has_as_many_moves_as_asked_for),
        cmocka_unit_test(shares_have_every_pair_once),
        cmocka_unit_test(a_share_is_written_as_which_of_how_many),
        cmocka_unit_test(both_games_of_a_pair_begin_alike_and_pairs_do_not),
        cmocka_unit_test(every_player_has_a_stream_of_its_own_in_every_game),
        cmocka_unit_test(seeds_have_the_values_they_always_had),
        cmocka_unit_test(a_secret_seed_changes_with_all_it_depends_on),
        cmocka_unit_test(a_spy_learns_no_seed_of_a_match_with_a_secret),
        cmocka_unit_test(an_opening_tells_nothing_of_the_next_games),
        cmocka_unit_test(each_seats_opening_has_a_stream_of_its_own),
        cmocka_unit_test(a_secret_opening_is_drawn_by_each_players_stream),
        cmocka_unit_test(a_player_does_not_mirror_itself),
        cmocka_unit_test(a_pairs_line_reads_as_the_pair),
        cmocka_unit_test(a_changed_byte_anywhere_in_a_line_is_refused),
        cmocka_unit_test(a_match_has_no_game_without_a_result),
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
        cmocka_unit_test(every_error_has_a_text),
    };
    return cmocka_run_group_tests_name("lab", tests, NULL, NULL);
}
