#include "engine/symbolic/sets/image.h"

#include "core/network.h"
#include "core/world.h"

#include <stdlib.h>

enum {
    MOST_READ = 2,
    MOST_ASKS = 1000, /* one after the other, in one move */
};

/* What a way does to the columns that were read, and what is asked then. */
typedef struct learned_way {
    value to[MOST_READ];
    value asks;
} learned_way;

typedef struct operation {
    bool is_start;
    start start;
    value ask; /* unless it is a start */
    column reads[MOST_READ];
    uint32_t levels[MOST_READ]; /* of these, from the top */
    uint32_t count;             /* of columns read */
    uint32_t number;            /* for memos: and the level */
} operation;

/* 0: nothing more is to be written, and VALUE is what is asked. */
typedef struct group {
    uint32_t above;
    value value;
} group;

/* A row of a result: the group, a value, and what follows. */
typedef struct piece {
    uint32_t group;
    uint32_t value;
    ldd down;
} piece;

struct image {
    layout *l;
    core *c;
    ldd_store *s;
    VEC(operation) operations;
    idmap starts; /* -> operation + 1 */
    idmap asks;
    VEC(group) groups; /* from 1 on */
    idmap group_ids;
    VEC(learned_way) ways;
    VEC(uint32_t)
    first_way;           /* of what was learned, and at the end of it the next one's */
    idmap learned;       /* operation, values read -> number in FIRST_WAY + 1 */
    idmap pairs;         /* two values -> a number */
    unsigned depth;      /* asks that were followed, one after the other */
    VEC(piece) pieces;   /* results under construction */
    uint32_t subsets[3]; /* numbers for memos */
    uint32_t urgent;
    uint32_t where;
    uint32_t levels; /* that numbers were given for */
};

image *image_new(layout *l, ldd_store *s)
{
    image *m = mem_alloc(sizeof *m);
    m->l = l;
    m->c = l->c;
    m->s = s;
    vec_push(&m->groups, (group){0});
    vec_push(&m->first_way, 0);
    return m;
}

static void forget_operations(image *m)
{
    vec_clear(&m->operations);
    idmap_fini(&m->starts);
    idmap_fini(&m->asks);
    idmap_fini(&m->learned);
    m->starts = m->asks = m->learned = (idmap){0};
    vec_clear(&m->ways);
    vec_clear(&m->first_way);
    vec_push(&m->first_way, 0);
}

void image_free(image *m)
{
    if (m == NULL)
        return;
    forget_operations(m);
    vec_free(&m->operations);
    vec_free(&m->groups);
    idmap_fini(&m->group_ids);
    vec_free(&m->ways);
    vec_free(&m->first_way);
    idmap_fini(&m->pairs);
    vec_free(&m->pieces);
    mem_free(m, sizeof *m);
}

void image_forget(image *m)
{
    forget_operations(m);
    m->levels = 0;
}

uint64_t image_learned(const image *m)
{
    return m->ways.len;
}

/* ---- Operations ---- */

/* What a part that is asked is in. */
static column column_asked(const core *c, value ask)
{
    if (part_is_post(c, ask)) {
        uint32_t slot = part_poster(c, ask);
        value_view w = list_get(c, value_item(&c->vals, ask, POST_EFFECTS));
        bool is_box = c->options.network == NET_MBOX;
        return layout_channel(c, slot, is_box ? 0 : layout_target(c, w.items[0]));
    }
    uint32_t slot = part_asked(c, ask);
    if (slot == PART_WORLD)
        return (column){.kind = COLUMN_WORLD};
    if (part_is_inbox(slot))
        return (column){.kind = COLUMN_INBOX, .slot = slot & ~PART_INBOX_BIT};
    return (column){.kind = COLUMN_LOCAL, .slot = slot};
}

