// Prints the behaviour signature and nothing else, for builds that have only the core rooms.
#include "kriegspiel/law/random_games.h"

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    printf("%016" PRIx64 "\n", umpire_signature());
    return fflush(stdout) == 0 ? 0 : 1;
}
