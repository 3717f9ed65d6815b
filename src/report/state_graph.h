/* state_graph.h -- all states of a small test and the moves between them, as a graph
 * for Graphviz.
 *
 * Past violations it goes on, so that they are seen in their surroundings.
 */
#ifndef REPORT_STATE_GRAPH_H
#define REPORT_STATE_GRAPH_H

#include "core/core.h"

/* Nobody can read a larger picture. */
enum { STATE_GRAPH_MOST = 500 };

/* False: WHY says why there is none. */
bool state_graph_write(const ir_program *ir, const ir_test *test, const core_options *o,
                       strbuf *out, strbuf *why);

#endif
