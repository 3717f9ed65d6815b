#include "report/text.h"

#include "base/utf8.h"
#include "engine/statistics.h"
#include "ir/expression.h"
#include "ir/open.h"
#include "report/coverage.h"
#include "report/proof.h"
#include "report/stop_text.h"

#include <float.h>
#include <math.h>
#include <string.h>

const char *text_digits(uint64_t n, char room[TEXT_DIGITS])
{
    char *at = room + TEXT_DIGITS - 1;
    *at = '\0';
    for (unsigned i = 1;; i++) {
        *--at = (char)('0' + n % 10);
        n /= 10;
        if (n == 0)
            return at;
        if (i % 3 == 0)
            *--at = ',';
    }
}

void text_count(uint64_t n, strbuf *out)
{
    strbuf_put_count(out, n);
}

void text_magnitude(double n, strbuf *out)
{
    enum { EXACT_BELOW = 1000000000 };
    if (n < EXACT_BELOW) {
        text_count((uint64_t)n, out);
        return;
    }
    if (n > DBL_MAX) {
        strbuf_puts(out, "more than 1e308");
        return;
    }
    unsigned power = 0;
    while (n >= 9.95) {
        n /= 10;
        power++;
    }
    unsigned tenths = (unsigned)(n * 10 + 0.5);
    strbuf_printf(out, "%u.%ue%u", tenths / 10, tenths % 10, power);
}

void text_seconds(double seconds, strbuf *out)
{
    /* Not printf, whose decimal point depends on the locale. */
    uint64_t ms = (uint64_t)(seconds * 1000);
    strbuf_printf(out, "%llu.%03llu", (unsigned long long)(ms / 1000),
                  (unsigned long long)(ms % 1000));
}

