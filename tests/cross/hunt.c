/* Compares engines with their reference on many programs in one process, for long
 * hunts.
 *
 * reduce.py starts naive and checker for every few programs, lets both print all that
 * they have seen, and compares in Python.  That is good for a few thousand programs,
 * and to look at one; this program is for a million.  Naive, which takes most of the
 * time, runs in another process without sanitizers, since it is not under test, and
 * gets only programs that are small enough; the engine's lines stay here.  The rules of
 * the comparison are those of reduce.py, which confirms every difference: hunt.py runs
 * this program and says how.
 *
 * usage: hunt [NAIVE] [-s STATES] [-k MESSAGES] [-t SECONDS] -n NETWORK... <PROGRAMS
 *
 * Naive has SECONDS for a program; an engine has a quarter of that.
 *
 * A program is a line and its text:
 *
 *     NAME BYTES LIMIT REDUCTION...
 *
 * First the program is searched in full, with a stop at each send.  One with more than
 * LIMIT states (0: no limit) is "large" and skipped.  If LIMIT is "whole", programs of
 * which naive does not see all states are skipped.
 *
 * Without NAIVE the explicit engine is the reference for engines that must find every
 * state, as exact.h says; a program with more than LIMIT states is skipped.  Then a
 * network may have faults, as in agree.py: mbox/crash=1, p2p/strict; in bag/deadlock,
 * waiting in a receive for ever is a violation.
 *
 * The output, for every network:
 *
 *     NAME NETWORK naive|explicit finite|violated|unknown|large
 *     NAME NETWORK REDUCTION agree|contained|open|differ WHAT
 *
 * The beginning of a line is written first: an unfinished last line names the program
 * that crashed this process.
 */
#include "engine/environment.h"

#include "exact.h"
#include "ir/lower.h"
#include "ir/open.h"
#include "lang/frontend.h"
#include "search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A violation, as far as it can be compared. */
typedef struct failure {
    intern_id word;
    unsigned line;
} failure;

/* What naive says of one test. */
typedef struct opinion {
    intern_id name;
    bool is_whole; /* it has seen all */
    VEC(failure) failures;
    intern lines;
} opinion;

typedef struct judge {
    const char *text; /* network and faults, as they were asked for */
    const char *network;
    const char *faults; /* or NULL */
    FILE *to;
    FILE *from;
    pid_t process;
} judge;

typedef struct hunt {
    const char *naive; /* or NULL */
    const char *seconds;
    const char *messages;
    uint64_t states;
    VEC(judge) judges;
    engine_options options;
    arena memory;
    intern words;
    /* of the present program: */
    strbuf name;
    strbuf text;
    uint64_t limit;
    bool is_whole_only;
    VEC(search) searches;
    VEC(opinion) opinions;
} hunt;

static void die(const char *why)
{
    fprintf(stderr, "hunt: %s\n", why);
    exit(2); /* NOLINT(concurrency-mt-unsafe): there are no threads */
}

/* ---- Naive, in processes of their own ---- */

static void become_naive(const hunt *h, const judge *j)
{
    char states[32];
    snprintf(states, sizeof states, "%llu", (unsigned long long)h->states);
    execl(h->naive, h->naive, "-i", "-a", "-y", "-l", "-z", "-w", "-n", j->network,
          "-s", states, "-k", h->messages, "-t", h->seconds, (char *)NULL);
    _exit(127);
}

static void start_judge(const hunt *h, judge *j)
{
    if (j->faults != NULL)
        die("faults are for those without naive");
    int to[2];
    int from[2];
    if (pipe(to) != 0 || pipe(from) != 0)
        die("no pipe");
    j->process = fork();
    if (j->process == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        /* Those of earlier judges too, or they would not see the end of their input. */
        closefrom(STDERR_FILENO + 1);
        become_naive(h, j);
    }
    close(to[0]);
    close(from[1]);
    j->to = fdopen(to[1], "w");
    j->from = fdopen(from[0], "r");
    if (j->process < 0 || j->to == NULL || j->from == NULL)
        die("cannot start naive");
}

static void end_judge(judge *j)
{
    fclose(j->to);
    fclose(j->from);
    waitpid(j->process, NULL, 0);
}

/* ---- What naive says ---- */

