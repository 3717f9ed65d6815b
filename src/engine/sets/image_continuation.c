/* Operations and continuations: each has a number, which others find again by its group
 * or requests; levels and cache numbers, which change when columns are added. */
#include "engine/sets/image_private.h"
#include "engine/sets/set_request.h"

#include "core/network.h"

/* ---- Cache numbers ---- */

uint32_t image_numbers(set_image *m, uint32_t count)
{
    assert(count > 0);
    uint32_t first = ldd_operation(m->s, count);
    if (first == 0) {
        m->c->limit = STOP_OPERATIONS;
        m->s->trouble = LDD_STOPPED;
    }
    return first;
}

uint32_t image_level_numbers(set_image *m)
{
    return image_numbers(m, (uint32_t)m->l->columns.len);
}

void image_number_levels(set_image *m)
{
    uint32_t levels = (uint32_t)m->l->columns.len;
    if (m->levels == levels)
        return;
    m->levels = levels;
    for (size_t i = 0; i < sizeof m->subsets / sizeof *m->subsets; i++)
        m->subsets[i] = image_level_numbers(m);
    m->urgent = image_level_numbers(m);
    m->tours = image_level_numbers(m);
}

/* ---- Levels ---- */

/* False: the layout has no column MISSING. */
static bool locate_operation(set_image *m, set_operation *o, set_column *missing)
{
    assert(o->count <= OPERATION_READS);
    if (o->kind == OPERATION_TOUR)
        return true; /* from the first level on */
    assert(o->count >= 1);
    for (uint32_t i = 0; i < o->count; i++) {
        o->levels[i] = layout_level(m->l, o->reads[i]);
        if (o->levels[i] == LEVEL_NONE) {
            *missing = o->reads[i];
            return false;
        }
    }
    o->positions = layout_inbox_positions(m->l, o->reads[0].machine);
    o->number = image_level_numbers(m);
    return true;
}

static void locate_continuation(set_image *m, continuation *x)
{
    x->top = operation_first_level(vec_at(&m->operations, x->op));
    x->number = image_numbers(m, 1);
}

/* Gives new numbers to all, so old ones may be handed out again. */
void image_columns_changed(set_image *m)
{
    set_column missing;
    ldd_renew_operations(m->s);
    m->generation = m->s->generation;
    vec_each (o, &m->operations) {
        bool is_located = locate_operation(m, o, &missing);
        assert(is_located); /* columns are never removed */
        (void)is_located;
    }
    vec_each (x, &m->continuations)
        locate_continuation(m, x);
    m->levels = 0;
}

void image_refresh(set_image *m)
{
    ldd_renew_operations(m->s);
    if (m->generation != m->s->generation)
        image_columns_changed(m);
}

/* ---- Operations ---- */

static void set_reads_of_start(const core *c, set_operation *o)
{
    machine_id id = o->start.machine;
    if (o->start.kind != GROUP_DELIVER)
        o->reads[o->count++] = (set_column){.kind = COLUMN_LOCAL, .machine = id};
    /* In P's own network a machine acts only while its outbox is empty. */
    if (o->start.kind == GROUP_DELIVER ||
        (o->start.kind == GROUP_ACT && c->options.network == NET_MBOX))
        o->reads[o->count++] = layout_channel(c, id, o->start.target);
}

static set_operation_kind kind_of_request(const core *c, value request)
{
    switch (set_request_kind_of(c, request)) {
    case SET_REQUEST_KEEP:
        return OPERATION_KEEP;
    case SET_REQUEST_SCAN:
        return OPERATION_SCAN;
    case SET_REQUEST_CLEAR:
        return OPERATION_CLEAR;
    case SET_REQUEST_TOUR:
        return OPERATION_TOUR;
    case SET_REQUEST_POST:
    case SET_REQUEST_OTHER:
        break;
    }
    return OPERATION_REQUEST;
}

/* Its number + 1; 0: MISSING. */
static size_t add_operation(set_image *m, set_operation *o, set_column *missing)
{
    if (!locate_operation(m, o, missing))
        return 0;
    vec_push(&m->operations, *o);
    return m->operations.len;
}

static size_t operation_of_request(set_image *m, value request, set_column *missing)
{
    size_t known = idmap_get_number(&m->request_ops, request);
    if (known > 0)
        return known;
    set_operation o = {.kind = kind_of_request(m->c, request), .request = request};
    if (o.kind != OPERATION_TOUR)
        o.reads[o.count++] = set_request_column(m->c, request);
    known = add_operation(m, &o, missing);
    if (known > 0)
        idmap_put_number(&m->request_ops, request, known);
    return known;
}

/* ---- Continuations ---- */

/* Operation OP - 1, then REST; its number + 1, or 0 if OP is 0. */
static size_t add_continuation(set_image *m, size_t op, value rest, idmap *known,
                               uint64_t key)
{
    if (op == 0)
        return 0;
    assert(op <= m->operations.len);
    continuation x = {.op = (uint32_t)op - 1, .rest = rest};
    locate_continuation(m, &x);
    vec_push(&m->continuations, x);
    idmap_put_number(known, key, m->continuations.len);
    return m->continuations.len;
}

size_t image_start(set_image *m, transition_group x, set_column *missing)
{
    enum { KIND_SHIFT = 28 };
    assert(x.machine >> KIND_SHIFT == 0);
    uint64_t key = IDMAP_KEY((uint32_t)x.kind << KIND_SHIFT | x.machine, x.target);
    size_t known = idmap_get_number(&m->starts, key);
    if (known > 0)
        return known;
    set_operation o = {.kind = OPERATION_START, .start = x};
    set_reads_of_start(m->c, &o);
    return add_continuation(m, add_operation(m, &o, missing), VALUE_NULL, &m->starts,
                            key);
}

size_t image_follow(set_image *m, value requests, set_column *missing)
{
    size_t known = idmap_get_number(&m->follows, requests);
    if (known > 0)
        return known;
    value_view w = list_get(m->c, requests);
    assert(w.count > 0);
    value request = w.items[0];
    value rest = list_make(m->c, w.items + 1, w.count - 1);
    known = add_continuation(m, operation_of_request(m, request, missing), rest,
                             &m->follows, requests);
    if (known > 0)
        m->continuations.data[known - 1].creates =
            set_request_is_creation(m->c, request);
    return known;
}
