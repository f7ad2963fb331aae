# Deutsch. `nebel words translations/de.ftl` prüft die Datei, NEBEL_WORDS=translations/de.ftl nimmt sie.

# --- Jedes Spiel ---
white = Weiß
black = Schwarz
you = Sie
offers-draw = {$colour} bietet Remis an.
declines-draw = {$colour} lehnt das Remis ab.
resigns = {$colour} gibt auf.
agrees = {$colour} nimmt an.
flag-falls = Die Zeit von {$colour} ist um.
forfeits = {$colour} verliert kampflos.
end-mate = Schachmatt.
end-stalemate = Patt.
end-dead = Kein Matt mehr möglich.
end-fifty = Fünfzig Züge.
end-repetition = Dreimal dieselbe Stellung.
end-length = 2000 Halbzüge.
end-attempts = 512 Versuche in einem Zug.
end-passes = Zweimal gepasst.
end-aborted = Die Partie ist abgebrochen. Kein Ergebnis.
draw = Remis.
white-wins = Weiß gewinnt.
black-wins = Schwarz gewinnt.

# --- Der Schiedsrichter des Kriegspiels ---
icc-turn = {$colour} ist am Zug.
icc-illegal = Illegaler Zug.
icc-capture-pawn = Bauer auf {$square} geschlagen.
icc-capture-piece = Figur auf {$square} geschlagen.
icc-check-rank = Schach auf der Reihe.
icc-check-file = Schach auf der Linie.
icc-check-long = Schach auf der langen Diagonale.
icc-check-short = Schach auf der kurzen Diagonale.
icc-check-knight = Schach durch einen Springer.
icc-check = Schach.
turn = {$colour} am Zug.
refused-no = Nein.
refused-illegal = Illegal.
refused-impossible = Unmöglich.
refused-nonsense = Unsinn.
refused-hell-no = Um Himmels willen, nein.
capture-man = Auf {$square} wurde geschlagen.
capture-pawn = Bauer auf {$square} geschlagen.
capture-piece = Figur auf {$square} geschlagen.
capture-passant = En passant auf {$square} geschlagen.
promoted = Bauer umgewandelt.
check-rank = Schach auf der Reihe.
check-file = Schach auf der Linie.
check-long = Schach auf der langen Diagonale.
check-short = Schach auf der kurzen Diagonale.
check-knight = Schach durch einen Springer.
tries-exist = Ein Bauer kann schlagen.
tries-counted = {$count ->
    [1] {$count} Bauernschlag.
   *[other] {$count} Bauernschläge.
}
tries-from = Bauern können schlagen: {$squares}.
any-yes = Any? Ja.
any-no = Any? Nein.

# --- Der Schiedsrichter des Phantom-Go ---
go-turn = {$colour} ist am Zug.
go-handicap = {$colour} hat {$points}.
go-played = {$colour} hat gesetzt.
go-passed = {$colour} hat gepasst.
go-taken = {$count ->
    [1] {$count} Stein geschlagen.
   *[other] {$count} Steine geschlagen.
}
go-taken-at = {$count ->
    [1] {$count} Stein geschlagen: {$points}.
   *[other] {$count} Steine geschlagen: {$points}.
}
go-atari = Atari.
go-stone = Dort liegt ein Stein.
go-suicide = Das wäre Selbstmord.
go-repeats = Das Brett würde sich wiederholen.

# --- Bretter ---
white-sees = Weiß sieht
black-sees = Schwarz sieht
umpire-sees = Der Schiedsrichter sieht
referee-sees = Der Schiedsrichter sieht
umpire-says = Der Schiedsrichter sagt
referee-says = Der Schiedsrichter sagt
truth = Die Wahrheit
sign-refused = verweigert
sign-captured = geschlagen
sign-check = Schach
sign-pawn = kann schlagen
sign-moved = letzter Zug
heat-caption = Gegner, in Prozent
material = Material: Weiß {$white}, Schwarz {$black}.
go-lead = Wie es steht, führt {$colour} mit {$points}.

# --- Der Stand einer Partie ---
status-drawn = Remis.
status-white-won = Weiß hat gewonnen.
status-black-won = Schwarz hat gewonnen.
status-left = Die Partie wurde verlassen.
status-aborted = Die Partie wurde abgebrochen.
status-your-move = Sie sind am Zug.
status-offer = {$colour} bietet Remis: accept, decline, oder weiterspielen.
status-thinking = {$colour} überlegt, {$seconds} s
status-not-your-turn = {$colour} ist am Zug.
ask-resign = Die Partie aufgeben?  y: ja  n: nein
ask-quit = Die Partie unbeendet verlassen?  y: ja  n: nein
ask-promotion = Was wird aus dem Bauern?
hand-made = Ihr Zug ist gemacht. Enter, dann geben Sie die Tastatur weiter.
hand-to = Geben Sie die Tastatur an {$colour}.
hand-ready = {$colour}: Enter, wenn sonst niemand den Bildschirm sieht.
you-are = Sie haben {$colour}
at-keyboard = {$colour} sitzt an der Tastatur
lost = verloren {$men}
taken-nothing = nichts
taken-stones = {$count ->
    [1] {$count} Stein
   *[other] {$count} Steine
}
taken-men = {$count ->
    [1] {$count} Mann
   *[other] {$count} Mann
}
taken-pawns = {$count ->
    [1] {$count} Bauer
   *[other] {$count} Bauern
}
taken-pieces = {$count ->
    [1] {$count} Figur
   *[other] {$count} Figuren
}
call-tries = {$count ->
    [1] {$count} Bauernschlag
   *[other] {$count} Bauernschläge
}
call-can-capture = ein Bauer kann schlagen
failed = {$name}: {$reason}
no-memory = der Speicher reicht nicht
record-no-memory = der Speicher reicht nicht für die Aufzeichnung
record-no-file = die Aufzeichnung kann nicht geschrieben werden; gibt es den Ordner?
record-not-written = die Aufzeichnung kann nicht geschrieben werden; ist die Platte voll?
record-no-folder = es gibt keinen Ordner für die Aufzeichnung; nennen Sie mit --pgn eine Datei
saved = Gespeichert als {$file}.
window-too-small = Bitte machen Sie das Fenster {$columns} x {$rows} groß.

