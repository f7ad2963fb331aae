// The lobby: guests, seeks, links, pairs, bots, rematches, limits, and what each connection is told.
#include "server/lobby/lobby.h"

#include "property/lobby/town.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <stdio.h>
#include <string.h>

enum { SAID_MAX = 20000, WORD_MAX = 80 };

// A town whose connections write into one text: "5 nebel 1; 5 you g1 quiet-bishop-417; ".
typedef struct Fixture {
    Town town;
    char said[SAID_MAX];
    Text text;
    char tokens[10][WORD_MAX]; // of the guests, by their connections
} Fixture;

static Fixture fixture; // a town is too large for a stack

static void write_heard(void *context, uint64_t connection, const char *line)
{
    (void)context;
    text_format(&fixture.text, "%u %s; ", (unsigned)connection, line);
    assert_false(fixture.text.cut);
}

static void forget_said(void)
{
    fixture.text = TEXT_IN(fixture.said);
    fixture.said[0] = '\0';
}

static void open_lobby(void)
{
    fixture = (Fixture){.town = {.now_ms = 1000, .heard = write_heard}};
    assert_true(town_open(&fixture.town, &memory_heap, 1));
    forget_said();
}

static void close_lobby(void)
{
    town_close(&fixture.town);
}

// What a connection says is answered at once.
static void say(uint64_t connection, const char *line)
{
    town_say(&fixture.town, connection, line);
    town_answer_all(&fixture.town);
}

static void connect_to(uint64_t connection)
{
    assert_true(lobby_connect(fixture.town.lobby, connection, fixture.town.now_ms));
}

static void leave(uint64_t connection)
{
    lobby_disconnect(fixture.town.lobby, connection, fixture.town.now_ms);
}

static void wait_ms(uint64_t ms)
{
    fixture.town.now_ms += ms;
    lobby_tidy(fixture.town.lobby, fixture.town.now_ms);
}

static const char *find(const char *beginning)
{
    return strstr(fixture.said, beginning);
}

static void assert_heard(const char *beginning)
{
    if (!find(beginning))
        fail_msg("nobody heard \"%s\": %s", beginning, fixture.said);
}

static void assert_not_heard(const char *beginning)
{
    if (find(beginning))
        fail_msg("somebody heard \"%s\": %s", beginning, fixture.said);
}

static unsigned count(const char *beginning)
{
    unsigned found = 0;
    for (const char *at = find(beginning); at; at = strstr(at + 1, beginning))
        found++;
    return found;
}

// The word behind something that was heard.
static void take_word(const char *beginning, char word[WORD_MAX])
{
    assert_heard(beginning);
    Slice rest = slice_of(find(beginning) + strlen(beginning));
    Text text = text_in(word, WORD_MAX);
    text_add_slice(&text, slice_take(&rest, " ;"));
    assert_false(text.cut);
}

// A connection with a new guest.
static void visit(uint64_t connection)
{
    char beginning[WORD_MAX];
    connect_to(connection);
    say(connection, "guest");
    snprintf(beginning, sizeof beginning, "%u you ", (unsigned)connection);
    take_word(beginning, fixture.tokens[connection]);
}

// Says a verb with a word behind it.
static void say_word(uint64_t connection, const char *verb, const char *word)
{
    char line[2 * WORD_MAX];
    snprintf(line, sizeof line, "%s %s", verb, word);
    say(connection, line);
}

static void come_back(uint64_t connection, unsigned as)
{
    connect_to(connection);
    say_word(connection, "hello", fixture.tokens[as]);
}

static void visit_two(void)
{
    open_lobby();
    visit(1);
    visit(2);
    forget_said();
}

// --- Guests --------------------------------------------------------------------------------------

static void a_guest_is_made_and_comes_back(void **state)
{
    (void)state;
    char name[WORD_MAX], expected[4 * WORD_MAX];
    open_lobby();
    connect_to(1);
    say(1, "guest");
    assert_memory_equal(fixture.said, "1 nebel 1; 1 you g", 18);
    take_word("1 you ", fixture.tokens[1]);
    Slice rest = slice_of(find("1 you ") + 6);
    (void)slice_take(&rest, " ");
    const Slice word = slice_take(&rest, ";");
    snprintf(name, sizeof name, "%.*s", (int)word.length, word.start);
    leave(1);
    forget_said();
    come_back(2, 1);
    snprintf(expected, sizeof expected, "2 nebel 1; 2 you %s %s; ", fixture.tokens[1], name);
    assert_string_equal(fixture.said, expected);
    close_lobby();
}

static void a_token_of_nobody_says_to_begin_anew(void **state)
{
    (void)state;
    open_lobby();
    connect_to(1);
    say(1, "hello nobody");
    assert_heard("1 error hello token ");
    assert_not_heard("closed");
    say(1, "guest");
    assert_heard("1 you ");
    close_lobby();
}

static void a_taken_name_is_drawn_again(void **state)
{
    (void)state;
    open_lobby();
    fixture.town.names_taken = 3;
    connect_to(1);
    say(1, "guest");
    assert_heard("1 you ");
    fixture.town.names_taken = 1000;
    connect_to(2);
    say(2, "guest");
    assert_heard("2 quit busy ");
    close_lobby();
}

static void names_have_two_words_and_a_number(void **state)
{
    (void)state;
    char name[LOBBY_NAME_MAX + 1], other[LOBBY_NAME_MAX + 1];
    Rng rng = rng_from_seed(1);
    for (unsigned i = 0; i < 100000; i++) {
        lobby_name(rng_next(&rng), name);
        Slice rest = slice_of(name);
        assert_true(slice_take(&rest, "-").length > 1 && slice_take(&rest, "-").length > 1);
        assert_int_equal(rest.length, 3);
    }
    lobby_name(5, name);
    lobby_name(6, other);
    assert_string_not_equal(name, other);
}

static void most_lines_need_a_guest(void **state)
{
    (void)state;
    static const char *const lines[] = {"seek any none any kriegspiel",
                                        "link any none kriegspiel",
                                        "unseek",
                                        "take 0123456789abcdef",
                                        "follow 0123456789abcdef",
                                        "games",
                                        "rematch x",
                                        "bots",
                                        "challenge bot-easy any none kriegspiel"};
    open_lobby();
    connect_to(1);
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        forget_said();
        say(1, lines[i]);
        assert_heard("1 error ");
        assert_heard(" guest say guest or hello first");
    }
    assert_not_heard("closed");
    close_lobby();
}

// --- Seeks ---------------------------------------------------------------------------------------

