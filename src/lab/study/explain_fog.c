// A fog hears what the seat heard, thinks at the turn, and is asked what it thought.
#include "lab/study/explain_fog.h"

#include "engine/kriegspiel_players/fog.h"
#include "engine/players/roster.h"
#include "lab/study/follow.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES_SHOWN = 12, ANSWERS_SHOWN = 8, SQUARES_SHOWN = 5, NODES = 100000, SEED = 1 };

// --- Finding the turn ----------------------------------------------------------------------------

// Whether the seat is to move, at the beginning of a turn.
static bool is_turn_of(const Replay *replay, uint8_t seat)
{
    return !replay->outcome.is_over && replay_seat_to_move(replay) == seat &&
           replay->to[seat].event != HEARD_REFUSAL && replay->to[seat].event != HEARD_ANSWER;
}

static uint32_t move_number(const Replay *replay)
{
    return ((const Umpire *)&replay->truth)->truth.move_number;
}

// The last turn of the seat, or the one of a certain move: how many entries come before it. False if there is none.
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

// --- Printing ------------------------------------------------------------------------------------

static const char *name_of(Try attempt, char memory[16])
{
    Text name = text_in(memory, 16);
    try_to_text(attempt, &name);
    return memory;
}

static int compare_worth(const void *left, const void *right)
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
    for (uint32_t i = 0; i < count && i < TRIES_SHOWN && tries[i].legal > 0; i++)
        printf("%-6s %+6.2f  %5.1f %%  %4.1f %%  %+5.2f\n", name_of(tries[i].attempt, memory),
               tries[i].worth / 100, 100 * tries[i].legal, 100 * tries[i].captured,
               tries[i].threat / 100);
}

// Something the umpire may say, and on how many boards.
typedef struct Answer {
    char words[160];
    uint32_t boards;
} Answer;

static void count_answer(Answer *answers, uint32_t *count, const char *words)
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
    const Answer *a = left, *b = right;
    return (a->boards < b->boards) - (a->boards > b->boards);
}

static void print_answers(const Ruleset *rules, const FogThought *thought, Try attempt)
{
    static Answer answers[ONE_STEP_BOARDS_MAX];
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

// Where he captures if the try is played, and how likely.
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
    qsort(tries, step->count, sizeof *tries, compare_worth);
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
