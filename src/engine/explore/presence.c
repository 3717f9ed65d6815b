#include "engine/explore/presence.h"

#include "base/idmap.h"
#include "core/process.h"

#include <stdlib.h>
#include <string.h>

/* Stands for the environment among the machines that are present. */
#define ENVIRONMENT UINT32_MAX

typedef uint32_t set_id; /* a sorted list of machine ids; 0: the empty one */

typedef VEC(uint32_t) member_list;

typedef struct summary {
    set_id present;
    set_id needed;
} summary;

struct presence {
    const tree *t;
    intern sets;
    intern summaries; /* 0: nothing is present or needed */
    idmap refs;       /* value -> set + 1 of the machines that it refers to */
    idmap joined;     /* two summaries -> their join + 1 */
    idmap verdicts;   /* two summaries -> 2: right; 1: wrong */
    member_list scratch;
    uint32_t **of; /* by node, then id: its summary */
};

/* ---- Sets ---- */

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a;
    const uint32_t *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Sorts the members and interns them. */
static set_id make_set(presence *p, member_list *members)
{
    if (members->len == 0)
        return 0;
    qsort(members->data, members->len, sizeof *members->data, compare);
    size_t kept = 1;
    for (size_t i = 1; i < members->len; i++)
        if (members->data[i] != members->data[kept - 1])
            members->data[kept++] = members->data[i];
    return intern_put(&p->sets, members->data, kept * sizeof *members->data);
}

static const uint32_t *members_of(const presence *p, set_id set, size_t *count)
{
    *count = intern_len(&p->sets, set) / sizeof(uint32_t);
    return (const void *)intern_text(&p->sets, set);
}

static void add_members(const presence *p, set_id set, member_list *out)
{
    size_t count;
    const uint32_t *members = members_of(p, set, &count);
    for (size_t i = 0; i < count; i++)
        vec_push(out, members[i]);
}

static set_id unite(presence *p, set_id a, set_id b)
{
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return b;
    vec_clear(&p->scratch);
    add_members(p, a, &p->scratch);
    add_members(p, b, &p->scratch);
    return make_set(p, &p->scratch);
}

static bool is_subset(const presence *p, set_id a, set_id b)
{
    size_t count_a;
    size_t count_b;
    const uint32_t *x = members_of(p, a, &count_a);
    const uint32_t *y = members_of(p, b, &count_b);
    size_t k = 0;
    for (size_t i = 0; i < count_a; i++) {
        while (k < count_b && y[k] < x[i])
            k++;
        if (k == count_b || y[k] != x[i])
            return false;
    }
    return true;
}

/* ---- Values ---- */

static set_id refs_of(presence *p, value x);

static set_id refs_of_parts(presence *p, value x)
{
    value_view w = value_get(&p->t->c->vals, x);
    member_list all = {0};
    set_id last = 0;
    for (uint32_t i = 0; i < w.count; i++) {
        set_id more = refs_of(p, w.items[i]);
        if (more == last) /* as most items of a list do */
            continue;
        add_members(p, more, &all);
        last = more;
    }
    set_id set = make_set(p, &all);
    vec_free(&all);
    return set;
}

/* Values are not nested deeply. */
static set_id refs_of(presence *p, value x)
{
    const values *v = &p->t->c->vals;
    value_kind kind = value_kind_of(v, x);
    if (kind == VK_MACHINE) {
        machine_id id = value_to_machine_id(v, x);
        return intern_put(&p->sets, &id, sizeof id);
    }
    if (kind < VK_TUPLE)
        return 0;
    size_t known = idmap_get_number(&p->refs, x);
    if (known != 0)
        return (set_id)(known - 1);
    set_id set = refs_of_parts(p, x);
    idmap_put_number(&p->refs, x, (size_t)set + 1);
    return set;
}

/* ---- Components ---- */

static void add_created(const presence *p, value effect, member_list *out)
{
    const values *v = &p->t->c->vals;
    if (value_is_node(effect) && value_kind_of(v, effect) == VK_RECORD &&
        value_get(v, effect).aux == REC_CREATION)
        vec_push(out, value_to_machine_id(v, value_item(v, effect, CREATION_MACHINE)));
}

