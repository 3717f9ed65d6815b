/* news.h -- what is symmetric and what is not, told when there are two of a kind.
 *
 * By looking at the program it is only known of whom there may be several.  Of whom a
 * test has one, nobody wants to hear.
 */
#ifndef REDUCE_SYMMETRY_NOTICES_H
#define REDUCE_SYMMETRY_NOTICES_H

#include "core/core.h"
#include "engine/engine.h"

typedef struct symmetry_notices {
    const core *c;
    const engine_options *o;
    strbuf *lines;  /* by declaration; empty: there is nothing to be told any more */
    size_t names;   /* of machines, that were looked at */
    bool was_told;  /* something */
    bool is_needed; /* something is still to be told */
} symmetry_notices;

/* REPORT: that of symmetry.h. */
void symmetry_notices_init(symmetry_notices *n, const core *c, const engine_options *o,
                           const char *report);
void symmetry_notices_fini(symmetry_notices *n);

/* Tells of who has become two.  Costs nothing where no machine is new. */
void symmetry_notices_update(symmetry_notices *n);

/* The search is over. */
void symmetry_notices_end(symmetry_notices *n);

#endif
