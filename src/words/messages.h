// All that is said to people who play, learn or review: one row for each message, in English.
//
// PLAIN(CODE, text) has no arguments; FILLED(CODE, arguments, text) names them in the order in which the program hands them in.
// Texts are patterns of Fluent (projectfluent.org), as in the files of other languages: {$square} is an argument, and
// BY_NUMBER chooses by a number. A text begins and ends without a blank, since Fluent cuts these off. The message WHITE_WINS is
// `white-wins` in a file. No include guard: words.h and english.c each read the rows in their own way.

#define BY_NUMBER(argument, one, other) \
    "{$" argument " ->\n    [1] " one "\n   *[other] " other "\n}"

// --- Every game --------------------------------------------------------------------------------
PLAIN(WHITE, "White")
PLAIN(BLACK, "Black")
PLAIN(YOU, "you")
FILLED(OFFERS_DRAW, "colour", "{$colour} offers a draw.")
FILLED(DECLINES_DRAW, "colour", "{$colour} declines the draw.")
FILLED(RESIGNS, "colour", "{$colour} resigns.")
FILLED(AGREES, "colour", "{$colour} agrees.")
FILLED(FLAG_FALLS, "colour", "{$colour}'s flag falls.")
FILLED(FORFEITS, "colour", "{$colour} forfeits.")
PLAIN(END_MATE, "Checkmate.")
PLAIN(END_STALEMATE, "Stalemate.")
PLAIN(END_DEAD, "Dead material.")
PLAIN(END_FIFTY, "Fifty moves.")
PLAIN(END_REPETITION, "Threefold repetition.")
PLAIN(END_LENGTH, "2000 plies.")
PLAIN(END_ATTEMPTS, "512 attempts in one turn.")
PLAIN(END_PASSES, "Two passes.")
PLAIN(END_ABORTED, "The game is aborted. No result.")
PLAIN(DRAW, "Draw.")
PLAIN(WHITE_WINS, "White wins.")
PLAIN(BLACK_WINS, "Black wins.")

// --- The umpire of Kriegspiel ------------------------------------------------------------------
FILLED(ICC_TURN, "colour", "{$colour}'s move.")
PLAIN(ICC_ILLEGAL, "Illegal move.")
FILLED(ICC_CAPTURE_PAWN, "square", "Pawn at {$square} captured.")
FILLED(ICC_CAPTURE_PIECE, "square", "Piece at {$square} captured.")
PLAIN(ICC_CHECK_RANK, "Rank check.")
PLAIN(ICC_CHECK_FILE, "File check.")
PLAIN(ICC_CHECK_LONG, "Long diagonal check.")
PLAIN(ICC_CHECK_SHORT, "Short diagonal check.")
PLAIN(ICC_CHECK_KNIGHT, "Knight check.")
PLAIN(ICC_CHECK, "Check.")
FILLED(TURN, "colour", "{$colour} to move.")
PLAIN(REFUSED_NO, "No.")
PLAIN(REFUSED_ILLEGAL, "Illegal.")
PLAIN(REFUSED_IMPOSSIBLE, "Impossible.")
PLAIN(REFUSED_NONSENSE, "Nonsense.")
PLAIN(REFUSED_HELL_NO, "Hell, no.")
FILLED(CAPTURE_MAN, "square", "Capture on {$square}.")
FILLED(CAPTURE_PAWN, "square", "Pawn captured on {$square}.")
FILLED(CAPTURE_PIECE, "square", "Piece captured on {$square}.")
FILLED(CAPTURE_PASSANT, "square", "Capture en passant on {$square}.")
PLAIN(PROMOTED, "Pawn promoted.")
PLAIN(CHECK_RANK, "Check on the rank.")
PLAIN(CHECK_FILE, "Check on the file.")
PLAIN(CHECK_LONG, "Check on the long diagonal.")
PLAIN(CHECK_SHORT, "Check on the short diagonal.")
PLAIN(CHECK_KNIGHT, "Check by a knight.")
PLAIN(TRIES_EXIST, "Pawn capture.")
FILLED(TRIES_COUNTED, "count", BY_NUMBER("count", "{$count} pawn try.", "{$count} pawn tries."))
FILLED(TRIES_FROM, "squares", "Pawn tries from {$squares}.")
PLAIN(ANY_YES, "Any? Yes.")
PLAIN(ANY_NO, "Any? No.")

