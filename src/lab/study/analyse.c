// Writes turns, tries and the choices of a player as sentences.
#include "lab/study/analyse.h"

#include "base/cli/output.h"
#include "engine/players/roster.h"
#include "lab/study/study_games.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

enum { PATIENCE_MS = 10000 }; // how late a guest may answer

static const char what[] = "the analysis"; // if there is no memory for it

typedef struct RecordAnalysis {
    const AnalysisPlan *plan;
    const RecordStudy *study;
    const StudyReport *report;
    Player *player;    // NULL if nobody is asked
    PlayerError error; // of the player
    const AnalysisSink *sink;
    uint32_t move; // number of the current turn; 0 before the first
    void *notes;   // what the game keeps between turns; see StudyReport
    Text text;     // of the current turn
    bool has_chances, is_ended;
    double enemy[SIGN_SPOTS];
} RecordAnalysis;

static bool is_shown(const RecordAnalysis *analysis)
{
    return analysis->move && (!analysis->plan->only || analysis->plan->only == analysis->move);
}

// Hands the turn that is complete to the sink.
static void end_turn(RecordAnalysis *analysis)
{
    const AnalysedTurn turn = {analysis->move, analysis->text.start,
                               analysis->has_chances ? analysis->enemy : NULL};
    if (is_shown(analysis) && !analysis->text.cut)
        analysis->is_ended = !analysis->sink->take(analysis->sink->context, &turn);
    analysis->text.length = 0;
}

// Returns false once the wanted turn has been shown.
static bool begin_turn(void *context, const StudyTurn *turn)
{
    assert(turn->number > 0);
    RecordAnalysis *analysis = context;
    end_turn(analysis);
    analysis->move = turn->number;
    if (is_shown(analysis)) {
        analysis->report->describe(turn, analysis->notes, &analysis->text);
        analysis->has_chances = analysis->report->chances(turn, analysis->enemy);
    }
    return !analysis->is_ended && (!analysis->plan->only || turn->number <= analysis->plan->only);
}

// How much an answer told, by the bits of entropy that it removed.
static const struct News {
    double bits; // at least
    const char *words;
} news_words[] = {
    {1, "informative"},
    {0.1, "a little news"},
    {-INFINITY, "no news"},
};

static const char *news_of(double bits)
{
    assert(!isnan(bits));
    unsigned i = 0;
    while (bits < news_words[i].bits)
        i++;
    return news_words[i].words;
}

static const char *answer_of(const StudiedTry *tried)
{
    if (tried->heard.event == HEARD_MOVE)
        return "played";
    if (tried->heard.event == HEARD_ANSWER)
        return tried->heard.count ? "yes" : "no";
    return tried->heard.event == HEARD_REFUSAL ? "refused" : "the end";
}

static void add_news(const RecordAnalysis *analysis, const StudiedTry *tried, Text *text)
{
    const double bits = tried->bits_before - tried->bits_after;
    if (tried->heard.event != HEARD_REFUSAL && tried->heard.event != HEARD_ANSWER)
        return;
    if (tried->before == 0)
        text_add(text, ": there was no board to judge it by");
    else if (tried->is_redrawn)
        text_format(text, ": none of %u boards had it so; drawn anew, %u boards", tried->before,
                    tried->after);
    else
        text_format(text, ": %s, %.2f bits (%u boards, then %u)", news_of(bits), bits,
                    tried->before, tried->after);
    if (analysis->report->met && tried->heard.event == HEARD_REFUSAL && tried->after)
        text_format(text, "; %s is there with chance %.2f, %.2f before", analysis->report->met,
                    tried->met_after, tried->met_before);
}

// Says what the player would have done instead.
static void add_choice(RecordAnalysis *analysis, Choice choice, Try made)
{
    char memory[16];
    Text name = TEXT_IN(memory);
    if (choice.kind == EVENT_TRY)
        record_try_to_text(analysis->study->record.game, choice.attempt, &name);
    else
        text_add(&name, event_name(choice.kind));
    const bool is_same = choice.kind == EVENT_TRY && choice.attempt == made;
    text_format(&analysis->text, "    %s would have tried %s", analysis->plan->player,
                is_same ? "the same" : memory);
    if (choice.board_nodes)
        text_format(&analysis->text, " (%" PRIu64 " nodes, %" PRIu64 " of them on full boards)",
                    choice.nodes, choice.board_nodes);
    text_add(&analysis->text, ".\n");
}

