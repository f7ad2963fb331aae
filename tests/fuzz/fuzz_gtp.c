// Fuzzes GTP, both ends: commands, answers, an engine's moves with values, and whole conversations with our own end. The first
// byte chooses.
//
// What reads is written in a form that reads and is written the same. A refusal touches nothing. Moves that are taken are legal
// and worth between nothing and 1. Our end takes any lines, and answers each that says something with one answer.
#include "engine/external/gtp_evaluator.h"
#include "engine/external/gtp_speak.h"
#include "engine/players/roster.h"
#include "formats/protocol/gtp.h"
#include "fuzz.h"

enum { ROOM = 600 };

static void check_command(Slice line)
{
    char room_memory[ROOM], again_memory[2 * ROOM];
    Text room = TEXT_IN(room_memory), again_room = TEXT_IN(again_memory);
    GtpCommand command = {.id.number = 77}, again;
    if (!gtp_command_read(line, &room, &command)) {
        LAW(command.id.number == 77 && !command.name.length, "a refused command");
        return;
    }
    Text first = text_growing(&memory_heap), second = text_growing(&memory_heap);
    gtp_command_write(&command, &first);
    LAW(first.start[first.length - 1] == '\n', first.start);
    LAW(gtp_command_read((Slice){first.start, first.length - 1}, &again_room, &again), first.start);
    gtp_command_write(&again, &second);
    LAW(first.length == second.length && !memcmp(first.start, second.start, first.length),
        second.start);
    text_done(&first);
    text_done(&second);
}

// One answer: a sign, and one empty line, its last.
static void check_form(const Text *answer)
{
    LAW(answer->length > 3 && strchr("=?", answer->start[0]), answer->start);
    const char *end = strstr(answer->start, "\n\n");
    LAW(end && end + 2 == answer->start + answer->length, answer->start);
}

static void check_answer(Slice line)
{
    GtpAnswer answer = {.id.number = 77}, again;
    if (!gtp_answer_read(line, &answer)) {
        LAW(answer.id.number == 77, "a refused answer");
        return;
    }
    if (slice_has(line, '\0') || slice_has(line, '\n'))
        return; // no child's line has them
    Text first = text_growing(&memory_heap), second = text_growing(&memory_heap);
    gtp_answer_write(&answer, &first);
    check_form(&first);
    LAW(gtp_answer_read((Slice){first.start, first.length - 2}, &again), first.start);
    gtp_answer_write(&again, &second);
    LAW(!strcmp(first.start, second.start), second.start);
    text_done(&first);
    text_done(&second);
}

static void check_moves(Slice text)
{
    GoBoard board;
    GoAdvice advice;
    go_board_init(&board, 5);
    go_board_put(&board, GO_WHITE, go_point(2, 2));
    if (!gtp_moves_read(text, &board, &advice))
        return;
    for (uint32_t i = 0; i < advice.count; i++)
        LAW(go_board_judge(&board, advice.points[i]) == GO_LEGAL && advice.values[i] > 0 &&
                advice.values[i] <= 1,
            "a move that was taken");
}

static GtpSpeaker *open_speaker(Player *player)
{
    const GtpSpeakerPlan plan = {
        .name = "fuzzed", .version = "1", .rules = {.size = 5, .has = {[PHANTOM_SUPERKO] = true}}};
    GtpSpeaker *speaker = player ? gtp_speaker_create(player, &plan) : NULL;
    if (!speaker)
        abort();
    return speaker;
}

static void check_conversation(Slice lines)
{
    char why[200];
    Text message = TEXT_IN(why);
    Player *player = roster_open(&memory_heap, "go-random", &message);
    GtpSpeaker *speaker = open_speaker(player);
    for (bool goes_on = true; goes_on && lines.length;) {
        const Slice line = slice_take(&lines, "\n");
        char room_memory[GTP_LINE_MAX];
        Text room = TEXT_IN(room_memory), answer = text_growing(&memory_heap);
        GtpCommand command;
        const bool says = gtp_command_read(line, &room, &command) || room.cut;
        goes_on = gtp_speaker_take(speaker, line, &answer);
        LAW(says == (answer.length > 0), room_memory);
        if (says)
            check_form(&answer);
        text_done(&answer);
    }
    gtp_speaker_destroy(speaker);
    player_destroy(player);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FuzzCheck *const checks[] = {check_command, check_answer, check_moves,
                                        check_conversation};
    return check_by_first_byte(checks, COUNT_OF(checks), data, size);
}
