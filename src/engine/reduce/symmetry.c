/* Canonical states by individualisation and refinement.
 *
 * Members of a class are sorted by colour (partition.h).  Members with equal colours
 * are mostly TWINS: exchanging their names does not change the state.  Otherwise
 * colours are refined, one member after the other is individualised, and colours are
 * refined again, down to the leaves of a small tree.  The least row among the leaves is
 * the canonical state.
 *
 * Lemma symmetry-1.  The result is always a renaming of the state; so a mistake here
 * can only cost merging.
 *
 * Lemma symmetry-2.  No choice depends on names, except between twins; so states of one
 * orbit have the same leaves, and the same least row, unless the tree was cut. */
#include "engine/reduce/symmetry.h"

#include "engine/context.h"

#include "base/hash.h"
#include "engine/reduce/partition.h"
#include "engine/reduce/renaming.h"

#include <string.h>

enum {
    MOST_LEAVES = 120,         /* unless all ties are to be tried */
    MOST_EXACT_LEAVES = 40320, /* even then: 8! */
};

#define SAME_NAMES UINT32_MAX /* instead of a permutation */

struct symmetry {
    core *c;
    symmetry_kind kind;
    equivariance *equivariance;
    shape_hash_table *shapes;
    sym_class_table *classes;
    renaming *renaming;
    partition p; /* of the state at hand */
    /* by machine id: */
    VEC(uint32_t) twins;  /* the first of its twins */
    VEC(uint32_t) images; /* new machine ids */
    /* what was found: */
    uint32_t permutation;
    double automorphisms; /* the number of renamings that fix the state */
    uint32_t leaves;
    uint32_t most_leaves;
    bool is_cut;       /* not all leaves were visited */
    bool was_cut_once; /* in some state */
    uint64_t looked_at;
    system_state first_leaf;
    system_state best;
    system_state trial;
    system_state other;
    VEC(uint32_t) sorted; /* scratch: members of a class */
    VEC(new_name) names;  /* scratch */
};

/* ---- Construction ---- */

static void start(symmetry *y, core *c, symmetry_kind kind, equivariance *e)
{
    y->c = c;
    y->kind = kind;
    y->equivariance = e;
    y->shapes = shape_hash_new(c, e);
    y->classes = sym_class_new(c, y->shapes);
    y->renaming = renaming_new(c);
    partition_init(&y->p, c, y->shapes);
}

symmetry *symmetry_new(core *c, symmetry_kind kind, strbuf *report)
{
    assert(kind != SYMMETRY_OFF);
    if (c->options.network == NET_CAUSAL) {
        strbuf_puts(report, "no machines are symmetric: the clocks of a causal network "
                            "cannot be permuted");
        return NULL;
    }
    equivariance *e = equivariance_new(context_of(c));
    equivariance_report(e, report);
    if (!equivariance_has_orbits(e)) {
        equivariance_free(e);
        return NULL;
    }
    symmetry *y = mem_alloc(sizeof *y);
    start(y, c, kind, e);
    return y;
}

void symmetry_free(symmetry *y)
{
    if (y == NULL)
        return;
    renaming_free(y->renaming);
    sym_class_free(y->classes);
    shape_hash_free(y->shapes);
    equivariance_free(y->equivariance);
    partition_fini(&y->p);
    vec_free(&y->twins);
    vec_free(&y->images);
    vec_free(&y->first_leaf);
    vec_free(&y->best);
    vec_free(&y->trial);
    vec_free(&y->other);
    vec_free(&y->sorted);
    vec_free(&y->names);
    mem_free(y, sizeof *y);
}

/* ---- Members and their colours ---- */

static uint32_t member(const symmetry *y, const sym_class *r, uint32_t i)
{
    return partition_member(&y->p, r, i);
}

static uint64_t colour_of(const symmetry *y, const sym_class *r, uint32_t i)
{
    return partition_colour_of(&y->p, r, i);
}

