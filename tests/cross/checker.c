/* Explores every test of a model with the real engines, and prints what naive prints:
 * the verdict, and if asked to what was seen.
 *
 *     NAME: holds, 123 states, 456 transitions, 3 ends[, tails]
 *     NAME: violated: KIND at FILE:LINE after N steps
 *     NAME: unknown, ...
 *     NAME: spurious, ...
 *     NAME: refused: REASON
 *
 * A violation is replayed first; one that does not replay, or is a loop that is not
 * fair, is a fault: exit code 4.
 *
 * usage: checker [-n NETWORK] [-f FAULTS] [-q] [-w] [-c] [-N COUNT] [-l] [-z] [-g] [-y]
 *                [-S WAYS] [-d] [-s STATES] [-m DEPTH] [-t SECONDS] [-j THREADS]
 *                [-u TUNING] [-e] [-x] [-r REDUCTION]... [-b] INPUT...
 *
 * -w   a machine may wait in a receive at the end
 * -c   of choices, only `$$` is fair
 * -N   of choices from more, only so many alternatives are tried
 * -S   a step with more outcomes is split at its sends
 * -l   the resting local states of every machine and monitor
 * -z   the ends of runs: see lines.h
 * -g   a digest of all states, and of those in which runs end
 * -y   machines are known by their role alone
 * -d   depth first, and so by the graph of states instead of the tree of their parts
 * -s   0: no limit
 * -u   cache=BITS,id=BITS,pilot=STATES,shared=KEYS,budget=BYTES,collects=1,
 *      room=BYTES,numbers=N,trial=WORK, unless there is a -r: see explore_tuning
 * -p   a folder to spill to
 * -e   every execution, by the dpor engine: -s limits executions, -m events of a
 *      machine
 * -x   all states as one set
 * -r   as search.h says, mostly by the reduced engine.  One search for each -r, after
 *      a line "# REDUCTION"; with "roles" it is as -y.
 *
 * -b   each input is a program by itself; before it, a line "## INPUT"
 */
#include "engine/environment.h"

#include "ir/lower.h"
#include "ir/open.h"
#include "lang/frontend.h"
#include "lasso.h"
#include "report/stop_text.h"
#include "search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
    engine_options options;
    arena memory;
    const char *faults;
    bool is_batch;
    VEC(search) searches;
    lines seen;
} command;

/* ---- Verdicts ---- */

static int report_fine(const result *r)
{
    const engine_stats *s = &r->verdict.stats;
    verdict_kind kind = r->verdict.kind;
    if (kind == VERDICT_REFUSED) {
        strbuf room = {0};
        printf("%s: refused: %s\n", r->test->name,
               stop_text_verdict(&r->verdict, &room));
        strbuf_free(&room);
        return 3;
    }
    bool is_narrowed = kind == VERDICT_WITHIN && s->outside == 0 && s->deeper == 0;
    bool holds = kind == VERDICT_EXHAUSTED || kind == VERDICT_PROVED || is_narrowed;
    /* A violation that is in no run: one of a queue of which only a part is known.  Who
     * had little time left may have been about to look for the run. */
    bool is_late = s->seconds >= r->options->limits.seconds / 2;
    const char *open = r->verdict.saw_violation && !is_late ? "spurious" : "unknown";
    bool is_dpor = s->phase == PHASE_EXECUTIONS;
    uint64_t ends = is_dpor ? s->executions + s->blocked : s->terminal;
    printf("%s: %s, %llu states, %llu transitions, %llu ends%s\n", r->test->name,
           holds ? "holds" : open, (unsigned long long)s->states,
           (unsigned long long)s->transitions, (unsigned long long)ends,
           s->reduction.tails > 0 ? ", tails" : "");
    return holds ? 0 : 3;
}

static int report_violation(program *p, const result *r)
{
    const fault *f = &r->verdict.fault;
    printf("%s: violated: %s", r->test->name, fault_word(f->kind));
    if (f->pos != SRC_NONE) {
        src_place place = sources_place(&p->src, f->pos);
        printf(" at %s:%u", place.file->path, place.line);
    }
    printf(" after %zu steps\n", r->verdict.trace.steps.len);
    if (r->bad_replay != NULL)
        printf("%s: does not replay: %s\n", r->test->name, r->bad_replay);
    const char *unfair = lasso_unfairness(r);
    if (unfair != NULL)
        printf("%s: is not fair: %s\n", r->test->name, unfair);
    return r->bad_replay != NULL || unfair != NULL ? 4 : 1;
}

/* ---- Searches ---- */

static int search_test(program *p, const ir_program *ir, const ir_test *t, command *k,
                       const search *how)
{
    result r;
    result_init(&r, ir, t);
    r.options = &k->options;
    lines_init(&k->seen);
    search_run(how, &k->options, &k->seen, &r);
    int code;
    if (r.verdict.kind == VERDICT_VIOLATED) {
        code = report_violation(p, &r);
    } else {
        code = report_fine(&r);
        if (r.verdict.kind != VERDICT_UNKNOWN)
            lines_print(&k->seen);
    }
    fflush(stdout);
    lines_fini(&k->seen);
    result_fini(&r);
    return code;
}