static opinion *opinion_of(hunt *h, const char *name, size_t len)
{
    intern_id id = intern_put(&h->words, name, len);
    vec_each (o, &h->opinions)
        if (o->name == id)
            return o;
    opinion fresh = {.name = id};
    intern_init(&fresh.lines);
    vec_push(&h->opinions, fresh);
    return vec_last(&h->opinions);
}

static void forget_opinions(hunt *h)
{
    vec_each (o, &h->opinions) {
        vec_free(&o->failures);
        intern_fini(&o->lines);
    }
    vec_clear(&h->opinions);
}

/* Where a runaway is noticed depends on how instructions are counted. */
static failure make_failure(hunt *h, const char *word, size_t len, unsigned line)
{
    bool has_place = len != strlen("runaway") || memcmp(word, "runaway", len) != 0;
    return (failure){intern_put(&h->words, word, len), has_place ? line : 0};
}

/* KIND[ at FILE:LINE] after ... */
static failure read_failure(hunt *h, const char *text)
{
    const char *end = strstr(text, " after ");
    size_t word = strcspn(text, " ");
    unsigned line = 0;
    if (end != NULL && end > text + word) {
        const char *number = end;
        while (number[-1] != ':')
            number--;
        line = (unsigned)strtoul(number, NULL, 10);
    }
    return make_failure(h, text, word, line);
}

static opinion *read_line(hunt *h, opinion *now, const char *line, size_t len)
{
    if (line[0] == ' ') {
        intern_put(&now->lines, line + 2, len - 2);
        return now;
    }
    const char *colon = strstr(line, ": ");
    if (colon == NULL)
        die(line);
    now = opinion_of(h, line, (size_t)(colon - line));
    const char *rest = colon + 2;
    if (strncmp(rest, "violated: ", 10) == 0)
        vec_push(&now->failures, read_failure(h, rest + 10));
    else
        now->is_whole = strncmp(rest, "unknown", 7) != 0;
    return now;
}

static void ask_naive(hunt *h, const judge *j)
{
    fprintf(j->to, "%s %zu\n", strbuf_text(&h->name), h->text.len);
    fwrite(h->text.data, 1, h->text.len, j->to);
    fflush(j->to);
    char *line = NULL;
    size_t room = 0;
    opinion *now = NULL;
    for (;;) {
        ssize_t len = getline(&line, &room, j->from);
        if (len <= 0)
            die("naive has ended");
        line[len - 1] = '\0';
        if (strcmp(line, "##") == 0)
            break;
        now = read_line(h, now, line, (size_t)len - 1);
    }
    free(line); /* NOLINT: it is getline's */
}

/* ---- The comparison: as in reduce.py, compare ---- */

typedef enum agreement { AGREE, CONTAINED, OPEN, DIFFER } agreement;

static bool is_anonymous_line(const char *line)
{
    return strncmp(line, "~ ", 2) == 0 || strncmp(line, "= ~ ", 4) == 0;
}

/* What is told with a `?` may be a state of rest, and need not. */
static void sort_line(const char *line, intern *found, intern *maybe)
{
    if (strchr(line, '?') == NULL) {
        intern_puts(found, line);
        return;
    }
    strbuf plain = {0};
    for (; *line != '\0'; line++)
        if (*line != '?')
            strbuf_putc(&plain, *line);
    intern_put(maybe, strbuf_text(&plain), plain.len);
    strbuf_free(&plain);
}

static void sort_lines(const intern *all, intern *found, intern *maybe)
{
    for (intern_id i = 0; i < intern_count(all); i++)
        sort_line(intern_text(all, i), found, maybe);
}

static agreement compare_found(const opinion *o, bool has_roles, bool has_tails,
                               const intern *found, const intern *maybe, strbuf *what)
{
    size_t common = 0;
    for (intern_id i = 0; i < intern_count(&o->lines); i++) {
        const char *line = intern_text(&o->lines, i);
        size_t len = intern_len(&o->lines, i);
        if (is_anonymous_line(line) != has_roles)
            continue;
        if (intern_find(found, line, len) != INTERN_NONE) {
            common++;
        } else if (intern_find(maybe, line, len) == INTERN_NONE) {
            strbuf_printf(what, "missing: %s", line);
            return DIFFER;
        }
    }
    bool has_extra = common < intern_count(found);
    if (!o->is_whole || (has_extra && has_tails))
        return CONTAINED;
    if (has_extra)
        strbuf_puts(what, "too many");
    return has_extra ? DIFFER : AGREE;
}