# --- Was ein Tisch ablehnt ---
table-ok = kein Fehler
table-over = die Partie ist zu Ende
table-turn = der andere Platz ist am Zug
table-offered = zwischen zwei eigenen Zügen darf man einmal Remis anbieten
table-no-offer = es gibt kein Angebot, auf das man antworten könnte
table-time = das Ereignis liegt vor dem, was der Platz zuletzt gehört hat
table-event = dieses Ereignis oder diesen Platz gibt es nicht
table-memory = der Speicher reicht nicht für die Aufzeichnung

# --- Figuren ---
pawn = Bauer
knight = Springer
bishop = Läufer
rook = Turm
queen = Dame
king = König
men-pawn = {$count ->
    [1] Bauer {$squares}
   *[other] Bauern {$squares}
}
men-knight = {$count ->
    [1] Springer {$squares}
   *[other] Springer {$squares}
}
men-bishop = {$count ->
    [1] Läufer {$squares}
   *[other] Läufer {$squares}
}
men-rook = {$count ->
    [1] Turm {$squares}
   *[other] Türme {$squares}
}
men-queen = {$count ->
    [1] Dame {$squares}
   *[other] Damen {$squares}
}
men-king = {$count ->
    [1] König {$squares}
   *[other] Könige {$squares}
}
none = keine
your-men = Ihre Männer: {$men}.
enemy-men = Gegner: {$men}.
your-marks = Ihre Markierungen: {$men}.
whites-men = Weiße Männer: {$men}.
blacks-men = Schwarze Männer: {$men}.
typed-word = Das ist weder Zug noch Befehl; ? zeigt, was es gibt.
typed-no-man = Keiner Ihrer Männer kann das jetzt versuchen.
typed-ambiguous = Mehrere Ihrer Männer können das versuchen; sagen Sie von wo, wie g1f3.
mark-open = Im offenen Schach ist nichts verborgen; es gibt nichts zu markieren.
mark-own-man = Dort steht einer Ihrer eigenen Männer.
mark-man-how = Markieren Sie einen Mann und ein Feld: mark nd5
unmark-square-how = Markierung entfernen: unmark d5; oder: unmark all
no-man-on = Auf {$square} steht keiner Ihrer Männer. Leertaste markiert dort einen Gegner.
held-man = {$man} {$square}: gehen Sie auf ein Feld und drücken Sie Enter; Esc legt zurück.
held-mark = Markierung
type-a-move = Tippen Sie einen Zug, e2e4 oder Nf3; oder nehmen Sie die Pfeiltasten.
hint-chess = Zug tippen, e4 oder Nf3. Pfeile, Enter: von Hand. ?: Hilfe

# --- Steine ---
your-stones = Ihre Steine: {$points}.
points-in-doubt = Punkte, auf denen ein Stein liegen kann, verweigert oder Vorgabe: {$points}.
enemy-stones = Gegnerische Steine auf dem Brett: {$count}.
whites-stones = Weiße Steine: {$points}.
blacks-stones = Schwarze Steine: {$points}.
typed-no-point = Das ist weder Punkt noch pass noch Befehl; ? zeigt, was es gibt.
mark-own-stone = Dort liegt einer Ihrer eigenen Steine.
mark-point-how = Markieren Sie einen Punkt: mark d4
unmark-point-how = Markierung entfernen: unmark d4
type-a-point = Tippen Sie einen Punkt, d4, oder pass; oder nehmen Sie die Pfeiltasten.
hint-go = Punkt tippen, d4, oder pass. Pfeile, Enter: von Hand. ?: Hilfe

# --- Hilfe auf dem Bildschirm ---
help-title = Was Sie tun können
help-back = Jede Taste führt zurück zur Partie.
help-move = einen Zug tippen, durch Felder oder wie Spieler schreiben
help-promote = ein Bauer wird zur Dame
help-any = kann ein Bauer schlagen? wo die Regeln es erlauben
help-draw = Remis anbieten; auch: accept, decline
help-resign = aufgeben; die Partie unbeendet verlassen
help-arrows = den Zeiger [ ] über das Brett führen
help-take-man = den Mann dort nehmen; noch einmal: ihn zu setzen versuchen
help-mark-man = vermuteten Gegner markieren; noch einmal: nächster; rechte Taste
help-take-mark = sie nehmen und anderswohin setzen
help-clear = die Markierung oder den letzten Buchstaben löschen
help-mark-square = durch Tippen markieren; auch: unmark d5, unmark all
help-escape = zurücklegen, was Sie halten; die Zeile leeren
help-point = einen Punkt tippen: einen Stein dorthin zu setzen versuchen
help-pass = passen; zweimal Passen beendet die Partie
help-put-stone = einen Stein dorthin zu setzen versuchen
help-mark-stone = vermuteten Stein markieren oder nicht mehr; rechte Taste
help-mark-point = durch Tippen markieren; auch: unmark d4, unmark all
help-stones = schwarze Steine, weiße; Sie sehen nur Ihre eigenen
help-go-signs = einmal verweigert; eben verloren; Ihre Markierung
key-arrows = Pfeiltasten
key-enter = Enter, Maus
key-space = Leertaste
key-enter-mark = Enter, Marke
key-backspace = Rücktaste
key-escape = Esc

