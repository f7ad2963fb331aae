// nebel doctor: what is missing on this machine, and how to install it.
//
// Every examination is an entry of one table and gives one finding: a state, what was seen, and what to do next. Only what is
// necessary decides the exit status.
#include "base/cli/config.h"
#include "base/cli/output.h"
#include "cmd/command.h"
#include "engine/external/box.h"
#include "engine/external/child.h"
#include "engine/external/program.h"
#include "formats/draw/chess_board.h"
#include "games/kriegspiel/random_games.h"
#include "version.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
    ANSWER_MS = 5000,      // Stockfish loads its network in 0.3 s on an idle machine
    TICK_NS_MAX = 1000000, // games are timed in milliseconds
    ROWS_MIN = 24,         // of a terminal, beside VIEW_THREE_WIDTH_MIN columns
    ABOUT_MAX = 2 * PATH_MAX,
    COMMAND_MAX = 5 * PATH_MAX // a path whose every character is a quotation mark, and arguments
};

typedef enum Health { HEALTH_OK, HEALTH_MISSING, HEALTH_ODD, HEALTH_COUNT } Health;

static const struct HealthLook {
    const char *name, *colour;
} health_looks[] = {
    [HEALTH_OK] = {"ok", "\033[32m"},
    [HEALTH_MISSING] = {"missing", "\033[33m"},
    [HEALTH_ODD] = {"odd", "\033[31m"},
};
_Static_assert(COUNT_OF(health_looks) == HEALTH_COUNT, "every state needs a name");

typedef struct DoctorFinding {
    Health health;
    Text about, next; // `next` is empty if there is nothing to do
} DoctorFinding;

// What the examinations are told.
typedef struct Patient {
    const char *version, *commit; // of this program
    Config config;
    ConfigState config_state;
    char config_path[PATH_MAX], config_message[CONFIG_PATH_MAX + 256];
    bool has_config_path, is_config_named, has_colour;
} Patient;

typedef struct DoctorProgram {
    const char *name, *package;
    const char *arguments, *question; // how it is asked for its name or version
    const char *answer;               // how the line with it begins
    const char *purpose;
    int engine; // its place in the config, or NO_ENGINE
} DoctorProgram;

enum { NO_ENGINE = -1 };

static const char engine_purpose[] = "a chess engine, for players that ask one";
static const DoctorProgram stockfish = {
    .name = "stockfish",
    .package = "stockfish",
    .arguments = "",
    .question = "uci\n",
    .answer = "id name ",
    .purpose = engine_purpose,
    .engine = CONFIG_STOCKFISH,
};
static const DoctorProgram gnuchess = {
    .name = "gnuchess",
    .package = "gnuchess",
    .arguments = "-u",
    .question = "uci\n",
    .answer = "id name ",
    .purpose = engine_purpose,
    .engine = CONFIG_GNUCHESS,
};
static const DoctorProgram gnugo = {
    .name = "gnugo",
    .package = "gnugo",
    .arguments = "--version",
    .question = "",
    .answer = "GNU Go ",
    .purpose = "a Go engine, for players that ask one",
    .engine = CONFIG_GNUGO,
};
static const DoctorProgram gnuplot = {
    .name = "gnuplot",
    .package = "gnuplot-nox",
    .arguments = "--version",
    .question = "",
    .answer = "gnuplot ",
    .purpose = "it draws the plots of reports",
    .engine = NO_ENGINE,
};
static const DoctorProgram pgn_extract = {
    .name = "pgn-extract",
    .package = "pgn-extract",
    .arguments = "--version",
    .question = "",
    .answer = "pgn-extract ",
    .purpose = "it reads records in PGN",
    .engine = NO_ENGINE,
};

typedef struct Examination {
    const char *name;
    bool is_necessary;
    void (*look)(const Patient *patient, const DoctorProgram *program, DoctorFinding *finding);
    const DoctorProgram *program;
} Examination;

static void look_version(const Patient *patient, const DoctorProgram *program,
                         DoctorFinding *finding)
{
    (void)program;
    text_format(&finding->about, "%s, commit %s", patient->version, patient->commit);
}

static void look_signature(const Patient *patient, const DoctorProgram *program,
                           DoctorFinding *finding)
{
    (void)patient, (void)program;
    const uint64_t signature = umpire_signature();
    text_format(&finding->about, "%016" PRIx64, signature);
    if (signature == NEBEL_SIGNATURE)
        return;
    finding->health = HEALTH_ODD;
    text_format(&finding->about, ", but %016" PRIx64 " is right: the umpire errs on this machine",
                NEBEL_SIGNATURE);
    text_add(&finding->next, "build it again with another compiler and report this");
}

