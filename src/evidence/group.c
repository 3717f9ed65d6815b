#include "evidence/group.h"

size_t group_switches(const attempt_plan *p)
{
    size_t count = 0;
    for (size_t i = 1; i < p->len; i++)
        count += p->data[i].subject != p->data[i - 1].subject;
    return count;
}

/* Takes the order as the best one if it fails in the same way with fewer switches. */
static bool try_order(attempt *a, attempt_plan *order, attempt_plan *best)
{
    if (group_switches(order) >= group_switches(best) || !attempt_run(a, order))
        return false;
    attempt_copy_plan(&a->made, best);
    return true;
}

/* ---- Each machine as long as it can ---- */

/* By machine: its first step in the plan that is not yet in the order, or the length of
 * the plan. */
typedef VEC(size_t) next_steps;

static size_t find_next(const attempt_plan *p, uint32_t subject, size_t from)
{
    while (from < p->len && p->data[from].subject != subject)
        from++;
    return from;
}

/* Are earlier steps of the sender of the message, or of the creator, still to come? */
static bool is_too_early(const attempt *a, const attempt_plan *p,
                         const next_steps *next, size_t i)
{
    const plan_step *one = &p->data[i];
    uint32_t from = one->m.kind == TRANSITION_ACT
                        ? naming_get(&a->c->vals.names, one->subject)->parent
                        : one->m.machine;
    return from != MACHINE_NONE && next->data[from] < i;
}

/* The next step of the same machine, or else the first one that is left.  A step must
 * not come before those that enable it.  These need not be known exactly, since an
 * order that does not fail as before is not taken.  The last step stays the last. */
static size_t choose(const attempt *a, const attempt_plan *p, const next_steps *next,
                     uint32_t subject)
{
    size_t best = p->len - 1;
    for (machine_id id = 0; id < next->len; id++) {
        size_t i = next->data[id];
        if (i + 1 >= p->len || is_too_early(a, p, next, i))
            continue;
        if (id == subject)
            return i;
        if (i < best)
            best = i;
    }
    return best;
}

static void run_each_for_long(attempt *a, attempt_plan *best)
{
    attempt_plan order = {0};
    next_steps next = {0};
    for (machine_id id = 0; id < a->c->vals.names.machines.len; id++)
        vec_push(&next, find_next(best, id, 0));
    uint32_t subject = MACHINE_NONE;
    while (order.len < best->len) {
        size_t i = choose(a, best, &next, subject);
        assert(i < best->len);
        subject = best->data[i].subject;
        *vec_at(&next, subject) = find_next(best, subject, i + 1);
        vec_push(&order, best->data[i]);
    }
    try_order(a, &order, best);
    vec_free(&next);
    vec_free(&order);
}

/* ---- By blocks ---- */

/* The end of the block that starts at I: steps of one machine. */
static size_t block_end(const attempt_plan *p, size_t i)
{
    size_t end = i + 1;
    while (end < p->len && p->data[end].subject == p->data[i].subject)
        end++;
    return end;
}

static void append_range(attempt_plan *to, const attempt_plan *from, size_t first,
                         size_t end)
{
    for (size_t i = first; i < end; i++)
        vec_push(to, from->data[i]);
}

/* Moves the block at J right after the one from FIRST to END, or else that one right
 * before J. */
static bool try_join(attempt *a, attempt_plan *best, size_t first, size_t end, size_t j,
                     attempt_plan *order)
{
    assert(first < end && end <= j && j < best->len);
    size_t j_end = block_end(best, j);
    vec_clear(order);
    append_range(order, best, 0, end);
    append_range(order, best, j, j_end);
    append_range(order, best, end, j);
    append_range(order, best, j_end, best->len);
    if (try_order(a, order, best))
        return true;
    vec_clear(order);
    append_range(order, best, 0, first);
    append_range(order, best, end, j);
    append_range(order, best, first, end);
    append_range(order, best, j, best->len);
    return try_order(a, order, best);
}

/* Makes one join that saves a switch; false: there is none. */
static bool join_blocks(attempt *a, attempt_plan *best, attempt_plan *order)
{
    for (size_t i = 0; i < best->len && !a->is_time_up; i = block_end(best, i))
        for (size_t j = block_end(best, i); j < best->len; j = block_end(best, j))
            if (best->data[i].subject == best->data[j].subject &&
                try_join(a, best, i, block_end(best, i), j, order))
                return true;
    return false;
}

void group_steps(attempt *a, attempt_plan *p)
{
    attempt_plan order = {0};
    a->is_exact = true;
    a->max_len = p->len;
    if (p->len > 0)
        run_each_for_long(a, p);
    while (!a->is_time_up && join_blocks(a, p, &order))
        ;
    a->is_exact = false;
    vec_free(&order);
}
