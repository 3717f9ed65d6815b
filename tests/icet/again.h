/* again.h -- a printed program can be read again, and is the same program. */
#ifndef TESTS_ICET_AGAIN_H
#define TESTS_ICET_AGAIN_H

#include "icet/icet.h"

/* NULL if PROGRAM comes back as it was from its own text; else what is wrong. */
const char *icet_again(const icet_program *program);

#endif