# --- Zeilenmodus ---
line-open = {$title}. Sie haben {$own}; {$other} ist {$name}. help zeigt die Hilfe.
line-try = Sie versuchen {$try}.
line-over = Die Partie ist zu Ende. Tippen Sie review, analysis, rematch, save oder quit.
line-done = Erledigt.
line-taken = Sie haben {$taken} geschlagen und {$lost} verloren.
line-no-clock = Es gibt keine Uhr.
line-clocks = Weiß hat {$white}, Schwarz hat {$black}.
line-no-try = Sie können nichts versuchen.
line-tries = {$count ->
    [1] Sie können {$count} Ding versuchen: {$tries}.
   *[other] Sie können {$count} Dinge versuchen: {$tries}.
}
line-help = {$word}: {$meaning}.
line-help-move = einen Zug versuchen, durch seine Felder oder wie Schachspieler schreiben
line-help-any = fragen, ob ein Bauer schlagen kann, wo die Regeln diese Frage haben
line-help-mark-man = notieren, wo Sie einen Gegner vermuten
line-help-point = einen Stein auf einen Punkt zu setzen versuchen, oder passen
line-help-mark-stone = notieren, wo Sie einen gegnerischen Stein vermuten
line-help-board = wo Ihre Männer oder Steine und Markierungen sind, und was geschlagen wurde
line-help-log = alles, was Sie gehört haben
line-help-clocks = was beide Uhren zeigen
line-help-tries = was Sie jetzt versuchen können
line-help-queue = Versuche für Ihren nächsten Zug, etwa: queue Bxh7 Nf3; jede Ansage außer einem einfachen Zug hebt sie auf
line-help-draw = Remis anbieten, oder ein Angebot beantworten
line-help-resign = aufgeben
line-help-help = diese Zeilen
line-help-quit = verlassen
queued = Vorgemerkt: {$tries}.
queue-empty = Nichts ist vorgemerkt.
queue-long = Das ist zu viel für eine Reihe.
away-opponent = Ihr Gegner
away-opponent-brief = Gegner
away-lost = Die Verbindung ist weg; sie wird neu aufgebaut.
away-back = Die Verbindung steht wieder.
away-still = Der Server kann gerade keine Züge speichern. Alle Uhren stehen still.
away-runs = Der Server speichert wieder. Die Uhren laufen.
away-wait = Warten Sie auf die Antwort auf Ihren letzten Versuch.
away-sent = Gesendet.
away-ask-quit = Verlassen? Die Partie geht weiter; derselbe Befehl kehrt zurück.  y: ja  n: nein
away-over-keys = q: verlassen
away-line-over = Die Partie ist zu Ende. Tippen Sie quit.
away-over = Die Partie ist zu Ende.
away-archive = Die Partie, für alle zu sehen: { $address }
away-quit-token = Zu dieser Adresse gibt es keinen Platz, oder sie ist abgelaufen. Fragen Sie, wer die Partie eröffnet hat, nach einer neuen.
away-quit-version = Die Seite ist älter oder neuer als der Server. Laden Sie sie neu.
away-quit-elsewhere = Ihr Platz ist jetzt in einem anderen Fenster oder Programm.
away-quit-game = Die Partie ist nicht an diesem Server. Fragen Sie, wer sie eröffnet hat, wo sie ist.
away-stale = Vorher wurde etwas angesagt. Entscheiden Sie neu.
away-offered = Sie haben schon Remis angeboten.
away-no-offer = Es gibt kein Angebot mehr.
away-begun = Beide haben gezogen: zum Abbrechen ist es zu spät.
away-help-abort = die Partie abbrechen, bis beide gezogen haben
line-no-memory = Der Speicher reicht nicht für die Aufzeichnung.

# --- Der Anfang ---
start-title = Nebel: ein Spiel im Nebel
start-game = Spiel
start-opponent = Gegner
start-colour = Farbe
start-clock = Uhr
start-rules = Regeln
start-play = Enter: spielen
start-keys = Auf, Ab: Zeile. Links, Rechts: ändern. 1-9: Stufe. q: verlassen
start-kriegspiel = Kriegspiel
start-go = Phantom-Go, 9x9
start-by-lot = durch Los
start-clock-3-2 = 3 Minuten, 2 Sekunden je Zug
start-clock-5-5 = 5 Minuten, 5 Sekunden je Zug
start-clock-10 = 10 Minuten
start-clock-15-10 = 15 Minuten, 10 Sekunden je Zug
start-icc = icc: Bauernschläge gezählt, Schachs mit ihrer Art
start-berkeley = berkeley: Bauernschläge werden nicht gesagt
start-berkeley-any = berkeley-any: Bauernschläge auf die Frage any?
start-cincinnati = cincinnati: ob ein Bauer schlagen kann
start-english = english: die des Gambit Club
start-rand = rand: Felder der Bauern, die schlagen können
start-small-board = icc auf dem kleinen Brett silverman4x4
start-komi = Komi 7,5
start-komi-heard = Komi 7,5, verweigerte Versuche werden gehört
start-friend = ein Freund an dieser Tastatur
start-level = Stufe {$level} von {$levels}: {$name}  ({$player})
start-strongest = {$name}  ({$player})
level-newcomer = Neuling
level-casual = Gelegenheitsspieler
level-regular = Stammgast
level-good = guter Spieler
level-club = Vereinsspieler
level-strong-club = starker Vereinsspieler
level-expert = Experte
level-master = Meister
level-strongest = so stark es geht
level-brief-casual = Gelegenh.
level-brief-good = gut
level-brief-club = Verein
level-brief-strong-club = stark
level-brief-strongest = Stärkster
level-named = Stufe {$number}, {$name}
level-named-briefly = {$number} {$name}

