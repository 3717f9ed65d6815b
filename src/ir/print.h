/* print.h -- prints the program, for people and for golden tests. */
#ifndef IR_PRINT_H
#define IR_PRINT_H

#include "ir/ir.h"

#include <stdio.h>

void ir_print(const ir_program *ir, FILE *out);

#endif
