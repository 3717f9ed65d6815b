/* points_to.h -- which machines a variable may refer to.
 *
 * P's types say little: where machines do not declare what they receive, a variable of
 * type Client may hold a Server, and a cast checks the outermost constructor only.  So
 * this is a points-to analysis by inclusion: references flow from where they originate
 * (`new`, `this`, C functions) through all assignments, calls and payloads, of machines
 * and of monitors.  It is flow insensitive and merges all machines of a declaration:
 * the result is a set of declarations for each variable.
 *
 * A variable has a set for each position in its type where a reference may stand: the
 * parts of a tuple, the elements of a collection, and plain values too, since after
 * a cast they may be something else.
 *
 * Lemma points-1.  Where two types differ in form, all positions of the one flow into
 * all positions of the other.  So a value that does not have the form of its type has
 * its references in every position of the type, and reading a part by the form of the
 * type misses none.
 */
#ifndef ANALYSIS_POINTS_TO_H
#define ANALYSIS_POINTS_TO_H

#include "analysis/fn_effects.h"

typedef struct points_to points_to;

/* T and E must live as long. */
points_to *points_to_new(const test_context *t, const fn_effects_table *e);
void points_to_free(points_to *p); /* accepts NULL */

/* Words of a set of declarations. */
uint32_t points_to_words(const points_to *p);

/* The bit of a declaration in such a set.  In very large programs several declarations
 * share a bit, so that time and memory stay linear in the program: then a set may hold
 * more than it should. */
uint32_t points_to_class(const points_to *p, uint32_t decl);
uint32_t points_to_classes(const points_to *p); /* how many */

/* Adds the declarations of all machines that O may hold references to. */
void points_to_add(const points_to *p, fn_operand o, uint64_t *set);

/* The same of part K of a collection: elements and keys are 0, values of a map 1. */
void points_to_add_part(const points_to *p, fn_operand o, uint32_t k, uint64_t *set);

/* May a machine or a monitor of the test run FUNCTION? */
bool points_to_runs(const points_to *p, uint32_t function);

#endif
