/* icet-agree -- the sequential engine against every run of small instances.
 *
 *     icet-agree [OPTION...]                  random programs
 *     icet-agree [OPTION...] FILE.icet...     those in files
 *     icet-agree [--soup] --print=SEED        shows one
 *
 *     --seed=N --count=N --seconds=N    which, and how many
 *     --soup           programs without a plan
 *     --size=N         up to so many in each set (3)
 *     --states=N       larger instances are left out (20000)
 *     --literal=N      explores literally, too, up to so many states
 *     --guard=SECONDS  for a proof (10); 0: a crash is a crash
 *     --held           instances only of what the prover accepts: faster
 *     --keep-going     past what is wrong
 *     --missed=KIND    shows what is rejected as KIND, or as anything (any), although
 *                      no instance fails
 *     --shrink         makes that small, or the program of a file
 *     --finals --quiet more or less about files
 *
 * For random programs, or those of files: what the prover accepts must be right for all
 * sizes of the sets from 0 to --size, and end in the states in which its sequential
 * program ends.  Exits with 1 at the first program for which this is not so, which is
 * made small first.
 */
#include "base/clock.h"
#include "compare.h"
#include "guard.h"
#include "random.h"
#include "shrink.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Crashes are often all the same, and slow. */
enum { MOST_SECONDS = 120, MOST_CRASHES = 3, PROVER_KINDS = SEQUENTIAL_LIMIT + 1 };

typedef struct settings {
    uint64_t seed, count, seconds, print;
    random_kind kind;
    bool prints, shrinks, keeps_going, is_quiet;
    const char *missed;
    compare_options compare;
} settings;

typedef struct statistics {
    uint64_t programs, invalid, wrong, crashes, instances, too_large;
    uint64_t by_kind[PROVER_KINDS][NAIVE_KINDS]; /* prover's, explorer's */
    uint64_t slowest_ns;
} statistics;

/* What is to be told if something crashes. */
static const char *current_text;

