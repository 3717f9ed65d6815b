/* Operations on inboxes, which are queues with one column per position (layout.h).
 *
 * Invariant inbox-1: no message is behind a null.  All operations preserve it: a
 * message is appended at the first null, and the messages behind one that leaves move
 * up. */
#include "engine/sets/image_private.h"
#include "engine/sets/set_request.h"

/* The cache number of an operation at POSITION. */
static uint32_t number_at(const set_operation *o, uint32_t position)
{
    return o->number + o->levels[0] + position;
}

/* A message has left, and DOWN follows it: the messages behind it move up.  POSITIONS
 * counts from the one that is empty now. */
static ldd move_up(set_image *m, ldd down, uint32_t positions)
{
    assert(positions > 0);
    return ldd_insert(m->s, down, positions - 1, VALUE_NULL);
}

/* Appends MESSAGE to the messages from POSITION on. */
static ldd append(set_image *m, uint32_t op, ldd a, uint32_t position, value message)
{
    const set_operation o = m->operations.data[op];
    uint32_t what = number_at(&o, position);
    ldd result;
    if (a == LDD_EMPTY || ldd_cache_get(m->s, what, a, 0, &result))
        return a == LDD_EMPTY ? a : result;
    size_t mark = m->rows.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (n.value == VALUE_NULL)
            image_add_row(m, 0, message, n.down);
        else if (position + 1 < o.positions)
            image_add_row(m, 0, n.value, append(m, op, n.down, position + 1, message));
        else
            m->is_short = true;
    }
    result = image_join_rows(m, mark);
    result = result == LDD_EMPTY ? result : ldd_at(m->s, result)->down;
    if (!m->is_short)
        ldd_cache_put(m->s, what, a, 0, result);
    return result;
}

static ldd scan(set_image *m, uint32_t op, ldd a, uint32_t position);

/* Scans from POSITION on, where the message of node N waits. */
static void scan_message(set_image *m, uint32_t op, ldd_node n, uint32_t position)
{
    const set_operation o = m->operations.data[op];
    value more = VALUE_NULL;
    value kept = inbox_do(m->c, list_make(m->c, &n.value, 1), o.request, &more);
    if (more != VALUE_NULL) { /* handled: a request to the machine */
        image_add_list(m, image_class(m, 0, list_make(m->c, &more, 1)),
                       move_up(m, n.down, o.positions - position));
    } else if (kept == VALUE_NULL) { /* ignored: the next one is at POSITION now */
        ldd sub = scan(m, op, move_up(m, n.down, o.positions - position), position);
        for (; sub != LDD_EMPTY; sub = ldd_at(m->s, sub)->right)
            image_add_list(m, ldd_at(m->s, sub)->value, ldd_at(m->s, sub)->down);
    } else if (position + 1 == o.positions) {
        image_add_row(m, image_class(m, 0, VALUE_NULL), n.value, n.down);
    } else {
        ldd sub = scan(m, op, n.down, position + 1);
        for (; sub != LDD_EMPTY; sub = ldd_at(m->s, sub)->right)
            image_add_row(m, ldd_at(m->s, sub)->value, n.value,
                          ldd_at(m->s, sub)->down);
    }
}

/* Scans the messages from POSITION on for the first that the machine handles now. */
static ldd scan(set_image *m, uint32_t op, ldd a, uint32_t position)
{
    uint32_t what = number_at(&m->operations.data[op], position);
    ldd result;
    if (a == LDD_EMPTY || ldd_cache_get(m->s, what, a, 0, &result))
        return a == LDD_EMPTY ? a : result;
    size_t mark = m->rows.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (n.value == VALUE_NULL)
            image_add_row(m, image_class(m, 0, VALUE_NULL), n.value, n.down);
        else
            scan_message(m, op, n, position);
    }
    result = image_join_rows(m, mark);
    ldd_cache_put(m->s, what, a, 0, result);
    return result;
}

/* The rows behind an inbox, whatever is in it. */
static ldd rows_behind(set_image *m, ldd a, uint32_t positions)
{
    ldd all = LDD_EMPTY;
    if (positions == 0)
        return a;
    for (; a != LDD_EMPTY; a = ldd_at(m->s, a)->right)
        all =
            ldd_union(m->s, all, rows_behind(m, ldd_at(m->s, a)->down, positions - 1));
    return all;
}

static ldd clear(set_image *m, uint32_t positions, ldd a)
{
    ldd result = rows_behind(m, a, positions);
    for (uint32_t i = 0; i < positions; i++)
        result = ldd_make(m->s, VALUE_NULL, result, LDD_EMPTY);
    return result;
}

ldd image_change_inbox(set_image *m, uint32_t op, ldd a)
{
    const set_operation o = m->operations.data[op];
    assert(o.reads[0].kind == COLUMN_INBOX);
    assert(o.reads[0].index == 0);
    assert(o.positions > 0);
    if (o.kind == OPERATION_SCAN)
        return scan(m, op, a, 0);
    assert(o.kind == OPERATION_KEEP || o.kind == OPERATION_CLEAR);
    ldd result = o.kind == OPERATION_CLEAR
                     ? clear(m, o.positions, a)
                     : append(m, op, a, 0, set_request_message(m->c, o.request));
    return ldd_make(m->s, image_class(m, 0, VALUE_NULL), result, LDD_EMPTY);
}
