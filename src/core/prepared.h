/* prepared.h -- code as the inner loop of the interpreter executes it.
 *
 * Operands are decoded, and what does not depend on the run is decided, once for each
 * instruction.  A function is there twice: each instruction ALONE, and TOGETHER with
 * those around it that need no work of their own:
 *
 *     jumps, ends of blocks, texts that nobody reads     the LEAD
 *     one instruction                                    at AT
 *     the IF or IF_NOT that tests its result             at LAST, or LAST is AT
 *
 * `keys` of a map counts as one instruction with the one behind it, if only that one
 * reads the keys.  Both forms do the same, and count as many instructions.  Alone, an
 * instruction can be observed: its coverage is marked, limits are checked before it,
 * and a loop looks back (endless.c).
 *
 * Instructions are executed together once all of them have been marked: they are
 * FAMILIAR then.  All instructions lead to others that are together.
 */
#ifndef CORE_PREPARED_H
#define CORE_PREPARED_H

#include "core/core.h"
#include "core/coverage.h"

typedef enum prepared_kind {
    PREPARED_COMPUTE, /* run_compute, which checks everything */
    PREPARED_DEFAULT,
    PREPARED_MOVE,
    PREPARED_NOT,
    PREPARED_INT,
    PREPARED_EQUAL,
    PREPARED_FIELD,
    PREPARED_ITEM,
    PREPARED_SIZE,
    PREPARED_MAP,
    PREPARED_IN,
    PREPARED_KEYS, /* and the instruction behind it */
    PREPARED_THIS,
    PREPARED_TEXT, /* made only to be printed */
    PREPARED_BRANCH,
    PREPARED_ITERATE,
    PREPARED_LOOP,
    PREPARED_JUMP,
    PREPARED_NOTHING, /* a call of a function that does nothing */
    PREPARED_CALL,    /* of a function with code */
    PREPARED_RETURN,
    PREPARED_LEAVE, /* it affects others, or is not for the inner loop */
} prepared_kind;

typedef struct prepared_instr prepared_instr;

/* Kinds of operands: as in ir_operand. */
struct prepared_instr {
    uint8_t kind;
    uint8_t op;    /* of the instruction at AT */
    uint8_t lead;  /* so many instructions are executed before AT, */
    uint8_t all;   /* ... and so many in all */
    uint16_t cost; /* ALL; or PREPARED_NOT_FAMILIAR */
    uint8_t a_kind;
    uint8_t b_kind;
    uint8_t d_kind;
    bool is_tested; /* by the IF at LAST */
    uint32_t a;     /* indices of operands; DEFAULT: the value */
    uint32_t b;
    uint32_t d;
    uint32_t shape; /* FIELD: of the tuple */
    ir_pc first;
    ir_pc at;
    ir_pc last;
    const prepared_instr *next;  /* of a test: if it is true */
    const prepared_instr *other; /* ... if it is false; ITERATE: after the last round */
};

/* More than any number of instructions up to a check of limits. */
enum { PREPARED_NOT_FAMILIAR = UINT16_MAX };

typedef struct prepared_function {
    const ir_function *function;
    prepared_instr *alone; /* by pc */
    prepared_instr *together;
    uint32_t count;
    uint8_t *marks;  /* of the coverage in which familiar instructions are marked, */
    uint64_t clears; /* ... since it was cleared for the last time */
} prepared_function;

/* Prepares FUNCTION of the program that C runs.  C->printed is final by then. */
prepared_function *prepared_make(core *c, uint32_t function);

/* No instructions are familiar any more. */
void prepared_forget(prepared_function *f, const coverage *v, uint32_t function);

/* The instruction at PC has been marked: makes it familiar, with those that are
 * together with it, if all of them are marked. */
void prepared_note(const core *c, uint32_t function, ir_pc pc);

static inline prepared_function *prepared_get(core *c, uint32_t function)
{
    prepared_function *f = c->prepared[function];
    if (f == NULL)
        f = prepared_make(c, function);
    else if (f->marks != c->coverage->code[function] ||
             f->clears != c->coverage->clears)
        prepared_forget(f, c->coverage, function);
    return f;
}

#endif
