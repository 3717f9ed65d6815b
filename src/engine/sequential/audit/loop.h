/* loop.h -- one iteration that stands for all.  For audit_loop.c and
 * audit_judge.c only. */
#ifndef ENGINE_SEQUENTIAL_AUDIT_LOOP_H
#define ENGINE_SEQUENTIAL_AUDIT_LOOP_H

#include "engine/sequential/audit/done.h"

/* A line that each iteration changes. */
typedef struct trace {
    uint32_t from, to, message;
    bool some;
    term value; /* of what it leaves */
} trace;

typedef VEC(trace) trace_list;

typedef struct loop {
    auditor *a;
    const derivation *d;
    uint32_t set, process;
    scene *base; /* as before the loop, with what changes forgotten */
    imaging new;

    /* what an iteration does */
    VEC(image) images; /* of the copy it changes, by end */
    image done;
    uint32_t copy; /* its name, if that is the same at all ends */
    trace_list left, taken;
} loop;

const derivation_slot *find_slot(const derivation *d, uint32_t index, uint32_t var);
trace *find_trace(const trace_list *list, const line *l);

/* END is as an iteration that begins with START may leave it. */
bool judge_end(loop *l, const scene *start, const scene *end, uint32_t changed);

#endif
