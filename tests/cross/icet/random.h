/* random.h -- random IceT programs, as text; about half of them are right. */
#ifndef CROSS_ICET_RANDOM_H
#define CROSS_ICET_RANDOM_H

#include "base/strbuf.h"

#include <stdint.h>

/* The program with number SEED. */
void random_program(uint64_t seed, strbuf *out);

#endif
