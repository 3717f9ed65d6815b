/* text.h -- results for people. */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "report/result.h"

/* One sentence: what was shown, or what went wrong. */
void text_verdict(sources *src, const result *r, strbuf *out);

/* What it took to find a violation. */
void text_search(const result *r, strbuf *out);

/* What a search that reduces was spared. */
void text_reduction(const result *r, strbuf *out);

/* Who failed, where, and how: one sentence. */
void text_failure(const result *r, strbuf *out);

/* 12.345, whatever the locale. */
void text_seconds(double seconds, strbuf *out);

/* 1,234,567; the second takes no memory but ROOM. */
enum { TEXT_DIGITS = 32 };
void text_count(uint64_t n, strbuf *out);

/* 999,999,999 or 2.1e14 */
void text_magnitude(double n, strbuf *out);
const char *text_digits(uint64_t n, char room[TEXT_DIGITS]);

/* file:line, as short as it is clear. */
void text_place(sources *src, srcpos pos, strbuf *out);

/* What is wrong, behind a colon; nothing if there is nothing more to say. */
void text_reason(const fault *f, strbuf *out);

/* TEXT; or, if it is longer than anybody reads, its beginning and its end, in ROOM. */
const char *text_short(const char *text, strbuf *room);

/* What a model says must not move the cursor or end the line. */
void text_clean(const char *text, strbuf *out);

#endif
