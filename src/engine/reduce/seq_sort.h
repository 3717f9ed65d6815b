/* seq_sort.h -- one order for sequences whose order nobody can tell.
 *
 * analysis/seq_order.h says which fields these are, and why states that differ in such
 * an order alone behave alike (lemma seq-order-1).  Of these the search keeps the one
 * whose elements are sorted.  Only sequences of plain data are sorted, so that to
 * rename machines and to sort may come in any order.
 */
#ifndef REDUCE_SEQ_SORT_H
#define REDUCE_SEQ_SORT_H

#include "core/system.h"

typedef struct seq_sort seq_sort;

/* NULL: there is nothing to sort. */
seq_sort *seq_sort_new(core *c);
void seq_sort_free(seq_sort *s); /* accepts NULL */

/* Replaces ROW by the state that stands for it.  True: that is another one. */
bool seq_sort_row(seq_sort *s, system_state *row);

#endif
