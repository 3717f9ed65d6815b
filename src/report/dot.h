/* dot.h -- the control states of machines and the transitions between them, as a graph
 * for Graphviz. */
#ifndef REPORT_DOT_H
#define REPORT_DOT_H

#include "ir/ir.h"

/* Each machine and spec of the program has a box. */
void dot_machines(const ir_program *ir, strbuf *out);

/* Escapes TEXT for a quoted string of Graphviz; adds no quotes. */
void dot_text(const char *text, strbuf *out);

#endif
