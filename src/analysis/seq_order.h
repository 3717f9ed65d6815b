/* seq_order.h -- sequences whose order nobody can tell.
 *
 * Models keep what they have received in sequences of which they ask only what is in
 * them, and how many there are.  Two states that differ in the order of such elements
 * behave alike.
 *
 * Two values are LIKE each other if they are equal but for the order of elements in
 * sequences that are the value, or in a component of a tuple or the value of a map that
 * is like that.  (Elements of sequences and sets, and keys, are equal.)  The order
 * of a field is HIDDEN if no instruction can tell apart values of it that are like
 * each other.
 *
 * Before each instruction some slots of the frame are ASKED: the order in them may
 * matter to what follows.  A backward data-flow analysis finds them.  A question
 * (SIZE, IN_SEQ, IN_MAP, KEYS) asks nothing of the container, for its answer is the
 * same.  MOVE, FIELD, WITH_FIELD, TUPLE, MAP_GET, MAP_PUT, MAP_INSERT, MAP_REMOVE and
 * SEQ_INSERT ask of the container, and of what becomes a component or the value of a
 * key, exactly if their result is asked; keys and new elements are asked.  Every
 * other instruction asks of all that it reads: so what is sent, compared, passed,
 * returned, indexed, printed or iterated over is asked.  A field is asked everywhere if
 * it is anywhere.
 *
 * Lemma seq-order-1.  Take two runs of a machine from local states that are equal but
 * for fields whose order is hidden, where they are like each other.  Before each
 * instruction, what is asked is equal in both, and everything else is like each other:
 * the instruction keeps that up by the above.  In particular SEQ_INSERT at a place of
 * two sequences that are like each other is possible in both or in neither, since they
 * have the same length, and the results are like each other.  So the runs take the same
 * turns and fail alike, have the same effects with the same choices, and end in local
 * states that are equal but for those fields, and for slots that are not asked, where
 * they are like each other: "equal but for the order that is hidden" is a bisimulation.
 */
#ifndef ANALYSIS_SEQ_ORDER_H
#define ANALYSIS_SEQ_ORDER_H

#include "base/arena.h"
#include "ir/ir.h"

typedef struct seq_order seq_order;

/* The result belongs to MEMORY; IR must live as long. */
seq_order *seq_order_new(arena *memory, const ir_program *ir);

bool seq_order_is_hidden(const seq_order *s, uint32_t machine, uint32_t field);

#endif
