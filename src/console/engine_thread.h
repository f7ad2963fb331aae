// A player that thinks in a thread of its own, so that whoever asks can go on listening to the
// keyboard.
//
// One question is open at a time. When it is answered there is a byte to read at engine_thread_wake,
// which can be watched together with a terminal.
#ifndef NEBEL_CONSOLE_ENGINE_THREAD_H
#define NEBEL_CONSOLE_ENGINE_THREAD_H

#include "player/player.h"

typedef struct EngineThread EngineThread;

// Takes a player that sits already, but does not end it. NULL if there is no memory, thread or
// pipe.
EngineThread *engine_thread_create(Player *player);
// Stops what it thinks, waits until it has stopped, and ends; accepts NULL.
void engine_thread_destroy(EngineThread *engine);

// What the player's seat has received; false if there is no memory.
MUST_USE bool engine_thread_tell(EngineThread *engine, const Heard *heard);

// Asks for the next doing. What the budget says of stopping is the thinker's own business.
void engine_thread_ask(EngineThread *engine, const Budget *budget);

int engine_thread_wake(const EngineThread *engine);

typedef struct Thought {
    PlayerError error;
    Choice choice;      // unless there was an error
    const char *reason; // of an error, a sentence
} Thought;

// The answer, once. Waits for it, if it is not there yet.
Thought engine_thread_answer(EngineThread *engine);

#endif
