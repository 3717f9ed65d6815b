/* print.h -- the program in a form that people can read, and tests can compare. */
#ifndef IR_PRINT_H
#define IR_PRINT_H

#include "ir/ir.h"

#include <stdio.h>

void ir_print(const ir_program *ir, FILE *out);

#endif
