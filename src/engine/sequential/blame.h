/* blame.h -- explains a failed proof in the user's terms.
 *
 * The prover tries several loops and orders.  Each failed attempt is recorded with a
 * weight, and the prover keeps the heaviest one; among equals, the one that got
 * furthest.
 */
#ifndef ENGINE_SEQUENTIAL_BLAME_H
#define ENGINE_SEQUENTIAL_BLAME_H

#include "engine/sequential/seq_state.h"

/* How much a failure explains: what its kind implies; little, since it may be a
 * consequence of another one; or as much as a race. */
enum { BLAME_AS_KIND = -1, BLAME_LITTLE = 0, BLAME_MUCH = 3 };

/* Records that an attempt failed in S.  Returns the failure, for notes and hints, or
 * NULL if a heavier one is known. */
seq_failure *blame_add_weighted(prover *p, const seq_state *s, sequential_kind kind,
                                int weight, srcpos pos, const char *format, ...)
    PRINTF_LIKE(6, 7);
#define blame_add(p, s, kind, pos, ...) \
    blame_add_weighted((p), (s), (kind), BLAME_AS_KIND, (pos), __VA_ARGS__)

void blame_note(prover *p, seq_failure *f, srcpos pos, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* True (and recorded) if S contains an error that no further step can repair: a unit
 * waits for a message that no unit can send, or has one that it will never receive. */
bool blame_hopeless(prover *p, const seq_state *s);

/* Nothing is enabled in S, and S is not complete: records the cause. */
void blame_stuck(prover *p, const seq_state *s);

/* All units have finished or are idle, and all channels are empty. */
bool blame_is_complete(prover *p, const seq_state *s);

/* Copies the recorded failure to R. */
void blame_report(prover *p, sequential_result *r);

/* "coordinator", "a worker of W", "each worker of W". */
const char *blame_unit_text(prover *p, const seq_state *s, uint32_t index);
const char *blame_message_text(prover *p, uint32_t message);

#endif
