// A server of WebSockets that echoes and does nothing else: what libwebsockets itself costs, to compare a node with.
#ifndef NEBEL_LOAD_ECHO_H
#define NEBEL_LOAD_ECHO_H

#include "base/base.h"

enum { ECHO_BYTES_MAX = 4096 };

// Answers each frame by as many frames as its first character says, '1' to '9', of `answer_bytes` each. Listens on a unix socket and runs
// until its process is killed; false if it cannot.
MUST_USE bool echo_run(const char *socket, uint32_t answer_bytes);

#endif
