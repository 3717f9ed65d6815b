/* refs.h -- which machines a variable may refer to.
 *
 * P's types say little: where machines do not declare what they receive, a variable of
 * type Client may hold a Server, and a cast looks at the outermost constructor only.
 * So references are followed from where they come from (`new`, `this`, C functions)
 * through all assignments, calls and payloads, of machines and of monitors.  Without
 * order, and for all machines of a declaration together: what is found is a set of
 * declarations for each variable.
 *
 * A variable has a set for each place in its type where a reference may stand: the
 * parts of a tuple, the elements of a collection, and plain values too, since after a
 * cast they may be something else.  Where two types differ in form, all places of the
 * one flow into all places of the other.  So a value that does not have the form that
 * its type says has its references in every place of it, and reading a part by the form
 * of the type misses none.
 */
#ifndef REDUCE_REFS_H
#define REDUCE_REFS_H

#include "engine/reduce/deeds.h"

typedef struct refs refs;

refs *refs_new(core *c, const deeds *d);
void refs_free(refs *r); /* accepts NULL */

/* Words of a set of declarations. */
uint32_t refs_words(const refs *r);

/* Adds the declarations of all machines that O may hold references to. */
void refs_add(const refs *r, deed_operand o, uint64_t *set);

/* The same of part K of a collection: elements and keys are 0, values of a map 1. */
void refs_add_part(const refs *r, deed_operand o, uint32_t k, uint64_t *set);

/* Does a machine or a monitor of the test ever run FUNCTION? */
bool refs_runs(const refs *r, uint32_t function);

#endif