static void equal_seeks_pair_and_both_hear_their_seats(void **state)
{
    (void)state;
    visit_two();
    say(1, "seek white 180000+2000 any kriegspiel");
    assert_heard("1 seeking ");
    assert_heard(" white 180000+2000 kriegspiel(rules=icc,board=8x8); ");
    assert_int_equal(lobby_counts(fixture.town.lobby).seeks, 1);
    town_say(&fixture.town, 2, "seek black 180000+2000 any kriegspiel(board=8x8)");
    assert_int_equal(count(" gone "), 2);
    assert_not_heard(" game "); // it is not durable yet
    assert_int_equal(fixture.town.game_count, 1);
    const LobbyPair *pair = &fixture.town.games[0].pair;
    assert_int_equal(pair->opening.clock.base_ms, 180000);
    assert_int_equal(pair->guests[0], fixture.town.guests[0].number);
    town_answer_all(&fixture.town);
    char first[WORD_MAX], second[WORD_MAX];
    take_word("1 game ", first);
    take_word("2 game ", second);
    assert_string_equal(first, town_seat_token(&fixture.town, 0, 0).text);
    assert_string_equal(second, town_seat_token(&fixture.town, 0, 1).text);
    assert_heard(" white ");
    assert_heard(" black ");
    assert_int_equal(lobby_counts(fixture.town.lobby).seeks, 0);
    close_lobby();
}

static void seeks_pair_only_if_everything_fits(void **state)
{
    (void)state;
    static const struct {
        const char *one, *other;
        bool fits;
    } cases[] = {
        {"any none any kriegspiel", "any none any kriegspiel", true},
        {"white none any kriegspiel", "any none any kriegspiel", true},
        {"any none any kriegspiel", "black none any kriegspiel", true},
        {"white none any kriegspiel", "white none any kriegspiel", false},
        {"black none any kriegspiel", "black none any kriegspiel", false},
        {"any none any kriegspiel", "any 60000+0 any kriegspiel", false},
        {"any 60000+0 any kriegspiel", "any 60000+1 any kriegspiel", false},
        {"any none any kriegspiel", "any none any kriegspiel(rules=berkeley)", false},
        {"any none any kriegspiel(board=5x5)", "any none any kriegspiel(board=5x6)", false},
        {"any none any phantom-go(size=9)", "any none any phantom-go(size=9,komi=7.5)", true},
        {"any none any phantom-go(size=9)", "any none any phantom-go(size=13)", false},
        {"any none 1500-1500 kriegspiel", "any none 0-1500 kriegspiel", true},
        {"any none 1501-2000 kriegspiel", "any none any kriegspiel", false},
        {"any none any kriegspiel", "any none 0-1499 kriegspiel", false},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        visit_two();
        say_word(1, "seek", cases[i].one);
        say_word(2, "seek", cases[i].other);
        assert_not_heard(" error ");
        if (fixture.town.game_count != cases[i].fits)
            fail_msg("%s and %s", cases[i].one, cases[i].other);
        close_lobby();
    }
}

static void a_guest_does_not_play_itself(void **state)
{
    (void)state;
    open_lobby();
    visit(1);
    come_back(2, 1);
    forget_said();
    say(1, "seek any none any kriegspiel");
    say(2, "seek any none any kriegspiel");
    assert_int_equal(fixture.town.game_count, 0);
    // Both connections hear of both seeks.
    assert_int_equal(count("1 seeking "), 2);
    assert_int_equal(count("2 seeking "), 2);
    char id[WORD_MAX];
    take_word("1 seeking ", id);
    say_word(2, "take", id);
    assert_heard("2 error take own ");
    close_lobby();
}

static void the_oldest_seek_is_paired_first(void **state)
{
    (void)state;
    open_lobby();
    for (uint64_t i = 1; i <= 4; i++)
        visit(i);
    say(1, "seek white none any kriegspiel");
    say(2, "seek white none any kriegspiel");
    say(3, "seek black none any phantom-go");
    say(4, "seek any none any kriegspiel");
    assert_int_equal(fixture.town.game_count, 1);
    const LobbyPair *pair = &fixture.town.games[0].pair;
    assert_int_equal(pair->guests[0], fixture.town.guests[0].number);
    assert_int_equal(pair->guests[1], fixture.town.guests[3].number);
    close_lobby();
}

static void a_pair_ends_the_other_seeks_of_both(void **state)
{
    (void)state;
    visit_two();
    say(1, "seek any none any phantom-go");
    say(1, "seek any 60000+0 any kriegspiel");
    say(1, "link any none kriegspiel");
    say(2, "seek any none any kriegspiel(board=4x4)");
    say(2, "seek any 60000+0 any kriegspiel");
    assert_int_equal(fixture.town.game_count, 1);
    assert_int_equal(lobby_counts(fixture.town.lobby).seeks, 0);
    assert_int_equal(lobby_counts(fixture.town.lobby).links, 1);
    assert_int_equal(count("1 gone "), 2);
    assert_int_equal(count("2 gone "), 2);
    close_lobby();
}

static void who_watches_sees_seeks_come_and_go(void **state)
{
    (void)state;
    char id[WORD_MAX], expected[4 * WORD_MAX];
    visit_two();
    say(1, "seek any none 1400-1600 kriegspiel(board=4x4)");
    say(1, "link any none kriegspiel");
    take_word("1 seeking ", id);
    forget_said();
    connect_to(3); // no guest
    say(3, "watch");
    snprintf(expected, sizeof expected,
             "3 nebel 1; 3 seek %s %s 1500? any none kriegspiel(rules=icc,board=silverman4x4); 3 "
             "watching; ",
             id, fixture.town.guests[0].name);
    assert_string_equal(fixture.said, expected);
    forget_said();
    say(2, "seek white 60000+0 any phantom-go");
    assert_heard("3 seek ");
    assert_heard(" white 60000+0 phantom-go(size=9");
    forget_said();
    say_word(1, "unseek", id);
    snprintf(expected, sizeof expected, "3 gone %s; ", id);
    assert_heard(expected);
    assert_int_equal(count("1 gone "), 1);
    // A link comes and goes unseen.
    forget_said();
    say(1, "unseek");
    assert_int_equal(count("1 gone "), 1);
    assert_not_heard("3 ");
    close_lobby();
}

static void a_seek_that_pairs_at_once_is_not_shown(void **state)
{
    (void)state;
    visit_two();
    connect_to(3);
    say(3, "watch");
    say(1, "seek any none any kriegspiel");
    say(2, "seek any none any kriegspiel");
    assert_int_equal(count("3 seek "), 1);
    assert_int_equal(count("3 gone "), 1);
    close_lobby();
}

static void a_seek_is_taken(void **state)
{
    (void)state;
    char id[WORD_MAX];
    visit_two();
    say(1, "seek white none any kriegspiel");
    take_word("1 seeking ", id);
    say_word(2, "follow", id); // it is no link
    assert_heard("2 error follow gone ");
    say_word(2, "take", id);
    assert_heard("2 game ");
    assert_int_equal(fixture.town.games[0].pair.guests[0], fixture.town.guests[0].number);
    say_word(2, "take", id);
    assert_heard("2 error take gone ");
    close_lobby();
}

static void a_seek_is_not_taken_out_of_its_range(void **state)
{
    (void)state;
    char id[WORD_MAX];
    visit_two();
    say(1, "seek any none 1600-2000 kriegspiel");
    take_word("1 seeking ", id);
    say_word(2, "take", id);
    assert_heard("2 error take rating ");
    assert_int_equal(fixture.town.game_count, 0);
    close_lobby();
}

