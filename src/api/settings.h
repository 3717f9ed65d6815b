/* settings.h -- the options that a result on a model in C depends on, for reports. */
#ifndef API_SETTINGS_H
#define API_SETTINGS_H

#include "synod.h"

#include "base/strbuf.h"

/* As members of a JSON object. */
void settings_json(const syn_options *o, strbuf *out);

/* The options that differ from their defaults, in words. */
void settings_words(const syn_options *o, strbuf *out);

#endif
