#include "core/drawn.h"

#include "base/hash.h"

/* Steps with wider choices are not kept: they hardly fall the same way twice. */
enum { MOST_WIDTH = 64 };

typedef struct drawn_node {
    uint32_t width; /* 0: the step ends */
    uint32_t end;   /* ... so */
} drawn_node;

/* Of one machine or monitor. */
typedef struct drawn_count {
    bool is_kept;
    uint64_t looked_up;
    uint64_t unknown;
} drawn_count;

/* Nodes have numbers from 1 on; 0 is one that is not known. */
struct drawn_steps {
    drawn_count *counts; /* by declaration */
    uint32_t count;
    idmap roots; /* (local, stimulus) -> node */
    idmap edges; /* (node, alternative) -> node */
    VEC(drawn_node) nodes;
    VEC(drawn_end) ends;
    coverage_charges charges;
};

drawn_steps *drawn_new(uint32_t machines, const bool *keeps)
{
    drawn_steps *d = mem_alloc(sizeof *d);
    d->count = machines;
    d->counts = mem_alloc(d->count * sizeof *d->counts);
    for (uint32_t i = 0; i < d->count; i++)
        d->counts[i].is_kept = keeps == NULL || keeps[i];
    return d;
}

void drawn_free(drawn_steps *d)
{
    if (d == NULL)
        return;
    idmap_fini(&d->roots);
    idmap_fini(&d->edges);
    vec_free(&d->nodes);
    vec_free(&d->ends);
    vec_free(&d->charges);
    mem_free(d->counts, d->count * sizeof *d->counts);
    mem_free(d, sizeof *d);
}

void drawn_clear(drawn_steps *d)
{
    idmap_fini(&d->roots);
    idmap_fini(&d->edges);
    vec_clear(&d->nodes);
    vec_clear(&d->ends);
    vec_clear(&d->charges);
}

bool drawn_keeps(const drawn_steps *d, uint32_t machine)
{
    assert(machine < d->count);
    return d->counts[machine].is_kept;
}

void drawn_judge(const drawn_steps *d, uint64_t least_known, bool *keeps)
{
    for (uint32_t i = 0; i < d->count; i++) {
        const drawn_count *n = &d->counts[i];
        keeps[i] = n->looked_up > 0 && n->unknown * least_known <= n->looked_up;
    }
}

size_t drawn_bytes(const drawn_steps *d)
{
    return (d->roots.slot_count + d->edges.slot_count) * sizeof *d->roots.slots +
           d->nodes.cap * sizeof *d->nodes.data + d->ends.cap * sizeof *d->ends.data +
           d->charges.cap * sizeof *d->charges.data;
}

size_t drawn_coming_growth(const drawn_steps *d, size_t more)
{
    return idmap_coming_growth(&d->roots, more) + idmap_coming_growth(&d->edges, more) +
           vec_coming_growth(&d->nodes, more) + vec_coming_growth(&d->ends, more) +
           vec_coming_growth(&d->charges, more);
}

const drawn_end *drawn_find(drawn_steps *d, uint32_t machine, value local,
                            value stimulus, uint64_t *random)
{
    drawn_count *count = &d->counts[machine];
    uint64_t drawn = *random;
    size_t number = idmap_get_number(&d->roots, IDMAP_KEY(local, stimulus));
    count->looked_up++;
    while (number != 0) {
        const drawn_node *n = vec_at(&d->nodes, number - 1);
        if (n->width == 0) {
            *random = drawn;
            return vec_at(&d->ends, n->end);
        }
        uint32_t alternative = run_draw(&drawn, n->width);
        number = idmap_get_number(&d->edges, IDMAP_KEY(number, alternative));
    }
    count->unknown++;
    return NULL;
}

const coverage_charge *drawn_charges(const drawn_steps *d, const drawn_end *end)
{
    static const coverage_charge none = {0};
    return end->charge_count == 0 ? &none : vec_at(&d->charges, end->first_charge);
}

static void add_end(drawn_steps *d, const outcome *o, const coverage_charges *charges)
{
    drawn_end end = {*o, (uint32_t)charges->len, d->charges.len};
    vec_each (one, charges)
        vec_push(&d->charges, *one);
    vec_push(&d->ends, end);
}

/* A choice; or, if WIDTH is 0, the end that is added next.  Returns its number. */
static uint32_t add_node(drawn_steps *d, uint32_t width)
{
    const drawn_node n = {width, (uint32_t)d->ends.len};
    vec_push(&d->nodes, n);
    return (uint32_t)d->nodes.len;
}

static uint32_t width_at(const run *r, size_t choice)
{
    return choice < r->widths.len ? r->widths.data[choice] : 0;
}

static bool is_narrow(const run *r)
{
    vec_each (width, &r->widths)
        if (*width > MOST_WIDTH)
            return false;
    return true;
}

void drawn_keep(drawn_steps *d, value local, value stimulus, const run *r,
                const outcome *o, const coverage_charges *charges)
{
    uint64_t key = IDMAP_KEY(local, stimulus);
    if (!is_narrow(r))
        return;
    uint32_t number = (uint32_t)idmap_get_number(&d->roots, key);
    if (number == 0) {
        number = add_node(d, width_at(r, 0));
        idmap_put_number(&d->roots, key, number);
    }
    for (size_t i = 0; i < r->widths.len; i++) {
        assert(d->nodes.data[number - 1].width == r->widths.data[i]);
        uint64_t edge = IDMAP_KEY(number, r->taken.data[i]);
        number = (uint32_t)idmap_get_number(&d->edges, edge);
        if (number == 0) {
            number = add_node(d, width_at(r, i + 1));
            idmap_put_number(&d->edges, edge, number);
        }
    }
    assert(d->nodes.data[number - 1].width == 0);
    add_end(d, o, charges);
}
