/* Numbers of threads, and the roots at which they begin.
 *
 * A thread's number must be the same in all executions (lineage.h), and must determine
 * its kind.  Its local states begin at a root: one for each argument (by content), with
 * the monitors that exist.  Roots are shared between spawns with equal arguments, so
 * that equal threads share their histories; but not if the argument points into the
 * memory of an ancestor, since the bytes there depend on the ancestor's history.
 */
#include "api/model/threads.h"

#include <assert.h>

/* The K-th child of a parent, if it is of the V-th kind that was seen there, is child
 * K * KINDS + V in the lineage.  Two kinds never exist in one execution, so the order
 * in which the search sees them does not matter. */
enum { KINDS = 4096 };

thread *threads_at(const model *m, uint32_t number)
{
    return *vec_at(&m->threads, number);
}

static thread *add_thread(model *m, uint32_t parent, uint32_t nth, const thread_kind *k)
{
    assert(k->name != NULL && k->run != NULL);
    thread *t = mem_alloc(sizeof *t);
    t->m = m;
    t->number = (uint32_t)m->threads.len;
    t->parent = parent;
    t->nth = nth;
    t->kind = *k;
    t->name_size = strlen(k->name) + 1;
    t->kind.name = memcpy(mem_alloc(t->name_size), k->name, t->name_size);
    vec_push(&m->threads, t);
    return t;
}

bool threads_is_of_kind(const thread *t, const thread_kind *k)
{
    return t->kind.run == k->run && t->kind.priority == k->priority &&
           t->kind.is_daemon == k->is_daemon && t->kind.may_crash == k->may_crash &&
           strcmp(t->kind.name, k->name) == 0;
}

thread *threads_child(model *m, uint32_t parent, uint32_t nth, const thread_kind *k)
{
    if (nth >= UINT32_MAX / KINDS)
        return NULL;
    for (uint32_t v = 0; v < KINDS; v++) {
        uint32_t number = lineage_child(&m->lineage, parent, nth * KINDS + v);
        assert(number <= m->threads.len);
        if (number == m->threads.len)
            return add_thread(m, parent, nth, k);
        if (threads_is_of_kind(threads_at(m, number), k))
            return threads_at(m, number);
    }
    return NULL;
}

void threads_begin(model *m)
{
    thread_kind k = {.name = m->test.name, .run = m->test.run};
    if (k.name == NULL)
        k.name = "test";
    lineage_init(&m->lineage);
    add_thread(m, 0, 0, &k);
    root r = {.arg = m->test.arg};
    r.local = history_add_root(&m->history, 0, 0);
    vec_push(&m->roots, r);
}

static void free_thread(thread *t)
{
    coroutine_fini(&t->c);
    scratch_free(&t->memory);
    vec_free(&t->path);
    mem_free((char *)t->kind.name, t->name_size);
    mem_free(t, sizeof *t);
}

void threads_free(model *m)
{
    vec_each (t, &m->threads)
        free_thread(*t);
    vec_free(&m->threads);
    vec_each (r, &m->roots)
        mem_free(r->bytes, r->size);
    vec_free(&m->roots);
    vec_free(&m->free_roots);
    lineage_free(&m->lineage);
}

/* ---- Roots ---- */

root *threads_root_at(const model *m, local_id local)
{
    while (history_at(&m->history, local)->parent != 0)
        local = m->history.nodes.data[local].parent;
    return vec_at(&m->roots, m->history.nodes.data[local].input);
}

bool threads_is_root(const root *r, const void *arg, size_t size, uint32_t monitors)
{
    if (r->size != size || r->monitors != monitors)
        return false;
    return size > 0 ? memcmp(r->bytes, arg, size) == 0 : r->arg == arg;
}

/* Is P in the memory of T or of an ancestor? */
static bool is_memory_of(const thread *t, const void *p)
{
    for (;; t = threads_at(t->m, t->parent)) {
        if (coroutine_owns(&t->c, p) || scratch_owns(&t->memory, p))
            return true;
        if (t->number == 0)
            return false;
    }
}

/* Does ARG, or a pointer in its bytes, lead into the memory of T or of an ancestor?
 * Then equal arguments may mean different contents. */
static bool leads_to_memory_of(const thread *t, const void *arg, size_t size)
{
    if (size == 0)
        return is_memory_of(t, arg);
    for (size_t i = 0; i + sizeof(void *) <= size; i += sizeof(void *)) {
        const void *p;
        memcpy(&p, (const char *)arg + i, sizeof p);
        if (is_memory_of(t, p))
            return true;
    }
    return false;
}

static local_id find_root(const model *m, const thread *child, const void *arg,
                          size_t size, uint32_t monitors)
{
    for (uint32_t i = child->first_root; i != 0; i = m->roots.data[i].next)
        if (threads_is_root(&m->roots.data[i], arg, size, monitors))
            return m->roots.data[i].local;
    return 0;
}

static uint32_t new_root(model *m)
{
    if (m->free_roots.len > 0)
        return vec_pop(&m->free_roots);
    vec_push(&m->roots, ((root){0}));
    return (uint32_t)(m->roots.len - 1);
}

static void link_root(model *m, uint32_t number)
{
    root *r = vec_at(&m->roots, number);
    thread *child = threads_at(m, r->thread);
    r->next = child->first_root;
    child->first_root = number;
}

local_id threads_put_root(model *m, const thread *t, local_id spawned_at,
                          uint32_t child, void *arg, size_t size, uint32_t monitors)
{
    bool is_free = !leads_to_memory_of(t, arg, size);
    local_id known =
        is_free ? find_root(m, threads_at(m, child), arg, size, monitors) : 0;
    if (known != 0)
        return known;
    uint32_t number = new_root(m);
    assert(m->roots.data[number].local == 0);
    root r = {.thread = child, .arg = arg, .monitors = monitors, .size = size};
    r.spawned_at = is_free ? 0 : spawned_at;
    if (size > 0)
        r.bytes = memcpy(mem_alloc(size), arg, size);
    r.local = history_add_root(&m->history, child, number);
    m->roots.data[number] = r;
    if (is_free)
        link_root(m, number);
    return r.local;
}

void threads_sweep_roots(model *m)
{
    vec_each (t, &m->threads)
        (*t)->first_root = 0;
    for (uint32_t i = 1; i < m->roots.len; i++) {
        root *r = &m->roots.data[i];
        if (r->local == 0)
            continue;
        const history_node *n = history_at(&m->history, r->local);
        if (!n->is_used || n->parent != 0 || n->input != i) {
            mem_free(r->bytes, r->size);
            *r = (root){0};
            vec_push(&m->free_roots, i);
        } else if (r->spawned_at == 0) {
            link_root(m, i);
        }
    }
}
