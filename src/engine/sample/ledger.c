#include "engine/sample/ledger.h"

#include <string.h>

static void free_entry(ledger_entry *e)
{
    vec_free(&e->behaviours);
    vec_free(&e->states);
    coverage_free(e->executed);
}

void ledger_fini(ledger *l)
{
    vec_each (e, &l->open)
        free_entry(e);
    vec_each (e, &l->spare)
        free_entry(e);
    vec_free(&l->open);
    vec_free(&l->spare);
}

void ledger_total_fini(ledger_total *t)
{
    idmap_fini(&t->states);
    idmap_fini(&t->behaviours);
}

ledger_entry *ledger_begin(ledger *l, const ir_program *ir, uint64_t first)
{
    assert(l->open.len == 0 || vec_last(&l->open)->first < first);
    ledger_entry e = {0};
    if (l->spare.len > 0)
        e = vec_pop(&l->spare);
    else
        e.executed = coverage_new(ir);
    e.first = first;
    vec_push(&l->open, e);
    return vec_last(&l->open);
}

void ledger_count_run(ledger_entry *e, const sampler_run *r)
{
    e->transitions += r->steps;
    if (r->stop != STOP_NONE)
        return;
    e->runs++;
    e->cut += r->is_cut;
    if (r->is_hot_tail)
        hot_count_add(&e->hot, (hot_count){.runs = 1, .spec = r->hot_spec});
    if (r->steps > e->depth)
        e->depth = r->steps;
}

/* The entry is empty, and to be used again. */
static void retire(ledger *l, ledger_entry *e)
{
    ledger_entry empty = {
        .behaviours = e->behaviours, .states = e->states, .executed = e->executed};
    vec_clear(&empty.behaviours);
    vec_clear(&empty.states);
    coverage_clear(empty.executed);
    vec_push(&l->spare, empty);
}

static void merge(idmap *into, const key_list *from)
{
    vec_each (key, from)
        if (into->len < SAMPLE_MOST_COUNTED)
            idmap_add(into, *key);
}

static void add(ledger_total *t, const ledger_entry *e)
{
    engine_stats *all = &t->stats;
    merge(&t->states, &e->states);
    merge(&t->behaviours, &e->behaviours);
    all->states = t->states.len;
    all->behaviours = t->behaviours.len;
    all->schedules += e->runs;
    all->transitions += e->transitions;
    all->cut += e->cut;
    hot_count_add(&all->hot, e->hot);
    if (e->depth > all->depth)
        all->depth = e->depth;
}

/* What chunks have executed is summed up here first: the sum of all threads is in
 * another core's cache. */
void ledger_settle(ledger *l, uint64_t end, ledger_total *t)
{
    size_t counted = 0;
    while (counted < l->open.len && l->open.data[counted].first < end)
        counted++;
    if (counted == 0)
        return;
    coverage *executed = l->open.data[0].executed;
    for (size_t i = 0; i < counted; i++) {
        ledger_entry *e = vec_at(&l->open, i);
        add(t, e);
        if (i > 0)
            coverage_add(executed, e->executed);
    }
    coverage_add(t->executed, executed);
    for (size_t i = 0; i < counted; i++)
        retire(l, vec_at(&l->open, i));
    l->open.len -= counted;
    memmove(l->open.data, l->open.data + counted, l->open.len * sizeof *l->open.data);
}

size_t ledger_pending(const ledger *l)
{
    size_t keys = 0;
    vec_each (e, &l->open)
        keys += e->behaviours.len + e->states.len;
    return keys;
}
