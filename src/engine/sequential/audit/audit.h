/* audit.h -- an independent check of a derivation.
 *
 * A second, independent implementation of the rules of docs/sequential-rules.md.  The
 * prover searches and records its steps; the auditor replays it step by step on states
 * of its own and accepts it only if the rules allow each step.  It searches for
 * nothing.  It shares the terms and the static facts of the text (term.h, code.h) with
 * the prover, nothing else.
 */
#ifndef ENGINE_SEQUENTIAL_AUDIT_AUDIT_H
#define ENGINE_SEQUENTIAL_AUDIT_AUDIT_H

#include "engine/sequential/derivation.h"
#include "engine/sequential/sequential.h"

typedef struct audit_report {
    bool accepted;
    uint64_t steps;  /* that were replayed */
    uint32_t solved; /* conditions that it accepts because the solver proved them */
    const derivation *step; /* the first one that is not justified; NULL: the end */
    srcpos pos;
    char why[200];
} audit_report;

/* True: RESULT, a proof, has a derivation that the rules allow and that ends in a
 * complete state.  False: REPORT says which step is wrong. */
bool audit_derivation(const icet_program *program, const sequential_result *result,
                      audit_report *report);

#endif
