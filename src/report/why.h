/* why.h -- why a test is undecided, in words: lines below the verdict, and JSON. */
#ifndef REPORT_WHY_H
#define REPORT_WHY_H

#include "engine/diagnose/diagnosis.h"
#include "report/result.h"

enum { WHY_MOST = 2 }; /* lines; further reasons would not be read */

/* How many reasons of R are shown. */
size_t why_count(const result *r);

/* One sentence, which names a place in the model. */
void why_message(sources *src, const result *r, const diagnosis_reason *why,
                 strbuf *out);

/* "  why: ..." and "  try: ...", a line each; the table of --profile. */
void why_text(sources *src, const result *r, strbuf *out);

/* , "why": [...], "try": ..., "profile": {...} */
void why_json(sources *src, const result *r, strbuf *out);

#endif
