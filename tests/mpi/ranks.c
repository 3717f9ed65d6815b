/* Explores every test of some models, in one process or on several ranks, with tables
 * so small that all parts of the distributed search are needed, and prints the results:
 *
 *     MODEL TEST: holds, 123 states, 456 transitions, 3 ends, depth 7
 *     MODEL TEST: violated: KIND after 5 steps
 *     MODEL TEST: within, N states, N transitions, N ends, depth N, N deeper
 *     MODEL TEST: unknown: REASON
 *
 * If a violation does not replay, it says so, and the exit code is 4.
 *
 * usage: ranks [-n NETWORK] [-f FAULTS] [-s STATES] [-d DEPTH] [-p PILOT] [-j THREADS]
 *              [-k RANKS | -m] MODEL...
 *   -k   ranks are threads of this process    -m   ranks are MPI processes */
#include "cli/mpi.h"
#include "engine/environment.h"

#include "../confirm.h"
#include "ir/lower.h"
#include "lang/frontend.h"
#include "report/stop_text.h"
#include "thread_cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct request {
    char **models;
    int count;
    const char *network;
    const char *faults;
    uint64_t states;
    uint64_t depth;
    uint64_t pilot;
    unsigned threads;
    unsigned ranks;
    bool has_mpi;
    int code; /* of rank 0 */
} request;

static void print_result(request *q, const char *path, result *r)
{
    const verdict *v = &r->verdict;
    printf("%s %s: ", path, r->test->name);
    if (v->kind == VERDICT_VIOLATED) {
        confirm_as_found(r);
        printf("violated: %s after %zu steps%s\n", fault_word(v->fault.kind),
               v->trace.steps.len, r->bad_replay != NULL ? ", does not replay" : "");
        if (r->bad_replay != NULL)
            q->code = 4;
    } else if (v->kind == VERDICT_EXHAUSTED || v->kind == VERDICT_WITHIN) {
        printf("%s, %llu states, %llu transitions, %llu ends, depth %llu",
               v->kind == VERDICT_WITHIN ? "within" : "holds",
               (unsigned long long)v->stats.states,
               (unsigned long long)v->stats.transitions,
               (unsigned long long)v->stats.terminal,
               (unsigned long long)v->stats.depth);
        if (v->kind == VERDICT_WITHIN)
            printf(", %llu deeper", (unsigned long long)v->stats.deeper);
        putchar('\n');
    } else {
        strbuf room = {0};
        printf("unknown: %s\n", stop_text_verdict(v, &room));
        strbuf_free(&room);
    }
    fflush(stdout);
}

static void explore_test(request *q, const char *path, const ir_program *ir,
                         const ir_test *t, const engine_options *o)
{
    result r;
    result_init(&r, ir, t);
    r.options = o;
    explore_run(ir, t, o, &r.verdict);
    if (o->cluster == NULL || o->cluster->rank == 0)
        print_result(q, path, &r);
    result_fini(&r);
}

static void set_options(const request *q, const cluster *c, engine_options *e)
{
    e->limits = (engine_limits){.states = q->states, .depth = q->depth};
    e->threads = q->threads;
    e->cluster = c;
    e->tuning = (explore_tuning){
        .cache_bits = 4, .id_bits = 3, .pilot_states = q->pilot, .shared_keys = 1};
}

static void explore_model(request *q, const char *path, const cluster *c)
{
    const frontend_options front = {.warnings_off = true};
    const char *inputs[1] = {path};
    program *p = frontend_load(inputs, 1, &front);
    engine_options o = {0};
    arena memory;
    strbuf why = {0};
    arena_init(&memory);
    if (p->diags.errors > 0) {
        if (c == NULL || c->rank == 0)
            printf("%s: has errors\n", path);
        program_free(p);
        arena_fini(&memory);
        return;
    }
    ir_program *ir = lower_program(p);
    set_options(q, c, &o);
    bool ok = (q->network == NULL || environment_network(&o.core, q->network)) &&
              (q->faults == NULL ||
               environment_faults(&o.core, &memory, ir, q->faults, &why));
    for (uint32_t i = 0; i < ir->test_count && ok; i++)
        if (ir->tests[i].main_interface != IR_NONE)
            explore_test(q, path, ir, &ir->tests[i], &o);
    strbuf_free(&why);
    arena_fini(&memory);
    ir_free(ir);
    program_free(p);
}

static void explore_models(void *context, const cluster *c)
{
    request *q = context;
    for (int i = 0; i < q->count; i++)
        explore_model(q, q->models[i], c);
}

static bool parse(int argc, char **argv, request *q)
{
    for (int o = 0; (o = getopt(argc, argv, "n:f:s:d:p:j:k:m")) != -1;) {
        if (o == 'n')
            q->network = optarg;
        else if (o == 'f')
            q->faults = optarg;
        else if (o == 's')
            q->states = strtoull(optarg, NULL, 10);
        else if (o == 'd')
            q->depth = strtoull(optarg, NULL, 10);
        else if (o == 'p')
            q->pilot = strtoull(optarg, NULL, 10);
        else if (o == 'j')
            q->threads = (unsigned)strtoul(optarg, NULL, 10);
        else if (o == 'k')
            q->ranks = (unsigned)strtoul(optarg, NULL, 10);
        else if (o == 'm')
            q->has_mpi = true;
        else
            return false;
    }
    q->models = argv + optind;
    q->count = argc - optind;
    return true;
}

static int run_with_mpi(request *q)
{
    cluster c;
    strbuf why = {0};
    if (!mpi_open(&c, &why)) {
        fprintf(stderr, "ranks: %s\n", strbuf_text(&why));
        strbuf_free(&why);
        return 2;
    }
    explore_models(q, &c);
    q->code = (int)cluster_first(&c, (uint64_t)q->code);
    mpi_close();
    return q->code;
}

int main(int argc, char **argv)
{
    request q = {.pilot = 2, .threads = 1};
    if (!parse(argc, argv, &q))
        return 2;
    if (q.has_mpi)
        return run_with_mpi(&q);
    if (q.ranks > 0)
        thread_cluster_run(q.ranks, explore_models, &q);
    else
        explore_models(&q, NULL);
    return q.code;
}