// --- The referee of Phantom Go -----------------------------------------------------------------
FILLED(GO_TURN, "colour", "{$colour} to play.")
FILLED(GO_HANDICAP, "colour points", "{$colour} has {$points}.")
FILLED(GO_PLAYED, "colour", "{$colour} played.")
FILLED(GO_PASSED, "colour", "{$colour} passed.")
FILLED(GO_TAKEN, "count", BY_NUMBER("count", "{$count} stone taken.", "{$count} stones taken."))
FILLED(GO_TAKEN_AT, "count points",
       BY_NUMBER("count", "{$count} stone taken: {$points}.", "{$count} stones taken: {$points}."))
PLAIN(GO_ATARI, "Atari.")
PLAIN(GO_STONE, "A stone is there.")
PLAIN(GO_SUICIDE, "It would be suicide.")
PLAIN(GO_REPEATS, "It would repeat the board.")

// --- Boards ------------------------------------------------------------------------------------
PLAIN(WHITE_SEES, "White sees")
PLAIN(BLACK_SEES, "Black sees")
PLAIN(UMPIRE_SEES, "The umpire sees")
PLAIN(REFEREE_SEES, "The referee sees")
PLAIN(UMPIRE_SAYS, "The umpire says")
PLAIN(REFEREE_SAYS, "The referee says")
PLAIN(TRUTH, "The truth")
PLAIN(SIGN_REFUSED, "refused")
PLAIN(SIGN_CAPTURED, "captured")
PLAIN(SIGN_CHECK, "check")
PLAIN(SIGN_PAWN, "can capture")
PLAIN(SIGN_MOVED, "last move")
PLAIN(HEAT_CAPTION, "enemy men, per cent")
FILLED(MATERIAL, "white black", "Material: White {$white}, Black {$black}.")
FILLED(GO_LEAD, "colour points", "As it stands, {$colour} leads by {$points}.")

// --- The status of a game ----------------------------------------------------------------------
PLAIN(STATUS_DRAWN, "Drawn.")
PLAIN(STATUS_WHITE_WON, "White has won.")
PLAIN(STATUS_BLACK_WON, "Black has won.")
PLAIN(STATUS_LEFT, "The game was left.")
PLAIN(STATUS_ABORTED, "The game was aborted.")
PLAIN(STATUS_YOUR_MOVE, "Your move.")
FILLED(STATUS_OFFER, "colour", "{$colour} offers a draw: accept, decline, or play on.")
FILLED(STATUS_THINKING, "colour seconds", "{$colour} is thinking, {$seconds} s")
FILLED(STATUS_NOT_YOUR_TURN, "colour", "It is {$colour}'s turn.")
PLAIN(ASK_RESIGN, "Resign the game?  y: yes  n: no")
PLAIN(ASK_QUIT, "Leave the game unfinished?  y: yes  n: no")
PLAIN(ASK_PROMOTION, "The pawn becomes which man?")
PLAIN(HAND_MADE, "Your move is made. Press Enter, then hand the keyboard over.")
FILLED(HAND_TO, "colour", "Hand the keyboard to {$colour}.")
FILLED(HAND_READY, "colour", "{$colour}: press Enter when nobody else can see the screen.")
FILLED(YOU_ARE, "colour", "you are {$colour}")
FILLED(AT_KEYBOARD, "colour", "{$colour} is at the keyboard")
FILLED(LOST, "men", "lost {$men}")
PLAIN(TAKEN_NOTHING, "nothing")
FILLED(TAKEN_STONES, "count", BY_NUMBER("count", "{$count} stone", "{$count} stones"))
FILLED(TAKEN_MEN, "count", BY_NUMBER("count", "{$count} man", "{$count} men"))
FILLED(TAKEN_PAWNS, "count", BY_NUMBER("count", "{$count} pawn", "{$count} pawns"))
FILLED(TAKEN_PIECES, "count", BY_NUMBER("count", "{$count} piece", "{$count} pieces"))
FILLED(CALL_TRIES, "count", BY_NUMBER("count", "{$count} pawn try", "{$count} pawn tries"))
PLAIN(CALL_CAN_CAPTURE, "a pawn can capture")
FILLED(FAILED, "name reason", "{$name}: {$reason}")
PLAIN(NO_MEMORY, "there is not enough memory")
PLAIN(RECORD_NO_MEMORY, "there is not enough memory for the record")
PLAIN(RECORD_NO_FILE, "the record cannot be written; does its folder exist?")
PLAIN(RECORD_NOT_WRITTEN, "the record cannot be written; is the disk full?")
PLAIN(RECORD_NO_FOLDER, "there is no folder for the record; name a file with --pgn")
FILLED(SAVED, "file", "Saved as {$file}.")
FILLED(WINDOW_TOO_SMALL, "columns rows", "Please make the window {$columns} x {$rows}.")

