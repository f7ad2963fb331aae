// Prints the behaviour signature and nothing else, for machines that have no more of Nebel than base,
// chess and umpire.
#include "kriegspiel/law/random_games.h"

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    printf("%016" PRIx64 "\n", umpire_signature());
    return fflush(stdout) == 0 ? 0 : 1;
}