static void add_try(RecordAnalysis *analysis, const StudiedTry *tried)
{
    assert(tried->legal_chance >= 0);
    Text *text = &analysis->text;
    text_add(text, "  Tried ");
    record_try_to_text(analysis->study->record.game, tried->attempt, text);
    if (tried->attempt != analysis->report->question && tried->before)
        text_format(text, ", legal with chance %.2f", tried->legal_chance);
    text_format(text, "; %s", answer_of(tried));
    add_news(analysis, tried, text);
    text_add(text, ".\n");
}

// The player is asked before it hears the answer to the try. It is asked at every turn, also at turns that are not shown: its
// choice may depend on how often it was asked, and --move must print the same turn as a run without it.
static bool show_try(void *context, const StudiedTry *tried)
{
    RecordAnalysis *analysis = context;
    Choice choice = {0};
    if (is_shown(analysis))
        add_try(analysis, tried);
    if (analysis->player)
        analysis->error = player_choose(analysis->player, &analysis->plan->budget, &choice);
    if (analysis->player && !analysis->error && is_shown(analysis))
        add_choice(analysis, choice, tried->attempt);
    return !analysis->error;
}

static bool take_heard(void *context, const void *view, Try own, const Hearing *heard)
{
    assert(heard->event != HEARD_NOTHING);
    RecordAnalysis *analysis = context;
    if (analysis->report->note)
        analysis->report->note(analysis->notes, view, own, heard);
    if (analysis->player)
        analysis->error = player_hear(analysis->player, own, heard);
    return !analysis->error;
}

static bool seat_adviser(RecordAnalysis *analysis)
{
    assert(analysis->plan->player && !analysis->player);
    const StudyPlan *plan = &analysis->study->plan;
    char why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    complain_of_sandbox(roster_lack(analysis->plan->player));
    analysis->player = roster_open(&memory_heap, analysis->plan->player, &message);
    if (!analysis->player) {
        complain("%s", why);
        return false;
    }
    const Seating seating = {.game = plan->game,
                             .rules = plan->rules,
                             .seat = plan->seat,
                             .seed = plan->pool.seed,
                             .patience_ms = PATIENCE_MS};
    const PlayerError error = player_sit(analysis->player, &seating);
    if (error)
        complain("%s: %s", analysis->plan->player, player_error_text(error));
    return !error;
}

// Returns what to exit with after all turns.
static int status_of(const RecordAnalysis *analysis)
{
    assert(!analysis->error || analysis->player);
    if (analysis->text.cut)
        return complain_of_memory(what);
    if (!analysis->error)
        return EXIT_FINE;
    const char *message = player_message(analysis->player);
    return complain_failed("%s: %s", analysis->plan->player,
                           message[0] ? message : player_error_text(analysis->error));
}

static int go_through(RecordAnalysis *analysis)
{
    const StudySink sink = {begin_turn, show_try, take_heard, analysis};
    analysis->text = text_growing(&memory_heap);
    int status = record_study_run(&analysis->study->plan, &sink);
    if (!status && !analysis->error && !analysis->is_ended)
        end_turn(analysis);
    if (!status)
        status = status_of(analysis);
    text_done(&analysis->text);
    return status;
}

// Returns false if there is no memory.
static bool make_notes(RecordAnalysis *analysis)
{
    const size_t bytes = analysis->report->notes_bytes;
    if (bytes)
        analysis->notes = memory_resize(&memory_heap, NULL, bytes);
    return !bytes || analysis->notes;
}

int analyse_turns(const RecordStudy *study, const AnalysisPlan *plan, const AnalysisSink *sink)
{
    RecordAnalysis analysis = {
        .plan = plan, .study = study, .report = study_report(study->record.game), .sink = sink};
    int status = EXIT_USAGE;
    if (!analysis.report)
        return status;
    if (!make_notes(&analysis))
        status = complain_of_memory(what);
    else if (!plan->player || seat_adviser(&analysis))
        status = go_through(&analysis);
    player_destroy(analysis.player);
    memory_resize(&memory_heap, analysis.notes, 0);
    return status;
}

static bool add_turn_words(void *context, const AnalysedTurn *turn)
{
    Text *text = context;
    text_add(text, turn->words);
    return true;
}

int analyse_record(const RecordStudy *study, const AnalysisPlan *plan)
{
    Text text = text_growing(&memory_heap);
    text_format(&text, "What %s could have known, with at most %u boards.\n",
                view_name(study->plan.seat), study->plan.pool.limit);
    const size_t head = text.length;
    int status = analyse_turns(study, plan, &(AnalysisSink){add_turn_words, &text});
    if (!status && text.length == head && plan->only)
        status = complain("there is no turn of %s at move %" PRIu64, view_name(study->plan.seat),
                          plan->only);
    else if (!status)
        status = print_text(&text, what);
    text_done(&text);
    return status;
}