// --- What a table refuses ----------------------------------------------------------------------
PLAIN(TABLE_OK, "no error")
PLAIN(TABLE_OVER, "the game is over")
PLAIN(TABLE_TURN, "it is the other seat's turn")
PLAIN(TABLE_OFFERED, "a seat may offer a draw once between two of its moves")
PLAIN(TABLE_NO_OFFER, "there is no offer to answer")
PLAIN(TABLE_TIME, "the event lies before what its seat heard last")
PLAIN(TABLE_EVENT, "there is no such event or seat")
PLAIN(TABLE_MEMORY, "there is no memory for the record")

// --- Chess men ---------------------------------------------------------------------------------
PLAIN(PAWN, "pawn")
PLAIN(KNIGHT, "knight")
PLAIN(BISHOP, "bishop")
PLAIN(ROOK, "rook")
PLAIN(QUEEN, "queen")
PLAIN(KING, "king")
FILLED(MEN_PAWN, "count squares", BY_NUMBER("count", "pawn {$squares}", "pawns {$squares}"))
FILLED(MEN_KNIGHT, "count squares", BY_NUMBER("count", "knight {$squares}", "knights {$squares}"))
FILLED(MEN_BISHOP, "count squares", BY_NUMBER("count", "bishop {$squares}", "bishops {$squares}"))
FILLED(MEN_ROOK, "count squares", BY_NUMBER("count", "rook {$squares}", "rooks {$squares}"))
FILLED(MEN_QUEEN, "count squares", BY_NUMBER("count", "queen {$squares}", "queens {$squares}"))
FILLED(MEN_KING, "count squares", BY_NUMBER("count", "king {$squares}", "kings {$squares}"))
PLAIN(NONE, "none")
FILLED(YOUR_MEN, "men", "Your men: {$men}.")
FILLED(ENEMY_MEN, "men", "Enemy men: {$men}.")
FILLED(YOUR_MARKS, "men", "Your marks: {$men}.")
FILLED(WHITES_MEN, "men", "White's men: {$men}.")
FILLED(BLACKS_MEN, "men", "Black's men: {$men}.")
PLAIN(TYPED_WORD, "That is no move and no command; ? shows what there is.")
PLAIN(TYPED_NO_MAN, "None of your men can try that now.")
PLAIN(TYPED_AMBIGUOUS, "More than one of your men can try that; say from where, as in g1f3.")
PLAIN(MARK_OPEN, "Nothing is hidden in open chess; there is nothing to mark.")
PLAIN(MARK_OWN_MAN, "One of your own men stands there.")
PLAIN(MARK_MAN_HOW, "Mark a man and a square, as in: mark nd5")
PLAIN(UNMARK_SQUARE_HOW, "Unmark a square, as in: unmark d5; or: unmark all")
FILLED(NO_MAN_ON, "square", "You have no man on {$square}. Space marks an enemy there.")
FILLED(HELD_MAN, "man square",
       "The {$man} of {$square}: go to a square and press Enter; Esc puts it back.")
