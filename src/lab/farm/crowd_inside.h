// What the files of this room share.
#ifndef NEBEL_CROWD_INSIDE_H
#define NEBEL_CROWD_INSIDE_H

#include "lab/farm/crowd.h"
#include "server/devdb/devdb.h"

enum { CROWD_FOLDER_ROOM = 64 };

struct Crowd {
    Memory memory;
    CrowdPlan plan;
    char folder[CROWD_FOLDER_ROOM];
    DevDb *db;
    Text lines;               // of every report
    struct Member *members;   // the connections
    struct StoreCaller *care; // a connection for what is not measured
};

extern const char crowd__proof[]; // the line of the only cell's proof pair

#endif