static void grow_by_machine(symmetry *y)
{
    partition_grow(&y->p);
    while (y->twins.len < y->p.facts.len) {
        vec_push(&y->twins, 0);
        vec_push(&y->images, 0);
    }
}

static bool is_sorted(const symmetry *y)
{
    vec_each (r, &y->p.sym->classes)
        for (uint32_t i = 1; i < r->count; i++)
            if (colour_of(y, r, i - 1) >= colour_of(y, r, i))
                return false;
    return true;
}

/* ---- A row for colours ---- */

/* The image of a machine if only its creator is renamed. */
static uint32_t implied_image(symmetry *y, machine_id id)
{
    const machine_name m = *naming_get(&y->c->vals.names, id);
    uint32_t parent =
        partition_has_kind(&y->p, m.parent) ? y->images.data[m.parent] : m.parent;
    if (parent == m.parent)
        return id;
    uint32_t child = naming_child(&y->c->vals.names, parent, m.number, m.requested,
                                  m.interface, m.decl);
    grow_by_machine(y);
    return child;
}

/* Members by colour; equal ones by number. */
static void sort_members(symmetry *y, const sym_class *r)
{
    vec_clear(&y->sorted);
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t one = member(y, r, i);
        size_t at = y->sorted.len;
        vec_push(&y->sorted, one);
        for (; at > 0 &&
               y->p.colours.data[y->sorted.data[at - 1]] > y->p.colours.data[one];
             at--)
            y->sorted.data[at] = y->sorted.data[at - 1];
        y->sorted.data[at] = one;
    }
}

/* The least colour gets the least number. */
static void assign_class(symmetry *y, const sym_class *r)
{
    sort_members(y, r);
    assert(y->sorted.len == r->count);
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t to = implied_image(y, member(y, r, i));
        y->images.data[y->sorted.data[i]] = to;
    }
}

/* Sorted by machine id. */
static void add_name(symmetry *y, new_name one)
{
    size_t at = y->names.len;
    vec_push(&y->names, one);
    for (; at > 0 && y->names.data[at - 1].from > one.from; at--)
        y->names.data[at] = y->names.data[at - 1];
    y->names.data[at] = one;
}

/* Creators come first. */
static void find_images(symmetry *y)
{
    for (size_t i = 0; i < y->p.sym->permutable.len; i++) {
        const sym_member m = y->p.sym->permutable.data[i];
        uint32_t image = implied_image(y, m.machine); /* may reallocate images */
        if (m.class_index == SYM_CLASS_NONE)
            y->images.data[m.machine] = image;
        else if (y->p.sym->members.data[y->p.sym->classes.data[m.class_index].first] ==
                 m.machine)
            assign_class(y, &y->p.sym->classes.data[m.class_index]);
    }
}

/* The permutation of the images. */
static uint32_t name_images(symmetry *y)
{
    vec_clear(&y->names);
    vec_each (m, &y->p.sym->permutable) {
        const new_name one = {m->machine, y->images.data[m->machine]};
        if (one.to != implied_image(y, m->machine))
            add_name(y, one);
    }
    if (y->names.len == 0)
        return SAME_NAMES;
    return renaming_number(y->renaming, y->names.data, y->names.len);
}

static uint32_t permutation_of(symmetry *y)
{
    find_images(y);
    return name_images(y);
}

/* ---- Twins ---- */

/* Two members of a class are twins if exchanging their names, with those of their
 * descendants, fixes the state.  Descendants are matched by colour; if that leaves a
 * choice between machines that are not twins, the two are not twins.  So being twins
 * does not depend on names. */

static bool are_all_twins(const symmetry *y, const sym_class *r, uint32_t i)
{
    for (uint32_t k = 0; k < r->count; k++)
        if (colour_of(y, r, k) == colour_of(y, r, i) &&
            y->twins.data[member(y, r, k)] != y->twins.data[member(y, r, i)])
            return false;
    return true;
}

static bool has_strangers(const symmetry *y, const sym_class *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (!are_all_twins(y, r, i))
            return true;
    return false;
}

