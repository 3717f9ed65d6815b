/* The tree of histories: nodes in one array, and a hash table from (parent, input) to
 * the child.
 *
 * The search mostly needs the child that it needed last; RECENT gives it without a
 * lookup.  A sweep rebuilds the table, since open addressing cannot delete.
 */
#include "api/model/history.h"

#include "base/hash.h"
#include "base/invariant.h"

#include <assert.h>
#include <string.h>

enum { FIRST_SLOTS = 256 };

static void make_slots(history *h, size_t count)
{
    assert((count & (count - 1)) == 0);
    mem_free(h->slots, h->slot_count * sizeof *h->slots);
    h->slot_count = count;
    h->slots = mem_alloc(count * sizeof *h->slots);
}

void history_init(history *h)
{
    *h = (history){0};
    vec_push(&h->nodes, ((history_node){0}));
    make_slots(h, FIRST_SLOTS);
}

/* ---- Details ---- */

static size_t published_size(const published *p)
{
    return sizeof *p + p->size;
}

static void drop_published(history *h, detail *d)
{
    while (d->published != NULL) {
        published *p = d->published;
        d->published = p->older;
        h->bytes -= published_size(p);
        mem_free(p, published_size(p));
    }
}

static void drop_checks(detail *d)
{
    while (d->checks != NULL) {
        end_check *c = d->checks;
        d->checks = c->older;
        mem_free(c, sizeof *c);
    }
}

static void drop(history *h, history_node *n)
{
    detail *d = n->detail;
    if (d != NULL) {
        drop_published(h, d);
        drop_checks(d);
        h->bytes -= d->text_size + sizeof *d;
        mem_free(d->text, d->text_size);
        mem_free(d, sizeof *d);
    }
    *n = (history_node){0};
}

detail *history_detail(history *h, local_id local)
{
    history_node *n = history_at(h, local);
    if (n->detail == NULL) {
        n->detail = mem_alloc(sizeof *n->detail);
        h->bytes += sizeof *n->detail;
    }
    return n->detail;
}

void history_set_text(history *h, local_id local, const char *kind, const char *text)
{
    detail *d = history_detail(h, local);
    assert(d->text == NULL);
    d->kind = kind;
    d->text_size = strlen(text) + 1;
    d->text = memcpy(mem_alloc(d->text_size), text, d->text_size);
    h->bytes += d->text_size;
}

void history_publish(history *h, local_id local, uint32_t key, const void *data,
                     size_t size)
{
    published *p = mem_alloc(sizeof *p + size);
    p->key = key;
    p->size = size;
    if (size > 0)
        memcpy(p->data, data, size);
    detail *d = history_detail(h, local);
    p->older = d->published;
    d->published = p;
    h->bytes += published_size(p);
}

void history_add_check(history *h, local_id local, void (*run)(void *arg), void *arg)
{
    end_check *c = mem_alloc(sizeof *c);
    c->run = run;
    c->arg = arg;
    detail *d = history_detail(h, local);
    c->older = d->checks;
    d->checks = c;
}

/* ---- The tree ---- */

void history_free(history *h)
{
    vec_each (n, &h->nodes)
        drop(h, n);
    vec_free(&h->nodes);
    vec_free(&h->free);
    make_slots(h, 0);
}

static size_t first_slot(const history *h, local_id parent, uint32_t input)
{
    return hash_u64((uint64_t)parent << 32 | input) & (h->slot_count - 1);
}

static void fill_slot(history *h, local_id local)
{
    const history_node *n = &h->nodes.data[local];
    size_t i = first_slot(h, n->parent, n->input);
    while (h->slots[i] != 0)
        i = (i + 1) & (h->slot_count - 1);
    h->slots[i] = local;
}

static void fill_slots(history *h)
{
    for (size_t i = 1; i < h->nodes.len; i++) {
        const history_node *n = &h->nodes.data[i];
        if (!n->is_used || n->parent == 0)
            continue;
        fill_slot(h, (local_id)i);
        h->nodes.data[n->parent].recent = (local_id)i;
    }
}

local_id history_find(history *h, local_id parent, uint32_t input)
{
    size_t i = first_slot(h, parent, input);
    for (; h->slots[i] != 0; i = (i + 1) & (h->slot_count - 1)) {
        const history_node *n = &h->nodes.data[h->slots[i]];
        if (n->parent == parent && n->input == input)
            return h->nodes.data[parent].recent = h->slots[i];
    }
    return 0;
}

