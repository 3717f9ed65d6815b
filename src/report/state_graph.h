/* state_graph.h -- all states of a small test and the transitions between them, as a
 * graph for Graphviz.
 *
 * The search continues after a violation, so that the graph also shows the states
 * around it.
 */
#ifndef REPORT_STATE_GRAPH_H
#define REPORT_STATE_GRAPH_H

#include "core/core.h"

/* A larger picture is not readable. */
enum { STATE_GRAPH_MOST = 500 };

/* False: there is no graph, and WHY says why. */
bool state_graph_write(const ir_program *ir, const ir_test *test, const core_options *o,
                       strbuf *out, strbuf *why);

#endif
