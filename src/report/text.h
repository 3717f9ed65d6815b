/* text.h -- results as text for users.
 *
 * A sentence states what was shown and under which conditions (network, faults,
 * limits), so that no verdict reads stronger than it is.  Numbers do not depend on the
 * locale: scripts parse them, and tests compare them.
 */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "report/result.h"

/* One sentence: what was shown, or what went wrong. */
void text_verdict(sources *src, const result *r, strbuf *out);

/* How long the search for a violation took. */
void text_search(const result *r, strbuf *out);

/* What the reductions saved. */
void text_reduction(const result *r, strbuf *out);

/* The machine that failed, its state and its failure: one sentence. */
void text_failure(const result *r, strbuf *out);

/* 12.345, in any locale. */
void text_seconds(double seconds, strbuf *out);

/* 1,234,567; text_digits allocates nothing. */
enum { TEXT_DIGITS = 32 };
void text_count(uint64_t n, strbuf *out);
const char *text_digits(uint64_t n, char room[TEXT_DIGITS]);

/* 999,999,999 or 2.1e14 */
void text_magnitude(double n, strbuf *out);

/* file:line */
void text_place(sources *src, srcpos pos, strbuf *out);

/* A colon and the text of the fault, if it has one. */
void text_reason(const fault *f, strbuf *out);

/* TEXT itself, or, if it is very long, its beginning and its end, in ROOM. */
const char *text_short(const char *text, strbuf *room);

/* Adds text of a model, without characters that move the cursor or end the line. */
void text_clean(const char *text, strbuf *out);

#endif
