// Fuzzes the reading of models: the input goes through model_read as it is, and again with the checksum it would need.
//
// What is read is written as the same bytes. A refusal changes nothing.
#include "base/hash.h"
#include "engine/kriegspiel_belief/model.h"
#include "fuzz.h"

static void check_again(const Model *model, Slice bytes)
{
    Text again = text_growing(&memory_heap);
    model_write(model, &again);
    LAW(again.length == bytes.length, "another length");
    LAW(memcmp(again.start, bytes.start, bytes.length) == 0, "other bytes");
    text_done(&again);
}

static void check(Slice bytes)
{
    static Model model, untouched;
    memset(&model, 0x77, sizeof model);
    untouched = model;
    const ModelError error = model_read(bytes, &model);
    if (error)
        LAW(memcmp(&model, &untouched, sizeof model) == 0, model_error_text(error));
    else
        check_again(&model, bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Slice bytes = exact_copy((Slice){(const char *)data, size});
    check(bytes);
    free_copy(bytes);
    char *sealed = malloc(size + 8);
    if (!sealed)
        abort();
    if (size)
        memcpy(sealed, data, size);
    const uint64_t hash = hash_bytes(HASH_START, sealed, size);
    for (unsigned i = 0; i < 8; i++)
        sealed[size + i] = (char)(hash >> 8 * i & 0xff);
    check((Slice){sealed, size + 8});
    free(sealed);
    return 0;
}