static agreement compare_lines(const opinion *o, const lines *seen, bool has_tails,
                               strbuf *what)
{
    intern found;
    intern maybe;
    intern_init(&found);
    intern_init(&maybe);
    sort_lines(&seen->locals, &found, &maybe);
    sort_lines(&seen->ends, &found, &maybe);
    agreement is =
        compare_found(o, seen->is_anonymous, has_tails, &found, &maybe, what);
    intern_fini(&maybe);
    intern_fini(&found);
    return is;
}

static agreement compare_violation(hunt *h, program *p, const opinion *o,
                                   const result *r, strbuf *what)
{
    const fault *f = &r->verdict.fault;
    const char *word = fault_word(f->kind);
    unsigned line = f->pos != SRC_NONE ? sources_place(&p->src, f->pos).line : 0;
    failure mine = make_failure(h, word, strlen(word), line);
    if (r->bad_replay != NULL) {
        strbuf_printf(what, "does not replay: %s", r->bad_replay);
        return DIFFER;
    }
    vec_each (known, &o->failures)
        if (known->word == mine.word && known->line == mine.line)
            return AGREE;
    if (!o->is_whole)
        return OPEN;
    strbuf_printf(what, "finds %s in line %u, which naive does not", word, line);
    return DIFFER;
}

static agreement compare(hunt *h, program *p, const opinion *o, const result *r,
                         const lines *seen, strbuf *what)
{
    const verdict *v = &r->verdict;
    bool has_tails = v->stats.reduction.tails > 0;
    if (v->kind == VERDICT_VIOLATED)
        return compare_violation(h, p, o, r, what);
    /* Whatever the reason: it may have been about to look for the run. */
    bool is_late = v->stats.seconds >= h->options.limits.seconds / 2;
    if (v->kind == VERDICT_UNKNOWN && v->saw_violation && o->is_whole && !has_tails &&
        !is_late) {
        strbuf_puts(what, "a violation without a run");
        return DIFFER;
    }
    if (v->kind == VERDICT_UNKNOWN || v->kind == VERDICT_REFUSED)
        return OPEN;
    if (o->failures.len == 0)
        return compare_lines(o, seen, has_tails, what);
    strbuf_printf(what, "finds nothing, naive %s in line %u",
                  intern_text(&h->words, o->failures.data[0].word),
                  o->failures.data[0].line);
    return DIFFER;
}

/* ---- Searches ---- */

static void say_begin(const hunt *h, const judge *j, const char *what)
{
    printf("%s %s %s", strbuf_text(&h->name), j->text, what);
    fflush(stdout);
}

static void search_test(hunt *h, program *p, const ir_program *ir, const ir_test *t,
                        const search *how)
{
    static const char *const words[] = {[AGREE] = "agree",
                                        [CONTAINED] = "contained",
                                        [OPEN] = "open",
                                        [DIFFER] = "differ"};
    result r;
    result_init(&r, ir, t);
    r.options = &h->options;
    lines seen = {.has_locals = true, .has_ends = true};
    lines_init(&seen);
    search_run(how, &h->options, &seen, &r);
    strbuf what = {0};
    const opinion *o = opinion_of(h, t->name, strlen(t->name));
    agreement is = compare(h, p, o, &r, &seen, &what);
    printf(" %s%s%s", words[is], what.len > 0 ? " " : "", strbuf_text(&what));
    strbuf_free(&what);
    lines_fini(&seen);
    result_fini(&r);
}

static void search_tests(hunt *h, const judge *j, program *p, const ir_program *ir,
                         const search *how)
{
    for (uint32_t i = 0; i < ir->test_count; i++) {
        if (ir->tests[i].main_interface == IR_NONE)
            continue;
        say_begin(h, j, how->text);
        search_test(h, p, ir, &ir->tests[i], how);
        printf("\n");
    }
}

