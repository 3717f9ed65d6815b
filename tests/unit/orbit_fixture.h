/* orbit_fixture.h -- orbits of states, the naive way: a state as text, with machines
 * named in every way that a permutation of roles can name them.  Nothing of the engine
 * is used but the columns of a state. */
#ifndef ORBIT_FIXTURE_H
#define ORBIT_FIXTURE_H

#include "core/env.h"
#include "core/system.h"
#include "model_fixture.h"

#include <stdlib.h>

/* Who may change names, by declaration. */
typedef struct orbit_roles {
    const core *c;
    const bool *is_pinned;
    const system_state *s;
    VEC(uint32_t) members; /* of all roles, one after the other */
    VEC(uint32_t) starts;  /* where each role begins, and the end */
    VEC(uint32_t) numbers; /* the number that each member has now */
} orbit_roles;

static inline const machine_name *orbit_name(const orbit_roles *o, machine_id id)
{
    return naming_get(&o->c->vals.names, id);
}

static inline bool orbit_is_role(const orbit_roles *o, uint32_t a, uint32_t b)
{
    const machine_name *x = orbit_name(o, a);
    const machine_name *y = orbit_name(o, b);
    return x->parent != MACHINE_NONE && x->parent == y->parent &&
           x->requested == y->requested && x->interface == y->interface &&
           !o->is_pinned[x->decl];
}

static inline bool orbit_has(const orbit_roles *o, machine_id id)
{
    vec_each (m, &o->members)
        if (*m == id)
            return true;
    return false;
}

static inline void orbit_begin(orbit_roles *o, const core *c, const bool *is_pinned,
                               const system_state *s)
{
    *o = (orbit_roles){.c = c, .is_pinned = is_pinned, .s = s};
    uint32_t ids = system_machines(c, s);
    for (uint32_t a = 0; a < ids; a++) {
        if (system_local(c, s, a) == VALUE_NULL || orbit_has(o, a))
            continue;
        vec_push(&o->starts, (uint32_t)o->members.len);
        /* By number: a loop over numbers is simple and slow. */
        for (uint32_t n = 0; n < 100; n++)
            for (uint32_t b = 0; b < ids; b++)
                if (orbit_name(o, b)->number == n &&
                    system_local(c, s, b) != VALUE_NULL && orbit_is_role(o, a, b))
                    vec_push(&o->members, b);
    }
    vec_push(&o->starts, (uint32_t)o->members.len);
    vec_each (m, &o->members)
        vec_push(&o->numbers, orbit_name(o, *m)->number);
}

static inline void orbit_end(orbit_roles *o)
{
    vec_free(&o->members);
    vec_free(&o->starts);
    vec_free(&o->numbers);
}

/* The next order of a role's numbers; false: it is the first one again. */
static inline bool orbit_permute(uint32_t *n, uint32_t count)
{
    uint32_t i = count;
    while (i > 1 && n[i - 2] >= n[i - 1])
        i--;
    if (i > 1) {
        uint32_t k = count;
        while (n[k - 1] <= n[i - 2])
            k--;
        uint32_t t = n[i - 2];
        n[i - 2] = n[k - 1];
        n[k - 1] = t;
    } else {
        i = 1;
    }
    for (uint32_t a = i - 1, b = count; a + 1 < b; a++, b--) {
        uint32_t t = n[a];
        n[a] = n[b - 1];
        n[b - 1] = t;
    }
    return i > 1;
}

/* The next way to name machines; false: all were made. */
static inline bool orbit_next(orbit_roles *o)
{
    for (size_t r = 0; r + 1 < o->starts.len; r++)
        if (orbit_permute(o->numbers.data + o->starts.data[r],
                          o->starts.data[r + 1] - o->starts.data[r]))
            return true;
    return false;
}

/* ---- States as text ---- */

static inline void orbit_show_name(const orbit_roles *o, machine_id id, strbuf *out)
{
    const machine_name *m = orbit_name(o, id);
    if (m->parent != MACHINE_NONE)
        orbit_show_name(o, m->parent, out);
    uint32_t number = m->number;
    for (size_t i = 0; i < o->members.len; i++)
        if (o->members.data[i] == id)
            number = o->numbers.data[i];
    strbuf_printf(out, ".%u:%u", number, m->requested);
}

typedef VEC(char *) orbit_texts;

