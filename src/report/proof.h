/* proof.h -- what the sequential engine found out about a program, in words and as
 * JSON.
 */
#ifndef REPORT_PROOF_H
#define REPORT_PROOF_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "core/fault.h"
#include "engine/sequential/sequential.h"

/* How far instances were explored where there is no proof. */
typedef struct proof {
    const icet_program *program;
    const sequential_result *found;
    uint64_t bound;        /* of the sizes of sets */
    uint64_t tried;        /* instances that were explored whole, and are fine */
    const uint32_t *sizes; /* by set, of the one that fails; NULL: none does */
    const uint32_t *cut;   /* ... of the first that was not explored whole; or NULL */
    const char *why_cut;
    const char *ints; /* which integers were tried for free ones, in words; or NULL */
} proof;

/* "for any number of processes of A (at least 1) and any K"; or that there is one of
 * each.
 */
void proof_scope(const icet_program *p, strbuf *out);

/* "2 acceptors, K = 1"; nothing if there are no sets. */
void proof_sizes(const icet_program *p, const uint32_t *sizes, strbuf *out);

/* Why there is no proof, and whether an instance fails: one sentence. */
void proof_reason(const proof *p, strbuf *out);

/* The same with its place, notes and what to do, as a note: it may be the method that
 * is at fault. */
void proof_diagnose(const proof *p, diag *d);

/* Is what stands in the way of a proof F, which an instance fails by, at that line? */
bool proof_fails_by(const proof *p, sources *src, const fault *f);

/* The sequential program, or as far as it got. */
void proof_program(const proof *p, size_t indent, strbuf *out);

/* How it was found, rule by rule. */
void proof_derivation(const proof *p, size_t indent, strbuf *out);

/* What each process would do next, a line each. */
void proof_rest(const proof *p, sources *src, size_t indent, strbuf *out);

void proof_json(const proof *p, sources *src, strbuf *out);

#endif
