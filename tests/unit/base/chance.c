// The chance room: vectors of the keyed derivations, and the text form of secrets.
//
// The vectors were computed apart, by Python's hashlib.blake2b with the secret as its key; match
// files keep secrets, so a vector that no longer holds means files that no longer replay.
#include "base/crypto/digest.h"
#include "base/crypto/secret.h"
#include "base/crypto/token.h"
#include "unit/check.h"

#include <string.h>

static const Secret counting = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

static void streams_have_the_values_they_always_had(void **state)
{
    (void)state;
    static const struct {
        Stream stream;
        uint64_t seed;
    } rows[] = {
        {{0, STREAM_PLAYER, 0, 0}, 0xb63369b17a774df7},
        {{0, STREAM_PLAYER, 0, 1}, 0xa142607a216aab22},
        {{0, STREAM_PLAYER, 1, 0}, 0xca3f53104dbe12b1},
        {{0, STREAM_OPENING, 0, 0}, 0xdeea05b7f85ac33e},
        {{1, STREAM_PLAYER, 0, 0}, 0x65317eed1c41e670},
        {{UINT64_MAX, STREAM_OPENING, 1, 1}, 0x0d142002605a5e07},
    };
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        assert_true(secret_stream(&counting, rows[i].stream) == rows[i].seed);
    const Secret zero = {{0}};
    assert_true(secret_stream(&zero, (Stream){0}) == 0x1739f4b56ed83a91);
}

static void a_commitment_is_of_one_secret(void **state)
{
    (void)state;
    char memory[2 * COMMITMENT_BYTES + 1];
    Text text = TEXT_IN(memory);
    const Commitment commitment = secret_commit(&counting);
    commitment_to_text(&commitment, &text);
    assert_string_equal(memory, "bb934b10f2e67b5adb2d2d23796ab5b65336c22f045812379c0cad03902762c3");
    assert_true(secret_is_committed(&counting, &commitment));
    for (unsigned bit = 0; bit < 8 * SECRET_BYTES; bit++) {
        Secret other = counting;
        other.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(secret_is_committed(&other, &commitment));
        assert_true(secret_stream(&other, (Stream){0}) != secret_stream(&counting, (Stream){0}));
    }
    Commitment read = {{0}};
    assert_true(commitment_from_text(slice_of(memory), &read));
    assert_memory_equal(&read, &commitment, sizeof read);
}

static void drawn_secrets_differ(void **state)
{
    (void)state;
    Secret secrets[8];
    for (unsigned i = 0; i < COUNT_OF(secrets); i++) {
        assert_true(secret_draw(&secrets[i]));
        for (unsigned other = 0; other < i; other++)
            assert_memory_not_equal(&secrets[i], &secrets[other], sizeof secrets[i]);
    }
    uint64_t seeds[2];
    assert_true(seed_draw(&seeds[0]) && seed_draw(&seeds[1]));
    assert_true(seeds[0] != seeds[1] && seeds[0] <= INT64_MAX && seeds[1] <= INT64_MAX);
}

static void a_secret_reads_as_it_was_written(void **state)
{
    (void)state;
    static const char digits[] = "000102030405060708090a0b0c0d0e0f";
    char memory[2 * SECRET_BYTES + 1];
    Text text = TEXT_IN(memory);
    Secret read = {{0}};
    secret_to_text(&counting, &text);
    assert_string_equal(memory, digits);
    assert_true(secret_from_text(slice_of(digits), &read));
    assert_memory_equal(&read, &counting, sizeof read);
    assert_true(secret_from_text(slice_of("000102030405060708090A0B0C0D0E0F"), &read));
}

static void what_is_no_secret_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "00",
                                        "000102030405060708090a0b0c0d0e0",
                                        "000102030405060708090a0b0c0d0e0f0",
                                        "000102030405060708090a0b0c0d0e0g",
                                        " 00102030405060708090a0b0c0d0e0f",
                                        "000102030405060708090a0b0c0d0e0f00"};
    for (unsigned i = 0; i < COUNT_OF(texts); i++) {
        Secret read = counting;
        assert_false(secret_from_text(slice_of(texts[i]), &read));
        assert_memory_equal(&read, &counting, sizeof read);
    }
}

static void a_derived_token_has_the_value_it_always_had(void **state)
{
    (void)state;
    const Slice base = slice_of("FQCgiYgVExkyyvAsKcTlWR-YzaO_5Ai6w0XuzGQWx9A");
    assert_string_equal(token_derive(base, 1).text, "LSWPG-PKgK7lxFXVSSgrLrtYHaNpp5-aIwotGm80cL8");
    assert_string_equal(token_derive(base, 0x0123456789abcdef).text,
                        "rv6efQbPDdjEbL-vis5ePkFHvav__mee-BjjEBhGSEw");
}

static void a_public_number_has_the_value_it_always_had(void **state)
{
    (void)state;
    assert_true(public_number(1) == UINT64_C(0x17c1627ca0d6508f));
    assert_true(public_number(0x0123456789abcdef) == UINT64_C(0x79c3619156c462f6));
}

static void a_digest_is_that_of_sha256sum(void **state)
{
    (void)state;
    char memory[80];
    Text text = TEXT_IN(memory);
    Digest digest;
    digest_begin(&digest);
    digest_add(&digest, "ab", 2);
    digest_add(&digest, "c", 1);
    digest_end(&digest, &text);
    assert_string_equal(memory, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_have_the_values_they_always_had),
        cmocka_unit_test(a_commitment_is_of_one_secret),
        cmocka_unit_test(drawn_secrets_differ),
        cmocka_unit_test(a_secret_reads_as_it_was_written),
        cmocka_unit_test(what_is_no_secret_is_refused),
        cmocka_unit_test(a_derived_token_has_the_value_it_always_had),
        cmocka_unit_test(a_digest_is_that_of_sha256sum),
        cmocka_unit_test(a_public_number_has_the_value_it_always_had),
    };
    return cmocka_run_group_tests_name("chance", tests, NULL, NULL);
}
