/* print.h -- prints the program, for people and for golden tests.
 *
 * Prints everything in the order of its index, with names instead of indices, and
 * indents code by its structured control.  The text depends on the program alone, so
 * golden tests can compare it.
 */
#ifndef IR_PRINT_H
#define IR_PRINT_H

#include "ir/ir.h"

#include <stdio.h>

void ir_print(const ir_program *ir, FILE *out);

#endif