/* Searched in full, some test has more states than that. */
static bool is_large(hunt *h, const ir_program *ir)
{
    engine_options o = h->options;
    o.limits.states = h->limit;
    o.core.stops_at_sends = true; /* or one state may hold all that is ever sent */
    o.depth_first = true;         /* by rows: a tree knows no such stops */
    o.see_state = NULL;           /* the last search has left its own there */
    o.see_local = NULL;
    o.tuning = (explore_tuning){0};
    bool is = false;
    for (uint32_t i = 0; i < ir->test_count && !is; i++) {
        if (ir->tests[i].main_interface == IR_NONE)
            continue;
        verdict v;
        verdict_init(&v);
        explore_run(ir, &ir->tests[i], &o, &v);
        is = v.kind == VERDICT_UNKNOWN;
        verdict_fini(&v);
    }
    return is;
}

/* Naive has seen all, or it found something. */
static const char *judge_program(hunt *h, const judge *j, bool *is_whole)
{
    bool has_failures = false;
    *is_whole = true;
    forget_opinions(h);
    ask_naive(h, j);
    vec_each (o, &h->opinions) {
        *is_whole = *is_whole && o->is_whole;
        has_failures = has_failures || o->failures.len > 0;
    }
    return has_failures ? "violated" : *is_whole ? "finite" : "unknown";
}

static void hunt_with_naive(hunt *h, const judge *j, program *p, const ir_program *ir)
{
    engine_options *e = &h->options;
    e->limits.states = 4 * h->states;
    say_begin(h, j, "naive");
    if (h->limit > 0 && is_large(h, ir)) {
        printf(" large\n");
        return;
    }
    bool is_whole;
    printf(" %s\n", judge_program(h, j, &is_whole));
    if (!is_whole)
        e->limits.states = h->states;
    vec_each (how, &h->searches) /* what has no end is for those that need none */
        if (is_whole || (how->how.unbounded && !h->is_whole_only))
            search_tests(h, j, p, ir, how);
}

/* ---- All states, one by one ---- */

static void search_exactly(hunt *h, const exact *x, const ir_program *ir,
                           const ir_test *t, const search *how)
{
    result r;
    result_init(&r, ir, t);
    r.options = &h->options;
    lines seen = {.has_digest = true};
    lines_init(&seen);
    search_run(how, &h->options, &seen, &r);
    const char *what = exact_difference(x, how, &r, &seen);
    verdict_kind kind = r.verdict.kind;
    bool is_open = kind == VERDICT_UNKNOWN || kind == VERDICT_REFUSED;
    printf(" %s%s\n",
           what != NULL ? "differ "
           : is_open    ? "open"
                        : "agree",
           what != NULL ? what : "");
    lines_fini(&seen);
    result_fini(&r);
}

static void hunt_test_exactly(hunt *h, const judge *j, const ir_program *ir,
                              const ir_test *t)
{
    exact x;
    result r;
    result_init(&r, ir, t);
    r.options = &h->options;
    h->options.limits.states = h->limit;
    say_begin(h, j, "explicit");
    exact_ask(&x, &r);
    bool is_large = x.kind == VERDICT_UNKNOWN;
    printf(" %s\n", is_large                     ? "large"
                    : x.kind == VERDICT_VIOLATED ? "violated"
                                                 : "finite");
    h->options.limits.states = 4 * h->limit;
    vec_each (how, &h->searches) {
        if (is_large)
            break;
        say_begin(h, j, how->text);
        search_exactly(h, &x, ir, t, how);
    }
    exact_fini(&x);
    result_fini(&r);
}

static void hunt_exactly(hunt *h, const judge *j, const ir_program *ir)
{
    for (uint32_t i = 0; i < ir->test_count; i++)
        if (ir->tests[i].main_interface != IR_NONE)
            hunt_test_exactly(h, j, ir, &ir->tests[i]);
}

/* ---- Programs ---- */

static void set_up_network(hunt *h, const judge *j, const ir_program *ir)
{
    core_options *o = &h->options.core;
    strbuf why = {0};
    bool is_strict = j->faults != NULL && strcmp(j->faults, "strict") == 0;
    bool is_deadlock = j->faults != NULL && strcmp(j->faults, "deadlock") == 0;
    bool has_budgets = j->faults != NULL && !is_strict && !is_deadlock;
    o->strict_quiescence = is_strict;
    o->deadlock_is_fine = !is_deadlock;
    memset(o->budgets, 0, sizeof o->budgets);
    if (!environment_network(o, j->network))
        die("no such network");
    if (has_budgets && !environment_faults(o, &h->memory, ir, j->faults, &why))
        die(strbuf_text(&why));
    strbuf_free(&why);
}

