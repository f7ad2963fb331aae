// Names of guests: a word that describes, a word of the board, a number.
#include "server/lobby/lobby.h"

static const char *const describing[] = {
    "able",   "amber",  "bold",   "brave",   "bright", "brisk",  "broad", "calm",
    "clear",  "clever", "cool",   "copper",  "crisp",  "dapper", "deep",  "eager",
    "early",  "even",   "fair",   "fast",    "fine",   "fleet",  "fond",  "frank",
    "fresh",  "gentle", "glad",   "golden",  "grand",  "green",  "grey",  "happy",
    "hidden", "honest", "humble", "ivory",   "jolly",  "keen",   "kind",  "late",
    "light",  "lively", "loyal",  "lucky",   "mellow", "merry",  "mild",  "misty",
    "neat",   "nimble", "noble",  "patient", "plain",  "polite", "proud", "quick",
    "quiet",  "ready",  "silent", "silver",  "steady", "subtle", "swift", "wise"};
static const char *const of_the_board[] = {
    "archer", "attack",  "bamboo",  "bishop",  "board", "bowl",    "bridge",   "castle",
    "circle", "clock",   "cloud",   "corner",  "crown", "defence", "diagonal", "dragon",
    "ending", "eye",     "feint",   "file",    "flag",  "fog",     "fork",     "gambit",
    "guard",  "harbour", "herald",  "hoop",    "jump",  "king",    "knight",   "knot",
    "ladder", "lantern", "liberty", "marshal", "mist",  "opening", "pawn",     "phantom",
    "pin",    "player",  "post",    "queen",   "rank",  "rook",    "scholar",  "scout",
    "screen", "sentry",  "shadow",  "shell",   "slate", "square",  "stone",    "tempo",
    "tower",  "umpire",  "valley",  "veil",    "wall",  "watch",   "whisper",  "wing"};

enum { NUMBER_FIRST = 100, NUMBER_COUNT = 900 };

void lobby_name(uint64_t number, char name[LOBBY_NAME_MAX + 1])
{
    Text text = text_in(name, LOBBY_NAME_MAX + 1);
    const char *first = describing[number % COUNT_OF(describing)];
    number /= COUNT_OF(describing);
    const char *second = of_the_board[number % COUNT_OF(of_the_board)];
    number /= COUNT_OF(of_the_board);
    text_format(&text, "%s-%s-%u", first, second, NUMBER_FIRST + (unsigned)(number % NUMBER_COUNT));
}
