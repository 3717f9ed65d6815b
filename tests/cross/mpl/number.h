/* number.h -- options of the test programs: --name=NUMBER. */
#ifndef MPL_NUMBER_H
#define MPL_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* False if ARG is not NAME=NUMBER; then OUT stays. */
bool read_number_option(const char *arg, const char *name, uint64_t *out);

#endif
