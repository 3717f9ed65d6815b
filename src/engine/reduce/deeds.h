/* deeds.h -- what functions may do to others, calls included; and who runs them.
 *
 * Found by reading instructions, once.  A function counts as a whole: which way it goes
 * is not looked at.  Helpers that send what they are given (a broadcast) are followed
 * into: a deed says which parameter it depends on, and becomes a deed of the caller
 * with the argument in its place.  So two machines that share a helper do not share
 * what it sends.
 */
#ifndef REDUCE_DEEDS_H
#define REDUCE_DEEDS_H

#include "core/core.h"
#include "engine/reduce/drift.h"

/* An operand, in the function that it is written in; IR_NONE: none. */
typedef struct deed_operand {
    uint32_t function;
    ir_operand operand;
} deed_operand;

typedef enum deed_kind { DEED_SEND, DEED_ANNOUNCE, DEED_RAISE } deed_kind;

/* The parameters are those of the function that has the deed; IR_NONE: of none. */
typedef struct deed {
    deed_kind kind;
    uint32_t event; /* IR_NONE: any */
    uint32_t event_param;
    deed_operand target; /* as the instruction has it */
    deed_operand given;  /* what it is, or was taken out of, further up; or none */
    uint32_t given_param;
    deed_operand payload;
    uint32_t payload_param;
} deed;

typedef struct function_deeds {
    VEC(deed) deeds;
    bits gotos;   /* states */
    bits news;    /* interfaces, as they are asked for */
    bits calls;   /* functions, and what those call */
    bits wants;   /* events that a `receive` has a case for */
    bits writes;  /* fields of the machine */
    drift drift;  /* ... which way */
    bool waits;   /* it has a `receive` */
    bool is_root; /* a machine runs it for itself: entry, exit, action */
} function_deeds;

typedef struct deeds {
    const core *c;
    function_deeds *of; /* by function */
    bits *runs;   /* by interface: functions that a machine made as such may run */
    bool *exists; /* by interface: is one ever made? */
} deeds;

deeds *deeds_new(const core *c);
void deeds_free(deeds *d); /* accepts NULL */

/* The interface that is made where a machine of INTERFACE asks for ASKED; IR_NONE:
 * nothing is bound to it. */
uint32_t deeds_made(const core *c, uint32_t interface, uint32_t asked);

/* What an operand always is or was taken out of: a field of the machine, by number, or
 * DEEDS_SELF; IR_NONE: something else. */
#define DEEDS_SELF (IR_NONE - 1)
uint32_t deeds_root(const ir_program *ir, deed_operand o);

/* What a machine runs for itself. */
typedef void deeds_visit(void *context, uint32_t function);
void deeds_each_root(const ir_machine *m, deeds_visit *visit, void *context);

#endif
