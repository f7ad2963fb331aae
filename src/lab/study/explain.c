// Values the tries of a turn from its density, as mcts-c does, and prints their outcomes; or has a fog hear what the seat heard, think at
// the turn, and say what it thought.
#include "lab/study/explain.h"

#include "engine/kriegspiel_players/fog.h"
#include "engine/kriegspiel_search/call_model.h"
#include "engine/players/roster.h"
#include "lab/study/forecasts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES_SHOWN = 12 };

// The turn that is explained.
typedef struct Moment {
    uint64_t at; // the move; 0 for the last
    bool is_found;
    uint32_t move;
    DensityTracker tracker;
} Moment;

static void keep_turn(void *context, const DensityTracker *tracker, const Position *truth)
{
    Moment *moment = context;
    if (moment->at && truth->move_number != moment->at)
        return;
    moment->is_found = true;
    moment->move = truth->move_number;
    moment->tracker = *tracker;
}

static void print_outcome(const char *branch, double chance, const char *name, double worth)
{
    printf("%s%5.1f %%  %-32s %+.3f\n", branch, 100 * chance, name, worth / CALL_MODEL_WIN);
}

// Prints the two replies to a try: our man is taken or not.
static void print_taken(const CallModel *calls, const char *branch, double chance,
                        const TryOutcomes *outcomes, float gain, unsigned which)
{
    assert(which < 2 && outcomes->taken[which] >= 0);
    char stay[32], lose[32];
    snprintf(stay, sizeof stay, "%s|- ", branch);
    snprintf(lose, sizeof lose, "%s`- ", branch);
    print_outcome(stay, chance * (1 - outcomes->taken[which]), "and nothing happens",
                  balance_worth(calls, outcomes->calm + gain));
    print_outcome(lose, chance * outcomes->taken[which], "and our man is taken",
                  balance_worth(calls, outcomes->calm + gain - outcomes->left));
}

static void print_tree(const CallModel *calls, const TryOutcomes *outcomes, bool is_bare)
{
    const double legal = outcomes->legal, quiet = 1 - outcomes->pawn - outcomes->piece;
    const double silence = 1 - outcomes->check,
                 check = (double)outcomes->check * (1 - outcomes->mate);
    const float *stuck = outcomes->stalemate;
    const double silent = legal * quiet * silence * (1 - stuck[TAKES_NOTHING]);
    const double pawn = legal * outcomes->pawn * (silence * (1 - stuck[TAKES_PAWN]) + check);
    const double piece = legal * outcomes->piece * (silence * (1 - stuck[TAKES_PIECE]) + check);
    const double stalemate = legal * silence *
                             (quiet * stuck[TAKES_NOTHING] + outcomes->pawn * stuck[TAKES_PAWN] +
                              outcomes->piece * stuck[TAKES_PIECE]);
    print_outcome("|- ", 1 - legal, "illegal", outcomes->illegal_worth);
    print_outcome("|- ", legal * outcomes->check * outcomes->mate, "mate", CALL_MODEL_WIN);
    print_outcome("|- ", stalemate, "stalemate", outcomes->stalemate_worth);
    print_outcome("|- ", silent, "silent", outcomes->silent_worth);
    print_outcome("|- ", legal * quiet * check, "check", outcomes->check_worth);
    if (!is_bare)
        print_taken(calls, "|  ", legal * quiet * check, outcomes, 0, 1);
    print_outcome("|- ", pawn, "a pawn is taken", outcomes->pawn_worth);
    if (!is_bare)
        print_taken(calls, "|  ", pawn, outcomes, calls->pawn_worth, 0);
    print_outcome("`- ", piece, "a piece is taken", outcomes->piece_worth);
    if (!is_bare)
        print_taken(calls, "   ", piece, outcomes, calls->piece_worth, 0);
}

typedef struct ValuedTry {
    Try attempt;
    TryOutcomes outcomes;
    float worth;
} ValuedTry;

