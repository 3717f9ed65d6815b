/* agree -- compares the DPOR engine with brute force, on random programs or a given
 * one.
 *
 *     agree [--seed=N] [--count=N] [--seconds=N] [--states=N] [--random=N]
 *     agree PROGRAM MODELS
 *
 * Of a given program it prints the behaviours (naive.h says how) and their number.  It
 * stops with exit code 1 at the first program on which they disagree, and shrinks
 * it.
 */
#include "base/clock.h"
#include "compare.h"
#include "generate.h"
#include "number.h"
#include "shrink.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SECONDS = 300 }; /* for one program, on a slow machine */

typedef struct plan {
    uint64_t seed, count, seconds, states, random;
} plan;

/* What is to be told if the engine crashes. */
static const char *current_text, *current_models;

static void write_text(const char *text)
{
    if (text != NULL && write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(4);
}

static void on_crash(int signal_number)
{
    write_text(signal_number == SIGALRM ? "does not end: '" : "crashed on: '");
    write_text(current_text);
    write_text("' ");
    write_text(current_models);
    write_text("\n");
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void parse_or_exit(mpl_program *p, const char *text, const char *models)
{
    mpl_error e;
    current_text = text;
    current_models = models;
    if (mpl_parse(p, text, &e) && mpl_set_models(p, models, &e))
        return;
    fprintf(stderr, "'%s' %s: column %zu: %s\n", text, models, e.column, e.text);
    exit(2);
}

static bool still_disagrees(void *context, const mpl_program *p)
{
    const plan *of = context;
    strbuf why = {0};
    bool agrees =
        compare(p, of->states, (unsigned)of->random + 5, of->seed, &why, NULL);
    strbuf_free(&why);
    return !agrees;
}

static bool try_one(const plan *of, const char *text, const char *models,
                    bool *is_too_big)
{
    mpl_program p;
    strbuf why = {0};
    parse_or_exit(&p, text, models);
    alarm(MOST_SECONDS);
    bool agrees =
        compare(&p, of->states, (unsigned)of->random, of->seed, &why, is_too_big);
    if (!agrees)
        printf("agree '%s' '%s'\n%s", text, models, strbuf_text(&why));
    strbuf_free(&why);
    mpl_free(&p);
    return agrees;
}

static void show_smallest(const plan *of, mpl_source *s)
{
    plan bold = *of;
    bold.random += 5;
    printf("made small:\n");
    shrink(s, still_disagrees, (void *)(uintptr_t)of);
    (void)try_one(&bold, strbuf_text(&s->text), strbuf_text(&s->models), NULL);
}

static int try_random(const plan *of)
{
    mpl_source s = {0};
    uint64_t compared = 0, too_big = 0, start = clock_ns();
    bool agrees = true;
    for (uint64_t i = 0; i < of->count && agrees; i++) {
        if (of->seconds > 0 && clock_ns() - start > of->seconds * 1000000000u)
            break;
        plan one = *of;
        bool is_too_big = false;
        one.seed += i;
        generate(&s, one.seed);
        agrees =
            try_one(&one, strbuf_text(&s.text), strbuf_text(&s.models), &is_too_big);
        compared += !is_too_big;
        too_big += is_too_big;
        if (!agrees)
            show_smallest(&one, &s);
    }
    printf("%" PRIu64 " programs compared, %" PRIu64 " too big\n", compared, too_big);
    mpl_source_free(&s);
    return !agrees;
}

/* The behaviours of one program, which the engine has found, too. */
static void show_behaviours(const plan *of, const char *text, const char *models)
{
    enum { MOST_SHOWN = 100 };
    mpl_program p;
    naive_result n;
    parse_or_exit(&p, text, models);
    naive_run(&p, of->states, &n);
    for (intern_id id = 0; id < intern_count(&n.graphs) && id < MOST_SHOWN; id++)
        puts(intern_text(&n.graphs, id));
    if (intern_count(&n.graphs) > MOST_SHOWN)
        puts("...");
    if (n.is_too_big)
        printf("not compared: more than %" PRIu64 " states\n", of->states);
    else
        printf("%" PRIu64 " executions and %" PRIu64
               " blocked ones; the engine agrees\n",
               n.executions, n.blocked);
    naive_result_free(&n);
    mpl_free(&p);
}

static int try_given(const plan *of, const char *text, const char *models)
{
    bool agrees = try_one(of, text, models, NULL);
    if (agrees)
        show_behaviours(of, text, models);
    return !agrees;
}

static bool read_plan(plan *of, int argc, char **argv)
{
    bool ok = true;
    for (int i = 1; i < argc; i++)
        ok &= read_number_option(argv[i], "--seed", &of->seed) ||
              read_number_option(argv[i], "--count", &of->count) ||
              read_number_option(argv[i], "--seconds", &of->seconds) ||
              read_number_option(argv[i], "--states", &of->states) ||
              read_number_option(argv[i], "--random", &of->random);
    return ok;
}

int main(int argc, char **argv)
{
    plan of = {.seed = 1, .count = 1000, .states = 20000, .random = 1};
    signal(SIGABRT, on_crash);
    signal(SIGSEGV, on_crash);
    signal(SIGALRM, on_crash);
    if (argc == 3 && argv[1][0] != '-') {
        of.seed = 0;
        of.random = 20;
        of.states = 10000000;
        return try_given(&of, argv[1], argv[2]);
    }
    if (read_plan(&of, argc, argv))
        return try_random(&of);
    fprintf(stderr, "usage: agree [--seed=N] [--count=N] [--seconds=N] [--states=N] "
                    "[--random=N]\n       agree PROGRAM MODELS\n");
    return 2;
}
