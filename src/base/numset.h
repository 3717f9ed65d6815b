/* numset.h -- a set of numbers in a sorted array: small where its members are few,
 * however large they are.
 *
 *     numset known = {0};
 *     if (numset_add(&known, 70000)) ...    it was not in the set
 *     vec_each (n, &known) ...
 *     vec_free(&known);
 */
#ifndef BASE_NUMSET_H
#define BASE_NUMSET_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef VEC(uint32_t) numset;

bool numset_has(const numset *s, uint32_t n);

/* True if N was not in the set.  Cheapest where numbers come in ascending order. */
bool numset_add(numset *s, uint32_t n);

/* Adds all members of FROM; true if TO has grown. */
bool numset_join(numset *to, const numset *from);

/* Sorts an array that was filled with vec_push, and drops repetitions. */
void numset_finish(numset *s);

#endif
