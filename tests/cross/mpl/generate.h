/* generate.h -- small random MPL programs, as text. */
#ifndef MPL_GENERATE_H
#define MPL_GENERATE_H

#include "base/strbuf.h"

#include <stdint.h>

typedef struct mpl_source {
    strbuf text;
    strbuf models;
} mpl_source;

/* The same for the same seed. */
void generate(mpl_source *s, uint64_t seed);
void mpl_source_free(mpl_source *s);

#endif