static void set_reads_of_start(const core *c, operation *o)
{
    column local = {.kind = COLUMN_LOCAL, .slot = o->start.slot};
    bool is_box = c->options.network == NET_MBOX;
    switch (o->start.kind) {
    case START_ACT:
        o->reads[o->count++] = local;
        if (is_box)
            o->reads[o->count++] = layout_channel(c, o->start.slot, 0);
        break;
    case START_CRASH:
        o->reads[o->count++] = local;
        break;
    case START_DELIVER_SELF:
        o->reads[o->count++] = local;
        o->reads[o->count++] = layout_channel(c, o->start.slot, o->start.slot);
        break;
    case START_DELIVER:
        o->reads[o->count++] = layout_channel(c, o->start.slot, o->start.target);
        break;
    }
}

/* False: there is no column for MISSING. */
static bool place_reads(image *m, operation *o, column *missing)
{
    for (uint32_t i = 0; i < o->count; i++) {
        o->levels[i] = layout_level(m->l, o->reads[i]);
        if (o->levels[i] == LEVEL_NONE) {
            *missing = o->reads[i];
            return false;
        }
    }
    o->number = ldd_operation(m->s, (uint32_t)m->l->columns.len);
    return true;
}

static uint32_t first_level(const operation *o)
{
    return o->count == 2 && o->levels[1] < o->levels[0] ? o->levels[1] : o->levels[0];
}

static uint32_t last_level(const operation *o)
{
    return o->count == 2 && o->levels[1] > o->levels[0] ? o->levels[1] : o->levels[0];
}

/* Its number + 1; 0: MISSING. */
static size_t operation_add(image *m, operation *o, column *missing)
{
    if (!place_reads(m, o, missing))
        return 0;
    vec_push(&m->operations, *o);
    return m->operations.len;
}

static size_t operation_of_start(image *m, start x, column *missing)
{
    uint64_t key = IDMAP_KEY((uint32_t)x.kind << 28 | x.slot, x.target);
    size_t known = idmap_get_number(&m->starts, key);
    if (known > 0)
        return known;
    operation o = {.is_start = true, .start = x};
    set_reads_of_start(m->c, &o);
    known = operation_add(m, &o, missing);
    if (known > 0)
        idmap_put_number(&m->starts, key, known);
    return known;
}

static size_t operation_of_ask(image *m, value ask, column *missing)
{
    size_t known = idmap_get_number(&m->asks, ask);
    if (known > 0)
        return known;
    operation o = {.ask = ask, .count = 1};
    o.reads[0] = column_asked(m->c, ask);
    known = operation_add(m, &o, missing);
    if (known > 0)
        idmap_put_number(&m->asks, ask, known);
    return known;
}

/* ---- What is learned from the core ---- */

/* In place of a machine, where its local state does not matter. */
static value anyone(core *c, uint32_t slot)
{
    return process_halted(c, slot);
}

/* Is the first message of a box for its own machine? */
static bool is_to_self(const core *c, uint32_t slot, value box)
{
    return box != VALUE_NULL && layout_target(c, network_message(c, box, 0)) == slot;
}

/* What a machine sends to others while it handles a message of its own channel is no
 * part of that channel: it is still to be posted. */
static void post_to_others(core *c, uint32_t slot, part_way *way)
{
    row own = {0};
    row others = {0};
    row asks = {0};
    for (uint32_t k = 0; k < network_count(c, way->to.box); k++) {
        value message = network_message(c, way->to.box, k);
        if (layout_target(c, message) == slot)
            vec_push(&own, message);
        else
            vec_push(&others, message);
    }
    if (others.len > 0) {
        const value parts[2] = {value_slot(slot),
                                list_make(c, others.data, others.len)};
        way->to.box = list_make(c, own.data, own.len);
        vec_push(&asks, value_make(&c->vals, VK_RECORD, REC_POST, parts, 2));
        value_view w = list_get(c, way->asks);
        for (uint32_t i = 0; i < w.count; i++)
            vec_push(&asks, w.items[i]);
        way->asks = list_make(c, asks.data, asks.len);
    }
    vec_free(&own);
    vec_free(&others);
    vec_free(&asks);
}

