/* witness.h -- runs that cover scenarios, for those who ask to see one. */
#ifndef CLI_WITNESS_H
#define CLI_WITNESS_H

#include "api/options.h"

#include "report/trace_text.h"

typedef struct witness_list {
    witness *data;
    size_t len;
    size_t cap;
} witness_list;

/* The goal of core_options that NAME means; false: WHY says that it means none. */
bool witness_goal(const ir_program *ir, const char *name, uint32_t *goal, strbuf *why);

/* Does --witness make sense? */
bool witness_check(const options *o, const ir_program *ir, strbuf *why);

/* Looks for the witnesses that are asked for, of scenarios that R says are covered, in
 * the way in which R was found.  False: one did not replay, which was said. */
bool witness_find(const options *o, const result *r, witness_list *out);
void witness_list_fini(witness_list *l);

/* What there is to see. */
void witness_text(sources *src, const options *o, const result *r, const trace_view *v,
                  strbuf *out);

#endif
