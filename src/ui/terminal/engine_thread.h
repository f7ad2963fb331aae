// A player that thinks in a thread of its own, so that the caller can go on reading the keyboard.
//
// One question is open at a time. When it is answered, there is a byte to read at the descriptor engine_thread_wake, which the
// caller can poll together with a terminal.
#ifndef NEBEL_TERMINAL_ENGINE_THREAD_H
#define NEBEL_TERMINAL_ENGINE_THREAD_H

#include "engine/core/player.h"

typedef struct EngineThread EngineThread;

// The player must have sat down, and must outlive the thread. NULL if out of memory, threads or pipes.
EngineThread *engine_thread_create(Player *player);
// Stops the player if it thinks, and ends the thread. Accepts NULL.
void engine_thread_destroy(EngineThread *engine);

// Tells the player what its seat heard; false if out of memory.
MUST_USE bool engine_thread_notify(EngineThread *engine, const Heard *heard);

// Asks for the next choice. `is_stopped` of the budget is replaced by the thread's own.
void engine_thread_ask(EngineThread *engine, const Budget *budget);

int engine_thread_wake(const EngineThread *engine);

typedef struct Thought {
    PlayerError error;
    Choice choice;      // unless there was an error
    const char *reason; // a sentence, if there was an error
} Thought;

// Takes the answer to the open question; waits for it if necessary.
Thought engine_thread_answer(EngineThread *engine);

#endif
