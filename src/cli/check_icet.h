/* check_icet.h -- `synod check model.icet` and `--engine sequential`: a proof for any
 * number of processes, or the reason why there is none. */
#ifndef CLI_CHECK_ICET_H
#define CLI_CHECK_ICET_H

#include "api/options.h"

/* Do the options, or the INPUTS, ask for a proof for any number of processes? */
bool check_icet_takes(const options *o, const char *const *inputs, size_t count);

int check_icet(const options *o, const char *const *inputs, size_t count);

/* `synod compile model.icet` */
int check_icet_compile(const options *o, const char *const *inputs, size_t count);

#endif
