/* graph.h -- an execution of the DPOR engine told as naive.h tells behaviours. */
#ifndef MPL_GRAPH_H
#define MPL_GRAPH_H

#include "adapter.h"
#include "engine/dpor/dpor.h"

/* Adds the text to OUT.  Returns NULL, or what is wrong with the execution: told values
 * that were not sent, threads that do something else, an order that is impossible. */
const char *graph_of_execution(adapter *a, const dpor_execution *e, bool is_blocked,
                               strbuf *out);

#endif
