/* random.h -- random IceT programs, as text. */
#ifndef CROSS_ICET_RANDOM_H
#define CROSS_ICET_RANDOM_H

#include "base/strbuf.h"

#include <stdint.h>

typedef enum random_kind {
    RANDOM_PLANNED, /* about half of them are right */
    RANDOM_SOUP,    /* few are: see soup.h */
} random_kind;

/* The program of KIND with number SEED. */
void random_program(random_kind kind, uint64_t seed, strbuf *out);

#endif