static int compare_worth(const void *left, const void *right)
{
    const float a = ((const ValuedTry *)left)->worth, b = ((const ValuedTry *)right)->worth;
    return (a < b) - (a > b);
}

static void print_table(const ValuedTry *tries, uint32_t count)
{
    printf("try     value   legal  takes  check\n");
    for (uint32_t i = 0; i < count && i < TRIES_SHOWN; i++) {
        char memory[16];
        Text name = TEXT_IN(memory);
        try_to_text(tries[i].attempt, &name);
        printf("%-6s %+.3f  %5.1f  %5.1f  %5.1f\n", memory, (double)tries[i].worth / CALL_MODEL_WIN,
               100 * (double)tries[i].outcomes.legal,
               100 * ((double)tries[i].outcomes.pawn + tries[i].outcomes.piece),
               100 * (double)tries[i].outcomes.check);
    }
}

static uint32_t value_tries(const TurnContext *turn, const DensityTracker *tracker, ValuedTry *out)
{
    Try tries[TRIES_MAX];
    uint32_t count = kriegspiel_game.tries((const Rules *)tracker->rules, &tracker->view, tries);
    count = call_model_keep_tries(tracker->rules->setup.board, tries, count);
    assert(count <= TRIES_MAX);
    for (uint32_t i = 0; i < count; i++) {
        out[i].attempt = tries[i];
        turn_context_try(turn, tries[i], &out[i].outcomes);
        out[i].worth = outcomes_worth(&out[i].outcomes);
    }
    qsort(out, count, sizeof *out, compare_worth);
    return count;
}

static int print_moment(const Moment *moment, const char *wanted)
{
    assert(moment->is_found);
    const DensityTracker *tracker = &moment->tracker;
    const BeliefState belief = {tracker->view.own, tracker->density, tracker->last,
                                tracker->move_number};
    CallModel calls;
    TurnContext turn;
    ValuedTry tries[TRIES_MAX];
    call_model_init(&calls, tracker->rules, &tracker->motion);
    turn_context_init(&turn, &calls, &belief);
    const uint32_t count = value_tries(&turn, tracker, tries);
    const Try attempt = wanted  ? try_from_text(slice_of(wanted))
                        : count ? tries[0].attempt
                                : TRY_NONE;
    uint32_t index = 0;
    while (index < count && tries[index].attempt != attempt)
        index++;
    if (index == count)
        return wanted ? complain("%s is no try of this turn; without --try they are listed", wanted)
                      : complain("this turn has no try");
    char memory[16];
    Text name = TEXT_IN(memory);
    try_to_text(attempt, &name);
    printf("Move %u of %s. Values are of men, a sixteenth each.\n\n", moment->move,
           view_name(tracker->view.seat));
    print_table(tries, count);
    printf("\n%s  %+.3f\n", memory, (double)tries[index].worth / CALL_MODEL_WIN);
    print_tree(&calls, &tries[index].outcomes, turn.risks.is_bare);
    return EXIT_FINE;
}

static int find_moment(const RecordStudy *study, const Model *model, Moment *moment)
{
    const DensityStudyPlan plan = {kriegspiel_rules(study->plan.rules), study->plan.entries,
                                   study->plan.seat, model};
    const DensityStudySink sink = {.turn = keep_turn, .context = moment};
    const int status = record_study_status(density_study_game(&plan, &sink));
    if (!status && !moment->is_found)
        return complain("there is no such turn of %s; the first turn cannot be explained",
                        view_name(plan.seat));
    return status;
}

int explain_turn(const RecordStudy *study, const ExplainPlan *plan)
{
    Moment *moment = memory_resize(&memory_heap, NULL, sizeof *moment);
    if (!moment)
        return complain_of_memory("the turn");
    *moment = (Moment){.at = plan->at};
    int status = find_moment(study, plan->model, moment);
    if (!status)
        status = print_moment(moment, plan->attempt);
    memory_resize(&memory_heap, moment, 0);
    return status;
}

enum { FOG_TRIES_SHOWN = 12, ANSWERS_SHOWN = 8, SQUARES_SHOWN = 5, NODES = 100000, SEED = 1 };

