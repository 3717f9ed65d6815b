/* registry.h -- the engine table: every engine's name, its features, the options that
 * it reads, and how to run it.
 *
 * All code that needs to know something about an engine looks it up here by its id, and
 * never by its name.  The table itself is engines.def.
 */
#ifndef ENGINE_REGISTRY_H
#define ENGINE_REGISTRY_H

#include "engine/engine.h"

/* The inputs that an engine supports, and the kind of its results. */
typedef enum engine_feature {
    /* Models. */
    TAKES_P = 1 << 0,
    TAKES_C = 1 << 1,
    TAKES_ICET = 1 << 2,
    /* Features of P: */
    TAKES_CAUSAL = 1 << 3,  /* causal networks */
    TAKES_HOT = 1 << 4,     /* specs with hot states */
    TAKES_CRASHES = 1 << 5, /* budgets of faults */
    TAKES_LOSS = 1 << 6,
    TAKES_DUPLICATES = 1 << 7,
    TAKES_POLLING = 1 << 8,   /* handlers for null and for quorums */
    TAKES_SCENARIOS = 1 << 9, /* it finds witnesses of scenarios */
    /* Kinds of results. */
    IS_REDUCED = 1 << 10,   /* a subset of all states, with reduction_stats */
    IS_UNBOUNDED = 1 << 11, /* proofs for queues of any length */
    IS_SYMBOLIC = 1 << 12,  /* sets of states, with set_stats */
    IS_RANDOM = 1 << 13,    /* some runs, not all */
} engine_feature;

/* Options that not every engine reads. */
typedef enum engine_setting {
#define SETTING(id, option, means, when_unread) SETTING_##id,
#include "engine/settings.def"
#undef SETTING
    SETTING_COUNT
} engine_setting;

typedef enum setting_unread { SETTING_REFUSED, SETTING_HAS_NO_EFFECT } setting_unread;

typedef struct setting_info {
    const char *option; /* its long name */
    engine_id means;    /* the engine that the option implies, or ENGINE_NONE */
    setting_unread when_unread;
} setting_info;

/* The name of an engine as users write it; NULL for ENGINE_NONE. */
const char *registry_name(engine_id id);

/* ENGINE_NONE: there is no such engine.  NAME may be NULL. */
engine_id registry_find(const char *name);

/* True if the engine has this feature.  ENGINE_NONE has none. */
bool registry_has(engine_id id, engine_feature feature);

bool registry_reads(engine_id id, engine_setting setting);

const setting_info *registry_setting(engine_setting setting);

/* The I-th engine that reads SETTING, from 0 on; ENGINE_NONE: there are fewer. */
engine_id registry_reader(engine_setting setting, size_t i);

/* For --engine: "|auto|explicit|..." and "; auto (default): ...; explicit: ...". */
extern const char registry_choices[];
extern const char registry_help[];

/* Sets the options that the engine needs in E.  Not for ENGINE_AUTO, which does that
 * itself. */
void registry_prepare(engine_id id, engine_options *e);

/* Cheap applicability test; on false, WHY explains. */
bool registry_applies(engine_id id, const ir_program *ir, const ir_test *test,
                      const engine_options *o, strbuf *why);

/* O is prepared for the engine.  V, which is empty, gets the verdict and the engine
 * that found it: for auto, the one that it chose. */
void registry_run(engine_id id, const ir_program *ir, const ir_test *test,
                  const engine_options *o, verdict *v);

#endif
