/* equivariance.h -- which machines may be renamed because nothing depends on their
 * names.
 *
 * The transition relation commutes with renaming machines unless an operation depends
 * on their order or their names: it iterates over a set or the keys of a map, or takes
 * the i-th element of a set (commute.h has the loops where that does not matter), puts
 * a name into a string that is used for more than messages to people, or passes
 * a machine to a function that is written in C.  Declarations whose machines may be
 * involved (points_to.h) are PINNED, and with them those that may create such machines,
 * because a renaming moves the children of a machine along with it.
 *
 * Everything else depends on equality only: choices are taken in every way, queues keep
 * the order of arrival, budgets for faults go by declaration.  Where choices may be
 * narrowed (core/narrow.h), one from a set or a map takes elements by their position.
 */
#ifndef ANALYSIS_EQUIVARIANCE_H
#define ANALYSIS_EQUIVARIANCE_H

#include "analysis/test_context.h"
#include "base/strbuf.h"

typedef struct equivariance equivariance;

/* T must live as long. */
equivariance *equivariance_new(const test_context *t);
void equivariance_free(equivariance *e); /* accepts NULL */

/* May machines of this declaration be renamed? */
bool equivariance_may_permute(const equivariance *e, uint32_t decl);

/* Can one machine create several machines of some declaration that may be renamed? */
bool equivariance_has_orbits(const equivariance *e);

/* A machine that has stopped at PC is inside of an iteration in name order, though the
 * order is not visible in the end: such a state must not be renamed. */
bool equivariance_is_inside(const equivariance *e, uint32_t function, ir_pc pc);

/* The place in the code that keeps machines of this declaration from being renamed;
 * SRC_NONE: there is none. */
srcpos equivariance_obstacle(const equivariance *e, uint32_t decl);

/* One line for each declaration that may have several machines. */
void equivariance_report(const equivariance *e, strbuf *out);

#endif