# --- Die Nachschau ---
over-keys = Enter: Nachschau  a: Analyse  r: Revanche  s: sichern  q: verlassen
review-one-seat = Eine Analyse braucht die Aufzeichnung des Schiedsrichters; diese ist die eines Platzes.
review-no-other = In dieser Datei ist keine weitere Partie.
review-first = Das ist die erste Partie der Datei.
review-last = Das ist die letzte Partie der Datei.
review-game = Partie {$game}/{$games}
review-step = {$step} von {$steps}
review-keys-analysis = Links, Rechts: Schritt. Tab: anderer Platz. a: zurück. q: verlassen
review-keys-seat = Links, Rechts: Schritt. Auf, Ab: zehn. s: sichern. q: verlassen
review-keys-three = Links, Rechts: Schritt. Auf, Ab: zehn. a: Analyse. s: sichern. q: Ende
review-keys-one = Pfeile: Schritt. Tab: Brett. a: Analyse. s: sichern. q: verlassen
review-keys-games = {$keys}. n, p: Partie
review-white-knew = Was Weiß wissen konnte
review-black-knew = Was Schwarz wissen konnte
review-no-turn = Der Platz war noch nicht am Zug.
review-no-analysis = Zu diesem Zug gibt es keine Analyse.
review-analysing = Analyse läuft ...
review-no-thread = Für die Analyse kann kein Thread gestartet werden.
review-both-hear = w: {$white} s: {$black}
review-tries = {$colour} versucht {$try}: {$words}
review-does = {$colour} {$words}.
does-resign = gibt auf
does-offer = bietet Remis an
does-accept = nimmt an
does-decline = lehnt ab
does-flag = überschreitet die Zeit
does-forfeit = verliert kampflos
does-abort = erlebt den Abbruch
does-too-late = (die Partie ist zu Ende)
does-out-of-turn = (der andere Platz ist am Zug)

