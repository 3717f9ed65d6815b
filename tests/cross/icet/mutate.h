/* mutate.h -- small changes of a program, of the kind that people make by mistake. */
#ifndef CROSS_ICET_MUTATE_H
#define CROSS_ICET_MUTATE_H

#include "tree.h"

#include <stdint.h>

/* Changes one thing in T, as *SEED says.  What comes out may be no program. */
void mutate(tree *t, uint64_t *seed);

/* The same, of the order in some block only. */
void mutate_order(tree *t, uint64_t *seed);

#endif
