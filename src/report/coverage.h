/* coverage.h -- what a result has exercised of its program, and what it did not check.
 *
 * Only what a test can run counts: the machines that its module makes from the main one
 * on, its specs, and the functions that these call.
 */
#ifndef REPORT_COVERAGE_H
#define REPORT_COVERAGE_H

#include "report/result.h"

typedef struct covered_count {
    uint32_t seen;
    uint32_t all;
} covered_count;

typedef struct coverage_note {
    const char *text;
    bool is_hollow; /* it says that the result shows next to nothing */
} coverage_note;

typedef struct coverage_report {
    const ir_program *ir;
    const coverage *v;
    arena memory;
    /* what counts, by machine, function and event */
    bool *machines;
    bool *functions;
    bool *events;
    /* what was seen of it */
    covered_count states;
    covered_count handlers; /* with the cases of `receive` */
    covered_count handled;  /* events */
    covered_count branches; /* both sides of each `if` and `while` */
    covered_count scenarios;
    VEC(coverage_note) notes;
} coverage_report;

/* Of one result.  It must have been begun. */
void coverage_report_init(coverage_report *c, const result *r);
void coverage_report_fini(coverage_report *c);

/* Of several results: all of the tests that are added, and V of all. */
void coverage_report_begin(coverage_report *c, const ir_program *ir, const coverage *v);
void coverage_report_add(coverage_report *c, const ir_test *test);
void coverage_report_count(coverage_report *c);

bool coverage_is_hollow(const coverage_report *c);

/* ---- Looking closer ---- */

/* A conditional that people see, and whose outcome is open. */
bool coverage_is_branch(const ir_instr *i);

/* The place after what only runs when an assertion fails, or only for provers; else AT
 * itself. */
uint32_t coverage_skip(const ir_function *f, uint32_t at);

/* Handlers of a state, as core/coverage.h numbers them. */
bool coverage_has_handler(const ir_state *s, uint32_t which);
srcpos coverage_handler_pos(const ir_program *ir, const ir_state *s, uint32_t which);
const char *coverage_handler_kind(const ir_state *s, uint32_t which);

const char *coverage_machine_kind(const ir_machine *m);

/* ---- Telling ---- */

/* A line, and one for each note. */
void coverage_text(const coverage_report *c, strbuf *out);

/* What was never exercised, with places, and what took the most work. */
void coverage_text_in_full(const coverage_report *c, sources *src, strbuf *out);

/* Of all tests: a line, if there is something that none has exercised. */
void coverage_text_of_all(const coverage_report *c, strbuf *out);

/* After the verdict R: in a line, or IN_FULL. */
void coverage_text_result(const result *r, sources *src, bool in_full, strbuf *out);

/* The object of docs/json.md. */
void coverage_json(const coverage_report *c, sources *src, strbuf *out);

#endif
