/* statistics.h -- the numbers that engines report, from the table statistics.def. */
#ifndef ENGINE_STATISTICS_H
#define ENGINE_STATISTICS_H

#include "engine/engine.h"

typedef enum statistic_id {
#define STATISTIC(id, key, kind, field, group, shown, noun, help) STATISTIC_##id,
#include "engine/statistics.def"
#undef STATISTIC
    STATISTIC_COUNT
} statistic_id;

/* How a field is read. */
typedef enum statistic_kind {
    STATISTIC_IS_COUNT,     /* uint64_t */
    STATISTIC_IS_BYTES,     /* size_t */
    STATISTIC_IS_SECONDS,   /* double */
    STATISTIC_IS_ESTIMATE,  /* double; 0 or infinite: unknown */
    STATISTIC_IS_MAGNITUDE, /* double, with three significant digits */
    STATISTIC_IS_TEXT,      /* an array of char */
    STATISTIC_IS_NAME,      /* const char *; NULL: none */
} statistic_kind;

/* The engines that have the statistic. */
typedef enum statistic_group {
    STATISTIC_OF_ALL,
    STATISTIC_OF_EXECUTIONS, /* dpor */
    STATISTIC_OF_REDUCTION,  /* engines with IS_REDUCED */
    STATISTIC_OF_SET,        /* engines with IS_SYMBOLIC */
    STATISTIC_OF_COST,       /* all: time and memory */
} statistic_group;

typedef enum statistic_shown {
    STATISTIC_IN_RESULT = 1,
    STATISTIC_IN_PROGRESS = 2,
} statistic_shown;

typedef struct statistic {
    const char *key; /* in JSON */
    statistic_kind kind;
    size_t offset; /* in engine_stats */
    statistic_group group;
    unsigned shown;   /* of statistic_shown */
    const char *noun; /* the singular of what it counts */
    const char *help;
} statistic;

const statistic *statistics_get(statistic_id id);

/* The next statistic of GROUP after AFTER that is SHOWN there; STATISTIC_COUNT: there
 * is none.  The first call passes STATISTIC_COUNT as AFTER. */
statistic_id statistics_next(statistic_id after, statistic_group group,
                             statistic_shown shown);

/* The value: for counts and bytes; for doubles; for texts and names. */
uint64_t statistics_count(statistic_id id, const engine_stats *s);
double statistics_real(statistic_id id, const engine_stats *s);
const char *statistics_text(statistic_id id, const engine_stats *s);

#endif