// --- Rated games ---------------------------------------------------------------------------------

// Connection and guest `number` has an account from now on, and comes back with it.
static void open_account(uint64_t number, uint32_t rating, uint64_t address)
{
    TownGuest *guest = &fixture.town.guests[number - 1];
    guest->rating = rating;
    guest->has_account = true;
    guest->address = address;
    leave(number);
    connect_to(number);
    const LobbyToken token = guest->token;
    say_word(number, "hello", token.text);
}

// As many guests with accounts, each with its own address.
static void visit_rated(const uint32_t *guest_ratings, unsigned guest_count)
{
    open_lobby();
    for (unsigned i = 0; i < guest_count; i++) {
        connect_to(i + 1);
        say(i + 1, "guest");
        open_account(i + 1, guest_ratings[i], 100 + i);
    }
    forget_said();
}

static const char rated_seek[] = "seek any 60000+0 any rated kriegspiel";

static void only_accounts_play_rated_games(void **state)
{
    (void)state;
    char id[WORD_MAX];
    visit_two();
    say(1, rated_seek);
    assert_heard("1 error seek account ");
    say(1, "challenge bot-easy any 60000+0 rated kriegspiel");
    assert_heard("1 error challenge account ");
    open_account(2, 1500, 5);
    say(2, rated_seek);
    take_word("2 seeking ", id);
    say_word(1, "take", id);
    assert_heard("1 error take account ");
    assert_int_equal(fixture.town.game_count, 0);
    close_lobby();
}

static void a_rated_game_has_a_clock_and_the_usual_board(void **state)
{
    (void)state;
    static const uint32_t guest_ratings[] = {1500};
    static const char *const lines[] = {
        "seek any none any rated kriegspiel", "seek any 60000+0 any rated kriegspiel(board=4x4)",
        "seek any 60000+0 any rated phantom-go(size=5)",
        "seek any 60000+0 any rated kriegspiel(fen=4k3/8/8/8/8/8/4P3/4K3_w)"};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        say(1, lines[i]);
        assert_heard("1 error seek rated ");
        forget_said();
    }
    say(1, "link any 60000+0 rated kriegspiel"); // links are for friends
    assert_heard("1 error link game ");
    close_lobby();
}

static void a_rated_seek_says_so_and_shows_the_rating_of_its_rules(void **state)
{
    (void)state;
    static const uint32_t guest_ratings[] = {1612, 1500};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    say(2, "watch");
    say(1, rated_seek);
    assert_heard(" 1612 any 60000+0 rated kriegspiel(rules=icc,board=8x8); ");
    say(1, "seek any 60000+0 any kriegspiel(rules=english)"); // where it has not played
    assert_heard(" 1500? any 60000+0 kriegspiel(rules=english,board=8x8); ");
    say(2, "seek any 60000+0 any kriegspiel"); // which is not rated
    assert_int_equal(fixture.town.game_count, 0);
    say(2, rated_seek);
    wait_ms(10000);
    assert_int_equal(fixture.town.game_count, 1);
    assert_true(fixture.town.games[0].pair.is_rated);
    close_lobby();
}

static void a_rated_seek_takes_the_nearest_not_the_oldest(void **state)
{
    (void)state;
    static const uint32_t guest_ratings[] = {1420, 1590, 1480, 1500};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    for (unsigned guest = 1; guest <= 3; guest++)
        say(guest, "seek white 60000+0 any rated kriegspiel");
    say(4, "seek black 60000+0 any rated kriegspiel");
    assert_int_equal(fixture.town.game_count, 1);
    assert_int_equal(fixture.town.games[0].pair.guests[0], fixture.town.guests[2].number);
    close_lobby();
}

static void the_range_of_a_rated_seek_grows_while_it_waits(void **state)
{
    (void)state;
    static const uint32_t guest_ratings[] = {1300, 1550, 2900};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    say(1, rated_seek);
    wait_ms(9000);
    say(2, rated_seek); // 250 away: both must have waited for 15 seconds
    wait_ms(14900);
    assert_int_equal(fixture.town.game_count, 0);
    wait_ms(100);
    assert_int_equal(fixture.town.game_count, 1);
    town_end_game(&fixture.town, 0);
    say(1, rated_seek);
    say(3, rated_seek);
    wait_ms(59900);
    assert_int_equal(fixture.town.game_count, 1);
    wait_ms(100);
    assert_int_equal(fixture.town.game_count, 2);
    close_lobby();
}

static void whoever_names_a_range_waits_for_it(void **state)
{
    (void)state;
    static const uint32_t guest_ratings[] = {1500, 1550};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    say(1, "seek any 60000+0 1600-1700 rated kriegspiel");
    say(2, rated_seek);
    wait_ms(600000);
    assert_int_equal(fixture.town.game_count, 0);
    close_lobby();
}

static void two_of_one_address_play_no_rated_game(void **state)
{
    (void)state;
    char id[WORD_MAX];
    static const uint32_t guest_ratings[] = {1500, 1500};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    open_account(2, 1500, 100);
    say(1, rated_seek);
    take_word("1 seeking ", id);
    say(2, rated_seek);
    wait_ms(600000);
    say_word(2, "take", id);
    assert_heard("2 error take pair ");
    assert_int_equal(fixture.town.game_count, 0);
    say(1, "seek any 60000+0 any kriegspiel");
    say(2, "seek any 60000+0 any kriegspiel");
    assert_int_equal(fixture.town.game_count, 1);
    assert_false(fixture.town.games[0].pair.is_rated);
    close_lobby();
}

static void a_rematch_of_a_rated_game_is_rated(void **state)
{
    (void)state;
    static const uint32_t guest_ratings[] = {1500, 1500};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    say(1, rated_seek);
    say(2, rated_seek);
    town_end_game(&fixture.town, 0);
    for (unsigned seat = 0; seat < 2; seat++) {
        const uint64_t guest = fixture.town.games[0].pair.guests[seat];
        const LobbyToken token = town_seat_token(&fixture.town, 0, seat);
        say_word(guest == fixture.town.guests[0].number ? 1 : 2, "rematch", token.text);
    }
    assert_int_equal(fixture.town.game_count, 2);
    assert_true(fixture.town.games[1].pair.is_rated);
    say(1, "challenge bot-easy any 60000+0 rated kriegspiel");
    assert_true(fixture.town.games[2].pair.is_rated);
    close_lobby();
}

static void an_open_seek_keeps_its_rating_while_others_move(void **state)
{
    (void)state;
    static const uint32_t guest_ratings[] = {1500, 1500};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    say(1, "seek any 60000+0 1900-2000 rated kriegspiel");
    town_rate(&fixture.town, &fixture.town.guests[0], 1700);
    say(2, "watch");
    assert_heard(" 1500 any 60000+0 rated ");
    assert_not_heard(" 1700 ");
    say(1, "seek any 70000+0 1900-2000 rated kriegspiel");
    assert_heard(" 1700 any 70000+0 rated ");
    close_lobby();
}

// --- Ending seeks --------------------------------------------------------------------------------

