/* graph.h -- an execution of the DPOR engine in the text form of naive.h. */
#ifndef MPL_GRAPH_H
#define MPL_GRAPH_H

#include "engine/dpor/dpor.h"
#include "mpl.h"

typedef struct graph_source {
    const mpl_program *p;
    const dpor_program *program; /* that P was explored as */
    /* Which thread of P is this?  NULL: the one with the same number. */
    uint32_t (*index_of)(void *context, uint32_t thread);
    /* Does the text know nothing of an event?  TOLD: see program.h.  NULL: all is in
     * the text. */
    bool (*is_extra)(void *context, const op *o, uint32_t input);
    void *context;
} graph_source;

/* Adds the text to OUT.  Returns NULL, or what is wrong with the execution: told values
 * that were not sent, threads that do something else, an order that is impossible. */
const char *graph_of_execution(const graph_source *from, const dpor_execution *e,
                               bool is_blocked, strbuf *out);

#endif
