/* stop_text.h -- why a search stopped, in words.  The only place where these are made.
 */
#ifndef REPORT_STOP_TEXT_H
#define REPORT_STOP_TEXT_H

#include "engine/engine.h"

/* The words of a reason that has no detail.  Takes no memory. */
const char *stop_words(stop_reason stop);

/* The words of STOP with its DETAIL, which may be NULL; NULL: it has not stopped.  They
 * are static, the detail itself, or put together in ROOM. */
const char *stop_text(stop_reason stop, const char *detail, strbuf *room);

/* The same for V, with what else it knows: a violation may have been seen. */
const char *stop_text_verdict(const verdict *v, strbuf *room);

/* Why another engine takes over, and which. */
void stop_text_switch(const engine_switch *change, strbuf *out);

#endif