// Returns whether the seat is to move, at the beginning of a turn.
static bool is_turn_of(const Replay *replay, uint8_t seat)
{
    return !replay->outcome.is_over && replay_seat_to_move(replay) == seat &&
           replay->to[seat].event != HEARD_REFUSAL && replay->to[seat].event != HEARD_ANSWER;
}

static uint32_t move_number(const Replay *replay)
{
    return ((const Umpire *)&replay->truth)->truth.move_number;
}

// Finds the last turn of the seat, or the one of a certain move: how many entries come before it. False if there is none.
static bool find_turn(const StudyPlan *plan, uint64_t at, uint32_t *entries)
{
    Replay replay;
    bool is_found = false;
    replay_begin(&replay, plan->game, plan->rules, plan->entries);
    do
        if (is_turn_of(&replay, plan->seat) && (!at || move_number(&replay) == at)) {
            is_found = true;
            *entries = replay.next;
        }
    while (replay_step(&replay));
    return is_found;
}

// Lets the player hear the game up to a turn, and think.
static PlayerError listen_and_think(Player *player, const StudyPlan *plan, uint32_t entries,
                                    uint32_t *move)
{
    const Budget budget = {.nodes = NODES};
    Replay replay;
    Choice choice;
    PlayerError error = follow_begin(player, plan, SEED, &replay);
    while (!error && replay.next < entries && replay_step(&replay))
        error = follow_hear(player, plan, &replay);
    *move = move_number(&replay);
    return error ? error : player_choose(player, &budget, &choice);
}

static const char *name_of(Try attempt, char memory[16])
{
    Text name = text_in(memory, 16);
    try_to_text(attempt, &name);
    return memory;
}

static int compare_one_step(const void *left, const void *right)
{
    const OneStepTry *a = left, *b = right;
    if ((a->legal > 0) != (b->legal > 0))
        return (b->legal > 0) - (a->legal > 0);
    return (a->worth < b->worth) - (a->worth > b->worth);
}

static void print_tries(const OneStepTry *tries, uint32_t count)
{
    char memory[16];
    puts("try     value   legal   taken  threat");
    for (uint32_t i = 0; i < count && i < FOG_TRIES_SHOWN && tries[i].legal > 0; i++)
        printf("%-6s %+6.2f  %5.1f %%  %4.1f %%  %+5.2f\n", name_of(tries[i].attempt, memory),
               tries[i].worth / 100, 100 * tries[i].legal, 100 * tries[i].captured,
               tries[i].threat / 100);
}

// Something the umpire may say, and on how many boards.
typedef struct UmpireAnswer {
    char words[160];
    uint32_t boards;
} UmpireAnswer;

static void count_answer(UmpireAnswer *answers, uint32_t *count, const char *words)
{
    uint32_t i = 0;
    while (i < *count && strcmp(answers[i].words, words) != 0)
        i++;
    if (i == *count)
        snprintf(answers[(*count)++].words, sizeof answers->words, "%s", words);
    answers[i].boards++;
}

static int compare_boards(const void *left, const void *right)
{
    const UmpireAnswer *a = left, *b = right;
    return (a->boards < b->boards) - (a->boards > b->boards);
}

static void print_answers(const Ruleset *rules, const FogThought *thought, Try attempt)
{
    static UmpireAnswer answers[ONE_STEP_BOARDS_MAX];
    uint32_t count = 0;
    memset(answers, 0, sizeof answers);
    for (uint32_t i = 0; i < thought->board_count; i++) {
        const Position *position = &thought->boards[i]->position;
        char words[sizeof answers->words];
        Text text = TEXT_IN(words);
        Position after;
        Hearing heard = {
            .event = HEARD_REFUSAL, .verdict = VERDICT_ILLEGAL, .seat = position->to_move};
        if (chess_allows(position, attempt))
            heard = umpire_imagine_call(rules, position, attempt, &after);
        umpire_say(rules, &heard, &text);
        count_answer(answers, &count, words);
    }
    qsort(answers, count, sizeof *answers, compare_boards);
    puts("\nThe umpire answers:");
    for (uint32_t i = 0; i < count && i < ANSWERS_SHOWN; i++)
        printf("%5.1f %%  %s\n", 100.0 * answers[i].boards / thought->board_count,
               answers[i].words);
    if (count > ANSWERS_SHOWN)
        printf("         and %" PRIu32 " others\n", count - ANSWERS_SHOWN);
}

