/* lines.h -- what an engine has seen, as text to compare: naive_show.h defines the
 * form.
 *
 * For each state that the engine reports, the lines of all machines and monitors that
 * rest; for a final state, all lines together:
 *
 *     = 1 Main Done idle | 1.1 Client Done idle  3 | Spec Cold
 *
 * A machine that comes to rest while a message for it is already there, and so rests
 * only if the message comes later, has idle? or waiting? in its line.
 *
 * The digest covers all content of all states and of the final states, in any order:
 *
 *     # 123 states 0123456789abcdef, 3 ends 0123456789abcdef
 *
 * The content of queues shows only there.  A machine that is blocked (engine/reduce)
 * has no line, and a state with a blocked machine is not final.
 */
#ifndef CROSS_LINES_H
#define CROSS_LINES_H

#include "base/idmap.h"
#include "base/intern.h"
#include "core/system.h"

typedef struct digest {
    uint64_t count;
    uint64_t sum; /* of hashes */
} digest;

typedef struct lines {
    bool has_locals;
    bool has_ends;
    bool has_digest;
    bool is_anonymous; /* machines by role: see naive_show.h */
    intern locals;
    intern ends;
    digest all;
    digest last; /* those in which runs end */
    idmap known; /* local state -> 1 + its line in LOCALS, or INTERN_NONE */
    const core
        *c; /* whose local states are known, and how much it had made of values */
    size_t used;
} lines;

void lines_init(lines *l);
void lines_fini(lines *l);
void lines_print(const lines *l); /* what was asked for, sorted */

/* For engine_options; CONTEXT is a lines. */
void lines_see_state(void *context, const core *c, const system_state *s);
void lines_see_local(void *context, const core *c, value local);

#endif
