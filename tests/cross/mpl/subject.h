/* subject.h -- an MPL program made ready for the DPOR engine: as a program of its own
 * (adapter.h), or as a test in C (interpret.h).
 */
#ifndef MPL_SUBJECT_H
#define MPL_SUBJECT_H

#include "adapter.h"
#include "api/model/model.h"
#include "graph.h"

typedef struct subject {
    adapter adapter; /* unless it is in C */
    model *in_c;     /* or NULL */
    dpor_program program;
    graph_source graph;
} subject;

/* Stays where it is.  SMALL: it wants to be collected often. */
void subject_init(subject *s, const mpl_program *p, bool in_c, bool is_small);
void subject_free(subject *s);

/* NULL, or what went wrong with it. */
const char *subject_trouble(const subject *s);

#endif