# --- Lektionen ---
lesson-title = Lektion {$number} von {$count}: {$title}
lesson-nobody = niemand
lesson-solved = Geschafft.
lesson-missed = Das war ein anderer Zug. Versuchen Sie es noch einmal.
lesson-keys-again = Enter: noch einmal. q: verlassen
lesson-keys-next = Enter: die nächste Lektion. q: verlassen
lesson-keys-end = Enter: das Ende. Nun spielen Sie: {$command}
lesson-line-next = Enter geht weiter, quit beendet.
lesson-line-again = Enter versucht es noch einmal, quit beendet.
lesson-line-end = Das war die letzte Lektion. Nun spielen Sie: {$command}
lesson-slide = Ein illegaler Zug
lesson-slide-picture = Sie sehen Ihre eigenen Männer und sonst nichts. Ihr Turm auf a1 blickt eine leere Linie hinauf; aber ist sie leer?
lesson-slide-task = Versuchen Sie a1a8. Finden Sie dann, was im Weg steht, und schlagen Sie es.
lesson-slide-reason = „Illegal“ sagte, dass irgendwo vor a8 ein Mann steht. Kürzere Züge finden heraus, wo: Der längste erlaubte schlägt ihn. In diesen Regeln kostet ein verweigerter Versuch nichts, und der Gegner hört ihn nicht.
lesson-retake = Ein Schlagzug
lesson-retake-picture = Der Schiedsrichter hat gesagt, wo Sie einen Mann verloren haben und was er war. Wer ihn schlug, steht jetzt dort.
lesson-retake-task = Schlagen Sie zurück.
lesson-retake-reason = Das Feld eines Schlagzugs hören beide. Es ist der Augenblick, in dem Sie wissen, wo ein Gegner steht; also versucht man zuerst, zurückzuschlagen. „1 Bauernschlag“ hat sogar gesagt, dass ein Bauer es kann.
lesson-check-line = Ein Schach und seine Linie
lesson-check-line-picture = Sie stehen im Schach. Der Schiedsrichter hat genannt, woher es kommt: eine Reihe, eine Linie, die lange oder die kurze Diagonale, oder ein Springer.
lesson-check-line-task = Gehen Sie aus dem Schach. Ihr Läufer kann dazwischentreten, auf der einen oder der anderen Seite.
lesson-check-line-reason = Ein Schach auf der Reihe kommt von links oder von rechts. Nur einer der beiden Züge ist erlaubt, also hat die Antwort auf Ihren Versuch die Seite verraten: Der Turm steht auf a1.
lesson-pawn-tries = Bauernschläge
lesson-pawn-tries-picture = In jedem Zug zählt der Schiedsrichter, wie oft Ihre Bauern schlagen können. Hier haben Sie einen Bauern, und er kann einmal schlagen.
lesson-pawn-tries-task = Schlagen Sie mit dem Bauern: e4d5 oder e4f5.
lesson-pawn-tries-reason = Ein Bauer, ein Schlagzug, zwei Diagonalen: Wird der erste Versuch verweigert, ist der zweite sicher. Andere Regeln sagen weniger; in manchen muss man „any?“ fragen, und in manchen sagt es niemand.
lesson-pin = Eine entdeckte Fesselung
lesson-pin-picture = Kein Schach wurde gesagt. Ihr Springer auf e3 kann auf acht Felder springen, und nichts kann einem Springer im Weg stehen.
lesson-pin-task = Versuchen Sie, mit dem Springer zu ziehen, und denken Sie über die Antwort nach.
lesson-pin-reason = Einem Springer steht nichts im Weg, und Sie waren nicht im Schach. Es bleibt ein Grund: Ohne den Springer stünde Ihr König im Schach. Ein Gegner blickt die e-Linie hinab, und Sie haben ihn gefunden, ohne ihn zu sehen.
lesson-mate = Matt im Dunkeln
lesson-mate-picture = Ihr Turm auf a7 sperrt die siebte Reihe. Schwarz hat nur den König, und Ihre letzten Schachs haben gezeigt, dass er auf der achten steht.
lesson-mate-task = Setzen Sie matt.
lesson-mate-reason = Man muss einen König nicht sehen, um ihn matt zu setzen. Ein Turm hält die siebte Reihe, der andere fegt über die achte: Wo der König auch stand, es war matt. So gewinnt man im Kriegspiel: mit Zügen, die auf jedem Brett gut sind, das das wahre sein kann.
lesson-stone = Ein Stein, den man nicht sieht
lesson-stone-picture = Sie sehen Ihre eigenen Steine und sonst nichts. Weiß hat irgendwo einen Stein gesetzt; vielleicht über Ihrem.
lesson-stone-task = Versuchen Sie c4, und denken Sie über die Antwort nach.
lesson-stone-reason = „Illegal“ heißt meistens, dass dort ein gegnerischer Stein liegt; von jetzt an erinnert ein ? daran. Ein verweigerter Versuch kostet nichts: Weiß hört ihn nicht, und Sie sind noch am Zug.
lesson-take = Schlagen, was man hört
lesson-take-picture = Sie haben a1 versucht, und es wurde verweigert: Dort liegt ein weißer Stein. Neben Ihrem Stein auf b1 hat er noch eine Freiheit.
lesson-take-task = Schlagen Sie ihn.
lesson-take-reason = Eine Kette ohne Freiheit wird geschlagen. Sie haben gehört, wie viele Steine das waren, und Weiß hat gehört, welche. Hier gibt es keinen Zweifel; wo es mehrere Ketten sein können, werden Sie raten müssen.
lesson-taken = Steine, die man verliert
lesson-taken-picture = Weiß hat Ihren Stein geschlagen: Sie hören welchen, und das x zeigt wo. Überlegen Sie nun, was es braucht, um einen Stein in der Ecke zu schlagen.
lesson-taken-task = Zwei Punkte müssen jetzt Weiß gehören. Versuchen Sie den oberen.
lesson-taken-reason = Ein Stein geht mit seiner letzten Freiheit. Auf a2 und b1 lagen keine Steine von Ihnen, also gehören beide Weiß, ohne einen einzigen Versuch. Steine zu verlieren sagt mehr, als welche zu schlagen.
lesson-no-stone = Eine Weigerung ohne Stein
lesson-no-stone-picture = Weiß hat zwei Steine gesetzt, und Ihre zwei verweigerten Versuche haben beide gefunden: b1 und a2. Also ist die Ecke dazwischen leer.
lesson-no-stone-task = Versuchen Sie a1.
lesson-no-stone-reason = Ein Stein auf a1 hätte keine Freiheit: Selbstmord, der illegal ist und genauso klingt. „Illegal“ beweist also keinen Stein. Wenn er etwas schlägt, darf derselbe Punkt in einem späteren Zug besetzt werden.
lesson-ko = Ko
lesson-ko-picture = Sie haben Weiß. Schwarz hat eben Ihren Stein auf b3 mit einem geschlagen, der jetzt nur noch die Freiheit b3 hat.
lesson-ko-task = Versuchen Sie, sofort zurückzuschlagen, auf b3.
lesson-ko-reason = Sie wissen, dass b3 leer ist, denn Ihr Stein wurde dort eben geschlagen; und doch ist es illegal: Das ist Ko. Spielen Sie erst anderswo, dann darf es wieder versucht werden. Ein Brett, das schon da war, darf nie wiederkehren; auch das wird mit demselben Wort verweigert.
lesson-pass = Passen und Zählen
lesson-pass-picture = Weiß hat einen Stein gesetzt und dreimal gepasst; Sie haben einen Stein geschlagen. Also sind alle weißen Steine fort, obwohl Sie nie einen gesehen haben.
lesson-pass-task = Passen Sie auch, dann wird gezählt.
lesson-pass-reason = Zweimal Passen beendet die Partie. Ihre Steine und die leeren Punkte, die nur sie berühren, gehören Ihnen: hier alle 25, gegen das Komi von 7,5 für Weiß. Alle Steine, die noch liegen, gelten als lebendig; schlagen Sie also, was tot ist, bevor Sie passen.

