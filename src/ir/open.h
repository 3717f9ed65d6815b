/* open.h -- foreign functions that are left open.
 *
 * A foreign function whose C code is not given gets code of its own: it chooses an
 * arbitrary value of its type.  To all later stages it is a function that makes
 * choices, so engines, analyses and traces need no rule for it.
 *
 *   bool, enum      any value
 *   int, float      0 to INTS - 1
 *   string          "0" to INTS - 1
 *   event           any event of the program
 *   machine         a parameter that fits, or, where the type is `machine`, the caller
 *   a foreign type  a value that stands for the call and the machine that makes it
 *   seq, set, map   empty, or with one arbitrary element
 *   tuples          arbitrary fields
 *   any, data, and a machine where no parameter fits: the default
 *
 * Values of foreign types differ from those of other calls and of other machines.  The
 * same call of the same machine gives the same value each time it runs; so a loop has
 * finitely many states.
 */
#ifndef IR_OPEN_H
#define IR_OPEN_H

#include "ir/ir.h"

struct program; /* lang/program.h: only who opens functions needs the tree */

enum { OPEN_INTS = 3, OPEN_MOST_INTS = 1000 };

/* Gives code to each function for which IS_OPEN is true; these are foreign functions
 * without code. */
void open_functions(struct program *source, ir_program *ir, const bool *is_open,
                    uint32_t ints);

/* All foreign functions without code. */
void open_all(struct program *source, ir_program *ir);

/* Is F a foreign function that is left open? */
static inline bool open_is(const ir_function *f)
{
    return f->kind == IR_FUN_FOREIGN && f->code_count > 0;
}

/* May a function that is left open return several values, or the machine that calls it?
 * Then a spec cannot call it. */
bool open_needs_machine(const ir_function *f);

/* The functions left open that TEST may call, each once; IR_NONE behind the last.  FREE
 * with mem_free, for ir->function_count + 1 of them. */
uint32_t *open_of_test(const ir_program *ir, const ir_test *test);

#endif
