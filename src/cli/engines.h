/* engines.h -- the engines by their names: which one is meant, and running it. */
#ifndef CLI_ENGINES_H
#define CLI_ENGINES_H

#include "api/options.h"

#include "engine/engine.h"

/* The one that O asks for.  "auto" only where it is to be chosen while it runs: some
 * options are for one engine alone, and mean it. */
const char *engines_meant(const options *o);

/* False after saying in WHY which option is not for the engine that is meant. */
bool engines_fit(const options *o, strbuf *why);

/* Has the engine that is meant no use for OPTION?  ONLY becomes the one that has, or
 * NULL. */
bool engines_is_idle(const options *o, const char *option, const char **only);

/* The I-th of the options that are not for all engines; NULL: there are fewer. */
const char *engines_option(size_t i);

/* What reductions are to be made. */
void engines_reduction(const options *o, reduction *out);

/* How sets are laid out. */
order_kind engines_order(const options *o);

/* E becomes what the engine NAME wants, which is not "auto". */
void engines_prepare(const char *name, engine_options *e);

/* E has been prepared for it. */
void engines_run(const char *name, const ir_program *ir, const ir_test *test,
                 const engine_options *e, verdict *v);

#endif