static void look_server(const Patient *patient, const DoctorProgram *program,
                        DoctorFinding *finding)
{
    (void)patient, (void)program;
    char path[PATH_MAX];
    Text found = TEXT_IN(path);
    if (server_program_find(path) || program_find("nebel-server", &found)) {
        text_add(&finding->about, path);
        return;
    }
    finding->health = HEALTH_MISSING;
    text_add(&finding->about, "not found; it serves, plays at servers and works for the farm");
    text_add(&finding->next, SERVER_PROGRAM_REMEDY);
}

static void look_config(const Patient *patient, const DoctorProgram *program,
                        DoctorFinding *finding)
{
    (void)program;
    if (!patient->has_config_path) {
        text_add(&finding->about, "none; without HOME there is no place for it");
    } else if (patient->config_state == CONFIG_READ) {
        text_format(&finding->about, "read from %s", patient->config_path);
    } else if (patient->config_state == CONFIG_WRONG) {
        finding->health = HEALTH_ODD;
        text_format(&finding->about, "not in force: %s: %s", patient->config_path,
                    patient->config_message);
        text_add(&finding->next, "correct it; man 5 nebel-config");
    } else if (patient->is_config_named) {
        finding->health = HEALTH_MISSING;
        text_format(&finding->about, "NEBEL_CONFIG names %s, which is not there",
                    patient->config_path);
        text_add(&finding->next, "write that file or unset NEBEL_CONFIG");
    } else {
        text_format(&finding->about, "none, and none is needed; it would be %s",
                    patient->config_path);
    }
}

// Reads on to the line with the answer and writes what follows its beginning.
static ChildError read_answer(Child *child, const DoctorProgram *program, Text *answer)
{
    const uint64_t deadline_us = child_now_us() + ANSWER_MS * 1000;
    const size_t begin = strlen(program->answer);
    Slice line;
    ChildError error = child_send(child, slice_of(program->question), deadline_us);
    while (!error) {
        error = child_read(child, deadline_us, &line);
        if (error || line.length < begin || memcmp(line.start, program->answer, begin) != 0)
            continue;
        const Slice name = slice_take(&(Slice){line.start + begin, line.length - begin}, "\r");
        text_format(answer, "%.*s", (int)name.length, name.start);
        return CHILD_OK;
    }
    return error;
}

static bool doctor_ask(const DoctorProgram *program, const char *path, Text *answer, Text *message)
{
    char command_memory[COMMAND_MAX];
    Text command = TEXT_IN(command_memory);
    text_add(&command, "exec ");
    program_quote(path, &command);
    text_format(&command, " %s 2>&1", program->arguments);
    const ChildPlan plan = {
        .command = command.start, .line_max = CHILD_LINE_MAX, .is_trusted = true};
    Child *child = child_create(&memory_heap, &plan, message);
    if (!child)
        return false;
    const ChildError error = read_answer(child, program, answer);
    if (error)
        child_complain(child, error, message);
    child_destroy(child);
    return error == CHILD_OK;
}

// Whether there is a program to ask; writes its path, and into the finding why there is none.
static bool locate(const Patient *patient, const DoctorProgram *program, char path[PATH_MAX],
                   DoctorFinding *finding)
{
    const char *given =
        program->engine == NO_ENGINE ? "" : patient->config.engines[program->engine];
    Text found = text_in(path, PATH_MAX);
    if (!given[0] && program_find(program->name, &found))
        return true;
    if (given[0] && program_can_run(given)) {
        text_add(&found, given);
        return true;
    }
    finding->health = given[0] ? HEALTH_ODD : HEALTH_MISSING;
    if (given[0]) {
        text_format(&finding->about, "the config names %s, which cannot be run", given);
        text_format(&finding->next, "correct engine.%s in %s", program->name, patient->config_path);
    } else {
        text_format(&finding->about, "not found; %s", program->purpose);
        text_format(&finding->next, "apt-get install %s", program->package);
    }
    return false;
}

static void look_program(const Patient *patient, const DoctorProgram *program,
                         DoctorFinding *finding)
{
    char path[PATH_MAX], why_memory[256];
    Text why = TEXT_IN(why_memory);
    if (!locate(patient, program, path, finding))
        return;
    if (doctor_ask(program, path, &finding->about, &why)) {
        text_format(&finding->about, " (%s)", path);
        return;
    }
    finding->health = HEALTH_ODD;
    text_format(&finding->about, "%s was asked in vain: %s", path, why_memory);
    text_format(&finding->next, "apt-get install --reinstall %s, or name another in the config",
                program->package);
}

