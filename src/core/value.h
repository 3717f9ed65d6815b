/* value.h -- values: 32-bit ids, each distinct value once.
 *
 * Small ints, bools, events and references to machines are immediate.  Everything else
 * is a node in a store that holds equal content once, so that equality is equality of
 * ids (but see value_equal).  A value that a running step builds, and may drop again,
 * is a draft: it needs no look-up and can be changed in place.  It becomes a node if
 * the result of the step still holds it at the end (value_freeze).
 *
 * Sets and maps are arrays in the order of value_compare, which compares content and
 * never ids: output is the same on every machine, with any number of threads.
 *
 * Local states, frames and messages are nodes too (VK_RECORD); programs never see them.
 *
 * An engine that only makes runs, and compares no states by id, switches the heap on:
 * see value_heap.h.
 */
#ifndef CORE_VALUE_H
#define CORE_VALUE_H

#include "core/naming.h"

#include "base/arena.h"
#include "base/savefile.h"
#include "lang/type.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

typedef uint32_t value;
#define VALUE_NULL 0u

/* In the order in which values of different kinds compare. */
typedef enum value_kind {
    VK_NULL,
    VK_BOOL,
    VK_INT, /* elements of enums too */
    VK_FLOAT,
    VK_TEXT,
    VK_EVENT,
    VK_MACHINE,
    VK_TUPLE,
    VK_SEQ,
    VK_SET,
    VK_MAP, /* key, value, key, value, ... */
    VK_RECORD,
} value_kind;

/* The layout of a value in 32 bits. */
#define VALUE_INT_BIT    (1u << 31)
#define VALUE_DRAFT_BIT  (1u << 30)
#define VALUE_ATOM_BIT   (1u << 29)
#define VALUE_ATOM_SHIFT 27
#define VALUE_ATOM_MASK  ((1u << VALUE_ATOM_SHIFT) - 1)
#define VALUE_INT_MAX    ((1 << 30) - 1)
#define VALUE_INT_MIN    (-(1 << 30))
enum { ATOM_BOOL, ATOM_EVENT, ATOM_MACHINE, ATOM_OPEN };
#define VALUE_MACHINE_TAG (VALUE_ATOM_BIT >> VALUE_ATOM_SHIFT | ATOM_MACHINE)
#define VALUE_OPEN_TAG    (VALUE_ATOM_BIT >> VALUE_ATOM_SHIFT | ATOM_OPEN)

#define VALUE_ATOM(kind, index) \
    (VALUE_ATOM_BIT | (uint32_t)(kind) << VALUE_ATOM_SHIFT | (uint32_t)(index))
#define VALUE_FALSE VALUE_ATOM(ATOM_BOOL, 0)
#define VALUE_TRUE  VALUE_ATOM(ATOM_BOOL, 1)

/* The items of a value that is not immediate. */
typedef struct value_view {
    value_kind kind;
    uint32_t aux;   /* TUPLE: its shape, 0 without names; RECORD: its record kind */
    uint32_t count; /* of items; TEXT: of bytes */
    const value *items;
} value_view;

/* A node in the store, which is a list of segments. */
typedef struct value_node {
    union {
        uint64_t hash;
        struct {
            uint32_t cap;   /* room for items, in units of 4 bytes; MOVED: the new id */
            uint32_t flags; /* see value_heap.h */
        } heap;
    };
    uint32_t count : 24;
    uint32_t depth : 8; /* see value_depth */
    uint32_t tag;       /* kind, and more */
    value items[];
} value_node;

enum {
    SEGMENT_SHIFT = 20, /* units of 8 bytes in a segment */
    SEGMENT_UNITS = 1 << SEGMENT_SHIFT,
};

/* The tag of a node. */
enum {
    VALUE_KIND_BITS = 5,
    VALUE_MIXED_BIT = 1 << VALUE_KIND_BITS, /* holds a reference with rights of its
                                               own, or an open int */
    VALUE_AUX_SHIFT = VALUE_KIND_BITS + 1,
};

typedef struct value_draft {
    value_kind kind;
    uint32_t aux;
    uint32_t count;
    uint32_t cap;
    bool is_shared; /* must not be changed in place */
    uint8_t depth;
    value frozen; /* its node, if it has one */
    value *items;
} value_draft;

/* Nodes that are not in the index: value_heap.h. */
typedef struct value_heap {
    bool is_on;             /* new values go there */
    size_t at;              /* the next free unit */
    size_t end;             /* of the current segment */
    VEC(uint32_t) segments; /* in use, the current one last */
    VEC(uint32_t) spare;    /* ... and not in use */
    size_t kept;            /* bytes that the last collection kept */
    bool is_restless;       /* for tests: it is always time to collect */
} value_heap;

