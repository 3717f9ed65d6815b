/* Images: traversals of a set by one operation, and continuations of transitions. */
#include "engine/sets/image_private.h"
#include "engine/sets/set_request.h"

enum { MOST_REQUESTS = 1000 }; /* one after the other, in one transition */

set_image *image_new(set_layout *l, ldd_store *s)
{
    set_image *m = mem_alloc(sizeof *m);
    m->l = l;
    m->c = l->c;
    m->s = s;
    m->generation = s->generation;
    vec_push(&m->classes, (result_class){0});
    vec_push(&m->ends, 0);
    return m;
}

void image_free(set_image *m)
{
    if (m == NULL)
        return;
    vec_free(&m->operations);
    vec_free(&m->continuations);
    idmap_fini(&m->starts);
    idmap_fini(&m->follows);
    idmap_fini(&m->request_ops);
    vec_free(&m->transitions);
    vec_free(&m->ends);
    idmap_fini(&m->entries);
    idmap_fini(&m->pairs);
    vec_free(&m->rows);
    vec_free(&m->classes);
    idmap_fini(&m->class_ids);
    vec_free(&m->unions);
    mem_free(m, sizeof *m);
}

size_t image_coming_growth(const set_image *m, size_t more)
{
    const idmap *const maps[] = {&m->starts,  &m->follows, &m->request_ops,
                                 &m->entries, &m->pairs,   &m->class_ids};
    size_t bytes = 0;
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        bytes += idmap_coming_growth(maps[i], more);
    return bytes;
}

uint64_t image_local_transitions(const set_image *m)
{
    return m->transitions.len;
}

/* ---- Traversals ---- */

/* At the last column that is read, with value V: adds the results.  ABOVE: the value of
 * the column above, if two are read. */
static void add_results(set_image *m, uint32_t op, value above, value v, ldd down)
{
    const set_operation *o = &m->operations.data[op];
    uint32_t first, end;
    bool is_two = o->count == 2;
    bool is_second = is_two && o->levels[1] > o->levels[0];
    value read[OPERATION_READS] = {v, above};
    if (is_second) {
        read[0] = above;
        read[1] = v;
    }
    image_local(m, op, read, &first, &end);
    for (uint32_t i = first; i < end; i++) {
        if (core_looks(m->c, i - first)) {
            m->s->trouble = LDD_STOPPED;
            return;
        }
        const local_transition t = m->transitions.data[i];
        uint32_t class = image_class(m, 0, t.requests);
        if (is_two)
            class = image_class(m, class, t.to[is_second ? 0 : 1]);
        image_add_row(m, class, t.to[is_second ? 1 : 0], down);
    }
}

/* Adds the results SUB of the rows below value V.  IS_READ: the operation has read V,
 * and the class has the value to be written in its place. */
static void add_results_below(set_image *m, ldd sub, value v, bool is_read)
{
    for (; sub != LDD_EMPTY; sub = ldd_at(m->s, sub)->right) {
        const ldd_node g = *ldd_at(m->s, sub);
        const result_class to = m->classes.data[g.value];
        image_add_row(m, is_read ? to.above : g.value, is_read ? to.value : v, g.down);
    }
}

/* Applies operation OP to rows A from LEVEL on. */
static ldd traverse(set_image *m, uint32_t op, ldd a, uint32_t level, value above)
{
    const set_operation o = m->operations.data[op];
    ldd result;
    if (a == LDD_EMPTY)
        return LDD_EMPTY;
    bool is_last = level == operation_last_level(&o);
    bool is_read = is_last || level == operation_first_level(&o);
    if (o.kind == OPERATION_TOUR)
        return image_visit_all(m, op, a);
    if (is_read && o.kind != OPERATION_START && o.kind != OPERATION_REQUEST)
        return image_change_inbox(m, op, a);
    if (ldd_cache_get(m->s, o.number + level, a, above, &result))
        return result;
    size_t mark = m->rows.len;
    for (ldd x = a; x != LDD_EMPTY && !m->is_short; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (is_read && image_is_disabled(m, &o, level, n.value))
            continue;
        if (is_last)
            add_results(m, op, above, n.value, n.down);
        else
            add_results_below(
                m, traverse(m, op, n.down, level + 1, is_read ? n.value : above),
                n.value, is_read);
    }
    result = image_join_rows(m, mark);
    if (!m->is_short)
        ldd_cache_put(m->s, o.number + level, a, above, result);
    return result;
}

