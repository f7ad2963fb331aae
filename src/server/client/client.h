// A seat at a server by a real connection: it joins, comes back when the connection is lost, and sends what its owner decides. What it
// holds is a Remote; whoever plays or draws is its owner.
//
// It runs in a loop of its own (client_run), or in the loop of a screen, which waits for client_descriptor besides the keyboard.
#ifndef NEBEL_CLIENT_CLIENT_H
#define NEBEL_CLIENT_CLIENT_H

#include "formats/protocol/remote.h"
#include "server/net/net.h"

typedef struct Client Client;

// How things stand.
typedef enum ClientState {
    CLIENT_CONNECTING,
    CLIENT_SEATED,
    CLIENT_LOST,   // the connection; it is tried again
    CLIENT_OVER,   // the game is over, and everything was heard
    CLIENT_FAILED, // it does not try again; the message says why
} ClientState;

// None of these may call client_run, client_turn or client_destroy.
typedef struct ClientOwner {
    // Something happened that the Remote shows: REMOTE_BEGUN, REMOTE_HEARD, REMOTE_JOINED or REMOTE_REJECTED.
    void (*news)(void *context, RemoteNews news);
    // The connection is lost, for the reason client_message, or it is there again (CLIENT_SEATED).
    void (*link)(void *context, ClientState state);
    void (*work)(void *context, uint64_t now_ms, NetWaits *waits); // before each wait
    void *context;
} ClientOwner;

typedef struct ClientPlan {
    const char *url;       // as dial_is_address
    const char *authority; // as DialPlan
    Slice token;
    uint32_t patience_ms; // how long a lost connection is tried again
    uint64_t chance;      // a random number
    bool stops_on_signals;
    ClientOwner owner;
} ClientPlan;

// Begins to connect. NULL, with a message that says what to do.
Client *client_create(const Memory *memory, const ClientPlan *plan, Text *message);
void client_destroy(Client *client); // accepts NULL

// Runs until the game is over, the client has failed, or client_stop.
void client_run(Client *client);
void client_stop(Client *client);

// For the loop of a screen: what to wait for and until when, and a turn of the client's own loop, which does not wait.
int client_descriptor(const Client *client);
uint64_t client_wait_ms(const Client *client); // from now on; UINT64_MAX for no limit
void client_turn(Client *client);

ClientState client_state(const Client *client);
// Why it failed, or why the connection was lost last.
const char *client_message(const Client *client);
const Remote *client_remote(const Client *client);
uint64_t client_now_ms(const Client *client); // on the clock of the Remote

// Sends an action; remote_can_act says whether it may.
void client_act(Client *client, EventKind kind, Try attempt);
// Gives up, with a message, for a reason that the owner knows.
void client_fail(Client *client, const char *message);

#endif
