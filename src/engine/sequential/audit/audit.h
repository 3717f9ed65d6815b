/* audit.h -- is a derivation one?
 *
 * A second, independent reading of the rules (docs/sequential-rules.md).  The prover
 * searches and writes down what it found; this replays it, step by step, on states of
 * its own, and says whether each step is one that the rules allow.  It searches for
 * nothing.  Of the prover it uses terms and the text of processes (term.h, code.h).
 */
#ifndef ENGINE_SEQUENTIAL_AUDIT_AUDIT_H
#define ENGINE_SEQUENTIAL_AUDIT_AUDIT_H

#include "engine/sequential/derivation.h"
#include "engine/sequential/sequential.h"

typedef struct audit_report {
    bool accepted;
    uint64_t steps;         /* that were replayed */
    uint32_t solved;        /* conditions it took the solver's word for */
    const derivation *step; /* the first one that is not justified; NULL: the end */
    srcpos pos;
    char why[200];
} audit_report;

/* True: RESULT, a proof, has a derivation that the rules allow, with nothing undone at
 * its end.  False: REPORT says where it goes wrong. */
bool audit_derivation(const icet_program *program, const sequential_result *result,
                      audit_report *report);

#endif
