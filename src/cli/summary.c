/* The table of all tests, what none of them has exercised, and the exit code.
 *
 * What is missing from the coverage of all tests is a fact only if each of them was
 * searched to its end (is_complete). */
#include "cli/summary.h"

#include "cli/cmd.h"

#include "report/coverage.h"
#include "report/text.h"

#include <stdio.h>
#include <string.h>

void summary_fini(summary *s)
{
    vec_free(&s->rows);
    coverage_free(s->covered);
    *s = (summary){0};
}

bool summary_is_fine(const result *r)
{
    return r->verdict.kind == VERDICT_EXHAUSTED || r->verdict.kind == VERDICT_SAMPLED ||
           r->verdict.kind == VERDICT_COVERED || r->verdict.kind == VERDICT_PROVED ||
           r->verdict.kind == VERDICT_WITHIN;
}

static bool is_hollow(const result *r)
{
    if (r->verdict.coverage == NULL || !summary_is_fine(r))
        return false;
    coverage_report c;
    coverage_report_init(&c, r);
    bool is = coverage_is_hollow(&c);
    coverage_report_fini(&c);
    return is;
}

static void note_coverage(summary *s, const result *r)
{
    if (r->verdict.coverage == NULL)
        return;
    if (s->covered == NULL)
        s->covered = coverage_new(r->ir);
    coverage_add(s->covered, r->verdict.coverage);
}

void summary_add(summary *s, const result *r)
{
    summary_row row = {r->name, r->verdict.kind, is_hollow(r), r->verdict.stats};
    vec_push(&s->rows, row);
    note_coverage(s, r);
}

/* What an engine counts. A set may have more states than fit into the column. */
static void add_counted(const engine_stats *s, strbuf *out)
{
    enum { FIT = 15 };
    if (s->phase == PHASE_SAMPLE) {
        text_count(s->schedules, out);
        strbuf_puts(out, s->schedules == 1 ? " run" : " runs");
        return;
    }
    text_count(s->phase == PHASE_EXECUTIONS ? s->executions : s->states, out);
    if (out->len <= FIT || s->set.nodes == 0)
        return;
    strbuf_clear(out);
    text_magnitude(s->set.about, out);
}

/* Sets have no transitions from state to state. */
static const char *unless_set(const engine_stats *s, uint64_t n, char room[TEXT_DIGITS])
{
    return s->set.nodes > 0 ? "-" : text_digits(n, room);
}

static bool is_of_executions(const summary *s)
{
    return s->rows.len > 0 && s->rows.data[0].stats.phase == PHASE_EXECUTIONS;
}

static void print_table(const summary *s)
{
    static const char *const words[] = {
        [VERDICT_EXHAUSTED] = "holds", [VERDICT_SAMPLED] = "sampled",
        [VERDICT_UNKNOWN] = "unknown", [VERDICT_COVERED] = "covered",
        [VERDICT_REFUSED] = "refused", [VERDICT_VIOLATED] = "violated",
        [VERDICT_SKIPPED] = "skipped", [VERDICT_PROVED] = "proved",
        [VERDICT_WITHIN] = "within"};
    int width = 4;
    unsigned hollow = 0;
    vec_each (row, &s->rows)
        if ((int)strlen(row->test) > width)
            width = (int)strlen(row->test);
    printf("\n%-*s  %-8s %15s %15s %9s %10s\n", width, "test", "verdict",
           is_of_executions(s) ? "executions" : "states",
           is_of_executions(s) ? "events" : "transitions", "depth", "seconds");
    vec_each (row, &s->rows) {
        strbuf states = {0};
        char transitions[TEXT_DIGITS];
        char depth[TEXT_DIGITS];
        char word[16];
        add_counted(&row->stats, &states);
        snprintf(word, sizeof word, "%s%s", words[row->kind],
                 row->is_hollow ? "?" : "");
        printf("%-*s  %-8s %15s %15s %9s %10.2f\n", width, row->test, word,
               strbuf_text(&states),
               unless_set(&row->stats, row->stats.transitions, transitions),
               unless_set(&row->stats, row->stats.depth, depth), row->stats.seconds);
        strbuf_free(&states);
        hollow += row->is_hollow;
    }
    if (hollow > 0)
        puts("?: the result is nearly vacuous; see the notes above");
}

/* Has every test run to its end?  If not, what is missing might still be exercised. */
static bool is_complete(const summary *s)
{
    vec_each (row, &s->rows)
        if (row->kind == VERDICT_UNKNOWN || row->kind == VERDICT_VIOLATED)
            return false;
    return s->left_out == 0 && !s->is_refused && !s->is_broken;
}

/* Prints what no test has exercised. */
static void print_coverage(const summary *s, const ir_program *ir,
                           const ir_test *const *tests, size_t test_count)
{
    if (s->covered == NULL || !is_complete(s))
        return;
    coverage_report c;
    strbuf b = {0};
    coverage_report_begin(&c, ir, s->covered);
    for (size_t i = 0; i < test_count; i++)
        coverage_report_add(&c, tests[i]);
    coverage_report_count(&c);
    coverage_text_of_all(&c, &b);
    fputs(strbuf_text(&b), stdout);
    strbuf_free(&b);
    coverage_report_fini(&c);
}

void summary_print(const summary *s, const ir_program *ir, const ir_test *const *tests,
                   size_t test_count)
{
    print_table(s);
    print_coverage(s, ir, tests, test_count);
}

int summary_code(const summary *s)
{
    int code = s->left_out > 0 || s->rows.len == 0 ? EXIT_UNKNOWN : EXIT_OK;
    if (s->is_broken)
        return EXIT_FAULT;
    vec_each (row, &s->rows) {
        if (row->kind == VERDICT_VIOLATED)
            code = EXIT_VIOLATED;
        else if (row->kind == VERDICT_UNKNOWN && code == EXIT_OK)
            code = EXIT_UNKNOWN;
    }
    return s->is_refused && code != EXIT_VIOLATED ? EXIT_INPUT : code;
}
