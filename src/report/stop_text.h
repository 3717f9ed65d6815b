/* stop_text.h -- why a search stopped, in words. Only this module makes these words. */
#ifndef REPORT_STOP_TEXT_H
#define REPORT_STOP_TEXT_H

#include "engine/engine.h"

/* The words for a reason without a detail. Allocates nothing. */
const char *stop_words(stop_reason stop);

/* The words for STOP with its DETAIL, which may be NULL; returns NULL for STOP_NONE.
 * The text is static, the detail itself, or in ROOM. */
const char *stop_text(stop_reason stop, const char *detail, strbuf *room);

/* The same for V; also says whether a violation was seen. */
const char *stop_text_verdict(const verdict *v, strbuf *room);

/* Which engine takes over, and why. */
void stop_text_switch(const engine_switch *change, strbuf *out);

#endif
