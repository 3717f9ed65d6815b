/* symmetry_notices.h -- notices to the user: which machine types are symmetric.
 *
 * The program shows only which types may have several machines.  A type with a single
 * instance in the test is not reported; so a notice waits until there are two.
 */
#ifndef REDUCE_SYMMETRY_NOTICES_H
#define REDUCE_SYMMETRY_NOTICES_H

#include "core/core.h"
#include "engine/engine.h"

typedef struct symmetry_notices {
    const core *c;
    const engine_options *o;
    strbuf *lines;     /* by declaration; empty: reported already */
    size_t names;      /* of machines, that were examined */
    bool has_reported; /* at least one notice */
    bool is_needed;    /* some line is not reported yet */
} symmetry_notices;

/* REPORT: that of symmetry.h. */
void symmetry_notices_init(symmetry_notices *n, const core *c, const engine_options *o,
                           const char *report);
void symmetry_notices_fini(symmetry_notices *n);

/* Reports types that have two machines by now.  Costs nothing if no machine is new. */
void symmetry_notices_update(symmetry_notices *n);

/* At the end of the search. */
void symmetry_notices_end(symmetry_notices *n);

#endif