static const sym_class *find_class(const symmetry *y, uint32_t parent, uint64_t kind)
{
    vec_each (r, &y->p.sym->classes)
        if (r->parent == parent && r->kind == kind)
            return r;
    return NULL;
}

/* The members of R get the names of the children of TWIN, by colour. */
static bool match_class(symmetry *y, const sym_class *r, uint32_t twin)
{
    const sym_class *other = find_class(y, twin, r->kind);
    if (other == NULL || other->count != r->count || has_strangers(y, r))
        return false;
    VEC(uint32_t) targets = {0};
    sort_members(y, other);
    vec_each (one, &y->sorted)
        vec_push(&targets, *one);
    sort_members(y, r);
    bool matches = true;
    for (size_t i = 0; i < targets.len && matches; i++) {
        matches =
            y->p.colours.data[y->sorted.data[i]] == y->p.colours.data[targets.data[i]];
        y->images.data[y->sorted.data[i]] = targets.data[i];
    }
    vec_free(&targets);
    return matches;
}

/* The images of all machines when A and B exchange names; false: their descendants do
 * not match. */
static bool swap_images(symmetry *y, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < y->p.sym->permutable.len; i++) {
        const sym_member m = y->p.sym->permutable.data[i];
        uint32_t image = m.machine == a   ? b
                         : m.machine == b ? a
                                          : implied_image(y, m.machine);
        const sym_class *r = m.class_index == SYM_CLASS_NONE
                                 ? NULL
                                 : &y->p.sym->classes.data[m.class_index];
        bool is_below = r != NULL && partition_has_kind(&y->p, r->parent) &&
                        y->images.data[r->parent] != r->parent;
        if (!is_below)
            y->images.data[m.machine] = image;
        else if (y->p.sym->members.data[r->first] == m.machine &&
                 !match_class(y, r, y->images.data[r->parent]))
            return false;
    }
    return true;
}

static size_t image_of_column(symmetry *y, uint32_t permutation, size_t column)
{
    uint32_t owner = partition_owner(&y->p, column);
    return owner == MACHINE_NONE
               ? column
               : y->p.first + 2 * renaming_machine(y->renaming, permutation, owner) +
                     (column - y->p.first) % 2;
}

static bool are_twins(symmetry *y, uint32_t a, uint32_t b)
{
    if (!swap_images(y, a, b))
        return false;
    uint32_t swap = name_images(y);
    y->looked_at += y->p.s->len;
    for (size_t i = 0; i < y->p.s->len; i++) {
        size_t to = image_of_column(y, swap, i);
        value image = to < y->p.s->len ? y->p.s->data[to] : VALUE_NULL;
        if (!partition_is_absent(&y->p, i) &&
            renaming_column(y->renaming, swap, y->p.s->data[i]) != image)
            return false;
    }
    return true;
}

/* The first member before I that is its twin, or itself. */
static uint32_t find_twin(symmetry *y, const sym_class *r, uint32_t i)
{
    assert(i < r->count);
    for (uint32_t k = 0; k < i; k++) {
        uint32_t other = member(y, r, k);
        if (colour_of(y, r, k) == colour_of(y, r, i) && y->twins.data[other] == other &&
            are_twins(y, other, member(y, r, i)))
            return other;
    }
    return member(y, r, i);
}

/* Children come before their creators. */
static void find_twins(symmetry *y)
{
    for (size_t n = y->p.sym->classes.len; n-- > 0;) {
        const sym_class *r = &y->p.sym->classes.data[n];
        for (uint32_t i = 0; i < r->count; i++) {
            uint32_t twin = find_twin(y, r, i);
            y->twins.data[member(y, r, i)] = twin;
        }
    }
}

/* ---- The least row ---- */

static int compare_columns(const symmetry *y, value a, value b)
{
    if (a == b)
        return 0;
    uint64_t x = value_hash(&y->c->vals, a);
    uint64_t z = value_hash(&y->c->vals, b);
    return x != z ? (x < z ? -1 : 1) : value_compare(&y->c->vals, a, b);
}

