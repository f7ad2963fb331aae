// What the office decides by itself: names, passwords, limits, the marks of devices, and addresses of e-mail.
#include "unit/check.h"

#include "base/crypto/password.h"
#include "server/accounts/credentials.h"
#include "server/accounts/limits.h"

#include <stdio.h>
#include <string.h>

// --- Names ---------------------------------------------------------------------------------------

static void a_name_has_a_form(void **state)
{
    (void)state;
    static const char *const good[] = {"Ada",
                                       "ada",
                                       "a-b",
                                       "Kriegspieler",
                                       "fog_of_war",
                                       "x2",
                                       "Stockholm-1912",
                                       "twenty-letters-long0"};
    static const char *const bad[] = {"",
                                      "ab",
                                      "1ada",
                                      "-ada",
                                      "ada-",
                                      "ada_",
                                      "a--b",
                                      "a_-b",
                                      "a b",
                                      "a.b",
                                      "ada\n",
                                      "ad\xc3\xa4",
                                      "twenty-one-letters-00",
                                      "admin",
                                      "Adm1n",
                                      "N-e-b-e-l",
                                      "wh1te",
                                      "bot-ada",
                                      "BOT-ada",
                                      "bot_ada",
                                      "former-1",
                                      "former_1",
                                      "quiet-bishop-417",
                                      "quiet_bishop-417"};
    for (unsigned i = 0; i < COUNT_OF(good); i++)
        assert_true((strlen(good[i]) < 3) ==
                    (account_name_problem(slice_of(good[i]), false) != NULL));
    for (unsigned i = 0; i < COUNT_OF(bad); i++)
        if (!account_name_problem(slice_of(bad[i]), false))
            fail_msg("%s is taken", bad[i]);
    assert_null(account_name_problem(slice_of("bot-ada"), true));
    assert_non_null(account_name_problem(slice_of("bot_ada"), true));
    assert_non_null(account_name_problem(slice_of("ada"), true));
}

static void names_that_look_alike_have_one_skeleton(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"Oskar", "0skar"}, {"lIlly", "1illy"}, {"modern", "modem"}, {"wim", "vvim"},
        {"a-da", "ad_a"},   {"Boss", "8o55"},   {"zoe", "2oe"},
    };
    char one[NAME_ROOM], other[NAME_ROOM];
    for (unsigned i = 0; i < COUNT_OF(pairs); i++) {
        account_name_skeleton(slice_of(pairs[i][0]), one);
        account_name_skeleton(slice_of(pairs[i][1]), other);
        assert_string_equal(one, other);
    }
    account_name_skeleton(slice_of("ada"), one);
    account_name_skeleton(slice_of("eda"), other);
    assert_string_not_equal(one, other);
}

// --- Passwords -----------------------------------------------------------------------------------

static void common_passwords_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "short",
                                      "elevenchars",
                                      "123456789123",
                                      "aaaaaaaaaaaaaaaa",
                                      "abababababababab",
                                      "passwordpassword",
                                      "Password1234567",
                                      "sunshine2024!!!",
                                      "1qaz2wsx3edc",
                                      "i-am-ada-the-first",
                                      "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc"};
    static const char *const good[] = {"four umpires eat soup", "tr0ub4dor&three",
                                       "Donaudampfschifffahrt"};
    for (unsigned i = 0; i < COUNT_OF(bad); i++)
        if (!account_password_problem(slice_of(bad[i]), slice_of("Ada")))
            fail_msg("%s is taken", bad[i]);
    for (unsigned i = 0; i < COUNT_OF(good); i++)
        assert_null(account_password_problem(slice_of(good[i]), slice_of("ada")));
    char longest[PASSWORD_LETTERS_MAX + 2];
    for (unsigned i = 0; i <= PASSWORD_LETTERS_MAX; i++)
        longest[i] = (char)('a' + i % 26);
    const Slice name = slice_of("ada");
    assert_null(account_password_problem((Slice){longest, PASSWORD_LETTERS_MAX}, name));
    assert_non_null(account_password_problem((Slice){longest, PASSWORD_LETTERS_MAX + 1}, name));
}

static void the_list_is_in_order(void **state)
{
    (void)state;
    assert_true(common_password_count > 10000);
    for (unsigned i = 1; i < common_password_count; i++)
        assert_true(strcmp(common_passwords[i - 1], common_passwords[i]) < 0);
}

static void a_hash_is_argon2id_and_fits_its_password_alone(void **state)
{
    (void)state;
    PasswordHash one, other;
    const Slice password = slice_of("four umpires eat soup");
    assert_true(password_hash(password, &one) && password_hash(password, &other));
    assert_memory_equal(one.text, "$argon2id$v=19$m=19456,t=2,p=1$", 31);
    assert_string_not_equal(one.text, other.text); // each has its own salt
    assert_true(password_is(password, one.text));
    assert_false(password_is(slice_of("four umpires eat soup "), one.text));
    assert_false(password_is(password, ""));
    assert_false(password_is(password, "nonsense"));
}

// --- Limits --------------------------------------------------------------------------------------

static unsigned count_takes(Limits *limits, LimitKind kind, const char *what, uint64_t now_ms)
{
    unsigned count = 0;
    while (count < 1000 && limits_take(limits, kind, slice_of(what), now_ms))
        count++;
    return count;
}

