/* shrink.h -- shrinks an MPL program as long as it keeps a property. */
#ifndef MPL_SHRINK_H
#define MPL_SHRINK_H

#include "generate.h"
#include "mpl.h"

typedef bool shrink_is_interesting(void *context, const mpl_program *p);

/* Replaces S, which is interesting, by a smallest one that is: nothing can be taken
 * away from it, or made simpler. */
void shrink(mpl_source *s, shrink_is_interesting *is_interesting, void *context);

#endif
