/* lower.h -- from the checked tree to instructions.
 *
 * The result keeps names, types and positions of P, which must outlive it.
 */
#ifndef IR_LOWER_H
#define IR_LOWER_H

#include "ir/ir.h"

typedef struct program program;

/* The program must be without errors.  Warnings about its tests may be added to its
 * diagnostics. */
ir_program *lower_program(program *p);

#endif
