/* declare.h -- phase 1 of the checker: enters every declaration into the name table. */
#ifndef LANG_DECLARE_H
#define LANG_DECLARE_H

#include "lang/program.h"

void declare_names(program *p);

#endif
