/* trace_text.h -- a counterexample for the terminal: what happened, and what changed.
 */
#ifndef REPORT_TRACE_TEXT_H
#define REPORT_TRACE_TEXT_H

#include "report/result.h"
#include "report/trace_filter.h"

/* What a trace shows. */
typedef struct trace_view {
    const trace_filter *filter; /* NULL: everything */
    bool only_why;              /* only the causal past of the failure */
    bool use_color;             /* one colour for each machine */
} trace_view;

/* The run, step by step. */
void trace_text(sources *src, const result *r, const trace_view *v, strbuf *out);

/* One step. */
void trace_text_step(sources *src, const story *s, size_t number, const trace_view *v,
                     strbuf *out);

/* Lines above the first step of its loop or tail, and below the last one; nothing if it
 * has neither. */
const char *trace_text_end_title(const trace *t);
void trace_text_end(const trace *t, strbuf *out);

/* The failure at its end. */
void trace_text_failure(sources *src, const result *r, strbuf *out);

/* TEXT, with the names of machines in their colours. */
void trace_text_colored(const story *s, const char *text, bool use_color, strbuf *out);

#endif
