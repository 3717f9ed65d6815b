/* explain.h -- explains to the user which transitions of a state are explored, and why
 * the others are not. */
#ifndef REDUCE_EXPLAIN_H
#define REDUCE_EXPLAIN_H

#include "engine/reduce/stubborn.h"

/* Lines about state NUMBER and its stubborn set X, a proper subset. */
void explain_set(const state_view *s, const stubborn *x, uint64_t number,
                 uint64_t depth, strbuf *out);

/* What the search does where a cycle closes. */
void explain_proviso(const state_view *s, const stubborn *x, bool is_blocked,
                     strbuf *out);

/* A message that its receiver refuses forever. */
void explain_refusal(const core *c, value message, strbuf *out);

#endif
