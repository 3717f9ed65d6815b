/* egraph_fixture.h -- execution graphs that are built event by event, from programs in
 * MPL (cross/mpl/mpl.h).
 *
 * Each step pushes the next event of a thread.  After each the whole graph is checked.
 */
#ifndef EGRAPH_FIXTURE_H
#define EGRAPH_FIXTURE_H

#include "adapter.h"
#include "engine/dpor/consistent.h"
#include "engine/dpor/revisit.h"
#include "unit.h"

typedef struct building {
    mpl_program program;
    adapter adapter;
    dpor_program p;
    egraph g;
    event_list list; /* of sources, or revisits */
    event_list saved;
} building;

/* With all threads spawned: thread 0 does that first. */
static inline void building_begin(building *b, const char *text, mpl_model model)
{
    mpl_error e;
    *b = (building){0};
    assert_true(mpl_parse(&b->program, text, &e));
    vec_each (t, &b->program.threads)
        t->model = model;
    adapter_init(&b->adapter, &b->program, 0);
    b->p = adapter_program(&b->adapter);
    egraph_init(&b->g, &b->p, UINT32_MAX);
    while (egraph_thread(&b->g, 0)->next.kind == OP_SPAWN) {
        egraph_push(&b->g, egraph_new_event(&b->g, 0));
        assert_true(egraph_check(&b->g));
    }
}

static inline void building_pop(building *b)
{
    egraph_free_event(&b->g, egraph_pop(&b->g));
    assert_true(egraph_check(&b->g));
}

static inline void building_end(building *b)
{
    while (b->g.order.len > 0)
        building_pop(b);
    vec_free(&b->list);
    vec_free(&b->saved);
    egraph_free(&b->g);
    assert_null(adapter_misuse(&b->adapter));
    adapter_free(&b->adapter);
    mpl_free(&b->program);
}

static inline event *push_event(building *b, event *e)
{
    egraph_push(&b->g, e);
    assert_true(egraph_check(&b->g));
    return e;
}

/* A send, spawn or join. */
static inline event *step(building *b, uint32_t thread)
{
    return push_event(b, egraph_new_event(&b->g, thread));
}

static inline event *lose(building *b, uint32_t thread)
{
    event *e = egraph_new_event(&b->g, thread);
    e->is_lost = true;
    return push_event(b, e);
}

/* A receive; SOURCE NULL: it gets nothing. */
static inline event *receive(building *b, uint32_t thread, event *source)
{
    event *e = egraph_new_event(&b->g, thread);
    egraph_set_source(&b->g, e, source);
    return push_event(b, e);
}

static inline event *choose(building *b, uint32_t thread, uint32_t which)
{
    event *e = egraph_new_event(&b->g, thread);
    egraph_set_choice(&b->g, e, which);
    return push_event(b, e);
}

static inline bool is_listed(const building *b, const event *e)
{
    vec_each (one, &b->list)
        if (*one == e)
            return true;
    return false;
}

/* The next receive of THREAD may read these COUNT sends, in this order. */
static inline void expect_sources(building *b, uint32_t thread, size_t count,
                                  event *const *sends)
{
    vec_clear(&b->list);
    consistent_list_sources(&b->g, egraph_thread(&b->g, thread), &b->list);
    assert_int_equal(b->list.len, count);
    for (size_t i = 0; i < count; i++)
        assert_ptr_equal(b->list.data[i], sends[i]);
    assert_int_equal(consistent_can_receive(&b->g, egraph_thread(&b->g, thread)),
                     count > 0);
}

#define SOURCES(b, thread, ...)                                     \
    expect_sources(b, thread, COUNT_OF(((event *[]){__VA_ARGS__})), \
                   (event *[]){__VA_ARGS__})

/* The send on top revisits so many receives. */
static inline size_t find_revisits(building *b)
{
    vec_clear(&b->list);
    revisit_list(&b->g, *vec_last(&b->g.order), &b->list);
    return b->list.len;
}

static inline revisit revisit_by(building *b, event *r, event *s)
{
    revisit v = revisit_make(&b->g, r, s, &b->saved);
    assert_true(egraph_check(&b->g));
    return v;
}

static inline void unrevisit(building *b, revisit v)
{
    revisit_undo(&b->g, v, &b->saved);
    assert_true(egraph_check(&b->g));
}

#endif
