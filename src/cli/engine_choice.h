/* engine_choice.h -- which engine the command line asks for, and which options have no
 * effect with it.  The engine table says which options an engine reads
 * (engine/registry.h). */
#ifndef CLI_ENGINE_CHOICE_H
#define CLI_ENGINE_CHOICE_H

#include "api/options.h"

#include "engine/registry.h"

/* The engine that O names, or that one of its options implies.  ENGINE_AUTO only if the
 * engine is to be chosen while the test runs. */
engine_id engine_choice(const options *o);

/* False: WHY says which option does not fit the chosen engine. */
bool engine_choice_fits(const options *o, strbuf *why);

/* Has SETTING no effect with the chosen engine? ONLY becomes the one engine that reads
 * it, or ENGINE_NONE. */
bool engine_choice_ignores(const options *o, engine_setting setting, engine_id *only);

/* The setting of an option; false: all engines read it. */
bool engine_choice_setting(const char *option, engine_setting *out);

#endif