// Prints where the opponent captures if the try is played, and how likely.
static void print_fears(const FogThought *thought, Try attempt)
{
    static PolicyMemo memo;
    double taken[SQUARE_COUNT] = {0};
    uint32_t legal = 0;
    for (uint32_t i = 0; i < thought->board_count; i++) {
        if (!chess_allows(&thought->boards[i]->position, attempt))
            continue;
        OneStepOutcome outcome;
        one_step_begin_board(&memo, thought->boards[i]);
        one_step_play(&thought->step->plan, &memo, thought->boards[i], attempt, &outcome);
        for (unsigned square = 0; square < SQUARE_COUNT; square++)
            taken[square] += (double)outcome.taken[square];
        legal++;
    }
    puts("\nThen he captures on:");
    for (unsigned shown = 0; shown < SQUARES_SHOWN; shown++) {
        unsigned worst = 0;
        char memory[16];
        Text name = TEXT_IN(memory);
        for (unsigned square = 1; square < SQUARE_COUNT; square++)
            worst = taken[square] > taken[worst] ? square : worst;
        if (!legal || taken[worst] / legal < 0.0005)
            break;
        square_to_text(worst, &name);
        printf("%5.1f %%  %s\n", 100 * taken[worst] / legal, memory);
        taken[worst] = 0;
    }
}

static int print_thought(const StudyPlan *plan, const FogThought *thought, uint32_t move,
                         const char *wanted)
{
    static OneStepTry tries[TRIES_MAX];
    const OneStep *step = thought->step;
    char memory[16];
    if (!thought->board_count)
        return complain("fog valued no boards at this turn: his king is bare, or no board it "
                        "knows agrees with what was heard");
    memcpy(tries, step->tries, step->count * sizeof *tries);
    qsort(tries, step->count, sizeof *tries, compare_one_step);
    const Try attempt = wanted ? try_from_text(slice_of(wanted)) : tries[0].attempt;
    uint32_t index = 0;
    while (index < step->count && tries[index].attempt != attempt)
        index++;
    if (index == step->count)
        return complain("%s is no try of this turn; without --try they are listed", wanted);
    printf("Move %" PRIu32 " of %s, on %" PRIu32
           " boards that agree with what was heard. Values are in pawns, one step ahead.\n\n",
           move, view_name(plan->seat), thought->board_count);
    print_tries(tries, step->count);
    printf("\n%s  %+.2f\n", name_of(attempt, memory), tries[index].worth / 100);
    print_answers(kriegspiel_rules(plan->rules)->ruleset, thought, attempt);
    print_fears(thought, attempt);
    return EXIT_FINE;
}

int explain_turn_by_fog(const RecordStudy *study, const ExplainPlan *plan)
{
    const StudyPlan *of = &study->plan;
    uint32_t entries, move;
    if (!fog_player.plays(of->game))
        return record_study_status(STUDY_ERR_GAME);
    if (!find_turn(of, plan->at, &entries))
        return complain("there is no such turn of %s", view_name(of->seat));
    char memory[160];
    Text message = TEXT_IN(memory);
    Player *player = roster_open(&memory_heap, "fog", &message);
    if (!player)
        return complain_failed("%s", memory);
    int status = listen_and_think(player, of, entries, &move)
                     ? complain_failed("fog cannot follow this record")
                     : EXIT_FINE;
    if (!status) {
        const FogThought thought = fog_thought(player);
        status = print_thought(of, &thought, move, plan->attempt);
    }
    player_destroy(player);
    return status;
}
