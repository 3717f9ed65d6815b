/* proof.h -- the result of the sequential engine, in words and as JSON.
 *
 * A failed proof is not a violation: the text says which rule did not apply and where,
 * and, if small instances were explored, whether one of them fails.  Only a failing
 * instance refutes the program.
 */
#ifndef REPORT_PROOF_H
#define REPORT_PROOF_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "core/fault.h"
#include "engine/sequential/sequential.h"

/* A proof attempt, and how far instances were explored if it failed. */
typedef struct proof {
    const icet_program *program;
    const sequential_result *found;
    uint64_t bound;        /* of the sizes of sets */
    uint64_t tried;        /* instances that were explored completely and do not fail */
    const uint32_t *sizes; /* by set, of the failing instance; NULL: none fails */
    const uint32_t
        *cut; /* ... of the first instance that was not explored completely; or NULL */
    const char *why_cut;
    const char
        *ints; /* which integers were tried for unknown ones, in words; or NULL */
} proof;

/* "for any number of processes of A (at least 1) and any K"; or that there is one
 * process of each kind. */
void proof_scope(const icet_program *p, strbuf *out);

/* "2 acceptors, K = 1"; nothing if there are no sets. */
void proof_sizes(const icet_program *p, const uint32_t *sizes, strbuf *out);

/* Why there is no proof, and whether an instance fails: one sentence. */
void proof_reason(const proof *p, strbuf *out);

/* The same as a diagnostic, with its position, notes and what to do.  It is a note and
 * not an error, since the method may be too weak for a correct program. */
void proof_diagnose(const proof *p, diag *d);

/* Did the proof fail because of F, the fault of an instance, at the same line? */
bool proof_fails_by(const proof *p, sources *src, const fault *f);

/* The sequential program, or its part that was built before the proof failed. */
void proof_program(const proof *p, size_t indent, strbuf *out);

/* The derivation, rule by rule. */
void proof_derivation(const proof *p, size_t indent, strbuf *out);

/* For each process that is not finished, a line with its next statement. */
void proof_rest(const proof *p, sources *src, size_t indent, strbuf *out);

void proof_json(const proof *p, sources *src, strbuf *out);

#endif