PLAIN(HELD_MARK, "mark")
PLAIN(TYPE_A_MOVE, "Type a move, as in e2e4 or Nf3; or take the arrow keys.")
PLAIN(HINT_CHESS, "Type a move, e4 or Nf3. Arrows, Enter: by hand. ?: help")

// --- Stones ------------------------------------------------------------------------------------
FILLED(YOUR_STONES, "points", "Your stones: {$points}.")
FILLED(POINTS_IN_DOUBT, "points",
       "Points where a stone may be, refused or of a handicap: {$points}.")
FILLED(ENEMY_STONES, "count", "Enemy stones on the board: {$count}.")
FILLED(WHITES_STONES, "points", "White's stones: {$points}.")
FILLED(BLACKS_STONES, "points", "Black's stones: {$points}.")
PLAIN(TYPED_NO_POINT, "That is no point, no pass and no command; ? shows what there is.")
PLAIN(MARK_OWN_STONE, "One of your own stones is there.")
PLAIN(MARK_POINT_HOW, "Mark a point, as in: mark d4")
PLAIN(UNMARK_POINT_HOW, "Unmark a point, as in: unmark d4")
PLAIN(TYPE_A_POINT, "Type a point, as in d4, or pass; or take the arrow keys.")
PLAIN(HINT_GO, "Type a point, d4, or pass. Arrows, Enter: by hand. ?: help")

// --- Help on the screen ------------------------------------------------------------------------
PLAIN(HELP_TITLE, "What you can do")
PLAIN(HELP_BACK, "Any key goes back to the game.")
PLAIN(HELP_MOVE, "type a move, by squares or as players do")
PLAIN(HELP_PROMOTE, "a pawn becomes a queen")
PLAIN(HELP_ANY, "can a pawn capture? where rules allow it")
PLAIN(HELP_DRAW, "offer a draw; also: accept, decline")
PLAIN(HELP_RESIGN, "give up; leave the game unfinished")
PLAIN(HELP_ARROWS, "lead the cursor [ ] over the board")
PLAIN(HELP_TAKE_MAN, "take the man there; again: try to put it")
PLAIN(HELP_MARK_MAN, "mark an enemy you believe in; again: next; also right button")
PLAIN(HELP_TAKE_MARK, "take it, and put it elsewhere")
PLAIN(HELP_CLEAR, "clear the mark, or the letter typed last")
PLAIN(HELP_MARK_SQUARE, "mark by typing; also: unmark d5, unmark all")
PLAIN(HELP_ESCAPE, "put back what you hold; empty the line")
PLAIN(HELP_POINT, "type a point: try to put a stone there")
PLAIN(HELP_PASS, "pass; two passes end the game")
PLAIN(HELP_PUT_STONE, "try to put a stone there")
PLAIN(HELP_MARK_STONE, "mark a stone you believe in, or unmark; right button")
PLAIN(HELP_MARK_POINT, "mark by typing; also: unmark d4, unmark all")
PLAIN(HELP_STONES, "Black's stones, White's; you see only your own")
PLAIN(HELP_GO_SIGNS, "refused once; lost just now; your own mark")
PLAIN(KEY_ARROWS, "arrow keys")
PLAIN(KEY_ENTER, "Enter, mouse")
PLAIN(KEY_SPACE, "Space")
PLAIN(KEY_ENTER_MARK, "Enter on a mark")
PLAIN(KEY_BACKSPACE, "Backspace")
PLAIN(KEY_ESCAPE, "Esc")