/* ---- Unions of results ---- */

/* Unites many sets in the shape of a balanced tree: a union with all earlier ones for
 * each of them would traverse these again and again.  Counts on the stack are distinct
 * powers of two. */
static void add_to_union(set_image *m, size_t mark, ldd set)
{
    partial_union x = {1, set};
    while (m->unions.len > mark && vec_last(&m->unions)->count == x.count) {
        const partial_union y = vec_pop(&m->unions);
        x = (partial_union){2 * x.count, ldd_union(m->s, x.set, y.set)};
    }
    vec_push(&m->unions, x);
}

static ldd finish_union(set_image *m, size_t mark)
{
    ldd all = LDD_EMPTY;
    while (m->unions.len > mark)
        all = ldd_union(m->s, all, vec_pop(&m->unions).set);
    return all;
}

/* ---- Results by label ----
 *
 * With labels, rows of results have one column more in front: the label of what the
 * transition does from there on. */

static ldd with_empty_label(set_image *m, ldd a)
{
    return m->labels_fairness ? ldd_make(m->s, VALUE_NULL, a, LDD_EMPTY) : a;
}

/* Adds the fair_labels of LABEL to all labels in front. */
static ldd with_label(set_image *m, value label, ldd a)
{
    size_t mark = m->rows.len;
    if (label == VALUE_NULL || a == LDD_EMPTY)
        return a;
    for (; a != LDD_EMPTY; a = ldd_at(m->s, a)->right)
        image_add_row(m, 0, label_join(m->c, label, ldd_at(m->s, a)->value),
                      ldd_at(m->s, a)->down);
    ldd result = image_join_rows(m, mark);
    return result == LDD_EMPTY ? result : ldd_at(m->s, result)->down;
}

/* ---- Continuations ---- */

/* The result will not be used: stop here. */
static bool is_cut(const set_image *m, const image_result *r)
{
    return r->is_missing || r->is_violation || m->above != LEVEL_NONE ||
           m->s->trouble != LDD_NO_TROUBLE;
}

static ldd apply(set_image *m, size_t at, ldd a, uint32_t level, image_result *r);

/* Rows A, from LEVEL on, are in the middle of a transition, and REQUESTS remain.
 * OUTER: the continuation that brought them here. */
static ldd serve(set_image *m, size_t outer, ldd a, uint32_t level, value requests,
                 image_result *r)
{
    value label = VALUE_NULL;
    if (m->labels_fairness)
        requests = label_split_requests(m->c, requests, &label);
    requests = set_request_split_first(m->c, requests);
    if (requests == VALUE_NULL)
        return with_label(m, label, with_empty_label(m, a));
    if (m->depth + list_get(m->c, requests).count > MOST_REQUESTS) {
        m->c->limit = STOP_REQUESTS;
        return LDD_EMPTY;
    }
    r->is_violation = set_request_is_failure(m->c, list_get(m->c, requests).items[0]);
    if (r->is_violation)
        return LDD_EMPTY;
    size_t at = image_follow(m, requests, &r->missing);
    r->is_missing = at == 0;
    if (r->is_missing)
        return LDD_EMPTY;
    ldd result = apply(m, at - 1, a, level, r);
    m->continuations.data[outer].creates |= m->continuations.data[at - 1].creates;
    return with_label(m, label, result);
}

static void note_missing_position(set_image *m, const set_operation *o, image_result *r)
{
    assert(o->reads[0].kind == COLUMN_INBOX);
    r->is_missing = true;
    r->missing = o->reads[0];
    r->missing.index = o->positions;
    m->is_short = false;
}