/* READ: what is in the columns that the operation reads. */
static void find_starts(core *c, const operation *o, const value *read, part_ways *out)
{
    uint32_t slot = o->start.slot;
    bool is_box = c->options.network == NET_MBOX;
    switch (o->start.kind) {
    case START_ACT:
        if (read[0] != VALUE_NULL)
            part_begin_act(c, slot, (part){read[0], is_box ? read[1] : PART_BOX_OUT},
                           out);
        break;
    case START_CRASH:
        if (read[0] != VALUE_NULL)
            part_begin_crash(c, slot, (part){read[0], PART_BOX_OUT}, out);
        break;
    case START_DELIVER:
        if (!is_to_self(c, slot, read[0]))
            part_begin_deliveries(c, slot, (part){anyone(c, slot), read[0]}, out);
        break;
    case START_DELIVER_SELF:
        if (!is_to_self(c, slot, read[1]))
            break;
        part_begin_deliveries(c, slot, (part){read[0], read[1]}, out);
        if (!is_box)
            vec_each (way, out)
                post_to_others(c, slot, way);
        break;
    }
}

static void find_answers(core *c, const operation *o, value read, part_ways *out)
{
    if (part_is_post(c, o->ask)) {
        part_way way = part_posted(c, read, o->ask);
        vec_push(out, way);
    } else {
        part_do(c, part_asked(c, o->ask), (part){read, PART_BOX_OUT}, o->ask, out);
    }
}

static value written(const part_way *way, column x)
{
    bool is_box = x.kind == COLUMN_BOX || x.kind == COLUMN_CHANNEL;
    return is_box ? way->to.box : way->to.local;
}

static void learn(image *m, const operation *o, const value *read)
{
    part_ways ways = {0};
    if (o->is_start)
        find_starts(m->c, o, read, &ways);
    else
        find_answers(m->c, o, read[0], &ways);
    vec_each (way, &ways) {
        learned_way w = {.asks = way->asks};
        for (uint32_t i = 0; i < o->count; i++)
            w.to[i] = written(way, o->reads[i]);
        vec_push(&m->ways, w);
    }
    vec_push(&m->first_way, (uint32_t)m->ways.len);
    vec_free(&ways);
    step_trim(m->c);
}

/* A number for the values of both columns. */
static uint32_t number_of(image *m, const operation *o, const value *read)
{
    if (o->count == 1)
        return read[0];
    uint64_t key = IDMAP_KEY(read[0], read[1]);
    size_t known = idmap_get_number(&m->pairs, key);
    if (known == 0) {
        known = m->pairs.len + 1;
        idmap_put_number(&m->pairs, key, known);
    }
    return (uint32_t)known;
}

/* Which ways there are: from FIRST on, before END. */
static void known_ways(image *m, uint32_t op, const value *read, uint32_t *first,
                       uint32_t *end)
{
    const operation o = m->operations.data[op];
    uint64_t key = IDMAP_KEY(op, number_of(m, &o, read));
    size_t known = idmap_get_number(&m->learned, key);
    if (known == 0) {
        learn(m, &o, read);
        known = m->first_way.len - 1;
        idmap_put_number(&m->learned, key, known);
    }
    *first = m->first_way.data[known - 1];
    *end = m->first_way.data[known];
}

/* Is there nothing to be found, whatever the other column says? */
static bool is_hopeless(const image *m, const operation *o, uint32_t level, value v)
{
    if (v == VALUE_NULL)
        return o->is_start &&
               !(o->start.kind == START_ACT && o->count == 2 && level == o->levels[1]);
    if (!o->is_start || o->count == 1)
        return false;
    if (o->start.kind == START_ACT)
        return level == o->levels[0] && !part_can_act(m->c, (part){v, VALUE_NULL});
    return level == o->levels[1] && !is_to_self(m->c, o->start.slot, v);
}

/* ---- A walk ---- */

