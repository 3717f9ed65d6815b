/* test_functions.h -- the functions that the machines and specs of a test may run. */
#ifndef IR_TEST_FUNCTIONS_H
#define IR_TEST_FUNCTIONS_H

#include "ir/ir.h"

/* By function: may TEST run it?  Free with mem_free, for ir->function_count of them. */
bool *test_functions(const ir_program *ir, const ir_test *test);

#endif