static int search_tests(program *p, const ir_program *ir, command *k, const search *how)
{
    int code = 0;
    if (how->text != NULL)
        printf("# %s\n", how->text);
    fflush(stdout);
    for (uint32_t i = 0; i < ir->test_count; i++) {
        if (ir->tests[i].main_interface == IR_NONE)
            continue;
        int one = search_test(p, ir, &ir->tests[i], k, how);
        code = one > code ? one : code;
    }
    return code;
}

static int search_program(program *p, command *k)
{
    ir_program *ir = lower_program(p);
    open_all(p, ir);
    strbuf why = {0};
    int code = 0;
    if (k->faults != NULL &&
        !environment_faults(&k->options.core, &k->memory, ir, k->faults, &why)) {
        fprintf(stderr, "checker: %s\n", strbuf_text(&why));
        code = 2;
    }
    vec_each (how, &k->searches) {
        int one = code != 2 ? search_tests(p, ir, k, how) : 2;
        code = one > code ? one : code;
    }
    strbuf_free(&why);
    ir_free(ir);
    return code;
}

static int search_files(const char *const *paths, size_t count, command *k)
{
    const frontend_options front = {.warnings_off = true};
    program *p = frontend_load(paths, count, &front);
    int code = 2;
    if (p->diags.errors == 0) {
        code = search_program(p, k);
    } else {
        const diag_style style = {.max_errors = 5};
        diag_show(&p->diags, stderr, &style);
    }
    program_free(p);
    return code;
}

static int search_each(const char *const *paths, size_t count, command *k)
{
    int code = 0;
    for (size_t i = 0; i < count; i++) {
        printf("## %s\n", paths[i]);
        fflush(stdout);
        int one = search_files(&paths[i], 1, k);
        code = one > code ? one : code;
    }
    return code;
}

/* ---- The command line ---- */

/* False: TEXT is no reduction. */
static bool add_search(command *k, const char *text)
{
    search how;
    if (!search_parse(&how, text, &k->memory))
        return false;
    vec_push(&k->searches, how);
    return true;
}

static bool parse_command(int argc, char **argv, command *k)
{
    static const char letters[] = "n:f:qwlzgyds:m:t:j:u:p:exr:bcN:S:";
    engine_options *e = &k->options;
    search plain = {.engine = ENGINE_EXPLICIT};
    e->limits = (engine_limits){.seconds = 60, .states = 1000000};
    for (int o = getopt(argc, argv, letters); o != -1;
         o = getopt(argc, argv, letters)) {
        if (o == 'n' && !environment_network(&k->options.core, optarg))
            return false;
        else if (o == 'f')
            k->faults = optarg;
        else if (o == 'q')
            e->core.strict_quiescence = true;
        else if (o == 'w')
            e->core.deadlock_is_fine = true;
        else if (o == 'c')
            e->core.choices_are_unfair = true;
        else if (o == 'N')
            e->core.narrow = (uint32_t)strtoul(optarg, NULL, 10);
        else if (o == 'S')
            e->core.split_above = strtoull(optarg, NULL, 10);
        else if (o == 'l')
            k->seen.has_locals = true;
        else if (o == 'z')
            k->seen.has_ends = true;
        else if (o == 'g')
            k->seen.has_digest = true;
        else if (o == 'y')
            plain.is_anonymous = true;
        else if (o == 'e')
            plain.engine = ENGINE_DPOR;
        else if (o == 'x')
            plain.engine = ENGINE_SETS;
        else if (o == 'd')
            e->depth_first = true;
        else if (o == 's')
            e->limits.states = strtoull(optarg, NULL, 10);
        else if (o == 'm')
            e->limits.depth = strtoull(optarg, NULL, 10);
        else if (o == 't')
            e->limits.seconds = (double)strtoull(optarg, NULL, 10);
        else if (o == 'j')
            e->threads = (unsigned)strtoul(optarg, NULL, 10);
        else if (o == 'p')
            e->spill = optarg;
        else if (o == 'u' && !search_parse_tuning(&plain.tuning, optarg))
            return false;
        else if (o == 'r' && !add_search(k, optarg))
            return false;
        else if (o == 'b')
            k->is_batch = true;
        else if (o == '?')
            return false;
    }
    e->limits.executions = e->limits.states;
    if (k->searches.len == 0)
        vec_push(&k->searches, plain);
    return true;
}

int main(int argc, char **argv)
{
    command k = {0};
    arena_init(&k.memory);
    int code = 2;
    if (parse_command(argc, argv, &k)) {
        const char *const *paths = (const char *const *)argv + optind;
        size_t count = (size_t)(argc - optind);
        code =
            k.is_batch ? search_each(paths, count, &k) : search_files(paths, count, &k);
    }
    vec_free(&k.searches);
    arena_fini(&k.memory);
    return code;
}