static uint32_t group_number(image *m, uint32_t above, value v)
{
    uint64_t key = IDMAP_KEY(above, v);
    size_t known = idmap_get_number(&m->group_ids, key);
    if (known == 0) {
        known = m->groups.len;
        vec_push(&m->groups, ((group){above, v}));
        idmap_put_number(&m->group_ids, key, known);
    }
    return (uint32_t)known;
}

static int compare_pieces(const void *a, const void *b)
{
    const piece *x = a;
    const piece *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static bool is_sorted(const piece *p, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (compare_pieces(&p[i - 1], &p[i]) > 0)
            return false;
    return true;
}

/* The pieces from MARK on as a set, groups first. */
static ldd join(image *m, size_t mark)
{
    size_t count = m->pieces.len - mark;
    if (count > 1 && !is_sorted(m->pieces.data + mark, count))
        qsort(m->pieces.data + mark, count, sizeof(piece), compare_pieces);
    ldd result = LDD_EMPTY;
    while (m->pieces.len > mark) {
        uint32_t g = vec_last(&m->pieces)->group;
        ldd list = LDD_EMPTY;
        while (m->pieces.len > mark && vec_last(&m->pieces)->group == g) {
            piece p = vec_pop(&m->pieces);
            while (m->pieces.len > mark && vec_last(&m->pieces)->group == g &&
                   vec_last(&m->pieces)->value == p.value)
                p.down = ldd_union(m->s, p.down, vec_pop(&m->pieces).down);
            list = ldd_make(m->s, p.value, p.down, list);
        }
        result = ldd_make(m->s, g, list, result);
    }
    return result;
}

static void add_piece(image *m, uint32_t g, uint32_t v, ldd down)
{
    piece p = {g, v, down};
    vec_push(&m->pieces, p);
}

/* The last column that is read: ABOVE is what the one above it says. */
static void add_ways(image *m, uint32_t op, value above, value v, ldd down)
{
    const operation *o = &m->operations.data[op];
    uint32_t first, end;
    bool is_second = o->count == 2 && o->levels[1] > o->levels[0];
    bool has_two = o->count == 2;
    value read[MOST_READ] = {v, above};
    if (is_second) {
        read[0] = above;
        read[1] = v;
    }
    known_ways(m, op, read, &first, &end);
    for (uint32_t i = first; i < end; i++) {
        const learned_way w = m->ways.data[i];
        uint32_t g = group_number(m, 0, w.asks);
        if (has_two)
            g = group_number(m, g, w.to[is_second ? 0 : 1]);
        add_piece(m, g, w.to[is_second ? 1 : 0], down);
    }
}

static ldd walk(image *m, uint32_t op, ldd a, uint32_t level, value above)
{
    const operation o = m->operations.data[op];
    ldd result;
    if (a == LDD_EMPTY)
        return LDD_EMPTY;
    if (ldd_recall(m->s, o.number + level, a, above, &result))
        return result;
    bool is_last = level == last_level(&o);
    bool is_read = is_last || level == first_level(&o);
    size_t mark = m->pieces.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (is_read && is_hopeless(m, &o, level, n.value))
            continue;
        if (is_last) {
            add_ways(m, op, above, n.value, n.down);
            continue;
        }
        ldd sub = walk(m, op, n.down, level + 1, is_read ? n.value : above);
        for (; sub != LDD_EMPTY; sub = ldd_at(m->s, sub)->right) {
            const ldd_node g = *ldd_at(m->s, sub);
            const group to = m->groups.data[g.value];
            add_piece(m, is_read ? to.above : g.value, is_read ? to.value : n.value,
                      g.down);
        }
    }
    result = join(m, mark);
    ldd_remember(m->s, o.number + level, a, above, result);
    return result;
}

/* ---- From the start of a move to its end ---- */

