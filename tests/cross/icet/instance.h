/* instance.h -- an IceT program with given sizes of its sets: who there is, what
 * expressions mean, and how a state reads.
 *
 * What the explorer of interleavings and the runner of sequential programs share.
 */
#ifndef CROSS_ICET_INSTANCE_H
#define CROSS_ICET_INSTANCE_H

#include "base/strbuf.h"
#include "icet/icet.h"
#include "value.h"

/* Somebody who runs: the one copy of a process, or one of several. */
typedef struct agent {
    uint32_t process;
    uint32_t number; /* from 1; 0: there is one */
    uint32_t slots;  /* where its variables begin among all */
} agent;

typedef VEC(value) value_list;

typedef struct instance {
    const icet_program *program;
    uint32_t *sizes; /* of each set */
    VEC(agent) agents;
    VEC(uint32_t) first; /* agent of each process */
    uint32_t slot_count; /* variables of all agents */
    values values;
} instance;

void instance_init(instance *of, const icet_program *program, const uint32_t *sizes);
void instance_fini(instance *of);

/* EXPR for agent SELF, whose variables are SLOTS (its own, not all). */
value instance_eval(instance *of, const icet_expr *expr, uint32_t self,
                    const value *slots);
bool instance_holds(instance *of, const icet_expr *expr, uint32_t self,
                    const value *slots);

/* The agent that a pid means, or ICET_NONE. */
uint32_t instance_agent(const instance *of, value pid);
value instance_pid(instance *of, uint32_t who);

value instance_element(instance *of, uint32_t set, uint32_t index); /* from 0 */
bool instance_is_member(const instance *of, uint32_t who, uint32_t set);

/* All that STMT, an ICET_NONDET of PROCESS, may choose: integers are 0, 1 and 2. */
void instance_choices(instance *of, const icet_stmt *stmt, uint32_t process,
                      value_list *out);

/* What SEND, a send of SELF, carries, and to whom; ICET_NONE: nobody. */
value instance_payload(instance *of, const icet_stmt *send, uint32_t self,
                       const value *slots);
uint32_t instance_receiver(instance *of, const icet_stmt *send, uint32_t self,
                           const value *slots);

void instance_show_agent(const instance *of, uint32_t who, strbuf *out);
void instance_show_value(const instance *of, const icet_type *type, value x,
                         strbuf *out);

/* All variables of all agents, in one line: "a: x=1 y=-; w[1]: z=a". */
void instance_show_slots(const instance *of, const value *slots, strbuf *out);

#endif