/* Applies continuation AT to rows A, which begin at its top. */
static ldd apply_at_top(set_image *m, size_t at, ldd a, image_result *r)
{
    const continuation x = m->continuations.data[at];
    ldd classes = traverse(m, x.op, a, x.top, VALUE_NULL);
    size_t mark = m->unions.len;
    if (m->is_short)
        note_missing_position(m, &m->operations.data[x.op], r);
    m->depth++;
    for (; classes != LDD_EMPTY && !is_cut(m, r);
         classes = ldd_at(m->s, classes)->right) {
        const ldd_node n = *ldd_at(m->s, classes);
        const result_class g = m->classes.data[n.value];
        assert(g.above == 0); /* all columns are written */
        add_to_union(
            m, mark,
            serve(m, at, n.down, x.top, set_request_concat(m->c, g.value, x.rest), r));
    }
    m->depth--;
    return finish_union(m, mark);
}

static ldd apply_above_by_label(set_image *m, size_t at, ldd a, uint32_t level,
                                image_result *r)
{
    size_t mark = m->rows.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        ldd sub = apply(m, at, n.down, level + 1, r);
        for (; sub != LDD_EMPTY; sub = ldd_at(m->s, sub)->right)
            image_add_row(m, ldd_at(m->s, sub)->value, n.value,
                          ldd_at(m->s, sub)->down);
    }
    return image_join_rows(m, mark);
}

/* Applies continuation AT to rows that begin above its top: they stay the same there.
 */
static ldd apply_above(set_image *m, size_t at, ldd a, uint32_t level, image_result *r)
{
    if (m->labels_fairness)
        return apply_above_by_label(m, at, a, level, r);
    size_t mark = m->s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        image_push(m, n.value, apply(m, at, n.down, level + 1, r));
    }
    return ldd_list(m->s, mark, LDD_EMPTY);
}

/* Applies continuation AT to rows A from LEVEL on.
 *
 * A later request of the transition may touch a column above the rows that it is given:
 * then M->above is that column's level, everything is cut short, each enclosing
 * continuation gets that lower top, and image_after starts again.  Tops only decrease,
 * so that happens a bounded number of times. */
static ldd apply(set_image *m, size_t at, ldd a, uint32_t level, image_result *r)
{
    const continuation x = m->continuations.data[at];
    ldd result;
    if (a == LDD_EMPTY || is_cut(m, r))
        return LDD_EMPTY;
    if (level > x.top) {
        m->above = x.top;
        return LDD_EMPTY;
    }
    if (ldd_cache_get(m->s, x.number, a, level, &result))
        return result;
    result =
        level == x.top ? apply_at_top(m, at, a, r) : apply_above(m, at, a, level, r);
    if (m->above < m->continuations.data[at].top) {
        m->continuations.data[at].top = m->above;
        m->continuations.data[at].number = image_numbers(m, 1);
    }
    if (!is_cut(m, r))
        ldd_cache_put(m->s, x.number, a, level, result);
    return result;
}

/* ---- Images ---- */

static image_result after(set_image *m, ldd from, transition_group x)
{
    image_result r = {.to = LDD_EMPTY};
    image_refresh(m);
    size_t at = image_start(m, x, &r.missing);
    r.is_missing = at == 0;
    if (r.is_missing)
        return r;
    assert(m->depth == 0);
    assert(!m->is_short);
    do {
        m->above = LEVEL_NONE;
        r.to = apply(m, at - 1, from, 0, &r);
    } while (m->above != LEVEL_NONE && m->s->trouble == LDD_NO_TROUBLE);
    assert(m->depth == 0);
    assert(m->rows.len == 0);
    assert(m->unions.len == 0);
    r.creates = m->continuations.data[at - 1].creates;
    return r;
}

image_result image_after(set_image *m, ldd from, transition_group x)
{
    assert(!m->labels_fairness);
    return after(m, from, x);
}

void image_enable_labels(set_image *m)
{
    assert(m->operations.len == 0);
    m->labels_fairness = true;
}

image_result image_by_label(set_image *m, ldd from, transition_group x, label_map *out)
{
    assert(m->labels_fairness);
    image_result r = after(m, from, x);
    for (; r.to != LDD_EMPTY; r.to = ldd_at(m->s, r.to)->right)
        label_map_add(out, m->s, ldd_at(m->s, r.to)->value, ldd_at(m->s, r.to)->down);
    return r;
}
