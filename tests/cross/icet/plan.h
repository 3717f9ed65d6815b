/* plan.h -- what a random program is made from: processes whose bodies are written
 * together, one exchange of messages after the other.
 *
 * Each exchange is written at all its ends at once (the sends here, the receives
 * there), so that what comes out is mostly right; mutate.h makes it wrong.
 */
#ifndef CROSS_ICET_PLAN_H
#define CROSS_ICET_PLAN_H

#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum { PLAN_PROCESSES = 5, PLAN_NAME = 16 };

typedef uint32_t crowd; /* processes, a bit each */

typedef enum plan_type {
    PLAN_UNIT, /* only of messages */
    PLAN_INT,
    PLAN_BOOL,
    PLAN_PID,
    PLAN_DATA,    /* type datum = Low | High(int) */
    PLAN_PID_INT, /* only of messages */
    PLAN_TYPES,
} plan_type;

typedef struct plan_var {
    uint32_t process;
    plan_type type;
    char name[PLAN_NAME];
} plan_var;

typedef struct plan_process {
    const char *name;
    const char *set; /* NULL: there is one */
    uint32_t at_least;
    bool reactive; /* it serves, and takes part in nothing else */
    strbuf body;
} plan_process;

typedef struct plan_message {
    char name[PLAN_NAME];
    plan_type type;
} plan_message;

typedef struct plan {
    uint64_t seed;
    uint32_t count;
    plan_process processes[PLAN_PROCESSES];
    const char *index; /* an index set, or NULL */
    strbuf decls;
    VEC(plan_message) messages;
    VEC(plan_var) vars; /* in scope */
    uint32_t fresh;
    uint32_t depth;
} plan;

void plan_init(plan *p, uint64_t seed);
void plan_free(plan *p);
void plan_print(const plan *p, strbuf *out);

uint32_t plan_random(plan *p, uint32_t below);
bool plan_chance(plan *p, uint32_t percent);

/* One of those that are in OF, or ICET_NONE (UINT32_MAX). */
uint32_t plan_single(plan *p, crowd of);
uint32_t plan_set(plan *p, crowd of);

void plan_say(plan *p, uint32_t process, const char *format, ...) PRINTF_LIKE(3, 4);
void plan_name(plan *p, const char *stem, char *out); /* a fresh one */
void plan_know(plan *p, uint32_t process, plan_type type, const char *name);

/* A message that carries TYPE: mostly a new one. */
const plan_message *plan_get_message(plan *p, plan_type type, plan_message *out);
plan_type plan_payload(plan *p);

/* "name(arguments)" as PROCESS would send it, and "name(pattern)" as PROCESS would
 * receive it; WHO gets the name of the variable with the pid, or "". */
void plan_put_sent(plan *p, uint32_t process, const plan_message *m, strbuf *out);
void plan_put_received(plan *p, uint32_t process, const plan_message *m, strbuf *out,
                       char *who);
/* An expression of TYPE. */
void plan_put_value(plan *p, uint32_t process, plan_type type, strbuf *out);

/* The variables that are in scope now; back to that. */
size_t plan_scope(const plan *p);
void plan_leave(plan *p, size_t scope);

#endif
