/* Explores every test of a model naively and prints one line each:
 *
 *     NAME: holds, 1234 states, 5678 transitions, 3 ends
 *     NAME: violated: assertion at model.p:12 after 7 steps: the message
 *     NAME: unknown, 100000 states, ...
 *
 * What the explorer does not support is unknown too.
 *
 * usage: naive [OPTION...] INPUT...
 *   -n mbox|p2p|causal|bag         the network
 *   -f crash=1:Server,loss=2,dup=1:eReq:eResp   faults: how many, and of what
 *   -q   a message left over at the end is a violation
 *   -w   a machine may wait in a receive at the end
 *   -u   of choices, only `$$` is fair
 *   -N COUNT  of choices from more, try only so many alternatives, evenly spread
 *   -a   go on after a violation; then print all, one a line
 *   -l   print the resting local states
 *   -z   print the ends of runs
 *   -y   print what is printed anonymous, too: see naive_show.h
 *   -c   count states and steps as core/system.h defines them: see naive_coarse.h
 *   -b   each input is a program by itself; before it, a line "## INPUT"
 *   -i   programs come from standard input, each after a line "NAME BYTES"; behind what
 *        is printed of it, a line "##"
 *   -s STATES, -t SECONDS          limits
 *   -k MESSAGES  leave out states with more of them for one machine: then unknown
 * Exit code: 0 all hold, 1 some violated, 3 some unknown, 2 bad input. */
#include "ir/lower.h"
#include "ir/open.h"
#include "lang/frontend.h"
#include "naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
    naive_options options;
    const char *faults;
    bool shows_locals;
    bool shows_ends;
    bool is_batch;
    bool is_server;
} command;

/* ---- Options ---- */

static bool parse_network(const char *text, naive_network *out)
{
    static const char *const names[] = {"mbox", "p2p", "causal", "bag"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = (naive_network)i;
            return true;
        }
    }
    return false;
}

static uint32_t find_machine(const ir_program *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->machine_count; i++)
        if (strcmp(ir->machines[i].name, name) == 0)
            return i;
    return IR_NONE;
}

static uint32_t find_event(const ir_program *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->event_count; i++)
        if (strcmp(ir->events[i].name, name) == 0)
            return i;
    return IR_NONE;
}

/* COUNT[:NAME...] */
static bool parse_budget(const ir_program *ir, arena *memory, char *text,
                         bool is_of_machines, naive_budget *out)
{
    char *rest;
    VEC(uint32_t) only = {0};
    bool ok = true;
    out->count = (uint32_t)strtoul(strtok_r(text, ":", &rest), NULL, 10);
    for (char *s = strtok_r(NULL, ":", &rest); s != NULL;
         s = strtok_r(NULL, ":", &rest)) {
        uint32_t index = is_of_machines ? find_machine(ir, s) : find_event(ir, s);
        ok = ok && index != IR_NONE;
        vec_push(&only, index);
    }
    out->only = only.len > 0 ? ARENA_VEC(memory, &only) : NULL;
    out->only_count = (uint32_t)only.len;
    vec_free(&only);
    return ok;
}

/* crash=...,loss=...,dup=... */
static bool parse_faults(const ir_program *ir, arena *memory, const char *text,
                         naive_options *out)
{
    char *copy = arena_strndup(memory, text, strlen(text));
    char *rest;
    for (char *s = strtok_r(copy, ",", &rest); s != NULL;
         s = strtok_r(NULL, ",", &rest)) {
        char *value = strchr(s, '=');
        if (value == NULL || value[1] == '\0')
            return false;
        *value++ = '\0';
        naive_budget *b = strcmp(s, "crash") == 0  ? &out->crash
                          : strcmp(s, "loss") == 0 ? &out->loss
                          : strcmp(s, "dup") == 0  ? &out->dup
                                                   : NULL;
        if (b == NULL || !parse_budget(ir, memory, value, b == &out->crash, b))
            return false;
    }
    return true;
}

static bool parse_command(int argc, char **argv, command *c)
{
    *c = (command){.options = {.states = 200000, .seconds = 60}};
    for (int o = getopt(argc, argv, "n:f:qwaclzybius:k:t:N:"); o != -1;
         o = getopt(argc, argv, "n:f:qwaclzybius:k:t:N:")) {
        if (o == 'n' && !parse_network(optarg, &c->options.network))
            return false;
        else if (o == 'f')
            c->faults = optarg;
        else if (o == 'q')
            c->options.strict_quiescence = true;
        else if (o == 'w')
            c->options.deadlock_is_fine = true;
        else if (o == 'u')
            c->options.choices_are_unfair = true;
        else if (o == 'N')
            c->options.narrow = (uint32_t)strtoul(optarg, NULL, 10);
        else if (o == 'a')
            c->options.all_faults = true;
        else if (o == 'l')
            c->shows_locals = true;
        else if (o == 'z')
            c->shows_ends = true;
        else if (o == 'y')
            c->options.has_roles = true;
        else if (o == 'c')
            c->options.is_coarse = true;
        else if (o == 'b')
            c->is_batch = true;
        else if (o == 'i')
            c->is_server = true;
        else if (o == 's')
            c->options.states = strtoull(optarg, NULL, 10);
        else if (o == 'k')
            c->options.queue = strtoull(optarg, NULL, 10);
        else if (o == 't')
            c->options.seconds = strtoull(optarg, NULL, 10);
        else if (o == '?')
            return false;
    }
    return true;
}

