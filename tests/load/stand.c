// Starts and ends the parts, and reads their figures.
#include "load/stand.h"

#include "base/os/disk.h"
#include "engine/external/child.h"
#include "load/echo.h"
#include "load/http.h"
#include "load/process.h"
#include "load/usage.h"
#include "server/devdb/devdb.h"

#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    COMMAND_MAX = 2048,
    CONFIGURATION_MAX = 8192,
    LINE_BYTES_MAX = 256,
    START_US = 60 * 1000000,
    LOOK_US = 50000, // between two looks whether something has started
    WORKERS_MIN = 2,
    STATUS_OK = 200,
};

// Nobody else reaches the sockets, so that it need not be a secret.
static const char operator_token[] = "operator-token-of-the-bench-0123456789";

struct Stand {
    Memory memory;
    StandPlan plan;
    char folder[STAND_PATH_MAX], front[STAND_PATH_MAX + 16], url[32];
    TempPostgres *db;
    Child *nodes[STAND_NODES_MAX], *proxy;
    int echo, echo_socket; // a process, 0 for none
};

const char *stand_front(const Stand *stand)
{
    return stand->front;
}

const char *stand_url(const Stand *stand)
{
    return stand->url;
}

const char *stand_token(const Stand *stand)
{
    (void)stand;
    return operator_token;
}

const char *stand_folder(const Stand *stand)
{
    return stand->folder;
}

const char *stand_database(const Stand *stand)
{
    return temp_postgres_database(stand->db);
}

const char *stand_programs(const Stand *stand)
{
    return temp_postgres_programs(stand->db);
}

static bool make_folder(Stand *stand, Text *message)
{
    const char *parent = getenv("TMPDIR");
    Text folder = TEXT_IN(stand->folder), front = TEXT_IN(stand->front);
    const mode_t everybody_enters = S_IRWXU | S_IXGRP | S_IXOTH; // PostgreSQL may be another user
    text_format(&folder, "%s/nebel-bench-XXXXXX", parent && parent[0] == '/' ? parent : "/tmp");
    if (folder.length + strlen("/pg") > TEMP_POSTGRES_FOLDER_MAX || !mkdtemp(stand->folder) ||
        chmod(stand->folder, everybody_enters) != 0) {
        text_format(message, "no folder can be made below %s: %s", parent ? parent : "/tmp",
                    strerror(errno));
        stand->folder[0] = '\0';
        return false;
    }
    text_format(&front, "%s/front.sock", stand->folder);
    return true;
}

// A port that nobody has now. Whoever takes it first has it, so nginx may fail, and says so.
static bool find_port(Stand *stand, Text *message)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    Text url = TEXT_IN(stand->url);
    const int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool is_found = probe >= 0 &&
                          bind(probe, (const struct sockaddr *)&address, sizeof address) == 0 &&
                          getsockname(probe, (struct sockaddr *)&address, &length) == 0;
    if (is_found)
        text_format(&url, "ws://127.0.0.1:%u", (unsigned)ntohs(address.sin_port));
    else
        text_format(message, "there is no free port on 127.0.0.1: %s", strerror(errno));
    if (probe >= 0)
        close(probe);
    return is_found;
}

