/* icet_ints.h -- the integers that instances try where any integer is possible.
 *
 * `nondet` of an int stands for any integer.  An instance tries a few: small ones, and
 * the constants of the program and their neighbours, since comparisons change there.
 */
#ifndef ICET_INSTANCE_ICET_INTS_H
#define ICET_INSTANCE_ICET_INTS_H

#include "base/strbuf.h"
#include "icet/icet.h"

enum { ICET_MOST_INTS = 8 };

typedef struct icet_ints {
    uint32_t count;
    int64_t values[ICET_MOST_INTS]; /* the first is tried first */
} icet_ints;

/* 0, 1, 2, -1; then the constants of P; then their neighbours; those nearer to 0 first,
 * as far as there is room. */
icet_ints icet_ints_of(const icet_program *p);

/* Writes "only -1, 0, 1 and 2 were tried for unknown integers". */
void icet_ints_show(const icet_ints *ints, strbuf *out);

#endif