static void seeks_are_ended_by_their_own_guest_alone(void **state)
{
    (void)state;
    char id[WORD_MAX];
    visit_two();
    say(1, "seek any none any kriegspiel");
    take_word("1 seeking ", id);
    say_word(2, "unseek", id);
    assert_heard("2 error unseek gone ");
    assert_int_equal(lobby_counts(fixture.town.lobby).seeks, 1);
    close_lobby();
}

static void every_game_can_be_sought(void **state)
{
    (void)state;
    static const char *const games[] = {"kriegspiel(rules=berkeley)",
                                        "kriegspiel(rules=berkeley-any,board=5x5)",
                                        "kriegspiel(rules=cincinnati)",
                                        "kriegspiel(rules=english)",
                                        "kriegspiel(rules=rand)",
                                        "kriegspiel(rules=parker2005,board=silverman4x4)",
                                        "kriegspiel(rules=foret2019,board=7x8)",
                                        "kriegspiel(fen=4k3/8/8/8/8/8/4P3/4K3_w)",
                                        "phantom-go(size=5)",
                                        "phantom-go(size=19,komi=0.5)",
                                        "phantom-go(size=7,black=d4)"};
    visit_two();
    for (unsigned i = 0; i < COUNT_OF(games); i++) {
        char line[2 * WORD_MAX];
        fixture.town.now_ms += 1000;
        snprintf(line, sizeof line, "seek any 60000+1000 any %s", games[i]);
        say(1, line);
        say(2, line);
        if (fixture.town.game_count != i + 1)
            fail_msg("%s: %s", games[i], fixture.said);
    }
    close_lobby();
}

static void what_is_no_game_is_explained(void **state)
{
    (void)state;
    visit_two();
    say(1, "seek any none any checkers");
    assert_heard("1 error seek game ");
    say(1, "link any none kriegspiel(rules=nosuch)");
    assert_heard("1 error link game ");
    forget_said();
    say(1, "seek any none any \xc3\xa4\xc3");
    for (const char *at = fixture.said; *at; at++)
        assert_in_range(*at, ' ', '~');
    close_lobby();
}

// --- Links ---------------------------------------------------------------------------------------

static void a_link_is_found_by_its_code_alone(void **state)
{
    (void)state;
    char code[WORD_MAX], expected[4 * WORD_MAX];
    visit_two();
    say(1, "link black 60000+0 kriegspiel(board=4x4)");
    take_word("1 link ", code);
    say(2, "seek any 60000+0 any kriegspiel(board=4x4)"); // does not pair with a link
    assert_int_equal(fixture.town.game_count, 0);
    say_word(2, "take", code);
    assert_heard("2 error take gone ");
    say_word(1, "follow", code);
    assert_heard("1 error follow own ");
    connect_to(3);
    say_word(3, "look", code);
    snprintf(expected, sizeof expected,
             "3 look %s %s 1500? black 60000+0 kriegspiel(rules=icc,board=silverman4x4); ", code,
             fixture.town.guests[0].name);
    assert_heard(expected);
    say_word(2, "follow", code);
    assert_int_equal(fixture.town.games[0].pair.guests[1], fixture.town.guests[0].number);
    assert_heard("1 game ");
    assert_heard("2 game ");
    say_word(3, "look", code);
    assert_heard("3 error look gone ");
    assert_int_equal(lobby_counts(fixture.town.lobby).links, 0);
    close_lobby();
}

// --- Being away ----------------------------------------------------------------------------------

static void seeks_end_when_their_guest_is_gone(void **state)
{
    (void)state;
    visit_two();
    come_back(3, 1);
    say(1, "seek any none any kriegspiel");
    say(1, "link any none kriegspiel");
    leave(1);
    wait_ms(20000); // one connection is still there
    assert_int_equal(lobby_counts(fixture.town.lobby).seeks, 1);
    leave(3);
    wait_ms(9999);
    assert_int_equal(lobby_counts(fixture.town.lobby).seeks, 1);
    forget_said();
    come_back(4, 1);
    assert_int_equal(count("4 seeking "), 1);
    assert_int_equal(count("4 link "), 1);
    leave(4);
    wait_ms(10000);
    assert_int_equal(lobby_counts(fixture.town.lobby).seeks, 0);
    assert_int_equal(lobby_counts(fixture.town.lobby).links, 1);
    wait_ms(50000);
    assert_int_equal(lobby_counts(fixture.town.lobby).links, 0);
    assert_int_equal(lobby_counts(fixture.town.lobby).guests, 1); // the other one
    close_lobby();
}

static void who_was_away_hears_of_its_game(void **state)
{
    (void)state;
    visit_two();
    say(1, "seek any none any kriegspiel");
    leave(1);
    wait_ms(5000);
    say(2, "seek any none any kriegspiel");
    assert_heard("2 game ");
    forget_said();
    come_back(3, 1);
    assert_int_equal(count("3 game "), 1);
    come_back(4, 1);
    assert_not_heard("4 game ");
    close_lobby();
}

static void own_games_are_told_again(void **state)
{
    (void)state;
    char first[WORD_MAX], again[WORD_MAX];
    visit_two();
    say(1, "seek any none any kriegspiel");
    say(2, "seek any none any kriegspiel");
    take_word("1 game ", first);
    forget_said();
    say(1, "games");
    take_word("1 game ", again);
    assert_string_equal(first, again);
    assert_heard("; 1 games; ");
    town_end_game(&fixture.town, 0);
    forget_said();
    say(1, "games");
    assert_string_equal(fixture.said, "1 games; ");
    close_lobby();
}

static void a_game_that_cannot_be_opened_is_told_to_both(void **state)
{
    (void)state;
    visit_two();
    fixture.town.has_no_rooms = true;
    say(1, "seek any none any kriegspiel");
    say(2, "seek any none any kriegspiel");
    assert_heard("1 error seek busy ");
    assert_heard("2 error seek busy ");
    // The same if it turns out later.
    fixture.town.has_no_rooms = false;
    forget_said();
    say(1, "seek any none any kriegspiel");
    town_say(&fixture.town, 2, "seek any none any kriegspiel");
    fixture.town.has_no_rooms = true;
    town_answer_all(&fixture.town);
    assert_heard("1 error seek busy ");
    assert_heard("2 error seek busy ");
    assert_not_heard(" game ");
    leave(1);
    leave(2);
    wait_ms(100);
    assert_int_equal(lobby_counts(fixture.town.lobby).guests, 0);
    close_lobby();
}

// --- Rematches -----------------------------------------------------------------------------------

static void play_one(void)
{
    visit_two();
    say(1, "seek white 60000+0 any kriegspiel(board=4x4)");
    say(2, "seek black 60000+0 any kriegspiel(board=4x4)");
    forget_said();
}

// The same guest with a second session: connection 3.
static void begin_second_session(void)
{
    Town *town = &fixture.town;
    TownGuest *second = &town->guests[town->guest_count++];
    *second = town->guests[0];
    snprintf(second->token.text, sizeof second->token.text, "gsecond");
    snprintf(fixture.tokens[3], sizeof fixture.tokens[3], "gsecond");
    forget_said();
    come_back(3, 3);
}