static void count_of(uint64_t n, const char *what, strbuf *out)
{
    text_count(n, out);
    strbuf_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

/* 1 state, 2 states */
static void count_statistic(const engine_stats *s, statistic_id id, strbuf *out)
{
    count_of(statistics_count(id, s), statistics_get(id)->noun, out);
}

void text_place(sources *src, srcpos pos, strbuf *out)
{
    if (pos == SRC_NONE)
        return;
    src_place p = sources_place(src, pos);
    strbuf_printf(out, "%s:%u", p.file->path, p.line);
}

/* ... executions and 3 blocked ones, 0.01 s: the first number does not include the
 * second. */
static void and_blocked(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    uint64_t waiting = r->shows_waiting != NULL ? s->waiting : 0;
    if (s->blocked > waiting) {
        strbuf_puts(out, " and ");
        count_of(s->blocked - waiting, "blocked one", out);
    }
    if (waiting > 0) {
        strbuf_puts(out, ", and ");
        text_count(waiting, out);
        strbuf_printf(out, " more in which a thread waits for ever: %s shows one",
                      r->shows_waiting);
    }
    strbuf_printf(out, ", %.2f s", s->seconds);
}

/* Digits in groups of three. */
static void long_count(const char *digits, strbuf *out)
{
    size_t len = strlen(digits);
    bool is_exact = strspn(digits, "0123456789") == len;
    for (size_t i = 0; i < len; i++) {
        if (is_exact && i > 0 && (len - i) % 3 == 0)
            strbuf_putc(out, ',');
        strbuf_putc(out, digits[i]);
    }
}

static void and_split(const engine_stats *s, strbuf *out)
{
    if (s->split_steps == 0)
        return;
    strbuf_puts(out, ", ");
    count_statistic(s, STATISTIC_SPLIT_STEPS, out);
    strbuf_puts(out, " split at sends");
}

static void and_all_values(const result *r, strbuf *out)
{
    if (r->verdict.has_open_values)
        strbuf_puts(out, ", each for all values that fit");
}

static void how_far_sets_got(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    if (s->set.states[0] != '\0')
        long_count(s->set.states, out);
    else
        text_count(s->states, out);
    strbuf_puts(out, s->states == 1 ? " state" : " states");
    and_all_values(r, out);
    strbuf_puts(out, r->verdict.has_open_values ? ", in " : " in ");
    count_statistic(s, STATISTIC_NODES, out);
    strbuf_puts(out, ", ");
    count_of(s->transitions, "local move", out);
    and_split(s, out);
    strbuf_puts(out, ", ");
    count_of(s->depth, "round", out);
    strbuf_printf(out, ", %.2f s", s->seconds);
}

static void how_far_runs_got(const engine_stats *s, strbuf *out)
{
    count_statistic(s, STATISTIC_SCHEDULES, out);
    strbuf_puts(out, ", ");
    count_of(s->transitions, "step", out);
    strbuf_printf(out, ", %.2f s", s->seconds);
}

static void how_far(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    if (s->phase == PHASE_EXECUTIONS) {
        count_statistic(s, STATISTIC_EXECUTIONS, out);
        and_blocked(r, out);
        return;
    }
    if (s->phase == PHASE_SAMPLE) {
        how_far_runs_got(s, out);
        return;
    }
    if (result_is_set(r)) {
        how_far_sets_got(r, out);
        return;
    }
    count_statistic(s, STATISTIC_STATES, out);
    if (result_is_reduced(r))
        strbuf_puts(out, s->states == 1 ? " that matters" : " that matter");
    and_all_values(r, out);
    strbuf_puts(out, ", ");
    count_statistic(s, STATISTIC_TRANSITIONS, out);
    and_split(s, out);
    strbuf_puts(out, ", depth ");
    text_count(s->depth, out);
    strbuf_printf(out, ", %.2f s", s->seconds);
}

void text_clean(const char *text, strbuf *out)
{
    size_t len = strlen(text);
    for (size_t n; len > 0; text += n, len -= n) {
        n = utf8_char(text, len);
        n = n == 0 ? 1 : n;
        if (*text == '\n')
            strbuf_puts(out, "\\n");
        else if (*text == '\t')
            strbuf_puts(out, "\\t");
        else if (utf8_is_control(text, n))
            strbuf_printf(out, "\\x%02x", (unsigned char)text[n - 1]);
        else
            strbuf_add(out, text, n);
    }
}

/* Longer texts lose their middle; this much of both ends is kept. */
enum { LONGEST = 2000, HEAD = 1000, TAIL = 500 };

const char *text_short(const char *text, strbuf *room)
{
    size_t len = strlen(text);
    if (len <= LONGEST)
        return text;
    size_t head = HEAD;
    size_t tail = len - TAIL;
    while (head > 0 && ((unsigned char)text[head] & 0xc0) == 0x80)
        head--; /* splits no character */
    while (tail < len && ((unsigned char)text[tail] & 0xc0) == 0x80)
        tail++;
    strbuf_clear(room);
    strbuf_add(room, text, head);
    strbuf_puts(room, " ... ");
    text_count(tail - head, room);
    strbuf_puts(room, " bytes not shown ... ");
    strbuf_puts(room, text + tail);
    return strbuf_text(room);
}

void text_reason(const fault *f, strbuf *out)
{
    if (f->text == NULL || f->text[0] == '\0')
        return;
    strbuf room = {0};
    strbuf_puts(out, ": ");
    text_clean(text_short(f->text, &room), out);
    strbuf_free(&room);
}

static void text_exhausted(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    if (s->phase == PHASE_EXECUTIONS) {
        if (s->executions == 1) {
            strbuf_puts(out, "holds: exhausted, the only execution");
        } else {
            strbuf_puts(out, "holds: exhausted, all ");
            count_statistic(s, STATISTIC_EXECUTIONS, out);
        }
        and_blocked(r, out);
        return;
    }
    strbuf_puts(out, "holds: exhausted, all ");
    how_far(r, out);
}

/* One or two digits, since estimates are not more precise. */
static void text_estimate(double estimate, strbuf *out)
{
    uint64_t unit = 1;
    if (!isfinite(estimate)) {
        strbuf_puts(out, "; there are more than can be counted");
        return;
    }
    if (estimate >= 1e18) {
        strbuf_printf(out, "; there are about %.0e in all", estimate);
        return;
    }
    while (estimate / (double)unit >= 100)
        unit *= 10;
    strbuf_puts(out, "; there are about ");
    text_count((uint64_t)(estimate / (double)unit + 0.5) * unit, out);
    strbuf_puts(out, " in all");
}

/* Sampling counts different things up to a limit. */
static void count_at_least(uint64_t n, const char *noun, strbuf *out)
{
    if (n >= SAMPLE_MOST_COUNTED)
        strbuf_puts(out, "at least ");
    count_of(n, noun, out);
}

static void text_sampled(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    if (s->phase == PHASE_EXECUTIONS) {
        strbuf_puts(out, "sampled: no violation in ");
        count_statistic(s, STATISTIC_EXECUTIONS, out);
        and_blocked(r, out);
        if (s->estimate > 0)
            text_estimate(s->estimate, out);
        return;
    }
    strbuf_puts(out, "sampled: no violation in ");
    count_statistic(s, STATISTIC_SCHEDULES, out);
    strbuf_puts(out, " (");
    count_at_least(s->behaviours, "different behaviour", out);
    if (s->states > 0) { /* they are counted only on request */
        strbuf_puts(out, ", ");
        count_at_least(s->states, "different state", out);
    }
    strbuf_puts(out, ", ");
    count_of(s->transitions, "step", out);
    strbuf_printf(out, ", %.2f s)", s->seconds);
    if (s->cut > 0) {
        strbuf_puts(out, "; ");
        text_count(s->cut, out);
        strbuf_puts(
            out, " of them were cut off, so their liveness is known only up to there");
    }
}

static void text_violation(sources *src, const result *r, strbuf *out)
{
    const fault *f = &r->verdict.fault;
    strbuf_puts(out, "violated");
    if (r->proof != NULL && r->proof->program->set_count > 0) {
        strbuf_puts(out, " with ");
        proof_sizes(r->proof->program, r->proof->sizes, out);
    }
    strbuf_printf(out, ": %s", fault_title(f->kind));
    if (f->pos != SRC_NONE) {
        strbuf_puts(out, " at ");
        text_place(src, f->pos, out);
    }
    text_reason(f, out);
}

/* The machines that a fault may affect: crash=1 of A, B, C and 2 more. */
static void add_names(const ir_program *ir, int budget, const bool *may, strbuf *out)
{
    enum { MOST = 3 };
    bool is_crash = budget == BUDGET_CRASH;
    uint32_t count = is_crash ? ir->machine_count : ir->event_count;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (may[i] && found++ < MOST)
            strbuf_printf(out, "%s%s", found == 1 ? " of " : ", ",
                          is_crash ? ir->machines[i].name : ir->events[i].name);
    if (found > MOST)
        strbuf_printf(out, " and %u more", found - MOST);
}

/* with 2 foreign functions left open */
static const char *add_open(const result *r, const char *separator, strbuf *out)
{
    uint32_t *open = open_of_test(r->ir, r->test);
    uint32_t count = 0;
    while (open[count] != IR_NONE)
        count++;
    mem_free(open, (r->ir->function_count + 1) * sizeof *open);
    if (count == 0)
        return separator;
    strbuf_printf(out, "%swith ", separator);
    count_of(count, "foreign function", out);
    strbuf_puts(out, " left open");
    return ", ";
}

/* The conditions of a verdict that differ from the defaults of P. */
static void add_conditions(const result *r, strbuf *out)
{
    if (r->ir == NULL) {
        if (r->conditions != NULL)
            strbuf_printf(out, " (%s)", r->conditions);
        return;
    }
    const core_options *o = &r->options->core;
    static const char *const faults[] = {
        [BUDGET_CRASH] = "crash", [BUDGET_LOSS] = "loss", [BUDGET_DUP] = "dup"};
    const char *separator = " (";
    if (o->network != NET_MBOX) {
        strbuf_printf(out, "%snetwork %s", separator, network_word(o->network));
        separator = ", ";
    }
    for (int i = 0; i < BUDGET_COUNT; i++) {
        const fault_budget *b = result_budget(r, i);
        if (b->left == 0)
            continue;
        strbuf_printf(out, "%s%s=%u", separator, faults[i], b->left);
        if (b->may != NULL)
            add_names(r->ir, i, b->may, out);
        separator = b->may != NULL ? "; " : ", "; /* names have commas */
    }
    if (o->deadlock_is_fine) {
        strbuf_printf(out, "%sdeadlocks allowed", separator);
        separator = ", ";
    }
    if (o->strict_quiescence) {
        strbuf_printf(out, "%sstrict quiescence", separator);
        separator = ", ";
    }
    if (o->choices_are_unfair) {
        strbuf_printf(out, "%sunfair choices", separator);
        separator = ", ";
    }
    separator = add_open(r, separator, out);
    if (separator[0] != ' ')
        strbuf_putc(out, ')');
}

static void add_budget(const result *r, strbuf *out)
{
    if (r->is_out_of_budget)
        strbuf_printf(out, "; its share of the budget was %.2f s", r->budget);
}

static void add_unchecked(const result *r, strbuf *out)
{
    if (!unchecked_has_any(&r->unchecked))
        return;
    strbuf_puts(out, "; ");
    unchecked_text(&r->unchecked, out);
}

void text_search(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    if (s->schedules > 0) {
        strbuf_puts(out, "found in schedule ");
        text_count(s->schedules, out);
        strbuf_printf(out, ", %.2f s", s->seconds);
    } else {
        if (s->phase == PHASE_EXECUTIONS && s->executions + s->blocked == 0) {
            strbuf_printf(out, "found in the first execution, %.2f s", s->seconds);
        } else {
            strbuf_puts(out,
                        s->phase == PHASE_EXECUTIONS ? "found after " : "found in ");
            how_far(r, out);
        }
        if (s->errors > 0) {
            strbuf_puts(out, "; ");
            count_statistic(s, STATISTIC_ERRORS, out);
            strbuf_puts(out, s->errors == 1 ? " fails" : " fail");
        }
    }
    if (r->origin != NULL)
        strbuf_printf(out, "; %s", r->origin);
    add_conditions(r, out);
    add_budget(r, out);
    add_unchecked(r, out);
}

/* By asi. */
static void text_any_buffer(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    strbuf_puts(out, "holds: proved for any buffer size, all ");
    how_far(r, out);
    strbuf_puts(out, s->reduction.tails > 0 ? "; queues grow beyond "
                                            : "; the longest queue had ");
    count_statistic(s, STATISTIC_LONGEST_QUEUE, out);
    add_conditions(r, out);
    add_budget(r, out);
}

/* A proof takes milliseconds. */
static void text_proved(const result *r, strbuf *out)
{
    double seconds = r->verdict.stats.seconds;
    if (r->proof == NULL) {
        text_any_buffer(r, out);
        return;
    }
    strbuf_puts(out, "holds ");
    proof_scope(r->proof->program, out);
    strbuf_puts(out, "; ");
    count_of(r->proof->found->steps, "rule", out);
    if (seconds < 1)
        strbuf_printf(out, ", %.2f ms", seconds * 1000);
    else
        strbuf_printf(out, ", %.2f s", seconds);
}

/* The estimate ignores states that are reachable only through missed ones.  If many are
 * missed, there are many such states, and the estimate is far too low. */
static void text_share(double share, strbuf *out)
{
    if (share < 0.6)
        strbuf_puts(out,
                    "; bitstate, less than 60 % of the states: it needs more memory");
    else
        strbuf_printf(out, "; bitstate, some %.*f %% of the states",
                      share < 0.999 ? 1 : 4, share * 100);
}

/* "unknown: the time limit was reached" */
static void add_reason(const result *r, const char *what, strbuf *out)
{
    strbuf room = {0};
    strbuf_printf(out, "%s: ", what);
    text_clean(stop_text_verdict(&r->verdict, &room), out);
    strbuf_free(&room);
}

/* Random runs beside an exact search judge no liveness. */
static void add_hot_runs(const result *r, strbuf *out)
{
    const hot_count *hot = &r->verdict.random_hot;
    if (hot->runs == 0)
        return;
    const ir_monitor *spec = &r->test->module->monitors[hot->spec];
    strbuf_puts(out, ", but in ");
    strbuf_put_count(out, hot->runs);
    strbuf_printf(out, " of them spec %s stayed hot over the last half",
                  r->ir->machines[spec->machine].name);
}

/* ", nor in 41,200 random runs with 96% of the handlers" */
static void add_random_runs(const result *r, strbuf *out)
{
    const verdict *v = &r->verdict;
    coverage_report c;
    if (v->random_runs == 0 || v->sampled == NULL)
        return;
    coverage_report_begin(&c, r->ir, v->sampled);
    coverage_report_add(&c, r->test);
    coverage_report_count(&c);
    strbuf_puts(out, ", nor in ");
    count_of(v->random_runs, "random run", out);
    if (c.handlers.all > 0)
        strbuf_printf(out, " with %u%% of the handlers",
                      100 * c.handlers.seen / c.handlers.all);
    coverage_report_fini(&c);
    add_hot_runs(r, out);
}

/* How far a search that stopped early has come. */
static void text_unknown(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    strbuf_puts(out, " after ");
    how_far(r, out);
    if (!r->verdict.saw_violation)
        strbuf_puts(out, s->phase == PHASE_CYCLES
                             ? "; all states visited without a violation, but a spec "
                               "may stay hot in a cycle"
                             : "; no violation so far");
    if (!r->verdict.saw_violation)
        add_random_runs(r, out);
    if (s->estimate > 0)
        text_estimate(s->estimate, out);
    add_conditions(r, out);
    add_budget(r, out);
}

/* The search was complete, but is no answer. */
static void text_only_proofs(const result *r, strbuf *out)
{
    strbuf_puts(out, "unknown: ");
    unchecked_text(&r->unchecked, out);
    strbuf_puts(out, ", and nothing else is claimed; no violation in ");
    how_far(r, out);
    add_conditions(r, out);
    add_budget(r, out);
}

/* "'Server: term <= 3' and 20 steps and --narrow=3": those bounds that have left
 * something out. */
static void add_bounds(const result *r, strbuf *out)
{
    const engine_options *o = r->options;
    const engine_stats *s = &r->verdict.stats;
    const char *separator = "";
    for (size_t i = 0; i < o->core.within_count && s->outside > 0; i++) {
        const ir_expression *e = o->core.within[i];
        strbuf_printf(out, "%s'%s: ", separator, r->ir->machines[e->machine].name);
        text_clean(e->text, out);
        strbuf_putc(out, '\'');
        separator = " and ";
    }
    if (s->deeper > 0) {
        strbuf_puts(out, separator);
        count_of(o->limits.depth, "step", out);
        separator = " and ";
    }
    if (s->narrowed_choices > 0)
        strbuf_printf(out, "%s--narrow=%u", separator, o->core.narrow);
}

/* "; 12 states outside were not expanded" */
static void add_left_alone(const engine_stats *s, strbuf *out)
{
    if (s->outside > 0) {
        strbuf_puts(out, "; ");
        count_statistic(s, STATISTIC_OUTSIDE, out);
        strbuf_printf(out, " outside %s not expanded",
                      s->outside == 1 ? "was" : "were");
    }
    if (s->deeper > 0) {
        strbuf_puts(out, "; ");
        count_statistic(s, STATISTIC_DEEPER, out);
        strbuf_printf(out, " at the last step %s not expanded",
                      s->deeper == 1 ? "was" : "were");
    }
    if (s->narrowed_choices > 0) {
        strbuf_puts(out, "; ");
        count_statistic(s, STATISTIC_NARROWED_CHOICES, out);
        strbuf_printf(out, " %s narrowed", s->narrowed_choices == 1 ? "was" : "were");
    }
}

static void text_verdict_alone(sources *src, const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    switch (r->verdict.kind) {
    case VERDICT_EXHAUSTED:
        text_exhausted(r, out);
        add_conditions(r, out);
        add_budget(r, out);
        return;
    case VERDICT_SAMPLED:
        text_sampled(r, out);
        add_conditions(r, out);
        add_budget(r, out);
        return;
    case VERDICT_WITHIN:
        strbuf_puts(out, "holds within ");
        add_bounds(r, out);
        strbuf_puts(out, ": all ");
        how_far(r, out);
        add_left_alone(s, out);
        add_conditions(r, out);
        add_budget(r, out);
        return;
    case VERDICT_COVERED:
        strbuf_puts(out, "covered: no violation in ");
        how_far(r, out);
        text_share(s->share, out);
        add_left_alone(s, out);
        add_conditions(r, out);
        add_budget(r, out);
        return;
    case VERDICT_PROVED:
        text_proved(r, out);
        return;
    case VERDICT_SKIPPED:
        add_reason(r, "skipped", out);
        return;
    case VERDICT_REFUSED:
        add_reason(r, r->ir != NULL ? "not begun" : "error", out);
        return;
    case VERDICT_UNKNOWN:
        add_reason(r, "unknown", out);
        if (r->proof == NULL)
            text_unknown(r, out);
        return;
    case VERDICT_VIOLATED:
        text_violation(src, r, out);
        return;
    }
}

void text_verdict(sources *src, const result *r, strbuf *out)
{
    if (r->verdict.stop == STOP_ONLY_PROOFS) {
        text_only_proofs(r, out);
        return;
    }
    text_verdict_alone(src, r, out);
    if (r->verdict.kind != VERDICT_VIOLATED) /* text_search says it */
        add_unchecked(r, out);
}

/* "34 dead messages dropped", unless there were none. */
static void add_if_any(const engine_stats *s, statistic_id id, const char *then,
                       strbuf *out)
{
    if (statistics_count(id, s) == 0)
        return;
    strbuf_puts(out, ", ");
    count_statistic(s, id, out);
    strbuf_puts(out, then);
}

void text_reduction(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    const reduction_stats *x = &s->reduction;
    strbuf_printf(out, "%s: ", registry_name(r->engine));
    text_count(x->explored, out);
    strbuf_puts(out, " of ");
    count_statistic(s, STATISTIC_POSSIBLE, out);
    strbuf_puts(out, " explored");
    if (x->narrowed > 0) {
        strbuf_puts(out, "; ");
        text_count(x->narrowed, out);
        strbuf_puts(out, " of ");
        count_statistic(s, STATISTIC_STATES, out);
        strbuf_puts(out, " narrowed, to at most ");
        count_statistic(s, STATISTIC_LARGEST_SET, out);
    }
    add_if_any(s, STATISTIC_PROVISOS, " opened", out);
    add_if_any(s, STATISTIC_DROPPED, " dropped", out);
    if (x->refused > 0) {
        strbuf_puts(out, " (");
        text_count(x->refused, out);
        strbuf_puts(out, " refused by guards)");
    }
    add_if_any(s, STATISTIC_RENAMED, " renamed", out);
    add_if_any(s, STATISTIC_TAILS, " abstracted", out);
}

void text_failure(const result *r, strbuf *out)
{
    const fault *f = &r->verdict.fault;
    if (r->machine != NULL)
        strbuf_printf(out, "%s", r->machine);
    if (r->state != NULL)
        strbuf_printf(out, " in state %s", r->state);
    if (r->event != NULL)
        strbuf_printf(out, ", handling %s", r->event);
    strbuf_printf(out, "%s%s", r->machine != NULL ? ": " : "", fault_title(f->kind));
    text_reason(f, out);
}