// --- Line mode ---------------------------------------------------------------------------------
FILLED(LINE_OPEN, "title own other name",
       "{$title}. You are {$own}; {$other} is {$name}. Type help for help.")
FILLED(LINE_TRY, "try", "You try {$try}.")
PLAIN(LINE_OVER, "The game is over. Type review, analysis, rematch, save or quit.")
PLAIN(LINE_DONE, "Done.")
FILLED(LINE_TAKEN, "taken lost", "You have taken {$taken}; you have lost {$lost}.")
PLAIN(LINE_NO_CLOCK, "There is no clock.")
FILLED(LINE_CLOCKS, "white black", "White has {$white}, Black has {$black}.")
PLAIN(LINE_NO_TRY, "You can try 0 things.")
FILLED(LINE_TRIES, "count tries",
       BY_NUMBER("count", "You can try {$count} thing: {$tries}.",
                 "You can try {$count} things: {$tries}."))
FILLED(LINE_HELP, "word meaning", "{$word}: {$meaning}.")
PLAIN(LINE_HELP_MOVE, "try a move, by its squares or as chess players write it")
PLAIN(LINE_HELP_ANY, "ask whether a pawn can capture, where the rules have that question")
PLAIN(LINE_HELP_MARK_MAN, "note where you believe an enemy to stand")
PLAIN(LINE_HELP_POINT, "try to put a stone on a point, or pass")
PLAIN(LINE_HELP_MARK_STONE, "note where you believe an enemy stone to be")
PLAIN(LINE_HELP_BOARD, "where your men or stones and your marks are, and what was taken")
PLAIN(LINE_HELP_LOG, "all that you have heard")
PLAIN(LINE_HELP_CLOCKS, "what both clocks show")
PLAIN(LINE_HELP_TRIES, "what you can try now")
PLAIN(LINE_HELP_DRAW, "offer a draw, or answer an offer")
PLAIN(LINE_HELP_RESIGN, "give up")
PLAIN(LINE_HELP_HELP, "these lines")
PLAIN(LINE_HELP_QUIT, "leave")
PLAIN(LINE_NO_MEMORY, "There is not enough memory for the record.")

// --- The start screen --------------------------------------------------------------------------
PLAIN(START_TITLE, "Nebel: a game in the fog")
PLAIN(START_GAME, "Game")
PLAIN(START_OPPONENT, "Opponent")
PLAIN(START_COLOUR, "You play")
PLAIN(START_CLOCK, "Clock")
PLAIN(START_RULES, "Rules")
PLAIN(START_PLAY, "Enter: play")
PLAIN(START_KEYS, "Up, Down: row. Left, Right: change. 1-9: level. q: leave")
PLAIN(START_KRIEGSPIEL, "Kriegspiel")
PLAIN(START_GO, "Phantom Go, 9x9")
PLAIN(START_BY_LOT, "by lot")
PLAIN(START_CLOCK_3_2, "3 minutes, 2 seconds a move")
PLAIN(START_CLOCK_5_5, "5 minutes, 5 seconds a move")
PLAIN(START_CLOCK_10, "10 minutes")
PLAIN(START_CLOCK_15_10, "15 minutes, 10 seconds a move")
PLAIN(START_ICC, "icc: tries counted, checks with their kind")
PLAIN(START_BERKELEY, "berkeley: no pawn tries are told")
PLAIN(START_BERKELEY_ANY, "berkeley-any: pawn tries on the question any?")
PLAIN(START_CINCINNATI, "cincinnati: whether there is a pawn try")
PLAIN(START_ENGLISH, "english: the Gambit Club's")
PLAIN(START_RAND, "rand: squares of pawns that can capture")
PLAIN(START_SMALL_BOARD, "icc on the small board silverman4x4")
PLAIN(START_KOMI, "komi 7.5")
PLAIN(START_KOMI_HEARD, "komi 7.5, refused tries are heard")
PLAIN(START_FRIEND, "a friend at this keyboard")
FILLED(START_LEVEL, "level levels name player", "level {$level} of {$levels}: {$name}  ({$player})")
FILLED(START_STRONGEST, "name player", "{$name}  ({$player})")
PLAIN(LEVEL_NEWCOMER, "newcomer")
PLAIN(LEVEL_CASUAL, "casual player")
PLAIN(LEVEL_REGULAR, "regular")
PLAIN(LEVEL_GOOD, "good player")
PLAIN(LEVEL_CLUB, "club player")
PLAIN(LEVEL_STRONG_CLUB, "strong club player")
PLAIN(LEVEL_EXPERT, "expert")
PLAIN(LEVEL_MASTER, "master")
PLAIN(LEVEL_STRONGEST, "as strong as it can")
PLAIN(LEVEL_BRIEF_CASUAL, "casual")
PLAIN(LEVEL_BRIEF_GOOD, "good")
PLAIN(LEVEL_BRIEF_CLUB, "club")
PLAIN(LEVEL_BRIEF_STRONG_CLUB, "strong")
PLAIN(LEVEL_BRIEF_STRONGEST, "strongest")
FILLED(LEVEL_NAMED, "number name", "level {$number}, {$name}")
FILLED(LEVEL_NAMED_BRIEFLY, "number name", "{$number} {$name}")

