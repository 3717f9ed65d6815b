/* evaluation_text.h -- the value of an expression that the user asked for, as text. */
#ifndef REPORT_EVALUATION_TEXT_H
#define REPORT_EVALUATION_TEXT_H

#include "core/evaluate.h"

/* The value as traces show it, "error: ...", or "-" where the machine does not run. */
void evaluation_text(const evaluator *v, value local, strbuf *out);

#endif
