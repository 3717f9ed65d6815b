/* lint.h -- the last phase of the checker: warnings. */
#ifndef LANG_LINT_H
#define LANG_LINT_H

#include "lang/program.h"

/* The program must be without errors. */
void lint_program(program *p);

#endif