// --- The review --------------------------------------------------------------------------------
PLAIN(OVER_KEYS, "Enter: review  a: analysis  r: rematch  s: save  q: leave")
PLAIN(REVIEW_ONE_SEAT, "An analysis needs the umpire's record; this is the record of one seat.")
PLAIN(REVIEW_NO_OTHER, "There is no other game in this file.")
PLAIN(REVIEW_FIRST, "This is the first game of the file.")
PLAIN(REVIEW_LAST, "This is the last game of the file.")
FILLED(REVIEW_GAME, "game games", "game {$game}/{$games}")
FILLED(REVIEW_STEP, "step steps", "{$step} of {$steps}")
PLAIN(REVIEW_KEYS_ANALYSIS, "Left, Right: step. Tab: other seat. a: back. q: leave")
PLAIN(REVIEW_KEYS_SEAT, "Left, Right: step. Up, Down: ten. Home, End. s: save. q: leave")
PLAIN(REVIEW_KEYS_THREE, "Left, Right: step. Up, Down: ten. a: analysis. s: save. q: leave")
PLAIN(REVIEW_KEYS_ONE, "Arrows: step. Tab: board. a: analysis. s: save. q: leave")
FILLED(REVIEW_KEYS_GAMES, "keys", "{$keys}. n, p: game")
PLAIN(REVIEW_WHITE_KNEW, "What White could have known")
PLAIN(REVIEW_BLACK_KNEW, "What Black could have known")
PLAIN(REVIEW_NO_TURN, "It has had no turn yet.")
PLAIN(REVIEW_NO_ANALYSIS, "There is no analysis of this turn.")
PLAIN(REVIEW_ANALYSING, "Analysing...")
PLAIN(REVIEW_NO_THREAD, "A thread for the analysis cannot be started.")
FILLED(REVIEW_BOTH_HEAR, "white black", "w: {$white} b: {$black}")
FILLED(REVIEW_TRIES, "colour try words", "{$colour} tries {$try}: {$words}")
FILLED(REVIEW_DOES, "colour words", "{$colour} {$words}.")
PLAIN(DOES_RESIGN, "resigns")
PLAIN(DOES_OFFER, "offers a draw")
PLAIN(DOES_ACCEPT, "agrees")
PLAIN(DOES_DECLINE, "declines")
PLAIN(DOES_FLAG, "sees the flag fall")
PLAIN(DOES_FORFEIT, "forfeits")
PLAIN(DOES_ABORT, "sees the game aborted")
PLAIN(DOES_TOO_LATE, "(the game is over)")
PLAIN(DOES_OUT_OF_TURN, "(it is the other seat's turn)")