static void look_terminal(const Patient *patient, const DoctorProgram *program,
                          DoctorFinding *finding)
{
    (void)patient, (void)program;
    struct winsize size = {0};
    if (!isatty(STDOUT_FILENO)) {
        text_add(&finding->about, "standard output is no terminal");
        return;
    }
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    text_format(&finding->about, "%ux%u", size.ws_col, size.ws_row);
    if (size.ws_col >= VIEW_THREE_WIDTH_MIN && size.ws_row >= ROWS_MIN)
        return;
    finding->health = HEALTH_ODD;
    text_add(&finding->about, " is too small for three boards");
    text_format(&finding->next, "make the window %dx%d or larger", VIEW_THREE_WIDTH_MIN, ROWS_MIN);
}

static void look_locale(const Patient *patient, const DoctorProgram *program,
                        DoctorFinding *finding)
{
    (void)patient, (void)program;
    const locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const char *codeset = locale ? nl_langinfo_l(CODESET, locale) : "unknown to this machine";
    text_add(&finding->about, codeset);
    if (strcmp(codeset, "UTF-8") != 0) {
        finding->health = HEALTH_ODD;
        text_add(&finding->next, "export LC_ALL=C.UTF-8");
    }
    if (locale)
        freelocale(locale);
}

static void look_colours(const Patient *patient, const DoctorProgram *program,
                         DoctorFinding *finding)
{
    (void)program;
    const char *no_color = getenv("NO_COLOR");
    text_format(&finding->about, "%s; the choice is %s%s", patient->has_colour ? "on" : "off",
                config_colour_name(patient->config.colour),
                no_color && no_color[0] ? ", and NO_COLOR is set" : "");
}

static void look_cpus(const Patient *patient, const DoctorProgram *program, DoctorFinding *finding)
{
    (void)patient, (void)program;
    cpu_set_t cpus;
    if (sched_getaffinity(0, sizeof cpus, &cpus) == 0) {
        text_format(&finding->about, "%d for games at a time (--concurrency)", CPU_COUNT(&cpus));
        return;
    }
    finding->health = HEALTH_ODD;
    text_format(&finding->about, "their number is unknown: %s", strerror(errno));
    text_add(&finding->next, "give --concurrency yourself");
}

static void look_clock(const Patient *patient, const DoctorProgram *program, DoctorFinding *finding)
{
    (void)patient, (void)program;
    struct timespec tick = {0};
    if (clock_getres(CLOCK_MONOTONIC, &tick) != 0)
        tick.tv_sec = 1;
    const long tick_ns = tick.tv_sec ? LONG_MAX : tick.tv_nsec;
    if (tick_ns <= TICK_NS_MAX) {
        text_format(&finding->about, "ticks every %ld ns", tick_ns);
        return;
    }
    finding->health = HEALTH_ODD;
    text_add(&finding->about, "ticks more rarely than every millisecond");
    text_add(&finding->next, "limit games by --nodes, not by time");
}

static void look_folder(const Patient *patient, const DoctorProgram *program,
                        DoctorFinding *finding)
{
    (void)patient, (void)program;
    char path[PATH_MAX];
    const char *name = getcwd(path, sizeof path) ? path : "this folder";
    if (access(".", W_OK) == 0) {
        text_format(&finding->about, "%s can be written to", name);
        return;
    }
    finding->health = HEALTH_ODD;
    text_format(&finding->about, "%s cannot be written to: %s", name, strerror(errno));
    text_add(&finding->next, "give -o and --pgn a path elsewhere");
}

static void look_guests(const Patient *patient, const DoctorProgram *program,
                        DoctorFinding *finding)
{
    (void)patient, (void)program;
    const char *lack = box_lack();
    if (!lack) {
        text_format(&finding->about,
                    "cmd: programs run in a box: own processes, no network, files read-only but %d "
                    "MB in %s, %d MB of memory, %d processes",
                    BOX_DISK_MB, BOX_HOME, BOX_MEMORY_MB, BOX_TASKS);
        return;
    }
    finding->health = HEALTH_ODD;
    text_format(&finding->about,
                "cmd: programs run without a whole box (%s): they can change this user's files and "
                "end or read this user's processes",
                lack);
    text_add(&finding->next,
             "run only programs you trust, or allow user namespaces, as root: sysctl -w "
             "user.max_user_namespaces=10000, on Ubuntu also "
             "kernel.apparmor_restrict_unprivileged_userns=0");
}

