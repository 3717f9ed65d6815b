#include "core/drawn.h"

#include "base/hash.h"

/* Steps with wider choices are not kept: they hardly fall the same way twice. */
enum { MOST_WIDTH = 64 };

typedef struct drawn_node {
    uint32_t width; /* 0: the step ends */
    uint32_t next;  /* the outcome; or the first of WIDTH children */
} drawn_node;

/* Nodes have numbers from 1 on; 0 is one that is not known. */
struct drawn_steps {
    idmap roots; /* (local, stimulus) -> node */
    VEC(drawn_node) nodes;
    VEC(uint32_t) children; /* nodes */
};

drawn_steps *drawn_new(void)
{
    return mem_alloc(sizeof(drawn_steps));
}

void drawn_free(drawn_steps *d)
{
    if (d == NULL)
        return;
    idmap_fini(&d->roots);
    vec_free(&d->nodes);
    vec_free(&d->children);
    mem_free(d, sizeof *d);
}

void drawn_clear(drawn_steps *d)
{
    idmap_fini(&d->roots);
    vec_clear(&d->nodes);
    vec_clear(&d->children);
}

size_t drawn_bytes(const drawn_steps *d)
{
    return d->roots.slot_count * sizeof *d->roots.slots +
           d->nodes.cap * sizeof *d->nodes.data +
           d->children.cap * sizeof *d->children.data;
}

size_t drawn_coming_growth(const drawn_steps *d, size_t more)
{
    return idmap_coming_growth(&d->roots, more) + vec_coming_growth(&d->nodes, more) +
           vec_coming_growth(&d->children, more * MOST_WIDTH);
}

uint32_t drawn_find(const drawn_steps *d, value local, value stimulus, uint64_t *random)
{
    uint64_t drawn = *random;
    size_t number = idmap_get_number(&d->roots, IDMAP_KEY(local, stimulus));
    while (number != 0) {
        const drawn_node *n = vec_at(&d->nodes, number - 1);
        if (n->width == 0) {
            *random = drawn;
            return n->next;
        }
        number = d->children.data[n->next + run_draw(&drawn, n->width)];
    }
    return 0;
}

/* A choice, or the end of the step if WIDTH is 0; returns its number. */
static uint32_t add_node(drawn_steps *d, uint32_t width, uint32_t outcome)
{
    const drawn_node n = {width, width == 0 ? outcome : (uint32_t)d->children.len};
    for (uint32_t i = 0; i < width; i++)
        vec_push(&d->children, 0);
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
                uint32_t outcome)
{
    uint64_t key = IDMAP_KEY(local, stimulus);
    if (!is_narrow(r))
        return;
    uint32_t number = (uint32_t)idmap_get_number(&d->roots, key);
    if (number == 0) {
        number = add_node(d, width_at(r, 0), outcome);
        idmap_put_number(&d->roots, key, number);
    }
    for (size_t i = 0; i < r->widths.len; i++) {
        assert(d->nodes.data[number - 1].width == r->widths.data[i]);
        uint32_t child = d->nodes.data[number - 1].next + r->taken.data[i];
        if (d->children.data[child] == 0) {
            uint32_t made = add_node(d, width_at(r, i + 1), outcome);
            d->children.data[child] = made;
        }
        number = d->children.data[child];
    }
}