static void each_session_has_its_own_token_of_a_seat(void **state)
{
    (void)state;
    char first[WORD_MAX], second[WORD_MAX];
    visit_two();
    begin_second_session();
    say(1, "seek white 60000+0 any kriegspiel(board=4x4)");
    say(2, "seek black 60000+0 any kriegspiel(board=4x4)");
    take_word("1 game ", first);
    take_word("3 game ", second);
    assert_string_not_equal(first, second);
    forget_said();
    say(3, "games");
    assert_heard(second);
    assert_not_heard(first);
    assert_heard("3 games; ");
    leave(3);
    leave(1);
    forget_said();
    come_back(4, 1); // one session ends with its connections, the other goes on
    lobby_end_session(fixture.town.lobby, 4, NULL);
    assert_heard("4 quit token ");
    assert_heard("4 closed; ");
    close_lobby();
}

static void who_missed_a_game_hears_of_it_in_another_session(void **state)
{
    (void)state;
    char token[WORD_MAX];
    visit_two();
    say(1, "seek white 60000+0 any kriegspiel(board=4x4)");
    leave(1);
    say(2, "seek black 60000+0 any kriegspiel(board=4x4)");
    begin_second_session();
    assert_heard("3 game ");
    come_back(4, 3);
    assert_not_heard("4 game "); // it was told once
    say(4, "games");
    take_word("4 game ", token);
    assert_string_not_equal(token, town_seat_token(&fixture.town, 0, 0).text);
    close_lobby();
}

static void a_rematch_needs_both_and_exchanges_colours(void **state)
{
    (void)state;
    char expected[2 * WORD_MAX];
    play_one();
    const LobbyToken white = town_seat_token(&fixture.town, 0, 0);
    const LobbyToken black = town_seat_token(&fixture.town, 0, 1);
    say_word(1, "rematch", white.text);
    assert_heard("1 error rematch running ");
    town_end_game(&fixture.town, 0);
    say_word(1, "rematch", black.text);
    assert_heard("1 error rematch token ");
    forget_said();
    say_word(1, "rematch", white.text);
    snprintf(expected, sizeof expected, "1 asked %s; 2 rematch %s; ", white.text, black.text);
    assert_string_equal(fixture.said, expected);
    say_word(1, "rematch", white.text); // once more does nothing more
    assert_int_equal(fixture.town.game_count, 1);
    forget_said();
    come_back(3, 2); // a second connection of the other hears that it is asked
    assert_heard("3 rematch ");
    say_word(2, "rematch", black.text);
    assert_int_equal(fixture.town.game_count, 2);
    const LobbyPair *pair = &fixture.town.games[1].pair;
    assert_int_equal(pair->guests[0], fixture.town.guests[1].number);
    assert_int_equal(pair->opening.clock.base_ms, 60000);
    assert_heard("1 game ");
    assert_heard("2 game ");
    assert_heard("3 game ");
    close_lobby();
}

static void a_rematch_that_was_played_is_asked_anew_by_both(void **state)
{
    (void)state;
    play_one();
    town_end_game(&fixture.town, 0);
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
    say_word(2, "rematch", town_seat_token(&fixture.town, 0, 1).text);
    assert_int_equal(fixture.town.game_count, 2);
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
    assert_int_equal(fixture.town.game_count, 2);
    say_word(2, "rematch", town_seat_token(&fixture.town, 0, 1).text);
    assert_int_equal(fixture.town.game_count, 3);
    close_lobby();
}

static void an_asked_rematch_ends_when_its_guest_is_gone(void **state)
{
    (void)state;
    play_one();
    town_end_game(&fixture.town, 0);
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
    leave(1);
    wait_ms(10000);
    say_word(2, "rematch", town_seat_token(&fixture.town, 0, 1).text);
    assert_int_equal(fixture.town.game_count, 1);
    come_back(3, 1);
    assert_heard("3 rematch ");
    close_lobby();
}

// No token of its seat was ever kept for it.
static void a_session_that_began_after_the_game_accepts_a_rematch(void **state)
{
    (void)state;
    char token[WORD_MAX];
    play_one();
    town_end_game(&fixture.town, 0);
    say_word(2, "rematch", town_seat_token(&fixture.town, 0, 1).text);
    leave(1);
    begin_second_session();
    take_word("3 rematch ", token);
    assert_string_not_equal(token, town_seat_token(&fixture.town, 0, 0).text);
    say_word(2, "rematch", token); // it is no token of the other's
    assert_heard("2 error rematch token ");
    assert_int_equal(fixture.town.game_count, 1);
    say_word(3, "rematch", token);
    assert_int_equal(fixture.town.game_count, 2);
    assert_heard("2 game ");
    assert_heard("3 game ");
    close_lobby();
}

// A rated or another game of two accounts ends, and both log in by one address before they ask for a rematch.
static void ask_with_one_address(bool is_rated)
{
    static const uint32_t guest_ratings[] = {1500, 1500};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    const char *seek = is_rated ? rated_seek : "seek any 60000+0 any kriegspiel";
    say(1, seek);
    say(2, seek);
    town_end_game(&fixture.town, 0);
    open_account(2, 1500, 100);
    forget_said();
    for (unsigned seat = 0; seat < 2; seat++) {
        const uint64_t guest = fixture.town.games[0].pair.guests[seat];
        const LobbyToken token = town_seat_token(&fixture.town, 0, seat);
        say_word(guest == fixture.town.guests[0].number ? 1 : 2, "rematch", token.text);
    }
}

static void two_who_came_to_one_address_play_no_rated_rematch(void **state)
{
    (void)state;
    ask_with_one_address(true);
    assert_heard(" error rematch pair ");
    assert_int_equal(count(" asked "), 1);
    assert_int_equal(fixture.town.game_count, 1);
    close_lobby();
    ask_with_one_address(false);
    assert_not_heard(" error ");
    assert_int_equal(fixture.town.game_count, 2);
    assert_false(fixture.town.games[1].pair.is_rated);
    close_lobby();
}

static void a_guest_asks_for_so_many_rematches(void **state)
{
    (void)state;
    enum { RULE = 3 }; // user_seeks_max of the town
    visit_two();
    for (unsigned game = 0; game <= RULE; game++) {
        say(1, "seek white 60000+0 any kriegspiel(board=4x4)");
        say(2, "seek black 60000+0 any kriegspiel(board=4x4)");
        town_end_game(&fixture.town, game);
        wait_ms(10000);
    }
    forget_said();
    for (unsigned game = 0; game < RULE; game++)
        say_word(1, "rematch", town_seat_token(&fixture.town, game, 0).text);
    assert_int_equal(count("1 asked "), RULE);
    say_word(1, "rematch", town_seat_token(&fixture.town, RULE, 0).text);
    assert_heard("1 error rematch many ");
    assert_int_equal(count("2 rematch "), RULE);
    forget_said();
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text); // it has asked for that one
    assert_not_heard(" error ");
    say_word(2, "rematch",
             town_seat_token(&fixture.town, 0, 1).text); // played, so it may ask for another
    say_word(1, "rematch", town_seat_token(&fixture.town, RULE, 0).text);
    assert_not_heard(" error ");
    close_lobby();
}

