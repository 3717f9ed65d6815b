/* code.h -- the body of an IceT process as a list of instructions, so that where it
 * stands is one number.
 */
#ifndef CROSS_ICET_CODE_H
#define CROSS_ICET_CODE_H

#include "base/vec.h"
#include "icet/icet.h"

typedef enum code_op {
    CODE_RUN,   /* `stmt`: a send, receive, assignment, nondet, assert or fail */
    CODE_TEST,  /* `stmt`, an if: goes on, or to `target` if it does not hold */
    CODE_JUMP,  /* to `target` */
    CODE_BEGIN, /* the loop with this `counter` begins anew */
    CODE_NEXT,  /* the next element of `stmt`, a for; to `target` if there is none */
    CODE_END,
} code_op;

typedef struct instruction {
    code_op op;
    const icet_stmt *stmt;
    uint32_t target;
    uint32_t counter;
} instruction;

typedef struct code {
    VEC(instruction) list;
    uint32_t counter_count;
    uint32_t rest; /* the receive where it may wait for ever; ICET_NONE: none */
} code;

void code_make(code *c, const icet_process *process);
void code_free(code *c);

#endif
