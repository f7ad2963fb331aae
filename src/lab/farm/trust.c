// Who is barred, and by which evidence: disputes are settled here.
#include "lab/farm/inside.h"
#include "lab/farm/judge.h"

#include <assert.h>
#include <string.h>

enum { NEWS_ROOM = 512 };

bool farm__fail(FarmKeeper *keeper, FarmKeepEnd end)
{
    keeper->end = end;
    return false;
}

bool farm__ask(FarmKeeper *keeper, OwnerStatement statement, const char *const *values)
{
    return farm_ask(keeper->owner, statement, values) || farm__fail(keeper, FARM_KEEP_FAILED);
}

bool farm__fail_with(FarmKeeper *keeper, const char *why)
{
    text_add(&keeper->owner->message, why);
    return farm__fail(keeper, FARM_KEEP_FAILED);
}

// --- Barring -------------------------------------------------------------------------------------

// Forgets what was written of cells in which a member has played.
static bool forget_cells(FarmKeeper *keeper, const char *member)
{
    const FarmNumber id = farm_number(keeper->found->id);
    const char *const values[] = {id.text, member};
    if (!farm__ask(keeper, FARM_TOUCHED, values))
        return false;
    const uint32_t count = store_call_rows(keeper->owner->caller);
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        const uint64_t number = store_call_number(keeper->owner->caller, i, 0);
        experiment_cell(keeper->experiment, (uint32_t)number, &cell);
        experiment_cell_scale(&cell, keeper->found->scale);
        if (!keeper->forget(keeper->context, &cell))
            return farm__fail(keeper, FARM_KEEP_FAILED);
    }
    return true;
}

// The files go first: if the keeper dies in between, it reads the reports again and finds the same.
bool farm__bar(FarmKeeper *keeper, uint64_t member, const char *who, const char *why)
{
    const FarmNumber number = farm_number(member);
    const char *const values[] = {number.text, why};
    char memory[NEWS_ROOM];
    Text news = TEXT_IN(memory);
    if (!forget_cells(keeper, number.text) || !farm__ask(keeper, FARM_BAR, values))
        return false;
    text_format(&news, "%s is barred: %s", who, why);
    keeper->tell(keeper->context, memory);
    return farm__fail(keeper, FARM_KEEP_AGAIN);
}

// --- Disputes ------------------------------------------------------------------------------------

// Two reports of a unit, in the order in which they came.
typedef struct Dispute {
    uint64_t first;
    uint32_t pairs, cell_number;
    uint64_t members[2];
    char who[2][FARM_WHO_ROOM];
    Text lines[2];
} Dispute;

static void dispute_done(Dispute *dispute)
{
    text_done(&dispute->lines[0]);
    text_done(&dispute->lines[1]);
}

// Reads the first report of a disputed unit and the first that differs from it; `*is_there` is false if there is no dispute.
static bool read_dispute(FarmKeeper *keeper, Dispute *dispute, bool *is_there)
{
    const StoreCaller *caller = keeper->owner->caller;
    const FarmNumber id = farm_number(keeper->found->id);
    const char *const values[] = {id.text};
    if (!farm__ask(keeper, FARM_DISPUTE, values))
        return false;
    const uint32_t count = store_call_rows(caller);
    *is_there = count > 0;
    for (uint32_t row = 0, side = 0; row < count && side < 2; row++) {
        const char *lines = store_call_field(caller, row, 5);
        if (side && strcmp(lines, dispute->lines[0].start) == 0)
            continue;
        Text who = TEXT_IN(dispute->who[side]);
        dispute->cell_number = (uint32_t)store_call_number(caller, row, 0);
        dispute->first = store_call_number(caller, row, 1);
        dispute->pairs = (uint32_t)store_call_number(caller, row, 2);
        dispute->members[side] = store_call_number(caller, row, 3);
        text_add(&who, store_call_field(caller, row, 4));
        text_add(&dispute->lines[side++], lines);
    }
    return (!dispute->lines[0].cut && !dispute->lines[1].cut) ||
           farm__fail_with(keeper, "there is not enough memory");
}

// The first pair in which two possible reports differ. Each has exactly the lines of the unit, so there is one.
static uint32_t first_difference(const Dispute *dispute)
{
    for (uint32_t index = 0; index < dispute->pairs; index++) {
        const Slice one = farm_line(farm__slice(&dispute->lines[0]), index);
        const Slice other = farm_line(farm__slice(&dispute->lines[1]), index);
        if (one.length != other.length || memcmp(one.start, other.start, one.length) != 0)
            return index;
    }
    assert(false);
    return 0;
}

// Plays the first pair in which the reports differ; `is_same` tells who has it.
static bool play_difference(FarmKeeper *keeper, const Dispute *dispute, const Plan *plan,
                            bool is_same[2])
{
    FarmOwner *owner = keeper->owner;
    const uint32_t index = first_difference(dispute);
    bool is_played = true;
    PairPlayer *player = pair_player_create(&owner->memory, plan, owner->clocks, &owner->message);
    if (!player)
        return farm__fail(keeper, FARM_KEEP_FAILED);
    for (unsigned side = 0; side < 2 && is_played; side++)
        is_played = farm_play_again(player, dispute->first + index,
                                    farm_line(farm__slice(&dispute->lines[side]), index),
                                    &owner->memory, &is_same[side]);
    pair_player_destroy(player);
    return is_played || farm__fail_with(keeper, "there is not enough memory to play");
}

// Bars who has it wrong, which may be both: who reports what cannot be, or else what the players do not play. Always false.
static bool arbitrate(FarmKeeper *keeper, const Dispute *dispute)
{
    ExperimentCell cell;
    bool is_right[2];
    experiment_cell(keeper->experiment, dispute->cell_number, &cell);
    for (unsigned side = 0; side < 2; side++)
        is_right[side] =
            farm_lines_are_possible(&cell.plan, dispute->first, dispute->pairs,
                                    farm__slice(&dispute->lines[side]), &keeper->owner->memory);
    if (is_right[0] && is_right[1] && !play_difference(keeper, dispute, &cell.plan, is_right))
        return false;
    keeper->end = FARM_KEEP_AGAIN;
    for (unsigned side = 0; side < 2 && keeper->end == FARM_KEEP_AGAIN; side++)
        if (!is_right[side])
            (void)farm__bar(keeper, dispute->members[side], dispute->who[side],
                            "of two reports that differ, its is not what the players play");
    return false;
}

bool farm__settle_disputes(FarmKeeper *keeper)
{
    const Memory *memory = &keeper->owner->memory;
    Dispute dispute = {.lines = {text_growing(memory), text_growing(memory)}};
    bool is_there;
    const bool is_fine =
        read_dispute(keeper, &dispute, &is_there) && (!is_there || arbitrate(keeper, &dispute));
    dispute_done(&dispute);
    return is_fine;
}
