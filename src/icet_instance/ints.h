/* ints.h -- what instances take for an integer that is free.
 *
 * `nondet` of an int stands for any integer.  An instance takes a few: small ones, and
 * those that the program itself speaks of, for that is where it does something else.
 */
#ifndef ICET_INSTANCE_INTS_H
#define ICET_INSTANCE_INTS_H

#include "base/strbuf.h"
#include "icet/icet.h"

enum { ICET_MOST_INTS = 8 };

typedef struct icet_ints {
    uint32_t count;
    int64_t values[ICET_MOST_INTS]; /* the first is tried first */
} icet_ints;

/* 0, 1, 2, -1; then the constants of P, then their neighbours, of each the nearest to 0
 * first, until there is no room. */
icet_ints icet_ints_of(const icet_program *p);

/* "only -1, 0, 1 and 2 were tried for unknown integers" */
void icet_ints_show(const icet_ints *ints, strbuf *out);

#endif