static void every_connection_of_the_two_hears_of_a_rematch_and_no_other(void **state)
{
    (void)state;
    play_one();
    visit(4);
    town_end_game(&fixture.town, 0);
    come_back(3, 2);
    come_back(5, 1);
    forget_said();
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
    assert_heard("1 asked ");
    assert_heard("5 asked ");
    assert_heard("2 rematch ");
    assert_heard("3 rematch ");
    come_back(6, 1); // one that comes later hears what its guest has asked
    assert_heard("6 asked ");
    come_back(7, 4);
    assert_not_heard("4 ");
    assert_not_heard("7 rematch ");
    assert_not_heard("7 asked ");
    close_lobby();
}

static void nothing_is_left_of_a_rematch_that_nobody_asks_for(void **state)
{
    (void)state;
    play_one();
    town_end_game(&fixture.town, 0);
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
    leave(1);
    wait_ms(10000);
    forget_said();
    come_back(3, 2);
    assert_not_heard("3 rematch ");
    assert_not_heard("3 asked ");
    close_lobby();
}

static void a_rematch_that_cannot_be_opened_says_so_of_the_rematch(void **state)
{
    (void)state;
    play_one();
    town_end_game(&fixture.town, 0);
    fixture.town.has_no_rooms = true;
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
    say_word(2, "rematch", town_seat_token(&fixture.town, 0, 1).text);
    assert_heard("1 error rematch busy ");
    assert_heard("2 error rematch busy ");
    close_lobby();
}

// --- Blocks --------------------------------------------------------------------------------------

// The guest of a connection, which came first, second and so on, has blocked another one.
static void block(unsigned guest, unsigned other, bool is_blocked)
{
    Town *town = &fixture.town;
    town->guests[guest - 1].blocks[0] = town->guests[other - 1].number;
    town->guests[guest - 1].block_count = is_blocked;
    lobby_recheck_blocks(town->lobby, town->guests[guest - 1].number);
    town_answer_all(town);
}

static void who_is_blocked_is_not_paired_until_it_is_not(void **state)
{
    (void)state;
    visit_two();
    block(1, 2, true);
    say(1, "seek any none any kriegspiel");
    say(2, "seek any none any kriegspiel");
    assert_int_equal(fixture.town.game_count, 0);
    block(1, 2, false);
    assert_int_equal(fixture.town.game_count, 1);
    assert_heard("1 game ");
    assert_heard("2 game ");
    close_lobby();
}

static void seeks_of_those_who_are_apart_are_gone_for_each_other(void **state)
{
    (void)state;
    char id[WORD_MAX], expected[2 * WORD_MAX];
    visit_two();
    connect_to(3);
    for (uint64_t watcher = 1; watcher <= 3; watcher++)
        say(watcher, "watch");
    forget_said();
    say(1, "seek white none any kriegspiel");
    take_word("2 seek ", id);
    forget_said();
    block(1, 2, true);
    snprintf(expected, sizeof expected, "2 gone %s; ", id);
    assert_string_equal(fixture.said, expected); // and nobody else heard anything
    say_word(2, "take", id);
    assert_heard("2 error take gone ");
    forget_said();
    block(1, 2, false);
    assert_heard("2 seek ");
    block(2, 1, true); // the other way round it is the same
    snprintf(expected, sizeof expected, "2 gone %s; ", id);
    assert_heard(expected);
    forget_said();
    say(1, "unseek");
    assert_heard("3 gone ");
    assert_not_heard("2 gone ");
    close_lobby();
}

static void a_link_of_one_who_is_apart_does_not_exist(void **state)
{
    (void)state;
    char code[WORD_MAX];
    visit_two();
    say(1, "link any none kriegspiel");
    take_word("1 link ", code);
    block(1, 2, true);
    forget_said();
    say_word(2, "look", code);
    say_word(2, "follow", code);
    assert_heard("2 error look gone ");
    assert_heard("2 error follow gone ");
    assert_int_equal(fixture.town.game_count, 0);
    assert_int_equal(lobby_counts(fixture.town.lobby).links, 1);
    close_lobby();
}

static void who_watches_first_and_is_known_later_sees_no_more(void **state)
{
    (void)state;
    char line[2 * WORD_MAX];
    visit_two();
    block(1, 2, true);
    say(1, "seek white none any kriegspiel");
    leave(2);
    connect_to(4);
    say(4, "watch");
    assert_heard("4 seek ");
    snprintf(line, sizeof line, "hello %s", fixture.tokens[2]);
    forget_said();
    say(4, line);
    assert_heard("4 gone ");
    close_lobby();
}

// Everything that the second guest hears, in a lobby where the first one has blocked it, or is not there at all.
static void hear_second(bool is_blocked, char said[SAID_MAX])
{
    visit_two();
    say(2, "watch");
    if (is_blocked)
        block(1, 2, true);
    else
        leave(1);
    forget_said();
    if (is_blocked)
        say(1, "seek white none any kriegspiel");
    say(2, "seek any none any kriegspiel");
    say(2, "take 00000000000000aa");
    say(2, "unseek 00000000000000aa");
    say(2, "bots");
    if (is_blocked)
        say(1, "unseek");
    Text heard = text_in(said, SAID_MAX);
    for (Slice rest = slice_of(fixture.said); rest.length;) {
        const Slice line = slice_take(&rest, ";");
        const Slice trimmed = slice_trim(line);
        // IDs are random; their length is not.
        if (trimmed.length && trimmed.start[0] == '2')
            text_format(&heard, "%.*s %u\n", (int)(trimmed.length < 7 ? trimmed.length : 7),
                        trimmed.start, (unsigned)trimmed.length);
    }
    close_lobby();
}

static void who_is_blocked_hears_what_it_would_hear_without_the_other(void **state)
{
    (void)state;
    static char blocked[SAID_MAX], alone[SAID_MAX];
    hear_second(true, blocked);
    hear_second(false, alone);
    assert_string_equal(blocked, alone);
}

static void a_rematch_with_one_who_is_apart_is_asked_in_vain(void **state)
{
    (void)state;
    play_one();
    town_end_game(&fixture.town, 0);
    block(1, 2, true);
    forget_said();
    say_word(2, "rematch", town_seat_token(&fixture.town, 0, 1).text);
    assert_heard("2 asked ");
    assert_not_heard("1 ");
    come_back(3, 1);
    assert_not_heard("3 rematch ");
    forget_said();
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
    assert_not_heard("2 ");
    come_back(4, 1); // what it has asked it hears again, whatever the other has asked
    assert_heard("4 asked ");
    assert_int_equal(fixture.town.game_count, 1);
    close_lobby();
}