static void hunt_network(hunt *h, const judge *j, program *p, const ir_program *ir)
{
    set_up_network(h, j, ir);
    if (h->naive != NULL)
        hunt_with_naive(h, j, p, ir);
    else
        hunt_exactly(h, j, ir);
}

static void hunt_program(hunt *h)
{
    const frontend_options front = {.warnings_off = true};
    program *p = frontend_load_text(strbuf_text(&h->name), strbuf_text(&h->text),
                                    h->text.len, &front);
    if (p->diags.errors > 0)
        die("a program that is none");
    ir_program *ir = lower_program(p);
    open_all(p, ir);
    vec_each (j, &h->judges)
        hunt_network(h, j, p, ir);
    ir_free(ir);
    program_free(p);
}

/* ---- Input ---- */

static const char *next_word(char **rest)
{
    const char *word = strtok_r(NULL, " \n", rest);
    if (word == NULL)
        die("a header with too few words");
    return word;
}

static void read_text(hunt *h, size_t size)
{
    strbuf_clear(&h->text);
    strbuf_reserve(&h->text, size + 1);
    for (size_t i = 0; i < size; i++) {
        int c = getchar();
        if (c == EOF)
            die("a program without its end");
        strbuf_putc(&h->text, (char)c);
    }
}

static void hunt_next(hunt *h, char *header, arena *memory)
{
    char *rest;
    const char *name = strtok_r(header, " \n", &rest);
    strbuf_clear(&h->name);
    strbuf_puts(&h->name, name != NULL ? name : "");
    size_t size = strtoull(next_word(&rest), NULL, 10);
    const char *limit = next_word(&rest);
    h->is_whole_only = strcmp(limit, "whole") == 0;
    h->limit = strtoull(limit, NULL, 10);
    vec_clear(&h->searches);
    for (const char *word = strtok_r(NULL, " \n", &rest); word != NULL;
         word = strtok_r(NULL, " \n", &rest)) {
        search how;
        if (!search_parse(&how, word, memory))
            die("no such reduction");
        vec_push(&h->searches, how);
    }
    read_text(h, size);
    hunt_program(h);
}

static void hunt_all(hunt *h)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        arena memory;
        arena_init(&memory);
        hunt_next(h, line, &memory);
        arena_fini(&memory);
    }
    free(line); /* NOLINT: it is getline's */
}

/* NETWORK[/FAULTS] */
static void add_judge(hunt *h, const char *text)
{
    judge j = {.text = text};
    const char *slash = strchr(text, '/');
    size_t len = slash != NULL ? (size_t)(slash - text) : strlen(text);
    j.network = arena_strndup(&h->memory, text, len);
    j.faults = slash != NULL ? slash + 1 : NULL;
    vec_push(&h->judges, j);
}

static bool parse_command(int argc, char **argv, hunt *h)
{
    for (int o = getopt(argc, argv, "s:k:t:n:"); o != -1;
         o = getopt(argc, argv, "s:k:t:n:")) {
        if (o == 's')
            h->states = strtoull(optarg, NULL, 10);
        else if (o == 'k')
            h->messages = optarg;
        else if (o == 't')
            h->seconds = optarg;
        else if (o == 'n')
            add_judge(h, optarg);
        else
            return false;
    }
    h->naive = argv[optind];
    h->options.limits.seconds = strtod(h->seconds, NULL) / 4;
    h->options.threads = 1;
    return h->judges.len > 0;
}

int main(int argc, char **argv)
{
    hunt h = {.states = 300, .messages = "5", .seconds = "1"};
    arena_init(&h.memory);
    if (!parse_command(argc, argv, &h))
        return 2;
    /* Of each large table a few pages are used: to clear 2 MB for that takes longer. */
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    intern_init(&h.words);
    for (size_t i = 0; h.naive != NULL && i < h.judges.len; i++)
        start_judge(&h, &h.judges.data[i]);
    hunt_all(&h);
    forget_opinions(&h);
    for (size_t i = 0; h.naive != NULL && i < h.judges.len; i++)
        end_judge(&h.judges.data[i]);
    vec_free(&h.opinions);
    vec_free(&h.searches);
    vec_free(&h.judges);
    strbuf_free(&h.text);
    strbuf_free(&h.name);
    intern_fini(&h.words);
    arena_fini(&h.memory);
    return 0;
}
