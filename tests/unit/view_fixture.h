/* view_fixture.h -- reachable states of small programs, with their transitions and what
 * those lead to. */
#ifndef VIEW_FIXTURE_H
#define VIEW_FIXTURE_H

#include "engine/reduce/stubborn.h"
#include "engine/reduce/succ_gen.h"
#include "reach_fixture.h"

/* States by number; a view of one of them, and its successors by number. */
typedef struct viewed {
    model m;
    engine_options o;
    local_cache cache;
    succ_gen succ;
    intern rows;
    VEC(uint32_t) found; /* the last successors */
    bool has_fault;      /* ... or a violation */
} viewed;

/* Machines that were only named make no difference. */
static inline uint32_t viewed_number(viewed *v, const system_state *s)
{
    size_t len = s->len;
    while (len > 0 && s->data[len - 1] == VALUE_NULL)
        len--;
    return intern_put(&v->rows, s->data, len * sizeof *s->data);
}

static inline void viewed_row(const viewed *v, uint32_t number, system_state *out)
{
    size_t len = intern_len(&v->rows, number) / sizeof(value);
    size_t first = env_columns(v->m.c);
    vec_clear(out);
    for (size_t i = 0; i < len; i++) {
        value x;
        memcpy(&x, intern_text(&v->rows, number) + i * sizeof x, sizeof x);
        vec_push(out, x);
    }
    while (out->len < first || (out->len - first) % 2 != 0)
        vec_push(out, VALUE_NULL);
}

static inline void viewed_take(void *context, const system_state *to)
{
    viewed *v = context;
    vec_push(&v->found, viewed_number(v, to));
}

static inline void viewed_fail(void *context, const system_state *from,
                               const transition_result *r)
{
    viewed *v = context;
    (void)from;
    (void)r;
    v->has_fault = true;
}

static inline void viewed_clear(viewed *v)
{
    vec_clear(&v->found);
    v->has_fault = false;
}

static inline void viewed_begin(viewed *v, const char *text, network_model net)
{
    *v = (viewed){.o = {.core = {.network = net}, .reduction = {.keeps_dead = true}}};
    v->m = model_load(text, &v->o.core);
    intern_init(&v->rows);
    local_cache_init(&v->cache, v->m.c, &v->o.reduction);
    system_state start = {0};
    transition_result r;
    v->succ = (succ_gen){.g = &v->cache,
                         .o = &v->o,
                         .keeps_dead = true,
                         .on_successor = viewed_take,
                         .on_fault = viewed_fail,
                         .context = v};
    system_start(v->m.c, &start, &r);
    succ_gen_start(&v->succ, &start);
    vec_free(&start);
}

static inline void viewed_end(viewed *v)
{
    vec_free(&v->found);
    succ_gen_fini(&v->succ);
    local_cache_fini(&v->cache);
    intern_fini(&v->rows);
    model_free(&v->m);
}

/* The successors of transition T, in v->found. */
static inline void viewed_fire(viewed *v, const state_view *view,
                               const view_transition *t)
{
    viewed_clear(v);
    succ_gen_fire(&v->succ, view, t);
}

/* What tells a transition from others, also in other states. */
typedef struct identity {
    transition_kind kind;
    uint32_t owner;
    value message;
} identity;

static inline identity identity_of(const core *c, const system_state *s,
                                   const view_transition *t)
{
    value message =
        t->m.kind == TRANSITION_DELIVER ? system_message(c, s, t->m) : VALUE_NULL;
    return (identity){t->m.kind, t->owner, message};
}

/* The transition of a view that is the same; NULL: there is none. */
static inline const view_transition *identity_find(const core *c,
                                                   const state_view *view,
                                                   identity want)
{
    vec_each (t, &view->transitions) {
        identity one = identity_of(c, view->s, t);
        if (one.kind == want.kind && one.owner == want.owner &&
            one.message == want.message)
            return t;
    }
    return NULL;
}

/* Calls CHECK in the first MOST states of a program, in all networks that are reduced.
 */
static inline void viewed_each(const char *text, uint32_t most,
                               void (*check)(viewed *v, uint32_t state))
{
    static const network_model networks[] = {NET_MBOX, NET_P2P, NET_BAG};
    for (size_t n = 0; n < COUNT_OF(networks); n++) {
        viewed v;
        state_view view = {0};
        system_state row = {0};
        viewed_begin(&v, text, networks[n]);
        for (uint32_t i = 0; i < most && i < intern_count(&v.rows); i++) {
            viewed_row(&v, i, &row);
            state_view_load(&view, &v.cache, &row);
            for (size_t k = 0; k < view.transitions.len; k++)
                viewed_fire(&v, &view, &view.transitions.data[k]);
        }
        uint32_t count = intern_count(&v.rows);
        for (uint32_t i = 0; i < most && i < count; i++)
            check(&v, i);
        vec_free(&row);
        state_view_fini(&view);
        viewed_end(&v);
    }
}

/* ... of all programs. */
static inline void viewed_each_program(uint32_t most,
                                       void (*check)(viewed *v, uint32_t state))
{
    strbuf text = {0};
    for (size_t n = 0; n < PROGRAMS; n++) {
        program_read(n, &text);
        viewed_each(strbuf_text(&text), most, check);
    }
    strbuf_free(&text);
}

#endif