/* The machine itself, and those that it is about to create. */
static set_id present_at(presence *p, component_id cid, component x)
{
    const core *c = p->t->c;
    vec_clear(&p->scratch);
    if (cid == COMPONENT_ENV)
        vec_push(&p->scratch, ENVIRONMENT);
    if (cid == COMPONENT_ENV || component_is_inbox(cid))
        return make_set(p, &p->scratch);
    vec_push(&p->scratch, cid);
    add_created(p, value_item(&c->vals, x.local, LOCAL_PENDING), &p->scratch);
    value_view w = list_get(c, x.outbox);
    for (uint32_t i = 0; i < w.count; i++)
        add_created(p, w.items[i], &p->scratch);
    return make_set(p, &p->scratch);
}

static uint32_t summarize(presence *p, component_id cid, component x)
{
    summary s = {.present = present_at(p, cid, x)};
    s.needed = unite(p, refs_of(p, x.local), refs_of(p, x.outbox));
    if (component_is_inbox(cid)) {
        machine_id id = cid & ~COMPONENT_INBOX_BIT;
        s.needed = unite(p, s.needed, intern_put(&p->sets, &id, sizeof id));
    }
    return intern_put(&p->summaries, &s, sizeof s);
}

static summary summary_at(const presence *p, uint32_t id)
{
    summary s;
    memcpy(&s, intern_text(&p->summaries, id), sizeof s);
    return s;
}

static uint32_t join(presence *p, uint32_t a, uint32_t b)
{
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return b;
    size_t known = idmap_get_number(&p->joined, IDMAP_KEY(a, b));
    if (known != 0)
        return (uint32_t)(known - 1);
    summary x = summary_at(p, a);
    summary y = summary_at(p, b);
    summary s = {.present = unite(p, x.present, y.present)};
    s.needed = unite(p, x.needed, y.needed);
    uint32_t id = intern_put(&p->summaries, &s, sizeof s);
    idmap_put_number(&p->joined, IDMAP_KEY(a, b), (size_t)id + 1);
    return id;
}

/* ---- Trees ---- */

/* Children come before their parents. */
static void summarize_node(presence *p, uint32_t node)
{
    const tree_node *n = &p->t->nodes.data[node];
    uint32_t *of = mem_alloc(n->records.count * sizeof *of);
    p->of[node] = of;
    for (uint32_t id = 1; id < n->records.count; id++) {
        const tree_record *r = tree_at(p->t, node, id);
        of[id] = n->cid == COMPONENT_NONE
                     ? join(p, p->of[n->left][r->left], p->of[n->right][r->right])
                     : summarize(p, n->cid, (component){r->left, r->right});
    }
}

presence *presence_new(const tree *t)
{
    presence *p = mem_alloc(sizeof *p);
    const summary nothing = {0};
    p->t = t;
    intern_init(&p->sets);
    intern_init(&p->summaries);
    intern_put(&p->sets, "", 0);
    intern_put(&p->summaries, &nothing, sizeof nothing);
    assert(intern_count(&p->sets) == 1 && intern_count(&p->summaries) == 1);
    p->of = mem_alloc(t->nodes.len * sizeof *p->of);
    for (uint32_t node = 0; node < t->nodes.len; node++)
        summarize_node(p, node);
    return p;
}

void presence_free(presence *p)
{
    if (p == NULL)
        return;
    for (uint32_t node = 0; node < p->t->nodes.len; node++)
        mem_free(p->of[node], p->t->nodes.data[node].records.count * sizeof **p->of);
    mem_free(p->of, p->t->nodes.len * sizeof *p->of);
    intern_fini(&p->sets);
    intern_fini(&p->summaries);
    idmap_fini(&p->refs);
    idmap_fini(&p->joined);
    idmap_fini(&p->verdicts);
    vec_free(&p->scratch);
    mem_free(p, sizeof *p);
}

static bool judge(presence *p, uint32_t left, uint32_t right)
{
    static const uint32_t environment = ENVIRONMENT;
    summary s = summary_at(p, join(p, left, right));
    set_id env = intern_put(&p->sets, &environment, sizeof environment);
    return is_subset(p, s.needed, s.present) && is_subset(p, env, s.present);
}

bool presence_is_right(presence *p, uint64_t key)
{
    uint32_t left = p->of[p->t->side[TREE_LEFT]][key >> 32];
    uint32_t right = p->of[p->t->side[TREE_RIGHT]][(uint32_t)key];
    size_t known = idmap_get_number(&p->verdicts, IDMAP_KEY(left, right));
    if (known == 0) {
        known = 1 + judge(p, left, right);
        idmap_put_number(&p->verdicts, IDMAP_KEY(left, right), known);
    }
    return known == 2;
}