// "pair" would say that the other has asked, and by which address it came.
static void who_is_blocked_hears_nothing_of_a_rated_pair(void **state)
{
    (void)state;
    static const uint32_t guest_ratings[] = {1500, 1500};
    visit_rated(guest_ratings, COUNT_OF(guest_ratings));
    say(1, rated_seek);
    say(2, rated_seek);
    town_end_game(&fixture.town, 0);
    open_account(2, 1500, 100);
    block(1, 2, true);
    const unsigned seat_of_first =
        fixture.town.games[0].pair.guests[1] == fixture.town.guests[0].number;
    forget_said();
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, seat_of_first).text);
    say_word(2, "rematch", town_seat_token(&fixture.town, 0, !seat_of_first).text);
    assert_heard("1 asked ");
    assert_heard("2 asked ");
    assert_not_heard(" error ");
    close_lobby();
}

// What could not be looked up is looked up with the next tidying.
static void blocks_are_looked_up_again(void **state)
{
    (void)state;
    visit_two();
    fixture.town.is_busy = true;
    block(1, 2, true);
    fixture.town.is_busy = false;
    assert_int_equal(fixture.town.ask_count, 0);
    wait_ms(1000);
    town_answer_all(&fixture.town);
    say(1, "seek any none any kriegspiel");
    say(2, "seek any none any kriegspiel");
    assert_int_equal(fixture.town.game_count, 0);
    close_lobby();
}

static void who_is_suspended_is_told_why_and_until_when(void **state)
{
    (void)state;
    visit_two();
    forget_said();
    lobby_end_session(fixture.town.lobby, 1, "2026-11-25T12:00:00Z insults");
    assert_string_equal(fixture.said, "1 quit suspended 2026-11-25T12:00:00Z insults; 1 closed; ");
    close_lobby();
}

// --- Limits --------------------------------------------------------------------------------------

static void a_guest_has_so_many_seeks_and_links(void **state)
{
    (void)state;
    visit_two();
    for (unsigned i = 0; i < 4; i++)
        say(1, "seek any none any kriegspiel");
    assert_int_equal(count("1 seeking "), 3);
    assert_int_equal(count("1 error seek many "), 1);
    for (unsigned i = 0; i < 4; i++)
        say(1, "link any none kriegspiel");
    assert_int_equal(count("1 link "), 3);
    assert_int_equal(count("1 error link many "), 1);
    close_lobby();
}

static void actions_are_limited_for_the_guest_and_told_to_it_alone(void **state)
{
    (void)state;
    visit_two();
    come_back(3, 1);
    forget_said();
    for (unsigned i = 0; i < 22; i++)
        say(i % 2 ? 1 : 3, "unseek");
    assert_int_equal(count(" error unseek fast "), 2);
    say(2, "unseek");
    assert_not_heard("2 error");
    fixture.town.now_ms += 1000;
    forget_said();
    say(1, "unseek");
    assert_string_equal(fixture.said, "");
    close_lobby();
}

static void the_lobby_has_room_for_so_many_seeks(void **state)
{
    (void)state;
    open_lobby();
    for (uint64_t i = 1; i <= 8; i++) {
        visit(i);
        for (unsigned seek = 0; seek < 3; seek++)
            say(i, "seek white none any kriegspiel");
    }
    assert_int_equal(lobby_counts(fixture.town.lobby).seeks, 20);
    assert_int_equal(count(" error seek busy "), 4);
    close_lobby();
}

static void who_does_not_keep_the_protocol_is_told_and_leaves(void **state)
{
    (void)state;
    static const char *const lines[] = {"",
                                        "hi",
                                        "guest 1",
                                        "hello",
                                        "hello a b",
                                        "watch all",
                                        "seek",
                                        "seek any none any",
                                        "seek red none any kriegspiel",
                                        "seek any 0+0 any kriegspiel",
                                        "seek any 60000 any kriegspiel",
                                        "seek any 060000+0 any kriegspiel",
                                        "seek any 4294967296+0 any kriegspiel",
                                        "seek any none 1600-1500 kriegspiel",
                                        "seek any none 1600 kriegspiel",
                                        "seek any none 0-10000 kriegspiel",
                                        "link any none",
                                        "take",
                                        "take 12",
                                        "take 0000000000000000",
                                        "take 0123456789ABCDEF",
                                        "unseek x",
                                        "follow 0123456789abcdef0",
                                        "games all",
                                        "rematch a b"};
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        open_lobby();
        visit(1);
        say(1, lines[i]);
        if (!find("1 quit form ") || !find("1 closed; "))
            fail_msg("taken: %s", lines[i]);
        forget_said();
        say(1, "watch");
        assert_string_equal(fixture.said, "");
        leave(1);
        close_lobby();
    }
}

static void a_connection_is_one_guests_and_watches_once(void **state)
{
    (void)state;
    open_lobby();
    visit(1);
    say(1, "guest");
    assert_heard("1 quit form ");
    connect_to(2);
    say(2, "watch");
    say(2, "watch");
    assert_heard("2 quit form ");
    close_lobby();
}

static void too_many_lines_end_a_connection(void **state)
{
    (void)state;
    visit_two();
    for (unsigned i = 0; i < 40; i++)
        say(1, "look 0123456789abcdef");
    assert_int_equal(count("1 quit flood "), 1);
    say(2, "look 0123456789abcdef");
    assert_heard("2 error look gone ");
    close_lobby();
}

static void who_never_speaks_is_sent_away(void **state)
{
    (void)state;
    open_lobby();
    connect_to(1);
    connect_to(2);
    connect_to(3);
    say(2, "watch");
    town_say(&fixture.town, 3, "guest"); // and nobody answers
    wait_ms(1000);
    assert_heard("1 quit late ");
    assert_not_heard("2 quit");
    assert_heard("3 quit late ");
    town_answer_all(&fixture.town);
    assert_not_heard("3 you ");
    close_lobby();
}

// Each way on which the lobby needs memory; what fails is told, and nothing is lost.
static bool visit_with(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    fixture = (Fixture){.town = {.now_ms = 1000, .heard = write_heard}};
    forget_said();
    bool is_done = town_open(&fixture.town, &memory, 1);
    for (uint64_t i = 1; is_done && i <= 2; i++) {
        is_done = lobby_connect(fixture.town.lobby, i, fixture.town.now_ms);
        if (is_done)
            say(i, "guest");
    }
    if (is_done) {
        say(1, "seek any none any kriegspiel");
        say(2, "seek any none any kriegspiel");
        is_done = count(" game ") == 2;
        if (fixture.town.game_count) {
            town_end_game(&fixture.town, 0);
            say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
            say_word(1, "rematch", town_seat_token(&fixture.town, 0, 1).text);
        }
        is_done = is_done && count(" asked ") == 1;
        assert_true(is_done || find(" busy ") != NULL);
    }
    town_close(&fixture.town);
    return is_done;
}

static void refused_memory_is_seen(void **state)
{
    (void)state;
    assert_refusals_are_seen(visit_with, 12);
}

// --- House bots ----------------------------------------------------------------------------------