/* By content, machines in the order of their names: the same in every run. */
static int compare_rows(const symmetry *y, const system_state *a, const system_state *b)
{
    int order = 0;
    for (size_t i = 0; i < y->p.first && order == 0; i++)
        order = compare_columns(y, a->data[i], b->data[i]);
    const naming *names = &y->c->vals.names;
    for (size_t i = 0; i < names->sorted.len && order == 0; i++) {
        machine_id id = names->sorted.data[i];
        order =
            compare_columns(y, system_local(y->c, a, id), system_local(y->c, b, id));
        if (order == 0)
            order = compare_columns(y, system_outbox(y->c, a, id),
                                    system_outbox(y->c, b, id));
    }
    return order;
}

static double factorial(uint32_t n)
{
    double product = 1;
    for (uint32_t i = 2; i <= n; i++)
        product *= i;
    return product;
}

/* The number of orders of the members of all cells. */
static double orders_left(const symmetry *y)
{
    double product = 1;
    vec_each (r, &y->p.sym->classes) {
        for (uint32_t i = 0; i < r->count; i++) {
            bool is_first;
            uint32_t size = partition_cell_size(&y->p, r, i, &is_first);
            if (is_first)
                product *= factorial(size);
        }
    }
    return product;
}

static void put_row(symmetry *y, uint32_t permutation, system_state *to)
{
    if (permutation != SAME_NAMES)
        renaming_row(y->renaming, permutation, y->p.s, to);
    else
        system_copy(y->p.s, to);
}

/* True: it has the row of the first leaf. */
static bool see_leaf(symmetry *y)
{
    uint32_t permutation = permutation_of(y);
    y->looked_at += y->p.s->len;
    put_row(y, permutation, &y->trial);
    if (y->leaves++ == 0) {
        put_row(y, permutation, &y->first_leaf);
        y->automorphisms = orders_left(y);
    } else if (compare_rows(y, &y->trial, &y->first_leaf) == 0) {
        return true;
    } else if (compare_rows(y, &y->trial, &y->best) >= 0) {
        return false;
    }
    y->permutation = permutation;
    system_state was = y->best;
    y->best = y->trial;
    y->trial = was;
    return false;
}

/* The cell to individualise next: of the first class in which not all are twins.  Among
 * classes of one depth those of the least kind and creator's colour come first. */
static const sym_class *choose_cell(const symmetry *y, uint32_t *cell)
{
    const sym_class *best = NULL;
    vec_each (r, &y->p.sym->classes) {
        uint64_t above = y->p.colours.data[r->parent];
        if (best != NULL &&
            (r->depth > best->depth || r->kind > best->kind ||
             (r->kind == best->kind && above >= y->p.colours.data[best->parent])))
            continue;
        bool is_found = false;
        for (uint32_t i = 0; i < r->count; i++) {
            if (are_all_twins(y, r, i) ||
                (is_found && colour_of(y, r, i) >= colour_of(y, r, *cell)))
                continue;
            *cell = i;
            best = r;
            is_found = true;
        }
    }
    return best;
}

static uint32_t count_twins(const symmetry *y, const sym_class *r, uint32_t i)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < r->count; k++)
        count += colour_of(y, r, k) == colour_of(y, r, i) &&
                 y->twins.data[member(y, r, k)] == y->twins.data[member(y, r, i)];
    return count;
}

/* Was a twin of member I in its cell tried before? */
static bool is_tried(const symmetry *y, const sym_class *r, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (colour_of(y, r, k) == colour_of(y, r, i) &&
            y->twins.data[member(y, r, k)] == y->twins.data[member(y, r, i)])
            return true;
    return false;
}

/* Individualises the members of a cell, one after the other.  A leaf with the row of
 * the first leaf shows an automorphism of the state that maps the first path of the
 * tree to this one.  Then the whole branch, from where it left the first path, is
 * equivalent to the first: returns true up to there (McKay's pruning). */
