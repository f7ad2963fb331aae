// Perft by plain recursion: no table of positions seen, every inner move made with its key.
#include "games/chess/perft.h"

#include "games/chess/legal.h"

uint64_t chess_perft(const Position *position, unsigned depth)
{
    if (depth == 0)
        return 1;
    if (depth == 1)
        return chess_count_legal(position);

    MoveList list;
    chess_list_legal(position, &list);
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        Position after;
        position_after(position, list.moves[i], &after);
        nodes += chess_perft(&after, depth - 1);
    }
    return nodes;
}
