/* check_icet.h -- `synod check model.icet` and `--engine sequential`: a proof for any
 * number of processes, or why there is none. */
#ifndef CLI_CHECK_ICET_H
#define CLI_CHECK_ICET_H

#include "cli/options.h"

/* Do these arguments of `check` ask for that?  They are then to be read with the
 * options of ICET, some of which others have under the same name. */
bool check_icet_is_meant(int argc, char *const *argv);

/* Is one of them an option of `check` for other models alone?  Then WHY says so. */
bool check_icet_misfits(bool is_icet, int argc, char *const *argv, strbuf *why);

/* The same as the first when they have been read. */
bool check_icet_takes(const options *o, const char *const *inputs, size_t count);

int check_icet(const options *o, const char *const *inputs, size_t count);

/* `synod compile model.icet` */
int compile_icet(const options *o, const char *const *inputs, size_t count);

#endif
