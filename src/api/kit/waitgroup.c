/* waitgroup.c -- threads that wait until all parts of some work are done.
 *
 * The server receives part 0 first, then part 1 and so on: each receive has one message
 * to choose from.  It does not answer; otherwise the thread of part 1 would have to
 * wait for part 0.  At the end it lets the gate end.  Waiting threads join the gate, so
 * the order in which they begin to wait makes no difference either.
 */
#include "api/kit/kit.h"

#include <string.h>

static const uint32_t done_tags[] = {KIT_DONE};
static const uint32_t open_tags[] = {KIT_OPEN};

typedef struct done_request {
    uint32_t part;
    int line;
    char file[48]; /* the end of its name: the sender may be gone when the server fails
                    */
} done_request;

typedef struct group_plan {
    syn_thread gate;
    uint32_t parts;
} group_plan;

static uint32_t part_of(const syn_msg *m)
{
    return ((const done_request *)m->data)->part;
}

static bool is_due_or_again(const syn_msg *m, const void *next)
{
    return part_of(m) <= *(const uint32_t *)next;
}

static void hear(uint32_t next)
{
    syn_msg m = kit_next(done_tags, 1, is_due_or_again, &next, sizeof next);
    const done_request *r = m.data;
    if (r->part != next)
        syn_fail_at(NULL, 0, NULL, "part %u of a wait-group is done twice, at %s:%d",
                    r->part, r->file, r->line);
}

static void serve(void *arg)
{
    const group_plan *g = arg;
    for (uint32_t i = 0; i < g->parts; i++)
        hear(i);
    kit_send(KIT_HERE(NULL, 0), g->gate, KIT_OPEN, NULL, 0);
    hear(g->parts); /* fails if a part is done again */
}

static void wait_at_gate(void *arg)
{
    (void)arg;
    kit_next(open_tags, 1, NULL, NULL, 0);
}

syn_waitgroup syn_waitgroup_new_at(const char *file, int line, const char *name,
                                   uint32_t parts)
{
    kit_place at = KIT_HERE(file, line);
    group_plan g = {kit_start(at, name, wait_at_gate, NULL, 0), parts};
    return (syn_waitgroup){kit_start(at, name, serve, &g, sizeof g), g.gate, parts};
}

void syn_waitgroup_done_at(const char *file, int line, syn_waitgroup group,
                           uint32_t part)
{
    if (part >= group.parts)
        syn_fail_at(file, line, NULL, "part %u is not in a wait-group of %u parts",
                    part, group.parts);
    done_request r = {.part = part, .line = line};
    size_t length = strlen(file);
    size_t skip = length < sizeof r.file ? 0 : length - (sizeof r.file - 1);
    memcpy(r.file, file + skip, length - skip);
    kit_send(KIT_HERE(file, line), group.server, KIT_DONE, &r, sizeof r);
}

void syn_waitgroup_wait_at(const char *file, int line, syn_waitgroup group)
{
    if (group.server == 0)
        syn_fail_at(file, line, NULL, "the handle is zero: it was not initialised");
    syn_join_at(file, line, group.gate);
}