/* ---- Results ---- */

static void print_violation(const naive_violation *v)
{
    printf("violated: %s", fault_text(v->kind));
    if (v->pos != SRC_NONE)
        printf(" at %s:%u", v->file, v->line);
    printf(" after %zu steps%s%s\n", v->depth, v->message != NULL ? ": " : "",
           v->message != NULL ? v->message : "");
}

static int report(const command *c, const ir_test *t, const naive_result *r)
{
    for (size_t i = 0; i < r->violation_count; i++) {
        printf("%s: ", t->name);
        print_violation(&r->violations[i]);
    }
    if (r->violation_count == 0 || c->options.all_faults)
        printf("%s: %s, %zu states, %zu transitions, %zu ends\n", t->name,
               !r->is_exhausted          ? "unknown"
               : r->violation_count == 0 ? "holds"
                                         : "explored",
               r->states, r->transitions, r->terminal);
    for (size_t i = 0; c->shows_locals && i < r->locals.len; i++)
        printf("  %s\n", r->locals.data[i]);
    for (size_t i = 0; c->shows_ends && i < r->ends.len; i++)
        printf("  %s\n", r->ends.data[i]);
    fflush(stdout);
    return r->violation_count > 0 ? 1 : r->is_exhausted ? 0 : 3;
}

static int explore_test(program *p, const ir_program *ir, const ir_test *t,
                        const command *c)
{
    arena memory;
    arena_init(&memory);
    naive_result r;
    naive_explore(p, ir, t, &c->options, &memory, &r);
    int code = report(c, t, &r);
    arena_fini(&memory);
    return code;
}

static int explore_all(program *p, command *c)
{
    ir_program *ir = lower_program(p);
    open_all(p, ir);
    arena memory;
    arena_init(&memory);
    int code = 0;
    if (c->faults != NULL && !parse_faults(ir, &memory, c->faults, &c->options)) {
        fprintf(stderr, "naive: cannot understand '-f %s'\n", c->faults);
        code = 2;
    }
    for (uint32_t i = 0; i < ir->test_count && code != 2; i++) {
        if (ir->tests[i].main_interface == IR_NONE)
            continue;
        int one = explore_test(p, ir, &ir->tests[i], c);
        code = one == 1 || code == 1 ? 1 : one > code ? one : code;
    }
    arena_fini(&memory);
    ir_free(ir);
    return code;
}

static const frontend_options front = {.warnings_off = true};

static int explore_program(program *p, command *c)
{
    int code = 2;
    if (p->diags.errors == 0) {
        code = explore_all(p, c);
    } else {
        const diag_style style = {.max_errors = 5};
        diag_show(&p->diags, stderr, &style);
    }
    program_free(p);
    return code;
}

static int explore_files(const char *const *paths, size_t count, command *c)
{
    return explore_program(frontend_load(paths, count, &front), c);
}

static int explore_each(const char *const *paths, size_t count, command *c)
{
    int code = 0;
    for (size_t i = 0; i < count; i++) {
        printf("## %s\n", paths[i]);
        fflush(stdout);
        int one = explore_files(&paths[i], 1, c);
        code = one == 2 || code == 2 ? 2 : one > code ? one : code;
    }
    return code;
}

/* Until there are no more. */
static int explore_stream(command *c)
{
    char name[256];
    size_t size;
    while (scanf("%255s %zu", name, &size) == 2 && getchar() == '\n') {
        char *text = mem_alloc(size + 1);
        size_t got = fread(text, 1, size, stdin);
        explore_program(frontend_load_text(name, text, got, &front), c);
        mem_free(text, size + 1);
        printf("##\n");
        fflush(stdout);
    }
    return 0;
}

int main(int argc, char **argv)
{
    command c;
    if (!parse_command(argc, argv, &c))
        return 2;
    if (c.is_server)
        return explore_stream(&c);
    const char *const *paths = (const char *const *)argv + optind;
    size_t count = (size_t)(argc - optind);
    return c.is_batch ? explore_each(paths, count, &c)
                      : explore_files(paths, count, &c);
}
