// Seating guests for a game that nobody plays.
#include "lab/match/rehearsal.h"

#include "engine/players/roster.h"
#include "lab/match/dialogue.h"

static bool rehearse(const Plan *plan, const char *string, const Memory *memory,
                     const DialogueLog *log, Text *message)
{
    Player *player = roster_open(memory, string, message);
    if (!player)
        return false;
    Seating seating = plan_seating(plan, 0, 0);
    seating.log = log;
    const PlayerError error = player_sit(player, &seating);
    if (error)
        text_format(message, "%s cannot play: %s", string, player_reason(player, error));
    player_destroy(player);
    return !error;
}

// The same, and keeps the dialogue.
static bool rehearse_and_save(const Plan *plan, uint32_t number, const Memory *memory,
                              Text *message)
{
    Dialogue dialogue;
    char name[32];
    Text file = TEXT_IN(name);
    dialogue_init(&dialogue, memory, NULL);
    const bool is_fine = rehearse(plan, plan->players[number], memory, &dialogue.log, message);
    text_format(&file, "start-%u", number + 1);
    dialogue_save(&dialogue, plan->dialogues, name, plan->players[number]);
    dialogue_done(&dialogue);
    return is_fine;
}

bool rehearse_guests(const Plan *plan, const Memory *memory, Text *message)
{
    bool is_fine = true;
    for (uint32_t i = 0; i < plan->player_count && is_fine; i++)
        if (roster_is_guest(plan->players[i]))
            is_fine = plan->dialogues ? rehearse_and_save(plan, i, memory, message)
                                      : rehearse(plan, plan->players[i], memory, NULL, message);
    return is_fine;
}
