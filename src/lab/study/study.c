// Replays the record; the pool hears what one seat hears.
#include "lab/study/study.h"

#include <assert.h>
#include <math.h>

static const char *const error_texts[] = {
    [STUDY_OK] = "no error",
    [STUDY_ERR_GAME] = "nothing is hidden in this game, so there is nothing to believe",
    [STUDY_ERR_RECORD] = "the record has a try out of turn",
    [STUDY_ERR_MEMORY] = "there is not enough memory",
};
_Static_assert(COUNT_OF(error_texts) == STUDY_ERR_COUNT, "every error needs a text");

const char *study_error_text(StudyError error)
{
    assert(error < STUDY_ERR_COUNT);
    return error_texts[error];
}

// A study has no time limit, so a sample is drawn again early: when it has fewer boards than this part of its limit.
enum { ENOUGH_SHARE = 64 };

typedef struct StudyReplay {
    const StudyPlan *plan;
    const StudyKind *kind;
    const StudySink *sink;
    Replay replay;
    AnyView view; // of the seat; as it was before the answer while the sink is told of a try
    Pool *pool;
    bool is_stopped; // by the sink
} StudyReplay;

// --- What a pool says ----------------------------------------------------------------------------

static double entropy_bits(const Boards *boards)
{
    double bits = 0;
    for (uint32_t i = 0; i < boards->count; i++)
        if (boards->weights[i] > 0)
            bits -= boards->weights[i] * log2(boards->weights[i]);
    assert(!isnan(bits));
    return bits;
}

static double legal_chance(const StudyReplay *study, Try attempt)
{
    assert(attempt != TRY_NONE);
    const Boards *boards = pool_boards(study->pool);
    double sum = 0;
    for (uint32_t i = 0; i < boards->count; i++)
        if (study->kind->allows(study->plan->rules, &study->view, boards_at(boards, i), attempt))
            sum += boards->weights[i];
    return sum;
}

static double met_chance(const StudyReplay *study, Try attempt)
{
    const Boards *boards = pool_boards(study->pool);
    const StudyKind *kind = study->kind;
    double sum = 0;
    for (uint32_t i = 0; kind->meets && i < boards->count; i++)
        if (kind->meets(boards_at(boards, i), study->plan->seat, attempt))
            sum += boards->weights[i];
    return sum;
}

// --- The replay ------------------------------------------------------------------------------------

// Tells the sink of the turn, if it is the seat's.
static void tell_turn(StudyReplay *study)
{
    const Replay *replay = &study->replay;
    const StudyTurn turn = {study->plan, study->kind->number(&replay->truth), study->pool,
                            &study->view, &replay->truth};
    const bool is_turn =
        !replay->outcome.is_over && replay_seat_to_move(replay) == study->plan->seat;
    if (is_turn && !study->is_stopped && study->sink->turn)
        study->is_stopped = !study->sink->turn(study->sink->context, &turn);
}

// An own try before its answer.
static StudiedTry try_before(const StudyReplay *study, Try attempt, const Hearing *heard)
{
    const Boards *boards = pool_boards(study->pool);
    return (StudiedTry){.attempt = attempt,
                        .heard = *heard,
                        .legal_chance = legal_chance(study, attempt),
                        .met_before = met_chance(study, attempt),
                        .before = boards->count,
                        .bits_before = entropy_bits(boards)};
}

// Gives the pool the answer to an own try, and tells the sink what that changed.
static bool hear_own(StudyReplay *study, Try attempt, const Hearing *heard)
{
    const StudySink *sink = study->sink;
    if (!sink->attempt)
        return pool_hear_all(study->pool, attempt, heard);
    StudiedTry told = try_before(study, attempt, heard);
    const PoolCounts counts = pool_counts(study->pool);
    if (!pool_hear_all(study->pool, attempt, heard))
        return false;
    const Boards *boards = pool_boards(study->pool);
    told.after = boards->count;
    told.bits_after = entropy_bits(boards);
    told.met_after = met_chance(study, attempt);
    const PoolCounts since = pool_counts(study->pool);
    told.is_redrawn = since.revivals != counts.revivals || since.guesses != counts.guesses;
    study->is_stopped = !sink->attempt(sink->context, &told);
    return true;
}

static StudyError hear(StudyReplay *study, Try own, const Hearing *heard)
{
    const StudySink *sink = study->sink;
    assert(heard->seat < 2 || heard->event == HEARD_NOTHING);
    if (heard->event == HEARD_NOTHING)
        return STUDY_OK;
    if (own == TRY_NONE ? !pool_hear_all(study->pool, own, heard) : !hear_own(study, own, heard))
        return STUDY_ERR_MEMORY;
    study->replay.game->hear(study->plan->rules, &study->view, own, heard);
    if (sink->hear && !study->is_stopped)
        study->is_stopped = !sink->hear(sink->context, &study->view, own, heard);
    return STUDY_OK;
}

// Takes in what an entry told the seat. Records of other programs may go on after our rules have ended the game; the rest is
// ignored.
static StudyError take_entry(StudyReplay *study, const Entry *entry)
{
    const Replay *replay = &study->replay;
    const uint8_t seat = study->plan->seat;
    if (entry->kind != EVENT_TRY)
        return STUDY_OK;
    if (!replay->is_judged)
        return replay->outcome.is_over ? STUDY_OK : STUDY_ERR_RECORD;
    const bool is_own = entry->seat == seat;
    const StudyError error = hear(study, is_own ? entry->attempt : TRY_NONE, &replay->to[seat]);
    if (!error && !is_own)
        tell_turn(study);
    return error;
}

static StudyError play_record(StudyReplay *study)
{
    const StudyPlan *plan = study->plan;
    Replay *replay = &study->replay;
    replay_begin(replay, plan->game, plan->rules, plan->entries);
    replay->game->sit(plan->rules, plan->seat, &study->view);
    StudyError error = hear(study, TRY_NONE, &replay->to[plan->seat]);
    if (!error)
        tell_turn(study);
    while (!error && !study->is_stopped && replay_step(replay))
        error = take_entry(study, replay_entry(replay));
    return error;
}

StudyError study_game(const StudyPlan *plan, const Memory *memory, const StudySink *sink)
{
    assert(plan->seat < 2 && plan->rules && plan->entries);
    const StudyKind *kind = study_kind(plan->game);
    if (!kind)
        return STUDY_ERR_GAME;
    PoolPlan pool = plan->pool;
    pool.enough = pool.limit / ENOUGH_SHARE;
    StudyReplay study = {.plan = plan, .kind = kind, .sink = sink};
    study.pool = pool_create(memory, kind->model, plan->rules, plan->seat, &pool);
    const StudyError error = study.pool ? play_record(&study) : STUDY_ERR_MEMORY;
    pool_destroy(study.pool);
    return error;
}