/* Segments from this one on belong to the heap, if there is one. */
enum { HEAP_FIRST_SEGMENT = 64 };
#define VALUE_HEAP_FIRST ((value)HEAP_FIRST_SEGMENT << SEGMENT_SHIFT)

typedef struct openints openints;

typedef struct values {
    const types *types;
    naming names;
    openints *open; /* see openint.h; NULL: every int is known */
    /* the store */
    VEC(char *) segments;
    size_t used;     /* units of 8 bytes */
    uint64_t *index; /* high half of a hash, and a node; 0 = empty */
    size_t index_size;
    uint64_t *old_index; /* the smaller one, while the index grows; or NULL */
    size_t old_size;
    size_t moved; /* slots of it that are done */
    size_t node_count;
    value_heap heap;
    value heap_first; /* VALUE_HEAP_FIRST; above all values if there is no heap */
    /* drafts of the running step */
    VEC(value_draft) drafts;
    arena draft_memory;
    size_t draft_bytes;
} values;

void values_init(values *v, const types *t);
void values_fini(values *v);

/* Bytes of the store; it holds at most VALUES_LIMIT of them, and less beside a heap. */
size_t values_bytes(const values *v);
size_t values_limit(const values *v);
#define VALUES_LIMIT ((size_t)4 << 30)

/* Extra bytes that the store needs while it grows, if MORE nodes make it grow; else
 * 0. */
size_t values_coming_growth(const values *v, size_t more);

/* Saves or loads all nodes, with their ids; machines must have their names before.
 * Loading returns false if the file holds something that is not a value, or if the
 * present nodes are not a prefix of the saved ones.  CHECK, or NULL, may refuse a node;
 * it alone knows which events, types, rights and records there are. */
typedef bool value_check(void *context, uint32_t node);
void values_save(const values *v, savefile *f);
MUST_CHECK bool values_load(values *v, savefile *f, value_check *check, void *context);

/* True if X is a node; X may be any number. */
bool values_has(const values *v, uint32_t x);

/* The node behind X, in the order of ids; of null: the first.  Null: X is the last.
 * The items of a node come before it. */
uint32_t values_next(const values *v, uint32_t x);

/* No value has more items, and no text more bytes: check before making one. */
enum { VALUE_MAX_ITEMS = 1 << 20, VALUE_MAX_TEXT = 4 << 20 };

/* Values are not nested deeper, because functions over values recurse. */
enum { VALUE_MAX_DEPTH = 240 };

/* ---- Making values ---- */

value value_large_int(values *v, int64_t n); /* one that is not immediate */
value value_float(values *v, double d);
value value_text(values *v, const char *text, size_t len);
/* A reference that may be sent EVENTS.  It needs no node if these are the USUAL
 * events. */
value value_machine(values *v, machine_id id, evset_id events, evset_id usual);

static inline value value_int(values *v, int64_t n)
{
    return n >= VALUE_INT_MIN && n <= VALUE_INT_MAX ? VALUE_INT_BIT | (uint32_t)n
                                                    : value_large_int(v, n);
}

static inline value value_bool(bool b)
{
    return b ? VALUE_TRUE : VALUE_FALSE;
}

static inline value value_event(uint32_t event)
{
    return VALUE_ATOM(ATOM_EVENT, event);
}

static inline value value_machine_id(machine_id id)
{
    return VALUE_ATOM(ATOM_MACHINE, id);
}

/* A node with these items, none of them a draft. */
value value_make(values *v, value_kind kind, uint32_t aux, const value *items,
                 size_t count);

/* ---- Reading values ---- */

static inline bool value_is_draft(value x)
{
    return (x & (VALUE_INT_BIT | VALUE_DRAFT_BIT)) == VALUE_DRAFT_BIT;
}

static inline bool value_is_node(value x)
{
    return x < VALUE_ATOM_BIT && x != VALUE_NULL;
}

/* An int that was chosen and is not known yet: see openint.h. */
static inline bool value_is_open(value x)
{
    return x >> VALUE_ATOM_SHIFT == VALUE_OPEN_TAG;
}

static inline const value_node *value_node_at(const values *v, value x)
{
    return (const value_node *)(v->segments.data[x >> SEGMENT_SHIFT] +
                                (size_t)(x & (SEGMENT_UNITS - 1)) * 8);
}

/* Flags of a node in the heap. */
enum { HEAP_SHARED = 1, HEAP_MOVED = 2 };

/* Is X a node that is not in the index? */
static inline bool value_is_in_heap(const values *v, value x)
{
    return x >= v->heap_first && x < VALUE_ATOM_BIT;
}

static inline value_kind value_node_kind(const value_node *n)
{
    return (value_kind)(n->tag & (VALUE_MIXED_BIT - 1));
}

