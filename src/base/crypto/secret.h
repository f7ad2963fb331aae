// Randomness that nobody can foresee: seeds from the system, and the secret of a match with the seeds
// derived from it.
//
// The generator in base/rng.h is no secret: whoever knows a part of its output can compute the rest. A
// player knows its own seeds and must learn nothing about those of others. So each seed is a keyed hash
// (libsodium's BLAKE2b) of its purpose, with the secret as the key.
#ifndef NEBEL_CRYPTO_SECRET_H
#define NEBEL_CRYPTO_SECRET_H

#include "base/text.h"

enum { SECRET_BYTES = 16, COMMITMENT_BYTES = 32 };

typedef struct Secret {
    uint8_t bytes[SECRET_BYTES];
} Secret;

// A commitment is published before its secret is used. It later proves that the secret was not chosen
// afterwards, and it tells nothing about the secret.
typedef struct Commitment {
    uint8_t bytes[COMMITMENT_BYTES];
} Commitment;

typedef enum StreamPurpose {
    STREAM_PLAYER,  // the seed that a player is given in a game
    STREAM_OPENING, // the opening moves that are made for a player in a game
} StreamPurpose;

// What a stream is for. Files keep secrets, so these numbers and their order never change.
typedef struct Stream {
    uint64_t pair;
    uint8_t purpose; // of StreamPurpose
    uint8_t game;    // of the pair, 0 or 1
    uint8_t player;  // of the pair, 0 or 1
} Stream;

// Both draw from the system; false, with the output untouched, if that fails.
MUST_USE bool secret_draw(Secret *secret);
MUST_USE bool seed_draw(uint64_t *seed); // at most INT64_MAX, the maximum of --seed

uint64_t secret_stream(const Secret *secret, Stream stream);

Commitment secret_commit(const Secret *secret);
bool secret_is_committed(const Secret *secret, const Commitment *commitment);

// Hexadecimal digits, two a byte. Reading leaves the output untouched if the text is anything else.
void secret_to_text(const Secret *secret, Text *text);
MUST_USE bool secret_from_text(Slice text, Secret *secret);
void commitment_to_text(const Commitment *commitment, Text *text);
MUST_USE bool commitment_from_text(Slice text, Commitment *commitment);

#endif