static const Examination examinations[] = {
    {"nebel", true, look_version, NULL},
    {"signature", true, look_signature, NULL},
    {"nebel-server", false, look_server, NULL},
    {"config", true, look_config, NULL},
    {"stockfish", false, look_program, &stockfish},
    {"gnuchess", false, look_program, &gnuchess},
    {"gnugo", false, look_program, &gnugo},
    {"gnuplot", false, look_program, &gnuplot},
    {"pgn-extract", false, look_program, &pgn_extract},
    {"guests", false, look_guests, NULL},
    {"terminal", false, look_terminal, NULL},
    {"locale", false, look_locale, NULL},
    {"colours", false, look_colours, NULL},
    {"cpus", false, look_cpus, NULL},
    {"clock", true, look_clock, NULL},
    {"folder", false, look_folder, NULL},
};

// Another program's words and file names may hold anything; a terminal must not obey them.
static void make_plain(Text *text)
{
    for (char *c = text->start; *c; c++)
        if ((unsigned char)*c < ' ' || *c == '\x7f')
            *c = '?';
}

// In JSON all is UTF-8. What is not is kept as far as it is ASCII.
static json_t *text_json(const Text *text)
{
    json_t *string = json_string(text->start);
    if (string)
        return string;
    char memory[ABOUT_MAX];
    Text ascii = TEXT_IN(memory);
    for (const char *c = text->start; *c; c++)
        text_add_char(&ascii, (unsigned char)*c < 0x80 ? *c : '?');
    return json_string(memory);
}

static void print_finding(const Patient *patient, const Examination *row,
                          const DoctorFinding *finding)
{
    const struct HealthLook *look = &health_looks[finding->health];
    printf("%s%-8s%s %-12s %s%s%s\n", patient->has_colour ? look->colour : "", look->name,
           patient->has_colour ? "\033[0m" : "", row->name, finding->about.start,
           finding->next.length ? ". Next: " : "", finding->next.start);
}

static void add_json(json_t *findings, const Examination *row, const DoctorFinding *finding)
{
    json_array_append_new(findings,
                          json_pack("{s:s, s:s, s:b, s:o, s:o}", "name", row->name, "state",
                                    health_looks[finding->health].name, "necessary",
                                    row->is_necessary, "about", text_json(&finding->about), "next",
                                    text_json(&finding->next)));
}

// Makes one examination and reports it, into `findings` if there are such. Whether it found what is
// necessary.
static bool examine(const Patient *patient, const Examination *row, json_t *findings)
{
    char about[ABOUT_MAX], next[ABOUT_MAX];
    DoctorFinding finding = {.about = TEXT_IN(about), .next = TEXT_IN(next)};
    row->look(patient, row->program, &finding);
    make_plain(&finding.about);
    make_plain(&finding.next);
    if (findings)
        add_json(findings, row, &finding);
    else
        print_finding(patient, row, &finding);
    return finding.health == HEALTH_OK || !row->is_necessary;
}

static void admit(Patient *patient)
{
    Text path = TEXT_IN(patient->config_path), message = TEXT_IN(patient->config_message);
    const char *named = getenv("NEBEL_CONFIG");
    patient->config_state = CONFIG_ABSENT;
    patient->is_config_named = named && named[0];
    patient->has_config_path = config_path(named, getenv("XDG_CONFIG_HOME"), getenv("HOME"), &path);
    if (patient->has_config_path)
        patient->config_state = config_load(path.start, &patient->config, &message);
    patient->has_colour = config_has_colour(patient->config.colour, isatty(STDOUT_FILENO),
                                            getenv("NO_COLOR"), getenv("TERM"));
}

// Examines the machine and prints the findings. Returns what to exit with.
static int examine_all(const char *version, const char *commit, bool is_json)
{
    Patient patient = {.version = version, .commit = commit};
    admit(&patient);
    json_t *findings = is_json ? json_array() : NULL; // NULL: as text
    unsigned ill = 0;
    for (unsigned i = 0; i < COUNT_OF(examinations); i++)
        ill += !examine(&patient, &examinations[i], findings);
    if (findings) {
        json_t *report = json_pack("{s:b, s:o}", "healthy", ill == 0, "findings", findings);
        return print_json(report, "the report") || ill ? EXIT_FAILED : EXIT_FINE;
    }
    if (ill)
        printf("\n%u required part%s missing or faulty.\n", ill, ill == 1 ? " is" : "s are");
    else
        printf("\nAll required parts are in order.\n");
    return ill ? EXIT_FAILED : EXIT_FINE;
}

enum { OPTION_JSON };

static int doctor_run(const Given *given)
{
    return examine_all(NEBEL_VERSION, NEBEL_COMMIT, given->options[OPTION_JSON] != NULL);
}

const Command doctor_command = {
    .name = "doctor",
    .summary = "say what is missing on this machine and how to install it",
    .example = "nebel doctor",
    .options = {[OPTION_JSON] = {"--json", NULL, "print one JSON object"}},
    .run = doctor_run,
};
