/* flow.h -- the flow graph of a function.
 *
 * Nodes are pcs, edges lead to the instructions that may run next within the same
 * function.  This is the only place that knows the successors of an instruction: all
 * analyses walk the graph by flow_edge_at.
 *
 * Two instructions write a slot only on some of their edges: FOREACH writes its element
 * (and its index) on the edge into the body and nothing on the edge behind the loop;
 * RECEIVE writes the payload of a case on the edge into that case.  Such a write is a
 * label of the edge, so that an analysis is exact about it.
 *
 * PROOF leads behind the part that only provers read; that part is unreachable.
 * RETURN, RAISE, GOTO and FAIL have no successors: what runs next is in another
 * function.
 */
#ifndef ANALYSIS_FLOW_H
#define ANALYSIS_FLOW_H

#include "base/bits.h"
#include "ir/ir.h"

/* In place of an operand: none. */
#define FLOW_NOTHING IR_NONE

typedef enum flow_condition { FLOW_ALWAYS, FLOW_IF_TRUE, FLOW_IF_FALSE } flow_condition;

typedef struct flow_edge {
    uint32_t to;         /* pc */
    ir_operand writes;   /* on this edge alone, or FLOW_NOTHING */
    flow_condition when; /* of IF and IF_NOT: for which value of the condition */
} flow_edge;

/* Edge K that leaves PC, from 0 on; false: there are no more.  The edge to the next
 * instruction comes first where there is one. */
bool flow_edge_at(const ir_function *f, ir_pc pc, uint32_t k, flow_edge *out);

typedef VEC(uint32_t) pc_list;

/* Adds the successors of PC that are not in VISITED to OUT and to VISITED. */
void flow_add_successors(const ir_function *f, ir_pc pc, pc_list *out, bits *visited);

/* Does instruction I of F read operand O? */
bool flow_reads(const ir_function *f, const ir_instr *i, ir_operand o);

/* Has it a destination, `d`?  (FOREACH writes it on one of its edges only.) */
bool flow_writes(const ir_instr *i);

/* Does it write to a field of the machine? */
bool flow_writes_field(const ir_instr *i);

#endif