static void bots_are_listed(void **state)
{
    (void)state;
    open_lobby();
    connect_to(1);
    say(1, "bots");
    assert_heard("1 error bots guest ");
    visit(2);
    say(2, "bots");
    assert_heard("2 bot bot-easy free 900 1 kriegspiel level 1, newcomer; 2 bot bot-fair ");
    assert_heard("2 bots; ");
    close_lobby();
}

static void a_challenge_is_a_game_with_that_bot(void **state)
{
    (void)state;
    visit_two();
    say(1, "seek any none any phantom-go");
    say(1, "challenge bot-easy black 60000+0 kriegspiel");
    assert_heard("1 gone "); // a game ends the seeks of its guest
    assert_heard(" black bot-easy; ");
    assert_int_equal(count("1 game "), 1);
    assert_not_heard("2 game ");
    say(1, "games");
    assert_int_equal(count(" black bot-easy; "), 2);
    close_lobby();
}

static void a_bot_says_openly_why_it_does_not_play(void **state)
{
    (void)state;
    visit_two();
    say(1, "challenge bot-none any none kriegspiel");
    assert_heard("1 error challenge bot ");
    say(1, "challenge bot-easy any none phantom-go");
    assert_heard("1 error challenge game ");
    say(1, "challenge bot-easy any none checkers");
    assert_int_equal(count("1 error challenge game "), 2);
    say(1, "challenge bot-easy any 1000+0 kriegspiel");
    assert_heard("1 error challenge clock ");
    say(1, "challenge bot-easy any none kriegspiel");
    say(2, "challenge bot-easy any none kriegspiel");
    assert_heard("2 error challenge busy ");
    say(1, "challenge bot-fair any none kriegspiel");
    say(1, "challenge bot-hard any none kriegspiel");
    assert_heard("1 error challenge many ");
    assert_int_equal(count("1 game "), 2);
    close_lobby();
}

static void a_bot_always_wants_a_rematch(void **state)
{
    (void)state;
    visit_two();
    say(1, "challenge bot-easy white none kriegspiel");
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
    assert_heard("1 error rematch running ");
    town_end_game(&fixture.town, 0);
    say_word(1, "rematch", town_seat_token(&fixture.town, 0, 0).text);
    assert_heard(" black bot-easy; ");
    assert_not_heard("1 asked ");
    close_lobby();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guest_is_made_and_comes_back),
        cmocka_unit_test(a_token_of_nobody_says_to_begin_anew),
        cmocka_unit_test(a_taken_name_is_drawn_again),
        cmocka_unit_test(names_have_two_words_and_a_number),
        cmocka_unit_test(most_lines_need_a_guest),
        cmocka_unit_test(equal_seeks_pair_and_both_hear_their_seats),
        cmocka_unit_test(seeks_pair_only_if_everything_fits),
        cmocka_unit_test(a_guest_does_not_play_itself),
        cmocka_unit_test(the_oldest_seek_is_paired_first),
        cmocka_unit_test(a_pair_ends_the_other_seeks_of_both),
        cmocka_unit_test(who_watches_sees_seeks_come_and_go),
        cmocka_unit_test(a_seek_that_pairs_at_once_is_not_shown),
        cmocka_unit_test(a_seek_is_taken),
        cmocka_unit_test(a_seek_is_not_taken_out_of_its_range),
        cmocka_unit_test(only_accounts_play_rated_games),
        cmocka_unit_test(a_rated_game_has_a_clock_and_the_usual_board),
        cmocka_unit_test(a_rated_seek_says_so_and_shows_the_rating_of_its_rules),
        cmocka_unit_test(a_rated_seek_takes_the_nearest_not_the_oldest),
        cmocka_unit_test(the_range_of_a_rated_seek_grows_while_it_waits),
        cmocka_unit_test(whoever_names_a_range_waits_for_it),
        cmocka_unit_test(two_of_one_address_play_no_rated_game),
        cmocka_unit_test(a_rematch_of_a_rated_game_is_rated),
        cmocka_unit_test(an_open_seek_keeps_its_rating_while_others_move),
        cmocka_unit_test(seeks_are_ended_by_their_own_guest_alone),
        cmocka_unit_test(every_game_can_be_sought),
        cmocka_unit_test(what_is_no_game_is_explained),
        cmocka_unit_test(a_link_is_found_by_its_code_alone),
        cmocka_unit_test(seeks_end_when_their_guest_is_gone),
        cmocka_unit_test(who_was_away_hears_of_its_game),
        cmocka_unit_test(own_games_are_told_again),
        cmocka_unit_test(a_game_that_cannot_be_opened_is_told_to_both),
        cmocka_unit_test(each_session_has_its_own_token_of_a_seat),
        cmocka_unit_test(who_missed_a_game_hears_of_it_in_another_session),
        cmocka_unit_test(a_rematch_needs_both_and_exchanges_colours),
        cmocka_unit_test(a_rematch_that_was_played_is_asked_anew_by_both),
        cmocka_unit_test(an_asked_rematch_ends_when_its_guest_is_gone),
        cmocka_unit_test(a_session_that_began_after_the_game_accepts_a_rematch),
        cmocka_unit_test(two_who_came_to_one_address_play_no_rated_rematch),
        cmocka_unit_test(who_is_blocked_hears_nothing_of_a_rated_pair),
        cmocka_unit_test(a_guest_asks_for_so_many_rematches),
        cmocka_unit_test(every_connection_of_the_two_hears_of_a_rematch_and_no_other),
        cmocka_unit_test(nothing_is_left_of_a_rematch_that_nobody_asks_for),
        cmocka_unit_test(a_rematch_that_cannot_be_opened_says_so_of_the_rematch),
        cmocka_unit_test(who_is_blocked_is_not_paired_until_it_is_not),
        cmocka_unit_test(seeks_of_those_who_are_apart_are_gone_for_each_other),
        cmocka_unit_test(a_link_of_one_who_is_apart_does_not_exist),
        cmocka_unit_test(who_watches_first_and_is_known_later_sees_no_more),
        cmocka_unit_test(who_is_blocked_hears_what_it_would_hear_without_the_other),
        cmocka_unit_test(a_rematch_with_one_who_is_apart_is_asked_in_vain),
        cmocka_unit_test(blocks_are_looked_up_again),
        cmocka_unit_test(who_is_suspended_is_told_why_and_until_when),
        cmocka_unit_test(a_guest_has_so_many_seeks_and_links),
        cmocka_unit_test(actions_are_limited_for_the_guest_and_told_to_it_alone),
        cmocka_unit_test(the_lobby_has_room_for_so_many_seeks),
        cmocka_unit_test(who_does_not_keep_the_protocol_is_told_and_leaves),
        cmocka_unit_test(a_connection_is_one_guests_and_watches_once),
        cmocka_unit_test(too_many_lines_end_a_connection),
        cmocka_unit_test(who_never_speaks_is_sent_away),
        cmocka_unit_test(refused_memory_is_seen),
        cmocka_unit_test(bots_are_listed),
        cmocka_unit_test(a_challenge_is_a_game_with_that_bot),
        cmocka_unit_test(a_bot_says_openly_why_it_does_not_play),
        cmocka_unit_test(a_bot_always_wants_a_rematch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