// --- Lessons -----------------------------------------------------------------------------------
FILLED(LESSON_TITLE, "number count title", "Lesson {$number} of {$count}: {$title}")
PLAIN(LESSON_NOBODY, "nobody")
PLAIN(LESSON_SOLVED, "Done.")
PLAIN(LESSON_MISSED, "That was another move. Try again.")
PLAIN(LESSON_KEYS_AGAIN, "Enter: once more. q: leave")
PLAIN(LESSON_KEYS_NEXT, "Enter: the next lesson. q: leave")
FILLED(LESSON_KEYS_END, "command", "Enter: the end. Now play: {$command}")
PLAIN(LESSON_LINE_NEXT, "Press Enter to go on, or type quit.")
PLAIN(LESSON_LINE_AGAIN, "Press Enter to try again, or type quit.")
FILLED(LESSON_LINE_END, "command", "That was the last lesson. Now play: {$command}")
PLAIN(LESSON_SLIDE, "An illegal slide")
PLAIN(LESSON_SLIDE_PICTURE, "You see your own men and nothing else. Your rook on a1 looks up an "
                            "empty file; but is it empty?")
PLAIN(LESSON_SLIDE_TASK, "Try a1a8. Then find what stands in the way, and take it.")
PLAIN(LESSON_SLIDE_REASON, "\"Illegal\" said that a man stands somewhere before a8. Shorter slides "
                           "find out where: the longest that is allowed takes the man. In these "
                           "rules a refused try costs nothing, and your opponent does not hear it.")
PLAIN(LESSON_RETAKE, "A capture")
PLAIN(LESSON_RETAKE_PICTURE, "The umpire has said where you lost a man, and what it was. The man "
                             "who took it stands there now.")
PLAIN(LESSON_RETAKE_TASK, "Take back.")
PLAIN(LESSON_RETAKE_REASON, "The square of a capture is said aloud to both. It is the moment when "
                            "you know where an enemy stands; so taking back is the first thing to "
                            "try. \"1 pawn try\" even told you that a pawn could.")
PLAIN(LESSON_CHECK_LINE, "A check by its line")
PLAIN(LESSON_CHECK_LINE_PICTURE,
      "You are in check. The umpire has named the line it comes on: a rank, a file, the long or "
      "the short diagonal, or a knight's jump.")
PLAIN(LESSON_CHECK_LINE_TASK,
      "Get out of check. Your bishop can step in, on one side or on the other.")
PLAIN(LESSON_CHECK_LINE_REASON,
      "A rank check comes from the left or from the right. Only one of the two blocks is allowed, "
      "so the answer to your try told you the side: the rook is on a1.")
PLAIN(LESSON_PAWN_TRIES, "Pawn tries")
PLAIN(LESSON_PAWN_TRIES_PICTURE, "Each turn the umpire counts the captures that your pawns can "
                                 "make. Here you have one pawn, and one try.")
PLAIN(LESSON_PAWN_TRIES_TASK, "Capture with the pawn: e4d5 or e4f5.")
PLAIN(LESSON_PAWN_TRIES_REASON,
      "One pawn, one try, two diagonals: if the first is refused the second is certain. Other "
      "rules say less; under some you must ask \"any?\", and under some nobody tells you.")
PLAIN(LESSON_PIN, "A pin you discover")
PLAIN(LESSON_PIN_PICTURE, "No check was called. Your knight on e3 can jump to eight squares, and "
                          "nothing can block a knight.")
PLAIN(LESSON_PIN_TASK, "Try to move the knight, and think about the answer.")
PLAIN(LESSON_PIN_REASON, "Nothing stands in a knight's way, and you were not in check. So one "
                         "reason is left: without the knight your king would be. An enemy looks "
                         "down the e-file, and you found it without seeing it.")
