/* adapter.h -- an MPL program in the form that the DPOR engine explores, without
 * coroutines and the C API: a local state is a place in the text and the last input.
 *
 * It checks its caller, too: adapter_misuse reports a question about a local state or
 * message that collect has dropped.
 */
#ifndef MPL_ADAPTER_H
#define MPL_ADAPTER_H

#include "base/idmap.h"
#include "engine/dpor/program.h"
#include "mpl.h"

typedef struct adapter_local {
    uint32_t thread;
    uint32_t spawned; /* thread 0: all before this one that it spawns first */
    mpl_op_id at;     /* settled; 0: the end */
    int32_t last;
    bool is_kept;
} adapter_local;

typedef struct adapter_message {
    uint32_t from;
    int32_t value;
    bool is_kept;
} adapter_message;

typedef struct adapter {
    const mpl_program *p;
    VEC(adapter_local) locals;
    VEC(adapter_message) messages;
    idmap local_numbers;
    idmap message_numbers;
    size_t full_after; /* so many advances it wants to be collected; 0: never */
    size_t advances;   /* since the last time */
    const char *misuse;
    op now; /* what look() showed last */
} adapter;

void adapter_init(adapter *a, const mpl_program *p, size_t full_after);
void adapter_free(adapter *a);

/* Lives as long as the adapter does, and stays where it is. */
dpor_program adapter_program(adapter *a);

/* NULL, or what the engine must not do. */
const char *adapter_misuse(const adapter *a);

#endif