/* In networks with channels: a POST for each of them. */
static value split_post(core *c, value post, value rest)
{
    part_way way = part_posted(c, VALUE_NULL, post);
    row asks = {0};
    row some = {0};
    uint32_t count = network_count(c, way.to.box);
    for (uint32_t k = 0; k < count; k++) {
        value message = network_message(c, way.to.box, k);
        vec_push(&some, message);
        if (k + 1 < count && layout_target(c, network_message(c, way.to.box, k + 1)) ==
                                 layout_target(c, message))
            continue;
        const value parts[2] = {value_slot(part_poster(c, post)),
                                list_make(c, some.data, some.len)};
        vec_push(&asks, value_make(&c->vals, VK_RECORD, REC_POST, parts, 2));
        vec_clear(&some);
    }
    const value more[2] = {way.asks, rest};
    for (int i = 0; i < 2; i++) {
        value_view w = list_get(c, more[i]);
        for (uint32_t k = 0; k < w.count; k++)
            vec_push(&asks, w.items[k]);
    }
    value list = list_make(c, asks.data, asks.len);
    vec_free(&asks);
    vec_free(&some);
    return list;
}

/* Does it concern one channel, and nothing else? */
static bool is_one_channel(const core *c, value post)
{
    value_view w = list_get(c, value_item(&c->vals, post, POST_EFFECTS));
    for (uint32_t i = 0; i < w.count; i++)
        if (!part_is_message(c, w.items[i]) ||
            layout_target(c, w.items[i]) != layout_target(c, w.items[0]))
            return false;
    return true;
}

static value list_joined(core *c, value a, value b)
{
    if (a == VALUE_NULL || b == VALUE_NULL)
        return a == VALUE_NULL ? b : a;
    row items = {0};
    const value both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        value_view w = list_get(c, both[i]);
        for (uint32_t k = 0; k < w.count; k++)
            vec_push(&items, w.items[k]);
    }
    value list = list_make(c, items.data, items.len);
    vec_free(&items);
    return list;
}

static void follow_all(image *m, ldd groups, value rest, image_result *r);

/* The states FROM are in the middle of a move, and ASKS is still asked. */
static void follow(image *m, ldd from, value asks, image_result *r)
{
    core *c = m->c;
    if (r->is_missing || from == LDD_EMPTY)
        return;
    if (asks == VALUE_NULL) {
        r->to = ldd_union(m->s, r->to, from);
        return;
    }
    if (m->depth > MOST_ASKS) {
        c->limit = "one move asks too much of others";
        return;
    }
    value_view w = list_get(c, asks);
    value ask = w.items[0];
    value rest = list_make(c, w.items + 1, w.count - 1);
    bool is_post = part_is_post(c, ask);
    if (!is_post && part_asked(c, ask) == SLOT_NONE) {
        r->is_violation = true;
        return;
    }
    if (is_post && c->options.network != NET_MBOX && !is_one_channel(c, ask)) {
        follow(m, from, split_post(c, ask, rest), r);
        return;
    }
    size_t op = operation_of_ask(m, ask, &r->missing);
    r->is_missing = op == 0;
    m->depth++;
    if (op > 0)
        follow_all(m, walk(m, (uint32_t)op - 1, from, 0, VALUE_NULL), rest, r);
    m->depth--;
}

static void follow_all(image *m, ldd groups, value rest, image_result *r)
{
    for (; groups != LDD_EMPTY && m->s->trouble == LDD_NO_TROUBLE;
         groups = ldd_at(m->s, groups)->right) {
        const ldd_node n = *ldd_at(m->s, groups);
        assert(m->groups.data[n.value].above == 0);
        follow(m, n.down, list_joined(m->c, m->groups.data[n.value].value, rest), r);
    }
}

image_result image_after(image *m, ldd from, start x)
{
    image_result r = {.to = LDD_EMPTY};
    size_t op = operation_of_start(m, x, &r.missing);
    r.is_missing = op == 0;
    if (op > 0)
        follow_all(m, walk(m, (uint32_t)op - 1, from, 0, VALUE_NULL), VALUE_NULL, &r);
    return r;
}

/* ---- Subsets ---- */

static void number_subsets(image *m)
{
    uint32_t levels = (uint32_t)m->l->columns.len;
    if (m->levels == levels)
        return;
    m->levels = levels;
    for (int i = 0; i < 3; i++)
        m->subsets[i] = ldd_operation(m->s, levels);
    m->urgent = ldd_operation(m->s, levels);
    m->where = ldd_operation(m->s, levels);
}

