/* model_describe.h -- messages, threads and operations of a C model in words.
 *
 * Names of tags and printing functions come from syn_describe; without one, a tag is a
 * number and a payload is an int or hex digits.  A printing function is the user's
 * code: it runs under runner_call, so its failure becomes part of the text and does not
 * end the check.  A notation (model_notation) replaces all of this for messages and
 * filters.
 */
#ifndef API_MODEL_MODEL_DESCRIBE_H
#define API_MODEL_MODEL_DESCRIBE_H

#include "api/model/model_private.h"

void model_describe_op(const model *m, const history_node *n, strbuf *out);
void model_describe_tag(uint32_t tag, strbuf *out);
void model_describe_name(const model *m, uint32_t number, strbuf *out); /* client(2) */
void model_describe_thread(const model *m, uint32_t number, strbuf *out);

/* Writes " at FILE:LINE", or nothing. */
void model_describe_place(model_place place, strbuf *out);

#endif
