/* explain.h -- what of a state is explored, and why the rest is not, for people. */
#ifndef REDUCE_EXPLAIN_H
#define REDUCE_EXPLAIN_H

#include "engine/reduce/stubborn.h"

/* Lines about state NUMBER and its set X, which does not hold all events. */
void explain_set(const state_view *s, const stubborn *x, uint64_t number,
                 uint64_t depth, strbuf *out);

/* What is done where a cycle closes. */
void explain_proviso(const state_view *s, const stubborn *x, bool is_blocked,
                     strbuf *out);

/* A message that its receiver refuses for good. */
void explain_refusal(const core *c, value message, strbuf *out);

#endif