static void who_asks_often_waits(void **state)
{
    (void)state;
    const SealKey key = seal_key(slice_of("secret"));
    Limits *limits = limits_create(&memory_heap, &key, 100);
    assert_int_equal(count_takes(limits, LIMIT_LOGIN_ADDRESS, "a", 0), 5);
    assert_int_equal(count_takes(limits, LIMIT_LOGIN_ADDRESS, "b", 0), 5);
    assert_int_equal(count_takes(limits, LIMIT_LOGIN_NAME, "a", 0), 10); // counted apart
    assert_int_equal(count_takes(limits, LIMIT_LOGIN_ADDRESS, "a", 19999), 0);
    assert_int_equal(count_takes(limits, LIMIT_LOGIN_ADDRESS, "a", 60000), 3);
    limits_tidy(limits, 60000);
    assert_int_equal(limits_count(limits), 3);
    for (unsigned i = 0; i < 3; i++) // a removal moves others
        limits_tidy(limits, 3600000);
    assert_int_equal(limits_count(limits), 0);
    limits_destroy(limits);
}

static void too_many_share_one_count(void **state)
{
    (void)state;
    const SealKey key = seal_key(slice_of("secret"));
    Limits *limits = limits_create(&memory_heap, &key, 10);
    unsigned count = 0;
    for (unsigned i = 0; i < 1000; i++) {
        char address[16];
        snprintf(address, sizeof address, "%u", i);
        count += limits_take(limits, LIMIT_LOGIN_ADDRESS, slice_of(address), 0);
    }
    assert_int_equal(count, 10 + 5);
    assert_int_equal(limits_count(limits), 10);
    limits_destroy(limits);
}

static void an_address_is_a_household(void **state)
{
    (void)state;
    static const struct {
        const char *one, *other;
        bool is_same;
    } cases[] = {
        {"192.0.2.1", "192.0.2.1", true},
        {"192.0.2.1", "192.0.2.2", false},
        {"2001:db8::1", "2001:db8::2", true},
        {"2001:db8:0:1::1", "2001:db8:0:2::1", false},
        {"", "nonsense", true},
        {"192.0.2.1", "", false},
        {"::ffff:192.0.2.1", "192.0.2.1", true},
        {"::ffff:192.0.2.1", "::ffff:192.0.2.2", false},
        {"::ffff:192.0.2.x", "nonsense", true},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char memory[2][LIMITS_ADDRESS_MAX];
        const Slice one = limits_address(cases[i].one, memory[0]);
        const Slice other = limits_address(cases[i].other, memory[1]);
        const bool is_same =
            one.length == other.length && memcmp(one.start, other.start, one.length) == 0;
        assert_int_equal(is_same, cases[i].is_same);
    }
}

// --- Marks ---------------------------------------------------------------------------------------

static void a_mark_is_of_one_name_and_one_key(void **state)
{
    (void)state;
    const SealKey key = seal_key(slice_of("secret")), other = seal_key(slice_of("another"));
    SealMark mark, second;
    assert_true(seal_mark_draw(&key, slice_of("ada"), &mark));
    assert_true(seal_mark_draw(&key, slice_of("ada"), &second));
    assert_string_not_equal(mark.text, second.text);
    assert_true(seal_mark_is(&key, slice_of("ada"), slice_of(mark.text)));
    assert_false(seal_mark_is(&key, slice_of("eda"), slice_of(mark.text)));
    assert_false(seal_mark_is(&other, slice_of("ada"), slice_of(mark.text)));
    assert_false(seal_mark_is(&key, slice_of("ada"), slice_of("")));
    mark.text[0] = mark.text[0] == 'a' ? 'b' : 'a';
    assert_false(seal_mark_is(&key, slice_of("ada"), slice_of(mark.text)));
}

// --- Addresses of e-mail -------------------------------------------------------------------------

static void an_address_of_mail_has_one_at(void **state)
{
    static const char *const good[] = {"ada@club.example", "a@b", "a.b+c=d@e-f.g"};
    static const char *const bad[] = {"",     "ada",   "@b",      "a@",        "a@b@c",     "@a@b",
                                      "-a@b", "a@-b",  "a@.b",    "a b@c",     "a@b\nc",    "a@b>",
                                      "<a@b", "a@[b]", "a@b,c@d", "\"a\"@b.c", "\xc3\xa4@b"};
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(good); i++)
        assert_true(mail_is_address(slice_of(good[i])));
    for (unsigned i = 0; i < COUNT_OF(bad); i++)
        assert_false(mail_is_address(slice_of(bad[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_has_a_form),
        cmocka_unit_test(names_that_look_alike_have_one_skeleton),
        cmocka_unit_test(common_passwords_are_refused),
        cmocka_unit_test(the_list_is_in_order),
        cmocka_unit_test(a_hash_is_argon2id_and_fits_its_password_alone),
        cmocka_unit_test(who_asks_often_waits),
        cmocka_unit_test(too_many_share_one_count),
        cmocka_unit_test(an_address_is_a_household),
        cmocka_unit_test(a_mark_is_of_one_name_and_one_key),
        cmocka_unit_test(an_address_of_mail_has_one_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
