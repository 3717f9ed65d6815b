/* coverage.h -- what a result has exercised of its program, and what it did not check.
 *
 * Only what a test can run counts: the machines that its module can create, starting
 * with the main machine; its specs; and the functions that these call.
 */
#ifndef REPORT_COVERAGE_H
#define REPORT_COVERAGE_H

#include "report/result.h"

typedef struct covered_count {
    uint32_t seen;
    uint32_t all;
} covered_count;

/* Something that never happened, in all runs that the verdict is about. */
typedef struct coverage_note {
    const char *text;
    bool is_hollow; /* the result shows next to nothing */
} coverage_note;

typedef struct coverage_report {
    const ir_program *ir;
    const coverage *v;
    arena memory;
    /* what counts, by machine, function and event */
    bool *machines;
    bool *functions;
    bool *events;
    /* how much of it was seen */
    covered_count states;
    covered_count handlers; /* with the cases of `receive` */
    covered_count handled;  /* events */
    covered_count branches; /* both sides of each `if` and `while` */
    covered_count scenarios;
    bool is_partial;    /* the search ended early, so what did not happen still may */
    const char *within; /* words after "never": what was looked at, if not all runs */
    VEC(coverage_note) notes; /* none if it is partial */
    bool
        has_missed; /* all events, or all that the test claims, though there are some */
} coverage_report;

/* The report on one result, whose search must have begun. */
void coverage_report_init(coverage_report *c, const result *r);
void coverage_report_fini(coverage_report *c);

/* The report on several results: V is their coverage together, and each test must be
 * added. */
void coverage_report_begin(coverage_report *c, const ir_program *ir, const coverage *v);
void coverage_report_add(coverage_report *c, const ir_test *test);
void coverage_report_count(coverage_report *c);

bool coverage_is_hollow(const coverage_report *c);

/* ---- Looking closer ---- */

/* A conditional that stands in the source, and that is not decided by a constant. */
bool coverage_is_branch(const ir_instr *i);

/* The pc after code that runs only when an assertion fails, or only for provers; AT
 * itself if there is no such code at AT. */
uint32_t coverage_skip(const ir_function *f, uint32_t at);

/* Handlers of a state, as core/coverage.h numbers them. */
bool coverage_has_handler(const ir_state *s, uint32_t which);
srcpos coverage_handler_pos(const ir_program *ir, const ir_state *s, uint32_t which);
const char *coverage_handler_kind(const ir_state *s, uint32_t which);

const char *coverage_machine_kind(const ir_machine *m);

/* ---- Telling ---- */

/* One line, and another for each note. */
void coverage_text(const coverage_report *c, strbuf *out);

/* What was never exercised, with positions, and what took the most work. */
void coverage_text_in_full(const coverage_report *c, sources *src, strbuf *out);

/* For all tests together: one line, if there is something that no test has exercised.
 */
void coverage_text_of_all(const coverage_report *c, strbuf *out);

/* Follows the verdict of R: one line, or the report IN_FULL. */
void coverage_text_result(const result *r, sources *src, bool in_full, strbuf *out);

/* The object of docs/json.md. */
void coverage_json(const coverage_report *c, sources *src, strbuf *out);

#endif