/* May a run end with this? */
static bool is_end(const core *c, column x, value v)
{
    switch (x.kind) {
    case COLUMN_LOCAL:
        return !part_can_act(c, (part){v, VALUE_NULL});
    case COLUMN_BOX:
    case COLUMN_CHANNEL:
        return v == VALUE_NULL;
    case COLUMN_INBOX:
    case COLUMN_WORLD:
        break;
    }
    return true;
}

static bool is_fine_end(const core *c, column x, value v)
{
    uint32_t slot = x.kind == COLUMN_WORLD   ? PART_WORLD
                    : x.kind == COLUMN_INBOX ? x.slot | PART_INBOX_BIT
                                             : x.slot;
    if (x.kind == COLUMN_BOX || x.kind == COLUMN_CHANNEL)
        return true;
    unsigned traits = part_traits(c, slot, (part){v, VALUE_NULL});
    return !((traits & PART_WAITS && !c->options.deadlock_is_fine) ||
             (traits & PART_HAS_MAIL && c->options.strict_quiescence) ||
             traits & PART_IS_HOT);
}

static bool belongs(const core *c, column x, value v, subset which)
{
    switch (which) {
    case SUBSET_CALM:
        return x.kind != COLUMN_LOCAL || !part_is_urgent(c, x.slot, v);
    case SUBSET_ENDS:
        return is_end(c, x, v);
    case SUBSET_FINE:
        return is_fine_end(c, x, v);
    }
    return true;
}

static void push(ldd_store *s, uint32_t v, ldd down)
{
    ldd_element e = {v, down};
    vec_push(&s->stack, e);
}

static ldd take_subset(image *m, ldd a, uint32_t level, subset which)
{
    uint32_t what = m->subsets[which] + level;
    ldd result;
    if (a == LDD_EMPTY || level == m->levels)
        return a;
    if (ldd_recall(m->s, what, a, 0, &result))
        return result;
    size_t mark = m->s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (belongs(m->c, m->l->columns.data[level], n.value, which))
            push(m->s, n.value, take_subset(m, n.down, level + 1, which));
    }
    result = ldd_list(m->s, mark, LDD_EMPTY);
    ldd_remember(m->s, what, a, 0, result);
    return result;
}

ldd image_subset(image *m, ldd from, subset which)
{
    number_subsets(m);
    return take_subset(m, from, 0, which);
}

static ldd take_urgent(image *m, ldd a, uint32_t level, uint32_t at, uint32_t slot)
{
    ldd result;
    if (a == LDD_EMPTY)
        return a;
    if (ldd_recall(m->s, m->urgent + level, a, at, &result))
        return result;
    size_t mark = m->s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (level < at)
            push(m->s, n.value, take_urgent(m, n.down, level + 1, at, slot));
        else if (part_is_urgent(m->c, slot, n.value))
            push(m->s, n.value, n.down);
    }
    result = ldd_list(m->s, mark, LDD_EMPTY);
    ldd_remember(m->s, m->urgent + level, a, at, result);
    return result;
}

ldd image_urgent(image *m, ldd from, uint32_t slot)
{
    uint32_t at = layout_level(m->l, (column){.kind = COLUMN_LOCAL, .slot = slot});
    number_subsets(m);
    return at == LEVEL_NONE ? LDD_EMPTY : take_urgent(m, from, 0, at, slot);
}

static ldd take_where(image *m, ldd a, uint32_t below, value v)
{
    if (a == LDD_EMPTY)
        return a;
    size_t mark = m->s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (below > 0)
            push(m->s, n.value, take_where(m, n.down, below - 1, v));
        else if (n.value == v)
            push(m->s, v, n.down);
    }
    return ldd_list(m->s, mark, LDD_EMPTY);
}

ldd image_where(image *m, ldd from, uint32_t level, value v)
{
    return take_where(m, from, level, v);
}