static void on_crash(int signal_number)
{
    const char *what = signal_number == SIGALRM ? "does not end:\n" : "crashed on:\n";
    if (write(STDERR_FILENO, what, strlen(what)) < 0 || current_text == NULL ||
        write(STDERR_FILENO, current_text, strlen(current_text)) < 0)
        _exit(4);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void compare_guarded(const char *text, const compare_options *options,
                            comparison *result)
{
    current_text = text;
    alarm(MOST_SECONDS);
    compare(text, options, result);
    alarm(0);
    current_text = NULL;
}

/* ---- making programs small ---- */

typedef struct wanted {
    const settings *set;
    const comparison *like;
} wanted;

static bool is_missed(const comparison *c)
{
    return c->kind == COMPARE_AGREES && c->proved != SEQUENTIAL_HOLDS &&
           c->failing == NAIVE_RIGHT && c->too_large == 0;
}

static bool is_wanted(void *context, const char *text)
{
    const wanted *w = context;
    comparison c;
    compare_options options = w->set->compare;
    options.like = w->like;
    compare_guarded(text, &options, &c);
    bool good = c.kind == w->like->kind && c.proved == w->like->proved &&
                is_missed(&c) == is_missed(w->like);
    compare_fini(&c);
    return good;
}

static void show_small(const settings *set, const comparison *like,
                       const strbuf *program)
{
    wanted w = {set, like};
    strbuf text = {0};
    comparison c;
    compare_options verbose = set->compare;
    verbose.verbose = true;
    strbuf_puts(&text, strbuf_text(program));
    shrink(&text, is_wanted, &w);
    compare_guarded(strbuf_text(&text), &verbose, &c);
    printf("made small:\n%s%s", strbuf_text(&text), strbuf_text(&c.why));
    compare_fini(&c);
    strbuf_free(&text);
}

/* ---- random programs ---- */

static void count_one(statistics *st, const comparison *c)
{
    st->programs++;
    st->invalid += c->kind == COMPARE_INVALID;
    st->crashes += c->kind == COMPARE_CRASH;
    if (c->kind == COMPARE_INVALID || c->kind == COMPARE_CRASH)
        return;
    st->instances += c->instances;
    st->too_large += c->too_large;
    st->by_kind[c->proved][c->failing]++;
    if (c->prove_ns > st->slowest_ns)
        st->slowest_ns = c->prove_ns;
}

static bool is_shown(const settings *set, const comparison *c)
{
    return set->missed != NULL && is_missed(c) &&
           (strcmp(set->missed, "any") == 0 ||
            strcmp(set->missed, sequential_kind_name(c->proved)) == 0);
}

static void show_missed(const settings *set, uint64_t seed, const comparison *c,
                        const strbuf *text)
{
    printf("---- %" PRIu64 ": rejected (%s), but no instance fails\n%s", seed,
           sequential_kind_name(c->proved), strbuf_text(text));
    if (set->shrinks)
        show_small(set, c, text);
}

static void show_wrong(const settings *set, uint64_t seed, const statistics *st,
                       const comparison *c, const strbuf *text)
{
    printf("---- %" PRIu64 ": %s\n%s%s", seed, compare_kind_name(c->kind),
           strbuf_text(text), strbuf_text(&c->why));
    if (c->kind != COMPARE_INVALID &&
        (c->kind != COMPARE_CRASH || st->crashes <= MOST_CRASHES))
        show_small(set, c, text);
}

/* False: prover and instances disagree. */
static bool try_seed(const settings *set, uint64_t seed, statistics *st)
{
    strbuf text = {0};
    comparison c;
    random_program(set->kind, seed, &text);
    compare_guarded(strbuf_text(&text), &set->compare, &c);
    count_one(st, &c);
    bool good = c.kind == COMPARE_AGREES;
    if (!good)
        show_wrong(set, seed, st, &c, &text);
    else if (is_shown(set, &c))
        show_missed(set, seed, &c, &text);
    st->wrong += !good;
    compare_fini(&c);
    strbuf_free(&text);
    return good;
}

static uint64_t total_of(const uint64_t *counts)
{
    uint64_t total = 0;
    for (int k = 0; k < NAIVE_KINDS; k++)
        total += counts[k];
    return total;
}

static void show_statistics(const settings *set, const statistics *st)
{
    printf("%" PRIu64 " programs (%" PRIu64 " no program, %" PRIu64
           " crashes), %" PRIu64 " instances, %" PRIu64
           " too large, slowest proof %.1f ms\n",
           st->programs, st->invalid, st->crashes, st->instances, st->too_large,
           (double)st->slowest_ns / 1e6);
    printf("%-12s %8s  of which an instance fails:\n", "prover", "all");
    for (int k = 0; k < PROVER_KINDS; k++) {
        uint64_t all = total_of(st->by_kind[k]);
        if (all == 0)
            continue;
        printf("%-12s %8" PRIu64, sequential_kind_name((sequential_kind)k), all);
        if (k == SEQUENTIAL_HOLDS || !set->compare.only_held)
            printf("  none %" PRIu64, st->by_kind[k][NAIVE_RIGHT]);
        for (int n = NAIVE_RIGHT + 1; n < NAIVE_KINDS; n++)
            if (st->by_kind[k][n] > 0)
                printf(", %s %" PRIu64, naive_kind_name((naive_kind)n),
                       st->by_kind[k][n]);
        printf("\n");
    }
}

static int try_random(const settings *set)
{
    statistics st = {0};
    uint64_t start = clock_ns();
    bool good = true;
    for (uint64_t i = 0; i < set->count && (good || set->keeps_going); i++) {
        if (set->seconds > 0 && clock_ns() - start > set->seconds * 1000000000u)
            break;
        good &= try_seed(set, set->seed + i, &st);
    }
    show_statistics(set, &st);
    if (!good)
        printf("%" PRIu64 " programs on which they disagree\n", st.wrong);
    return !good;
}

/* ---- programs in files ---- */

static bool read_text(const char *path, strbuf *out)
{
    char block[4096];
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return false;
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
        strbuf_add(out, block, n);
    fclose(f);
    return true;
}

/* 0: they agree, 1: they do not, 2: no program. */
static int try_file(const settings *set, const char *path)
{
    strbuf text = {0};
    comparison c;
    compare_options verbose = set->compare;
    verbose.verbose = true;
    if (!read_text(path, &text)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 2;
    }
    compare_guarded(strbuf_text(&text), &verbose, &c);
    if (!set->is_quiet || c.kind != COMPARE_AGREES)
        printf("%s: %s\n%s", path, compare_kind_name(c.kind), strbuf_text(&c.why));
    if (set->shrinks && c.kind != COMPARE_INVALID)
        show_small(set, &c, &text);
    int code = c.kind == COMPARE_INVALID ? 2 : c.kind != COMPARE_AGREES;
    compare_fini(&c);
    strbuf_free(&text);
    return code;
}

/* ---- the command line ---- */

static bool read_number(const char *arg, const char *name, uint64_t *out)
{
    size_t len = strlen(name);
    char *end;
    if (strncmp(arg, name, len) != 0 || arg[len] != '=' || arg[len + 1] == '\0')
        return false;
    *out = strtoull(arg + len + 1, &end, 10);
    return *end == '\0';
}

static bool read_small(const char *arg, const char *name, uint32_t *out)
{
    uint64_t number;
    if (!read_number(arg, name, &number) || number > UINT32_MAX)
        return false;
    *out = (uint32_t)number;
    return true;
}

static bool read_flag(const char *arg, const char *name, bool *out)
{
    *out |= strcmp(arg, name) == 0;
    return strcmp(arg, name) == 0;
}

static bool read_option(settings *s, const char *arg)
{
    if (strncmp(arg, "--missed=", 9) == 0) {
        s->missed = arg + 9;
        return true;
    }
    if (read_number(arg, "--print", &s->print))
        return s->prints = true;
    if (strcmp(arg, "--soup") == 0) {
        s->kind = RANDOM_SOUP;
        return true;
    }
    return read_number(arg, "--seed", &s->seed) ||
           read_number(arg, "--count", &s->count) ||
           read_number(arg, "--seconds", &s->seconds) ||
           read_small(arg, "--size", &s->compare.max_size) ||
           read_small(arg, "--states", &s->compare.max_states) ||
           read_small(arg, "--guard", &s->compare.guard) ||
           read_small(arg, "--literal", &s->compare.literal) ||
           read_flag(arg, "--shrink", &s->shrinks) ||
           read_flag(arg, "--keep-going", &s->keeps_going) ||
           read_flag(arg, "--held", &s->compare.only_held) ||
           read_flag(arg, "--quiet", &s->is_quiet) ||
           read_flag(arg, "--finals", &s->compare.finals);
}

static int print_program(const settings *s)
{
    strbuf text = {0};
    random_program(s->kind, s->print, &text);
    fputs(strbuf_text(&text), stdout);
    strbuf_free(&text);
    return 0;
}

int main(int argc, char **argv)
{
    settings s = {.seed = 1, .count = 1000};
    s.compare = (compare_options){.max_size = 3, .max_states = 20000, .guard = 10};
    int first = 1, worst = 0;
    for (; first < argc && argv[first][0] == '-'; first++)
        if (!read_option(&s, argv[first])) {
            fprintf(stderr, "icet-agree: unknown option %s\n", argv[first]);
            return 2;
        }
    guard_memory((size_t)2 << 30);
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGABRT, on_crash);
    signal(SIGSEGV, on_crash);
    signal(SIGALRM, on_crash);
    if (s.prints)
        return print_program(&s);
    if (first == argc)
        return try_random(&s);
    for (int i = first; i < argc; i++) {
        int code = try_file(&s, argv[i]);
        worst = code > worst ? code : worst;
    }
    return worst;
}
