/* show.h -- values as text. */
#ifndef CORE_SHOW_H
#define CORE_SHOW_H

#include "core/core.h"

/* As P's `format` and `print` render it: 1, True, (1, 2), <a:1, b:2, >. */
void show_format(const core *c, value x, strbuf *out);

/* As traces show it: 1, true, "text", [1, 2], {1, 2}, {1: true}, (a=1, b=2).  TYPE is
 * the known type of X, or TYPE_ANY; it gives elements of enums their names. */
void show_value(const core *c, type_id type, value x, strbuf *out);

/* The same, with machines as @1.2, so that comparisons do not depend on interfaces. */
void show_canonical(const core *c, value x, strbuf *out);

/* The text unchanged, except that NUL, which would end a message, becomes \\0. */
void show_message_text(const core *c, value text, strbuf *out);

/* A payload in brackets: (1); nothing for null. */
void show_payload(const core *c, type_id type, value x, strbuf *out);

/* The type of item I of a value of TYPE; TYPE_ANY: unknown. */
type_id show_item_type(const core *c, type_id type, const value_view *t, uint32_t i);

/* The name of item I of a tuple, or its number. */
void show_field_name(const core *c, const value_view *tuple, uint32_t i, strbuf *out);

#endif