static inline value_kind value_kind_of(const values *v, value x)
{
    static const uint8_t atoms[] = {VK_BOOL, VK_EVENT, VK_MACHINE, VK_INT};
    if (x & VALUE_INT_BIT)
        return VK_INT;
    if (x & VALUE_DRAFT_BIT)
        return v->drafts.data[x & ~VALUE_DRAFT_BIT].kind;
    if (x & VALUE_ATOM_BIT)
        return (value_kind)atoms[x >> VALUE_ATOM_SHIFT & 3];
    return x == VALUE_NULL ? VK_NULL : value_node_kind(value_node_at(v, x));
}

/* The same as value_get; X is no draft, as records never are. */
static inline value_view value_get_node(const values *v, value x)
{
    assert(value_is_node(x));
    const value_node *n = value_node_at(v, x);
    return (value_view){value_node_kind(n), n->tag >> VALUE_AUX_SHIFT, n->count,
                        n->items};
}

/* TUPLE, SEQ, SET, MAP, RECORD, TEXT */
static inline value_view value_get(const values *v, value x)
{
    if (!value_is_draft(x))
        return value_get_node(v, x);
    const value_draft *d = &v->drafts.data[x & ~VALUE_DRAFT_BIT];
    return (value_view){d->kind, d->aux, d->count, d->items};
}

/* INT that is known, BOOL */
static inline int64_t value_to_int(const values *v, value x)
{
    if (x & VALUE_INT_BIT)
        return (int32_t)(x << 1) >> 1;
    assert(!value_is_open(x));
    if (x & VALUE_ATOM_BIT)
        return x & VALUE_ATOM_MASK;
    int64_t n;
    memcpy(&n, value_node_at(v, x)->items, sizeof n);
    return n;
}

static inline uint32_t value_to_event(value x)
{
    return x & VALUE_ATOM_MASK;
}

static inline machine_id value_to_machine_id(const values *v, value x)
{
    return x & VALUE_ATOM_BIT ? x & VALUE_ATOM_MASK : value_node_at(v, x)->items[0];
}

double value_to_float(const values *v, value x);
const char *value_to_text(const values *v, value x, size_t *len);
/* True if a reference states its own events; *EVENTS are those it may be sent. */
bool value_has_rights(const values *v, value x, evset_id *events);

/* The nesting depth of values in X: 0 without any; 255 stands for 255 or more. */
uint32_t value_depth(const values *v, value x);

/* The depth of a value with these items. */
uint8_t value_depth_above(const values *v, const value *items, size_t count);

/* True if X is made of other values. */
static inline bool value_has_parts(const values *v, value x)
{
    return value_kind_of(v, x) >= VK_TUPLE;
}

/* Prefetches the node of X. */
void value_prefetch(const values *v, value x);

/* Item I of a RECORD. */
static inline value value_item(const values *v, value record, uint32_t i)
{
    const value_node *n = value_node_at(v, record);
    assert(i < n->count);
    return n->items[i];
}

/* Equal content has an equal hash in every run.  In the heap, hashes are not kept. */
uint64_t value_hash(const values *v, value x);

/* Total order by content; compares references by the machine alone.  In a step, to
 * compare open ints may be a choice: see openint.h. */
int value_compare(const values *v, value a, value b);
/* References are equal if they refer to the same machine, whatever may be sent. */
bool value_equal(const values *v, value a, value b);

/* Is X the id of a value that exists?  For ids from outside. */
bool value_exists(const values *v, value x);

/* ---- Drafts ---- */

/* Drops all drafts. */
void values_start_step(values *v);

/* Bytes of the drafts of this step. */
size_t values_draft_bytes(const values *v);

/* A draft with COUNT items to fill in. */
value value_draft_new(values *v, value_kind kind, uint32_t aux, size_t count);
value *value_draft_items(values *v, value draft);
/* To be called once the items are filled in. */
void value_draft_done(values *v, value draft);

value value_draft_text(values *v, const char *text, size_t len);

/* X followed by the text Y; in place under the conditions of value_splice. */
value value_append_text(values *v, value x, bool may_change, value y);

/* Marks X as shared: it must not be changed in place any more. */
static inline void value_share(values *v, value x)
{
    if (x & VALUE_INT_BIT)
        return;
    if (value_is_draft(x))
        v->drafts.data[x & ~VALUE_DRAFT_BIT].is_shared = true;
    else if (value_is_in_heap(v, x))
        ((value_node *)value_node_at(v, x))->heap.flags |= HEAP_SHARED;
}

/* X with REMOVED items at AT replaced by ADDED; in place if X is an unshared draft and
 * MAY_CHANGE. */
value value_splice(values *v, value x, bool may_change, size_t at, size_t removed,
                   const value *added, size_t added_count);

/* X as a node; a value in the heap is one. */
value value_freeze(values *v, value x);

/* X as a node in the index, even if the heap is on. */
value value_intern(values *v, value x);

#endif