static inline int orbit_by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static inline void orbit_keep(orbit_texts *t, strbuf *b)
{
    char *copy = mem_alloc(b->len + 1);
    memcpy(copy, strbuf_text(b), b->len + 1);
    vec_push(t, copy);
    strbuf_free(b);
}

static inline void orbit_join(orbit_texts *t, bool is_sorted, strbuf *out)
{
    if (is_sorted && t->len > 0)
        qsort(t->data, t->len, sizeof *t->data, orbit_by_text);
    vec_each (one, t) {
        strbuf_printf(out, "%s,", *one);
        mem_free(*one, strlen(*one) + 1);
    }
    vec_free(t);
}

static inline void orbit_show(const orbit_roles *o, value x, strbuf *out)
{
    const values *v = &o->c->vals;
    value_kind kind = value_kind_of(v, x);
    evset_id events;
    if (kind == VK_MACHINE) {
        orbit_show_name(o, value_to_machine_id(v, x), out);
        if (value_has_rights(v, x, &events))
            strbuf_printf(out, "!%u", events);
        return;
    }
    if (kind < VK_TUPLE) {
        strbuf_printf(out, "#%llx", (unsigned long long)value_hash(v, x));
        return;
    }
    value_view w = value_get(v, x);
    bool is_pairs = kind == VK_MAP || (kind == VK_RECORD && w.aux == REC_LOOSE);
    orbit_texts parts = {0};
    for (uint32_t i = 0; i < w.count; i += is_pairs ? 2 : 1) {
        strbuf b = {0};
        orbit_show(o, w.items[i], &b);
        if (is_pairs) {
            strbuf_puts(&b, "->");
            orbit_show(o, w.items[i + 1], &b);
        }
        orbit_keep(&parts, &b);
    }
    strbuf_printf(out, "%u/%u(", kind, w.aux);
    orbit_join(&parts, is_pairs || kind == VK_SET, out);
    strbuf_putc(out, ')');
}

/* What the network does not tell apart looks the same: p2p by channel, bag in any
 * order. */
static inline void orbit_show_box(const orbit_roles *o, value box, strbuf *out)
{
    value_view w = list_get(o->c, box);
    network_model net = o->c->options.network;
    orbit_texts channels = {0};
    for (uint32_t i = 0; i < w.count;) {
        strbuf b = {0};
        uint32_t first = i;
        do
            orbit_show(o, w.items[i++], &b);
        while (i < w.count && net == NET_P2P &&
               value_item(&o->c->vals, w.items[i], 0) ==
                   value_item(&o->c->vals, w.items[first], 0));
        orbit_keep(&channels, &b);
    }
    orbit_join(&channels, net != NET_MBOX, out);
}

static inline void orbit_show_state(const orbit_roles *o, strbuf *out)
{
    strbuf_clear(out);
    for (uint32_t i = 0; i < env_columns(o->c); i++) {
        orbit_show(o, o->s->data[i], out);
        strbuf_putc(out, ';');
    }
    orbit_texts machines = {0};
    for (machine_id id = 0; id < system_machines(o->c, o->s); id++) {
        if (system_local(o->c, o->s, id) == VALUE_NULL)
            continue;
        strbuf b = {0};
        orbit_show_name(o, id, &b);
        strbuf_putc(&b, '=');
        orbit_show(o, system_local(o->c, o->s, id), &b);
        strbuf_putc(&b, '|');
        orbit_show_box(o, system_outbox(o->c, o->s, id), &b);
        orbit_keep(&machines, &b);
    }
    orbit_join(&machines, true, out);
}

/* ---- Orbits ---- */

/* The least text of all that the orbit has; *SIZE: how many there are. */
static inline void orbit_of(const core *c, const bool *is_pinned, const system_state *s,
                            strbuf *least, size_t *size)
{
    orbit_roles o;
    orbit_begin(&o, c, is_pinned, s);
    orbit_texts all = {0};
    do {
        strbuf b = {0};
        orbit_show_state(&o, &b);
        orbit_keep(&all, &b);
    } while (orbit_next(&o));
    qsort(all.data, all.len, sizeof *all.data, orbit_by_text);
    strbuf_clear(least);
    strbuf_puts(least, all.data[0]);
    *size = 1;
    for (size_t i = 1; i < all.len; i++)
        *size += strcmp(all.data[i - 1], all.data[i]) != 0;
    vec_each (one, &all)
        mem_free(*one, strlen(*one) + 1);
    vec_free(&all);
    orbit_end(&o);
}

#endif
