/* engine_choice.h -- which engine the command line asks for, and which options have no
 * effect with it.  What engines read is in the engine table: see engine/registry.h. */
#ifndef CLI_ENGINE_CHOICE_H
#define CLI_ENGINE_CHOICE_H

#include "api/options.h"

#include "engine/registry.h"

/* The engine that O names, or that one of its options means.  ENGINE_AUTO only where it
 * is to be chosen while it runs. */
engine_id engine_choice(const options *o);

/* False after saying in WHY which option is not for the engine that is chosen. */
bool engine_choice_fits(const options *o, strbuf *why);

/* Has SETTING no effect with the engine that is chosen?  ONLY becomes the one engine
 * that reads it, or ENGINE_NONE. */
bool engine_choice_ignores(const options *o, engine_setting setting, engine_id *only);

/* The setting of an option; false: all engines read it. */
bool engine_choice_setting(const char *option, engine_setting *out);

#endif