static local_id add(history *h, const history_node *n)
{
    local_id local;
    if (h->free.len > 0) {
        local = vec_pop(&h->free);
        h->nodes.data[local] = *n;
    } else {
        local = (local_id)h->nodes.len;
        vec_push(&h->nodes, *n);
    }
    h->live++;
    return local;
}

local_id history_add_root(history *h, uint32_t thread, uint32_t number)
{
    history_node n = {
        .op.kind = OP_UNKNOWN, .thread = thread, .input = number, .is_used = true};
    return add(h, &n);
}

local_id history_add(history *h, local_id parent, uint32_t input)
{
    const history_node *p = history_at(h, parent);
    assert(parent != 0 && p->is_used);
    history_node n = {.op.kind = OP_UNKNOWN,
                      .parent = parent,
                      .input = input,
                      .thread = p->thread,
                      .depth = p->depth + 1,
                      .is_used = true};
    local_id local = add(h, &n);
    h->nodes.data[parent].recent = local;
    if (h->live * 2 >= h->slot_count) {
        make_slots(h, h->slot_count * 2);
        fill_slots(h);
    } else {
        fill_slot(h, local);
    }
    return local;
}

void history_sweep(history *h)
{
    for (size_t i = 1; i < h->nodes.len; i++) {
        history_node *n = &h->nodes.data[i];
        if (n->is_used && !n->is_marked) {
            drop(h, n);
            vec_push(&h->free, (local_id)i);
            assert(h->live > 0);
            h->live--;
        }
        n->recent = 0;
        n->is_marked = false;
    }
    memset(h->slots, 0, h->slot_count * sizeof *h->slots);
    fill_slots(h);
    INVARIANT(history_check(h));
}

/* ---- What must hold ---- */

static size_t detail_bytes(const detail *d)
{
    size_t bytes = d == NULL ? 0 : sizeof *d + d->text_size;
    for (const published *p = d == NULL ? NULL : d->published; p != NULL; p = p->older)
        bytes += published_size(p);
    return bytes;
}

/* A search for the node finds the node itself, so no other node has the same key. */
static bool is_found(const history *h, local_id local)
{
    const history_node *n = &h->nodes.data[local];
    size_t i = first_slot(h, n->parent, n->input);
    for (; h->slots[i] != 0; i = (i + 1) & (h->slot_count - 1)) {
        const history_node *other = &h->nodes.data[h->slots[i]];
        if (other->parent == n->parent && other->input == n->input)
            return h->slots[i] == local;
    }
    return false;
}

static bool is_node_right(const history *h, local_id local)
{
    const history_node *n = &h->nodes.data[local];
    if (n->recent >= h->nodes.len || n->parent >= h->nodes.len)
        return false;
    if (n->recent != 0 && h->nodes.data[n->recent].parent != local)
        return false;
    if (n->parent == 0)
        return n->depth == 0;
    const history_node *parent = &h->nodes.data[n->parent];
    return parent->is_used && parent->thread == n->thread &&
           n->depth == parent->depth + 1 && is_found(h, local);
}

/* The list of free numbers has each unused number exactly once. */
static bool are_free_right(const history *h)
{
    bool *is_met = mem_alloc(h->nodes.len * sizeof *is_met);
    bool is_right = h->live + h->free.len + 1 == h->nodes.len;
    vec_each (one, &h->free) {
        is_right &= *one > 0 && *one < h->nodes.len;
        if (!is_right)
            break;
        is_right = !h->nodes.data[*one].is_used && !is_met[*one];
        is_met[*one] = true;
    }
    mem_free(is_met, h->nodes.len * sizeof *is_met);
    return is_right;
}

bool history_check(const history *h)
{
    size_t live = 0;
    size_t children = 0;
    size_t filled = 0;
    size_t bytes = 0;
    for (size_t i = 1; i < h->nodes.len; i++) {
        const history_node *n = &h->nodes.data[i];
        if (n->is_used && !is_node_right(h, (local_id)i))
            return false;
        live += n->is_used;
        children += n->is_used && n->parent != 0;
        bytes += detail_bytes(n->detail);
    }
    for (size_t i = 0; i < h->slot_count; i++)
        filled += h->slots[i] != 0;
    return live == h->live && children == filled && bytes == h->bytes &&
           h->slot_count > 2 * children && are_free_right(h);
}