static bool search(symmetry *y, bool is_first_path)
{
    uint32_t cell = 0;
    const sym_class *r = choose_cell(y, &cell);
    if (r == NULL)
        return see_leaf(y);
    size_t size = y->p.colours.len * sizeof *y->p.colours.data;
    uint64_t *colours = mem_alloc(size);
    memcpy(colours, y->p.colours.data, size);
    uint64_t chosen = colour_of(y, r, cell);
    double alike = 0; /* members equivalent to the first one */
    bool is_like_first = false;
    for (uint32_t i = 0; i < r->count && !is_like_first; i++) {
        if (colour_of(y, r, i) != chosen || is_tried(y, r, i))
            continue;
        y->is_cut |= y->leaves >= y->most_leaves;
        if (y->is_cut)
            break;
        double twins = count_twins(y, r, i);
        bool is_first = is_first_path && alike == 0;
        y->p.colours.data[member(y, r, i)] = hash_u64(chosen + 29);
        partition_refine(&y->p);
        bool is_like = search(y, is_first);
        memcpy(y->p.colours.data, colours, size);
        if (is_first || (is_first_path && is_like))
            alike += twins;
        is_like_first = is_like && !is_first_path;
    }
    if (is_first_path)
        y->automorphisms *= alike;
    mem_free(colours, size);
    return is_like_first;
}

/* ---- Canonical states ---- */

static void study_ties(symmetry *y)
{
    uint32_t cell = 0;
    find_twins(y);
    if (choose_cell(y, &cell) == NULL) {
        y->permutation = permutation_of(y);
        y->automorphisms = orders_left(y);
        return;
    }
    partition_refine(&y->p);
    double most = orders_left(y);
    y->leaves = 0;
    search(y, true);
    if (y->is_cut) /* unknown: at most that many */
        y->automorphisms = most;
    y->was_cut_once |= y->is_cut;
}

/* Finds the permutation that makes S canonical. */
static void study(symmetry *y, const system_state *s, uint32_t most_leaves)
{
    const sym_classes *k = sym_class_find(y->classes, s);
    y->permutation = SAME_NAMES;
    y->automorphisms = 1;
    y->is_cut = false;
    y->most_leaves = most_leaves;
    y->looked_at += s->len;
    if (!partition_load(&y->p, s, k) || k->classes.len == 0)
        return;
    grow_by_machine(y);
    partition_colour(&y->p);
    if (is_sorted(y))
        return;
    if (partition_count_cells(&y->p) == k->members.len)
        y->permutation = permutation_of(y);
    else
        study_ties(y);
}

static uint32_t leaves_of(symmetry_kind kind)
{
    return kind == SYMMETRY_EXACT ? MOST_EXACT_LEAVES : MOST_LEAVES;
}

bool symmetry_canonical(symmetry *y, system_state *s)
{
    study(y, s, leaves_of(y->kind));
    if (y->permutation == SAME_NAMES)
        return false;
    put_row(y, y->permutation, &y->trial);
    system_copy(&y->trial, s);
    return true;
}

bool symmetry_is_same(symmetry *y, const system_state *a, const system_state *b)
{
    assert(a->len >= y->p.first && b->len >= y->p.first);
    study(y, a, MOST_EXACT_LEAVES);
    put_row(y, y->permutation, &y->other);
    study(y, b, MOST_EXACT_LEAVES);
    put_row(y, y->permutation, &y->trial);
    return y->trial.len == y->other.len && compare_rows(y, &y->trial, &y->other) == 0;
}

double symmetry_orbit(symmetry *y, const system_state *s)
{
    study(y, s, leaves_of(y->kind));
    return y->p.sym->group_order / y->automorphisms;
}

uint64_t symmetry_looked_at(const symmetry *y)
{
    return y->looked_at;
}

bool symmetry_is_exact(const symmetry *y)
{
    return !y->was_cut_once;
}