static bool write_file(const Stand *stand, const char *name, const char *content, Text *message)
{
    char path[2 * STAND_PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", stand->folder, name);
    const bool is_kept = disk_write(path, slice_of(content));
    if (!is_kept)
        text_format(message, "%s cannot be written: %s", path, strerror(errno));
    return is_kept;
}

static bool start_database(Stand *stand, Text *message)
{
    char path[STAND_PATH_MAX + 8], name[32];
    snprintf(path, sizeof path, "%s/pg", stand->folder);
    stand->db = temp_postgres_create(&stand->memory, path, message);
    bool is_fine = stand->db && temp_postgres_start(stand->db, message) &&
                   temp_postgres_deploy(stand->db, stand->plan.schema, message);
    for (unsigned node = 1; node < stand->plan.nodes && is_fine; node++) {
        snprintf(name, sizeof name, "nebel%u", node);
        is_fine = temp_postgres_copy(stand->db, name, message);
    }
    return is_fine;
}

static Child *start_child(const Stand *stand, const char *command, Text *message)
{
    const ChildPlan plan = {.command = command, .line_max = LINE_BYTES_MAX, .is_trusted = true};
    return child_create(&stand->memory, &plan, message);
}

// What systemd does by CPUWeight: a session has a weight of its own (sched(7), autogroup).
static const char yield[] = "{ echo 10 >/proc/self/autogroup; } 2>/dev/null; ";

// The first node uses the database `nebel`, the others nebel1, nebel2, …
static Child *start_node(const Stand *stand, unsigned node, Text *message)
{
    char command[COMMAND_MAX], suffix[16] = "";
    if (node)
        snprintf(suffix, sizeof suffix, "%u", node);
    snprintf(command, sizeof command,
             "%sexec '%s' serve --database '%s%s' "
             "--socket '%s/node%u.sock' --operator-token "
             "'%s/token' --pace 1000 --games %" PRIu32 " --connections %" PRIu32
             " 2>>'%s/node%u.log'",
             stand->plan.nodes_yield ? yield : "", stand->plan.program,
             temp_postgres_database(stand->db), suffix, stand->folder, node, stand->folder,
             stand->plan.node_games, stand->plan.node_connections, stand->folder, node);
    return start_child(stand, command, message);
}

// The rest of its files is spare.
static uint64_t worker_connections(uint64_t files)
{
    return files / 5 * 4;
}

// A connection through a worker takes two of its files.
static unsigned count_workers(const StandPlan *plan, uint64_t files)
{
    const uint64_t wanted = 4 * (uint64_t)plan->nodes * plan->node_connections / files + 1;
    return wanted > WORKERS_MIN ? (unsigned)wanted : WORKERS_MIN;
}

static void add_route(const char *name, const char *socket, Text *text)
{
    text_format(text,
                "    location /n/%s/ { proxy_pass http://unix:%s:/; proxy_http_version 1.1;\n"
                "      proxy_set_header Upgrade $http_upgrade;\n"
                "      proxy_set_header Connection $connection_upgrade; }\n",
                name, socket);
}

static void write_configuration(const Stand *stand, Text *text)
{
    char name[16], socket[STAND_PATH_MAX + 32];
    const char *folder = stand->folder;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    text_format(text,
                "%sdaemon off;\npid %s/nginx.pid;\nworker_processes %u;\n"
                "worker_rlimit_nofile %" PRIu64 ";\n"
                "events { worker_connections %" PRIu64 "; }\n"
                "http {\n  access_log off;\n"
                "  client_body_temp_path %s/body; proxy_temp_path %s/proxy;\n"
                "  fastcgi_temp_path %s/fastcgi; uwsgi_temp_path %s/uwsgi;\n"
                "  scgi_temp_path %s/scgi;\n"
                "  proxy_buffer_size 1k; proxy_buffers 2 1k; proxy_busy_buffers_size 1k;\n"
                "  client_header_buffer_size 1k; proxy_read_timeout 1h; proxy_send_timeout 1h;\n"
                "  map $http_upgrade $connection_upgrade { default upgrade; '' close; }\n"
                "  server {\n    listen unix:%s backlog=4096;\n"
                "    listen %s backlog=4096 reuseport;\n",
                geteuid() == 0 ? "user root;\n" : "", folder,
                count_workers(&stand->plan, files.rlim_max), (uint64_t)files.rlim_max,
                worker_connections(files.rlim_max), folder, folder, folder, folder, folder,
                stand->front, stand->url + strlen("ws://"));
    for (unsigned node = 0; node < stand->plan.nodes; node++) {
        snprintf(name, sizeof name, "%u", node);
        snprintf(socket, sizeof socket, "%s/node%u.sock", folder, node);
        add_route(name, socket, text);
    }
    snprintf(socket, sizeof socket, "%s/echo.sock", folder);
    add_route("echo", socket, text);
    text_add(text, "  }\n}\n");
}

static bool start_proxy(Stand *stand, Text *message)
{
    char memory[CONFIGURATION_MAX], command[COMMAND_MAX];
    Text text = TEXT_IN(memory);
    write_configuration(stand, &text);
    if (text.cut || !write_file(stand, "nginx.conf", memory, message))
        return false;
    snprintf(command, sizeof command,
             "PATH=$PATH:/usr/sbin; exec nginx -e '%s/nginx.log' -c '%s/nginx.conf'", stand->folder,
             stand->folder);
    stand->proxy = start_child(stand, command, message);
    return stand->proxy != NULL;
}

static bool answers(const Stand *stand, const char *path)
{
    HttpAnswer answer;
    const HttpRequest request = {
        .socket = stand->front, .method = "GET", .path = path, .token = operator_token, .body = ""};
    http_ask(&request, &answer);
    return answer.status == STATUS_OK;
}

static bool wait_for_nodes(const Stand *stand, Text *message)
{
    const uint64_t until_us = load__now_us() + START_US;
    for (unsigned node = 0; node < stand->plan.nodes; node++) {
        char path[32];
        snprintf(path, sizeof path, "/n/%u/health", node);
        while (!answers(stand, path)) {
            if (load__now_us() > until_us) {
                text_add(message, "a node or nginx does not start; on Debian nginx comes by "
                                  "apt-get install nginx-light");
                return false;
            }
            usleep(LOOK_US);
        }
    }
    return true;
}

static bool start_all(Stand *stand, Text *message)
{
    if (!make_folder(stand, message) || !find_port(stand, message) ||
        !write_file(stand, "token", operator_token, message) || !start_database(stand, message))
        return false;
    for (unsigned node = 0; node < stand->plan.nodes; node++) {
        stand->nodes[node] = start_node(stand, node, message);
        if (!stand->nodes[node])
            return false;
    }
    return start_proxy(stand, message) && wait_for_nodes(stand, message);
}

Stand *stand_create(const Memory *memory, const StandPlan *plan, Text *message)
{
    Stand *stand = memory_resize(memory, NULL, sizeof *stand);
    if (!stand) {
        text_add(message, "there is no memory");
        return NULL;
    }
    *stand = (Stand){.memory = *memory, .plan = *plan};
    if (start_all(stand, message))
        return stand;
    stand_destroy(stand);
    return NULL;
}

void stand_destroy(Stand *stand)
{
    if (!stand)
        return;
    load__end_process(&stand->echo, &stand->echo_socket);
    child_destroy(stand->proxy);
    for (unsigned node = 0; node < stand->plan.nodes; node++)
        child_destroy(stand->nodes[node]);
    temp_postgres_destroy(stand->db);
    if (stand->folder[0])
        temp_postgres_remove_folder(stand->folder);
    memory_resize(&stand->memory, stand, 0);
}

bool stand_echo(Stand *stand, uint32_t answer_bytes)
{
    char socket[STAND_PATH_MAX + 32];
    snprintf(socket, sizeof socket, "%s/echo.sock", stand->folder);
    load__end_process(&stand->echo, &stand->echo_socket);
    stand->echo = load__fork(&stand->echo_socket);
    if (stand->echo == 0)
        _exit(echo_run(socket, answer_bytes) ? EXIT_SUCCESS : EXIT_FAILURE);
    const uint64_t until_us = load__now_us() + START_US;
    while (stand->echo > 0 && access(socket, F_OK) != 0 && load__now_us() < until_us)
        usleep(LOOK_US);
    return stand->echo > 0 && access(socket, F_OK) == 0;
}

StandUsage stand_usage(const Stand *stand)
{
    StandUsage usage = {.database = usage_cpu_seconds(temp_postgres_process(stand->db)),
                        .proxy = usage_cpu_seconds(child_process(stand->proxy)),
                        .echo = stand->echo > 0 ? usage_cpu_seconds(stand->echo) : 0,
                        .proxy_bytes = usage_memory_bytes(child_process(stand->proxy))};
    for (unsigned node = 0; node < stand->plan.nodes; node++) {
        usage.server += usage_cpu_seconds(child_process(stand->nodes[node]));
        usage.server_bytes += usage_memory_bytes(child_process(stand->nodes[node]));
    }
    return usage;
}

// The number behind a name at the beginning of a line; 0 if there is none.
static uint64_t figure_of(const char *figures, const char *name)
{
    char start[LINE_BYTES_MAX];
    snprintf(start, sizeof start, "\n%s ", name);
    const char *line = strstr(figures, start);
    return line ? strtoull(line + strlen(start), NULL, 10) : 0;
}

bool stand_counts(const Stand *stand, StandCounts *counts)
{
    *counts = (StandCounts){0};
    for (unsigned node = 0; node < stand->plan.nodes; node++) {
        char path[32];
        HttpAnswer answer;
        snprintf(path, sizeof path, "/n/%u/metrics", node);
        const HttpRequest request = {.socket = stand->front,
                                     .method = "GET",
                                     .path = path,
                                     .token = operator_token,
                                     .body = ""};
        http_ask(&request, &answer);
        if (answer.status != STATUS_OK)
            return false;
        counts->batches += figure_of(answer.body, "nebel_batches_total");
        counts->rows += figure_of(answer.body, "nebel_rows_total");
        counts->frames_in += figure_of(answer.body, "nebel_frames_received_total");
        counts->frames_out += figure_of(answer.body, "nebel_frames_sent_total");
    }
    return true;
}
