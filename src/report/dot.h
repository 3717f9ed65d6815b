/* dot.h -- the states of machines and what leads from one to another, as a graph for
 * Graphviz. */
#ifndef REPORT_DOT_H
#define REPORT_DOT_H

#include "ir/ir.h"

/* Every machine and spec of the program in a box of its own. */
void dot_machines(const ir_program *ir, strbuf *out);

/* TEXT as it is quoted in a graph: nothing in it means anything to Graphviz.  Without
 * the quotes. */
void dot_text(const char *text, strbuf *out);

#endif
