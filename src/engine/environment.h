/* environment.h -- translates words for networks and fault budgets to core_options. */
#ifndef ENGINE_ENVIRONMENT_H
#define ENGINE_ENVIRONMENT_H

#include "core/core.h"

#include "base/arena.h"

/* False: there is no network of this name. */
bool environment_network(core_options *o, const char *word);

/* Reads crash=1:Server,loss=2 and the like.  Names live in MEMORY.  False: WHY has the
 * error. */
bool environment_faults(core_options *o, arena *memory, const ir_program *ir,
                        const char *text, strbuf *why);

/* Sets a budget of COUNT faults of the kind BUDGET for the machines or events that
 * NAMES lists (NULL: all). */
bool environment_budget(core_options *o, arena *memory, const ir_program *ir,
                        int budget, uint32_t count, const char *const *names,
                        size_t name_count, strbuf *why);

#endif
