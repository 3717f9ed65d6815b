/* fault.h -- the errors of a run. */
#ifndef CORE_FAULT_H
#define CORE_FAULT_H

#include "base/source.h"

typedef enum fault_kind {
    FAULT_NONE,
#define FAULT(name, word, title) FAULT_##name,
#include "core/fault.def"
#undef FAULT
    FAULT_KIND_COUNT
} fault_kind;

/* One error of a step; a cached step keeps it. */
typedef struct fault {
    fault_kind kind;
    srcpos pos;       /* or SRC_NONE */
    const char *text; /* the error, with the values */
    /* the state of a process that failed while it ran; else FAULT_NOWHERE */
    uint32_t state;
    uint32_t event; /* the event that it was handling, or FAULT_NOWHERE */
} fault;

#define FAULT_NOWHERE UINT32_MAX

const char *fault_word(fault_kind kind);  /* for programs: division-by-zero */
const char *fault_title(fault_kind kind); /* for people */

#endif