# --- Die Webseite ---
page-title = Nebel: Spiele im Nebel
page-language = Sprache
page-sound = Ton
page-learn = Lernen
page-practice = Üben
page-review = Nachsehen
page-lines = Zeilenmodus
page-loading = Wird geladen ...
page-intro = Sie sehen Ihre eigenen Männer, die andere Seite liegt im Nebel. Versuchen Sie einen Zug: Der Schiedsrichter sagt, ob er erlaubt ist.
page-lines-intro = Eine Partie ohne Brett: Tippen Sie eine Zeile, und hören Sie, was der Schiedsrichter sagt.
page-board = Brett
page-play = Spielen
page-new-game = Neue Partie
page-line = Ein Zug, etwa e2e4, oder help
page-line-go = Ein Punkt, etwa d4, oder help
page-try = Versuchen
page-review-intro = Ziehen Sie eine Partie hierher, fügen Sie sie ein, oder wählen Sie eine Datei: PGN, SGF oder JSON. Nichts verlässt diese Seite.
page-review-text = Partie
page-review-file = Datei
page-review-show = Zeigen
page-review-example = Ein Beispiel
page-review-other = Eine andere Partie
page-review-this = Diese Partie nachsehen
page-review-events = Jeder Versuch
page-first = Anfang
page-back = Zurück
page-next = Weiter
page-last = Ende
page-step = Schritt
page-map = Karte der Vermutungen
page-map-none = keine
page-map-exact = {$count ->
    [1] {$count} Brett war möglich.
   *[other] {$count} Bretter waren möglich: Alle sind gezählt.
}
page-map-sample = Eine Stichprobe von {$count} Brettern, die möglich waren.
page-map-guess = {$count} geratene Bretter: Keines wurde gefunden, das zu allem passt.
page-known-men = Sichere gegnerische Figuren: {$men}.
page-known-men-sample = Gegnerische Figuren auf jedem Brett der Stichprobe: {$men}.
page-known-empty = Sicher leer: {$squares}.
page-known-empty-sample = Leer auf jedem Brett der Stichprobe: {$squares}.
page-known-king = Der gegnerische König steht am ehesten auf {$squares}.
page-known-likely-stones = Die wahrscheinlichsten weiteren Steine: {$squares}.
page-known-news = Die Antwort auf den letzten Versuch: {$after} von {$before} Brettern blieben übrig.
page-size = Größe
page-learn-intro = Sechs kurze Lektionen für jedes Spiel, jede über eine Ansage des Schiedsrichters.
page-lesson-next = Nächste Lektion
page-lesson-again = Noch einmal
page-lesson-all = Alle Lektionen
page-lesson-play = Nun eine Partie spielen
page-board-of = Was {$colour} weiß
page-own-man = {$square}: Ihr Mann, {$man}
page-marked-man = {$square}: Sie vermuten {$man}
page-seen-man = {$square}: {$colour}, {$man}
page-signed = {$square}, {$signs}
page-stone = Stein
page-sign-doubt = früher verweigert
page-pass = Passen
page-any = Kann ein Bauer schlagen?
page-offer = Remis anbieten
page-accept = Annehmen
page-decline = Ablehnen
page-abort = Abbrechen
page-resign = Aufgeben
page-resign-sure = Die Partie aufgeben?
page-yes = Ja
page-no = Nein
page-marks = Vermutungen
page-marks-help = Merken Sie vor, wo Sie Gegner vermuten: hier einen Mann wählen, dann ein Feld. Ein rechter Klick auf ein Feld oder die Leertaste tut dasselbe.
page-marks-opening = Wie am Anfang
page-marks-none = Alle entfernen
page-queue = Nächster Zug
page-queue-help = Versuche für Ihren nächsten Zug, etwa: Bxh7 Nf3. Sie werden nacheinander gesandt, bis einer gilt; jede Ansage außer einem einfachen Zug hebt sie auf.
page-queue-set = Vormerken
page-seat = Ihre Partie
page-seat-connecting = Der Server wird gerufen ...
page-seat-none = Dieses Fenster hat keinen Platz. Öffnen Sie die Adresse, die Sie dafür bekommen haben.
page-seat-here = Den Platz hier einnehmen
page-rematch = Noch eine Partie
page-rematch-asked = Sie haben {$name} um eine weitere Partie gebeten.
page-rematch-wanted = {$name} möchte noch eine Partie.
page-lobby = Gegen Menschen
page-lobby-you = Nehmen Sie eine Partie an, beginnen Sie eine, spielen Sie gegen einen Bot, oder laden Sie jemanden ein. Sie sind {$name}.
page-lobby-connecting = Der Server wird gerufen ...
page-lobby-open = Offene Partien
page-lobby-nobody = Zurzeit wartet niemand.
page-lobby-own = Sie warten auf einen Gegner
page-lobby-links = Senden Sie diese Adresse weiter. Die Partie beginnt, wenn jemand sie annimmt.
page-lobby-address = Adresse der Partie
page-lobby-copy = Kopieren
page-lobby-copied = Kopiert.
page-lobby-withdraw = Zurückziehen
page-lobby-link = Adresse senden
page-lobby-invites = {$name} lädt Sie ein
page-lobby-games = Ihre Partien
page-lobby-against = gegen {$name}
page-lobby-return = Zurück zur Partie
page-lobby-by-lot = Farben nach Los
page-lobby-plays = Sie spielen {$colour}
page-lobby-gone = Diese Partie ist nicht mehr offen.
page-lobby-many = Sie haben so viele offene Partien, wie Sie dürfen. Ziehen Sie erst eine zurück.
page-lobby-fast = Das war zu schnell. Warten Sie eine Sekunde.
page-lobby-busy = Der Server ist beschäftigt. Versuchen Sie es gleich noch einmal.
page-lobby-running = Die Partie ist noch nicht zu Ende.
page-rated = Gewertet
page-rated-mark = gewertet
page-rated-hint = Eine gewertete Partie braucht ein Konto, eine Uhr und das übliche Brett.
page-rated-account = Gewertete Partien sind für die, die ein Konto haben.
page-rated-pair = Sie beide können keine gewertete Partie spielen.
page-leaderboard = Rangliste
page-leaderboard-help = Die Besten nach ihren gewerteten Partien, soweit ihre Wertungen sicher sind.
page-leaderboard-none = Niemand hat nach diesen Regeln genug gewertete Partien gespielt.
page-among = Wer
page-among-all = Menschen und Bots
page-among-people = Menschen
page-among-bots = Bots
page-rating = Wertung
page-rating-place = Platz
page-ratings = Wertungen
page-ratings-help = Ein Fragezeichen bedeutet, dass eine Wertung noch nicht sicher ist.
page-rating-chart = {$games ->
    [1] {$games} gewertete Partie: {$last}.
   *[other] {$games} gewertete Partien: von {$first} bis {$last}, höchstens {$best}.
}
page-games = Partien
page-game = Beendete Partie
page-game-none = Diese Partie gibt es nicht, oder sie ist nicht zu Ende.
page-game-away = Der Server antwortet nicht.
page-game-again = Noch einmal versuchen
page-game-save = Als {$form} speichern
page-game-picture = Bild
page-games-player = Spieler
page-games-rules = Regeln
page-games-result = Ergebnis
page-games-all = alle
page-games-white = Weiß gewann
page-games-black = Schwarz gewann
page-games-draw = unentschieden
page-games-off = abgebrochen
page-games-won = gewonnen
page-games-lost = verloren
page-games-search = Suchen
page-games-own = Nur meine
page-games-none = Keine Partie gefunden.
page-games-more = Frühere Partien
page-games-somebody = jemand
page-player-counts = {$games ->
    [1] {$games} Partie: {$won} gewonnen, {$lost} verloren, {$drawn} unentschieden.
   *[other] {$games} Partien: {$won} gewonnen, {$lost} verloren, {$drawn} unentschieden.
}
page-bots = Bots des Hauses
page-bots-help = Sie spielen jederzeit, nach den Regeln, mit der Farbe und der Uhr der neuen Partie.
page-bots-none = Kein Bot spielt hier dieses Spiel.
page-bots-state = beschäftigt
page-bots-busy = Dieser Bot hat zurzeit genug zu tun. Nehmen Sie einen anderen, oder versuchen Sie es gleich noch einmal.
page-bots-many = Sie spielen gegen so viele Bots, wie Sie zugleich dürfen. Beenden Sie erst eine dieser Partien.
page-bots-game = Dieser Bot spielt nicht nach diesen Regeln auf diesem Brett.
page-bots-clock = Dieser Bot spielt nicht mit dieser Uhr.
page-account = Konto
page-account-hint = Mit einem Konto sind Sie auf jedem Gerät dieselbe Person.
page-account-keeps = Mit einem Konto sind Sie auf jedem Gerät dieselbe Person. Die Partien von {$name} behalten Sie.
page-account-leaves = Partien, die Sie als Gast begonnen haben, kommen nicht mit.
page-account-rules = Ein Name hat 3 bis 20 Buchstaben und Ziffern, dazwischen einzelne - und _. Ein Passwort hat mindestens 12 Zeichen, ist kein verbreitetes und enthält den Namen nicht.
page-account-register = Registrieren
page-account-log-in = Anmelden
page-account-log-out = Abmelden
page-account-name = Name
page-account-password = Passwort
page-account-new-password = Neues Passwort
page-account-show = Eingabe zeigen
page-account-you = Sie sind {$name}.
page-account-sessions = Wo Sie angemeldet sind
page-account-browser = Ein Browser
page-account-program = Ein Programm
page-account-here = hier
page-account-seen = zuletzt benutzt am {$date}
page-account-end = Beenden
page-account-end-others = Alle anderen beenden
page-account-change = Passwort ändern
page-account-change-hint = Ein neues Passwort meldet Sie überall sonst ab.
page-account-email = E-Mail
page-account-email-hint = Freiwillig, und nur für ein neues Passwort, wenn Sie Ihres vergessen.
page-account-remove = Entfernen
page-account-forgot = Passwort vergessen
page-account-send-link = Link per E-Mail senden
page-account-link-sent = Wenn es eine E-Mail-Adresse gibt, ist ein Link unterwegs. Er gilt eine Stunde.
page-account-link-old = Dieser Link wurde benutzt oder ist zu alt.
page-account-confirmed = Ihre E-Mail-Adresse ist gespeichert.
page-account-reset-done = Das Passwort ist geändert. Melden Sie sich damit an.
page-account-export = Was der Server von Ihnen speichert
page-account-export-save = Als Datei sichern
page-account-delete = Konto löschen
page-account-delete-hint = Das lässt sich nicht rückgängig machen. Ihre Partien bleiben, unter einem Namen, der nichts über Sie sagt.
page-account-done = Erledigt.
page-account-away = Die Konten sind zurzeit nicht erreichbar.
page-account-wrong = Name oder Passwort ist falsch.
page-account-password-wrong = Das Passwort ist falsch.
page-account-taken = Dieser Name oder ein ähnlicher ist vergeben.
page-account-often = Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.
page-suspended = Dieses Konto ist gesperrt bis {$date}: {$reason}
page-suspended-never = Dieses Konto ist gesperrt: {$reason}
page-report = Melden
page-report-hint = Das lesen die Betreiber. Sonst erfährt niemand davon.
page-report-kind = Worum geht es?
page-report-cheating = Betrug
page-report-insult = Eine Beleidigung
page-report-name = Der Name
page-report-stalling = Verzögern oder Verlassen von Partien
page-report-other = Etwas anderes
page-report-text = Was ist geschehen? Höchstens 500 Zeichen
page-report-send = Meldung senden
page-report-sent = Die Meldung ist gesendet. Danke.
page-report-failed = Die Meldung lässt sich jetzt nicht senden. Versuchen Sie es später noch einmal.
page-block = Blockieren
page-block-end = Nicht mehr blockieren
page-block-hint = Sie werden nicht miteinander gepaart, und keiner sieht die offenen Partien des anderen. Der andere erfährt nichts davon.
page-blocks = Wen Sie blockieren
page-blocks-none = Niemanden.
page-privacy = Datenschutz
page-privacy-intro = Dies ist alles, was der Server von Ihnen speichert, wie lange, und wer es sieht. Er benutzt keine Cookies, fragt keinen anderen Server, und seine Protokolle nennen niemanden.
page-privacy-long = Wie lange
page-privacy-who = Wer es sieht
page-privacy-person = Ihr Name, und der Tag, an dem Sie kamen.
page-privacy-person-long = Ein Gast: bis 90 Tage nach dem letzten Besuch. Ein Konto: bis es gelöscht wird; danach kann 180 Tage lang niemand den Namen nehmen.
page-privacy-person-who = Den Namen: alle. Den Tag: Sie und die Betreiber.
page-privacy-session-who = Sie; Betreiber sehen, wie viele es sind, und den Tag des letzten Besuchs.
page-privacy-everybody = Alle
page-privacy-account = Ihr Passwort als Hash, aus dem es niemand lesen kann, Ihre E-Mail-Adresse, wenn Sie eine angegeben haben, und Links, die Ihnen geschickt wurden.
page-privacy-account-long = Bis Sie das Konto oder die Adresse löschen; ein Link eine Stunde.
page-privacy-you-operators = Sie und die Betreiber
page-privacy-session = Wo Sie angemeldet sind: der Name des Browsers oder Programms, der Tag des letzten Besuchs, ein Hash des Tokens und ein Hash Ihrer Netzadresse mit Schlüssel. Welche Sitzungen geendet haben.
page-privacy-session-long = Eine Sitzung: bis sie endet, oder 90 Tage nach dem letzten Besuch; der Hash der Adresse: 30 Tage; dass eine Sitzung geendet hat: einen Tag.
page-privacy-you = Sie
page-privacy-game = Ihre Partien: jeder Versuch mit seiner Zeit, und wie sie endeten.
page-privacy-game-long = Auf Dauer. Wenn Sie Ihr Konto löschen, bleiben sie, unter einem Namen, der nichts über Sie sagt; die eines vergessenen Gastes nennen niemanden.
page-privacy-game-who = Solange eine Partie läuft, jeder Spieler, was er wissen darf, und sonst niemand; Betreiber sehen, wer spielt. Wenn sie zu Ende ist, alle.
page-privacy-seat = Hashes der Tokens Ihrer Plätze.
page-privacy-seat-long = Einige Tage nach der Partie, oder bis die Sitzung endet.
page-privacy-nobody = Niemand
page-privacy-house = Gegen welchen Bot des Hauses Sie spielen, und die Programme, die die Bots spielen.
page-privacy-house-long = Bis kurz nach der Partie.
page-privacy-operators = Die Betreiber
page-privacy-rating = Ihre Wertungen, und wie sie sich bewegten.
page-privacy-rating-long = Bis Sie das Konto löschen.
page-privacy-block = Wen Sie blockieren.
page-privacy-block-long = Bis Sie es beenden, oder einer von beiden sein Konto löscht.
page-privacy-report = Was Sie gemeldet haben, und was über Sie gemeldet wurde.
page-privacy-report-long = Bis 180 Tage, nachdem ein Betreiber es abgeschlossen hat.
page-privacy-report-who = Die Betreiber; Ihre eigenen Meldungen: Sie
page-privacy-suspension = Dass Sie gesperrt sind, und warum.
page-privacy-suspension-long = Bis die Sperre endet.
page-privacy-audit = Was Betreiber mit einem Konto, einem Namen oder einer Partie taten, und warum.
page-privacy-audit-long = Auf Dauer: Niemand kann es ändern.
page-privacy-yours = Was Sie tun können
page-privacy-export = Auf der Seite Ihres Kontos können Sie alles, was davon Ihres ist, als Datei sichern, und das Konto löschen.
page-privacy-browser = Ihr Browser speichert das Token Ihrer Sitzung, Ihren Namen und Ihre Einstellungen. Sonst liest sie niemand; sie verschwinden, wenn Sie die Daten dieser Seite löschen.
