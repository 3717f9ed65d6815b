/* left_out.h -- the tests that --fail-fast has left out. */
#ifndef REPORT_LEFT_OUT_H
#define REPORT_LEFT_OUT_H

#include "base/vec.h"

typedef VEC(const char *) name_list;

/* Prints the NAMES, if there are any; each is a WHAT. */
void left_out_print(const name_list *names, const char *what);

#endif