PLAIN(LESSON_MATE, "Mate in the dark")
PLAIN(LESSON_MATE_PICTURE, "Your rook on a7 shuts the seventh rank. Black has only the king, and "
                           "your last checks have told you that it is on the eighth.")
PLAIN(LESSON_MATE_TASK, "Give mate.")
PLAIN(LESSON_MATE_REASON,
      "You need not see a king to mate it. One rook holds the seventh rank, the other sweeps the "
      "eighth: wherever the king stood, it was mate. That is how Kriegspiel is won, by moves that "
      "are good on every board that could be the true one.")
PLAIN(LESSON_STONE, "A stone you cannot see")
PLAIN(LESSON_STONE_PICTURE, "You see your own stones and nothing else. White has put a stone "
                            "somewhere; above yours, perhaps.")
PLAIN(LESSON_STONE_TASK, "Try c4, and think about the answer.")
PLAIN(LESSON_STONE_REASON,
      "\"Illegal\" most often says that an enemy stone is there, and from now on a ? reminds you "
      "of it. A refused try costs nothing: White does not hear it, and it is still your turn.")
PLAIN(LESSON_TAKE, "A capture you hear")
PLAIN(LESSON_TAKE_PICTURE, "You have tried a1, and it was refused: a white stone is there. Beside "
                           "your stone on b1 it has one liberty left.")
PLAIN(LESSON_TAKE_TASK, "Take it.")
PLAIN(LESSON_TAKE_REASON,
      "A chain without a liberty is taken. You heard how many stones that were, and White heard "
      "which. Here there is no doubt; where several chains may have gone you will have to guess.")
PLAIN(LESSON_TAKEN, "Stones that are taken from you")
PLAIN(LESSON_TAKEN_PICTURE, "White has taken your stone: you hear which, and the x shows where. "
                            "Now think of what it takes to take a stone in the corner.")
PLAIN(LESSON_TAKEN_TASK, "Two points must be White's now. Try the upper one.")
PLAIN(LESSON_TAKEN_REASON,
      "A stone goes when its last liberty does. On a2 and b1 there were no stones of yours, so "
      "both are White's, without a single try. Losing stones tells you more than taking them.")
PLAIN(LESSON_NO_STONE, "A refusal without a stone")
PLAIN(LESSON_NO_STONE_PICTURE, "White has put two stones, and your two refused tries have found "
                               "both: b1 and a2. So the corner between them is empty.")
PLAIN(LESSON_NO_STONE_TASK, "Try a1.")
PLAIN(LESSON_NO_STONE_REASON, "A stone on a1 would have no liberty: suicide, which is illegal and "
                              "sounds the same. So \"illegal\" does not prove a stone. When it "
                              "takes something, the same point may be played in a later turn.")
PLAIN(LESSON_KO, "Ko")
PLAIN(
    LESSON_KO_PICTURE,
    "You are White. Black has just taken your stone on b3 with one that now has no liberty but b3.")
PLAIN(LESSON_KO_TASK, "Try to take back at once, on b3.")
PLAIN(LESSON_KO_REASON,
      "You know that b3 is empty, since your stone was just taken there; and yet it is illegal: "
      "that is ko. Play elsewhere first, and it may be tried again. A board that was there before "
      "may never come back, which is refused in the same word.")
PLAIN(LESSON_PASS, "Passing and counting")
PLAIN(LESSON_PASS_PICTURE, "White has put one stone and passed three times; you took one stone. So "
                           "all White's stones are gone, though you never saw one.")
PLAIN(LESSON_PASS_TASK, "Pass too, and the board is counted.")
PLAIN(LESSON_PASS_REASON,
      "Two passes end the game. Your stones and the empty points that touch only them are yours: "
      "all 25 here, against White's komi of 7.5. All stones that are left count as alive, so take "
      "what is dead before you pass.")

#undef BY_NUMBER
