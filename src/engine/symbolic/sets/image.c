#include "engine/symbolic/sets/image.h"

#include "core/network.h"
#include "engine/symbolic/sets/asks.h"
#include "engine/symbolic/sets/label.h"

#include <stdlib.h>

enum {
    MOST_READ = 2,
    MOST_ASKS = 1000, /* one after the other, in one move */
};

typedef enum operation_kind {
    DO_START, /* see start */
    DO_ASK,   /* a machine, the world, or a box is asked something */
    DO_KEEP,  /* an inbox gets a message more, see inbox.h */
    DO_SCAN,  /* ... is gone through */
    DO_CLEAR, /* ... is emptied */
} operation_kind;

typedef struct operation {
    operation_kind kind;
    start start;
    value ask;                  /* unless it is a start */
    column reads[MOST_READ];    /* of an inbox: the first place */
    uint32_t levels[MOST_READ]; /* of these */
    uint32_t count;             /* of columns read */
    uint32_t places;            /* of the inbox */
    uint32_t number;            /* for memos: and the level */
} operation;

/* What is still to be done in a move: an operation, and then what is asked besides.
 * Rows stay the same above the TOP, the first of all columns that this has ever
 * touched, so it is done to what is below. */
typedef struct course {
    uint32_t op;
    value rest;   /* asks */
    uint32_t top; /* level */
    uint32_t number;
    bool creates; /* some machine */
} course;

/* What a way does to the columns that were read, and what is asked then. */
typedef struct learned_way {
    value to[MOST_READ];
    value asks;
} learned_way;

typedef VEC(learned_way) way_list;

/* 0 above: nothing more is to be written, and VALUE is what is asked. */
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

/* The states at the end of so many courses. */
typedef struct end_set {
    uint32_t how_many;
    ldd set;
} end_set;

struct image {
    layout *l;
    core *c;
    ldd_store *s;
    VEC(operation) operations;
    VEC(course) courses;
    idmap starts;      /* -> course + 1 */
    idmap follows;     /* list of asks -> course + 1 */
    idmap asks;        /* -> operation + 1 */
    VEC(group) groups; /* from 1 on */
    idmap group_ids;
    way_list ways;
    VEC(uint32_t)
    first_way;           /* of what was learned, and at the end of it the next one's */
    idmap learned;       /* operation, values read -> number in FIRST_WAY + 1 */
    idmap pairs;         /* two values -> a number */
    uint32_t above;      /* the first level that is touched above a top; or none */
    unsigned depth;      /* asks that were followed, one after the other */
    VEC(piece) pieces;   /* results under construction */
    VEC(end_set) ends;   /* ... of several courses */
    bool is_short;       /* an inbox needs one place more */
    bool tells_deeds;    /* ways say what they mean for fairness */
    uint32_t subsets[3]; /* numbers for memos */
    uint32_t urgent;
    uint32_t levels;     /* that numbers were given for */
    uint32_t generation; /* of all numbers */
};

image *image_new(layout *l, ldd_store *s)
{
    image *m = mem_alloc(sizeof *m);
    m->l = l;
    m->c = l->c;
    m->s = s;
    m->generation = s->generation;
    vec_push(&m->groups, (group){0});
    vec_push(&m->first_way, 0);
    return m;
}

void image_free(image *m)
{
    if (m == NULL)
        return;
    idmap_fini(&m->starts);
    idmap_fini(&m->follows);
    idmap_fini(&m->asks);
    idmap_fini(&m->learned);
    vec_free(&m->operations);
    vec_free(&m->courses);
    vec_free(&m->groups);
    idmap_fini(&m->group_ids);
    vec_free(&m->ways);
    vec_free(&m->first_way);
    idmap_fini(&m->pairs);
    vec_free(&m->pieces);
    vec_free(&m->ends);
    mem_free(m, sizeof *m);
}

uint64_t image_learned(const image *m)
{
    return m->ways.len;
}

/* ---- Operations ---- */

static void set_reads_of_start(const core *c, operation *o)
{
    uint32_t slot = o->start.slot;
    if (o->start.kind != START_DELIVER)
        o->reads[o->count++] = (column){.kind = COLUMN_LOCAL, .slot = slot};
    /* In P's own network a machine acts only with an empty box. */
    if (o->start.kind == START_DELIVER ||
        (o->start.kind == START_ACT && c->options.network == NET_MBOX))
        o->reads[o->count++] = layout_channel(c, slot, o->start.target);
}

static operation_kind kind_of_ask(const core *c, value ask)
{
    switch (ask_kind_of(c, ask)) {
    case ASK_KEEP:
        return DO_KEEP;
    case ASK_SCAN:
        return DO_SCAN;
    case ASK_CLEAR:
        return DO_CLEAR;
    case ASK_POST:
    case ASK_OTHER:
        break;
    }
    return DO_ASK;
}

/* Numbers for memos.  Without one, what is remembered of one
 * operation would be taken for that of another: then nothing counts any more. */
static uint32_t some_numbers(image *m, uint32_t count)
{
    uint32_t first = ldd_operation(m->s, count);
    if (first == 0) {
        m->c->limit = STOP_OPERATIONS;
        m->s->trouble = LDD_STOPPED;
    }
    return first;
}

static uint32_t number_levels(image *m)
{
    return some_numbers(m, (uint32_t)m->l->columns.len);
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
    o->places = layout_places(m->l, o->reads[0].slot);
    o->number = number_levels(m);
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

static void place_course(image *m, course *x)
{
    x->top = first_level(&m->operations.data[x->op]);
    x->number = some_numbers(m, 1);
}

/* All operations get other numbers, so those that were given may be given again. */
void image_place(image *m)
{
    column missing;
    ldd_renew_operations(m->s);
    m->generation = m->s->generation;
    vec_each (o, &m->operations) {
        bool is_placed = place_reads(m, o, &missing);
        assert(is_placed);
        (void)is_placed;
    }
    vec_each (x, &m->courses)
        place_course(m, x);
    m->levels = 0;
}

/* Others may have got the numbers. */
static void refresh(image *m)
{
    ldd_renew_operations(m->s);
    if (m->generation != m->s->generation)
        image_place(m);
}

/* Its number + 1; 0: MISSING. */
static size_t operation_add(image *m, operation *o, column *missing)
{
    if (!place_reads(m, o, missing))
        return 0;
    vec_push(&m->operations, *o);
    return m->operations.len;
}

static size_t operation_of_ask(image *m, value ask, column *missing)
{
    size_t known = idmap_get_number(&m->asks, ask);
    if (known > 0)
        return known;
    operation o = {.kind = kind_of_ask(m->c, ask), .ask = ask, .count = 1};
    o.reads[0] = ask_column(m->c, ask);
    known = operation_add(m, &o, missing);
    if (known > 0)
        idmap_put_number(&m->asks, ask, known);
    return known;
}

/* Operation and REST, if it is no 0; its number + 1. */
static size_t course_add(image *m, size_t op, value rest, idmap *known, uint64_t key)
{
    if (op == 0)
        return 0;
    course x = {.op = (uint32_t)op - 1, .rest = rest};
    place_course(m, &x);
    vec_push(&m->courses, x);
    idmap_put_number(known, key, m->courses.len);
    return m->courses.len;
}

static size_t course_of_start(image *m, start x, column *missing)
{
    uint64_t key = IDMAP_KEY((uint32_t)x.kind << 28 | x.slot, x.target);
    size_t known = idmap_get_number(&m->starts, key);
    if (known > 0)
        return known;
    operation o = {.kind = DO_START, .start = x};
    set_reads_of_start(m->c, &o);
    return course_add(m, operation_add(m, &o, missing), VALUE_NULL, &m->starts, key);
}

static size_t course_of_asks(image *m, value asks, column *missing)
{
    size_t known = idmap_get_number(&m->follows, asks);
    if (known > 0)
        return known;
    value_view w = list_get(m->c, asks);
    value ask = w.items[0];
    value rest = list_make(m->c, w.items + 1, w.count - 1);
    known = course_add(m, operation_of_ask(m, ask, missing), rest, &m->follows, asks);
    if (known > 0)
        m->courses.data[known - 1].creates = ask_is_creation(m->c, ask);
    return known;
}

/* ---- What is learned from the core ---- */

static void add_way(way_list *out, value first, value second, value asks)
{
    vec_push(out, ((learned_way){{first, second}, asks}));
}

/* BOX: in P's own network, where a machine acts only if it is empty. */
static void learn_acts(core *c, uint32_t slot, value local, value box, way_list *out)
{
    part_ways ways = {0};
    move_list moves = {0};
    bool is_empty = c->options.network == NET_MBOX && box == VALUE_NULL;
    const part p = {local, is_empty ? VALUE_NULL : OUTBOX_APART};
    ts_enabled_acts(c, slot, p.local, p.box, &moves);
    part_begin_moves(c, p, &moves, &ways);
    vec_free(&moves);
    vec_each (way, &ways)
        add_way(out, way->to.local, is_empty ? way->to.box : box, way->asks);
    vec_free(&ways);
}

static void learn_crashes(core *c, uint32_t slot, value local, way_list *out)
{
    part_ways ways = {0};
    move_list moves = {0};
    if (local != VALUE_NULL)
        ts_enabled_crash(c, slot, local, &moves);
    part_begin_moves(c, (part){local, OUTBOX_APART}, &moves, &ways);
    vec_free(&moves);
    vec_each (way, &ways)
        add_way(out, way->to.local, VALUE_NULL, way->asks);
    vec_free(&ways);
}

static void learn_deliveries(core *c, uint32_t slot, value box, way_list *out)
{
    part_ways ways = {0};
    move_list moves = {0};
    ts_enabled_deliveries(c, slot, box, &moves);
    part_begin_moves(c, (part){PART_LOCAL_OUT, box}, &moves, &ways);
    vec_free(&moves);
    vec_each (way, &ways)
        add_way(out, way->to.box, VALUE_NULL, way->asks);
    vec_free(&ways);
}

static void learn_answers(core *c, value ask, value v, way_list *out)
{
    part_ways ways = {0};
    if (part_is_post(c, ask)) {
        part_way way = part_posted(c, v, ask);
        add_way(out, way.to.box, VALUE_NULL, way.asks);
        return;
    }
    part_do(c, part_asked(c, ask), (part){v, OUTBOX_APART}, ask, &ways);
    vec_each (way, &ways)
        add_way(out, way->to.local, VALUE_NULL, way->asks);
    vec_free(&ways);
}

static void learn(image *m, const operation *o, const value *read)
{
    core *c = m->c;
    c->tells_deeds = m->tells_deeds;
    if (o->kind != DO_START)
        learn_answers(c, o->ask, read[0], &m->ways);
    else if (o->start.kind == START_ACT)
        learn_acts(c, o->start.slot, read[0], o->count == 2 ? read[1] : VALUE_NULL,
                   &m->ways);
    else if (o->start.kind == START_CRASH)
        learn_crashes(c, o->start.slot, read[0], &m->ways);
    else
        learn_deliveries(c, o->start.slot, read[0], &m->ways);
    c->tells_deeds = false;
    vec_push(&m->first_way, (uint32_t)m->ways.len);
    step_trim(c);
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
    if (o->kind != DO_START)
        return false;
    if (o->start.kind == START_ACT && level == o->levels[0])
        return !ts_can_act(m->c, v, VALUE_NULL);
    return v == VALUE_NULL && o->start.kind != START_ACT;
}

/* ---- Pieces ---- */

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

/* All rows of a list. */
static void add_list(image *m, uint32_t g, ldd list)
{
    for (; list != LDD_EMPTY; list = ldd_at(m->s, list)->right)
        add_piece(m, g, ldd_at(m->s, list)->value, ldd_at(m->s, list)->down);
}

/* An inbox without one of its places, of which DOWN is what follows: that moves up.
 * PLACES: from that one on. */
static ldd move_up(image *m, ldd down, uint32_t places)
{
    return ldd_insert(m->s, down, places - 1, VALUE_NULL);
}

/* ---- Inboxes ---- */

/* One message more, behind those from PLACE on. */
static ldd append(image *m, uint32_t op, ldd a, uint32_t place, value message)
{
    const operation o = m->operations.data[op];
    uint32_t what = o.number + o.levels[0] + place;
    ldd result;
    if (a == LDD_EMPTY || ldd_recall(m->s, what, a, 0, &result))
        return a == LDD_EMPTY ? a : result;
    size_t mark = m->pieces.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (n.value == VALUE_NULL)
            add_piece(m, 0, message, n.down);
        else if (place + 1 < o.places)
            add_piece(m, 0, n.value, append(m, op, n.down, place + 1, message));
        else
            m->is_short = true;
    }
    result = join(m, mark);
    result = result == LDD_EMPTY ? result : ldd_at(m->s, result)->down;
    if (!m->is_short)
        ldd_remember(m->s, what, a, 0, result);
    return result;
}

/* An inbox is gone through, from PLACE on: the first message that is handled now is
 * asked of the machine. */
static ldd scan(image *m, uint32_t op, ldd a, uint32_t place)
{
    const operation o = m->operations.data[op];
    uint32_t what = o.number + o.levels[0] + place;
    ldd result;
    if (a == LDD_EMPTY || ldd_recall(m->s, what, a, 0, &result))
        return a == LDD_EMPTY ? a : result;
    size_t mark = m->pieces.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        value more = VALUE_NULL;
        value kept = n.value == VALUE_NULL
                         ? VALUE_NULL
                         : inbox_do(m->c, list_make(m->c, &n.value, 1), o.ask, &more);
        if (n.value == VALUE_NULL) {
            add_piece(m, group_number(m, 0, VALUE_NULL), n.value, n.down);
        } else if (more != VALUE_NULL) {
            add_list(m, group_number(m, 0, list_make(m->c, &more, 1)),
                     move_up(m, n.down, o.places - place));
        } else if (kept == VALUE_NULL) { /* ignored: the next one is here now */
            ldd sub = scan(m, op, move_up(m, n.down, o.places - place), place);
            for (; sub != LDD_EMPTY; sub = ldd_at(m->s, sub)->right)
                add_list(m, ldd_at(m->s, sub)->value, ldd_at(m->s, sub)->down);
        } else if (place + 1 == o.places) {
            add_piece(m, group_number(m, 0, VALUE_NULL), n.value, n.down);
        } else {
            ldd sub = scan(m, op, n.down, place + 1);
            for (; sub != LDD_EMPTY; sub = ldd_at(m->s, sub)->right)
                add_piece(m, ldd_at(m->s, sub)->value, n.value,
                          ldd_at(m->s, sub)->down);
        }
    }
    result = join(m, mark);
    ldd_remember(m->s, what, a, 0, result);
    return result;
}

/* What follows an inbox, whatever is in it. */
static ldd after_inbox(image *m, ldd a, uint32_t places)
{
    ldd all = LDD_EMPTY;
    if (places == 0)
        return a;
    for (; a != LDD_EMPTY; a = ldd_at(m->s, a)->right)
        all = ldd_union(m->s, all, after_inbox(m, ldd_at(m->s, a)->down, places - 1));
    return all;
}

static ldd clear(image *m, uint32_t op, ldd a)
{
    uint32_t places = m->operations.data[op].places;
    ldd result = after_inbox(m, a, places);
    for (uint32_t i = 0; i < places; i++)
        result = ldd_make(m->s, VALUE_NULL, result, LDD_EMPTY);
    return result;
}

/* At its first place. */
static ldd change_inbox(image *m, uint32_t op, ldd a)
{
    const operation o = m->operations.data[op];
    if (o.kind == DO_SCAN)
        return scan(m, op, a, 0);
    ldd result = o.kind == DO_CLEAR ? clear(m, op, a)
                                    : append(m, op, a, 0, ask_kept(m->c, o.ask));
    return ldd_make(m->s, group_number(m, 0, VALUE_NULL), result, LDD_EMPTY);
}

/* ---- A walk ---- */

/* The last column that is read: ABOVE is what the one above it says. */
static void add_ways(image *m, uint32_t op, value above, value v, ldd down)
{
    const operation o = m->operations.data[op];
    uint32_t first, end;
    bool is_second = o.count == 2 && o.levels[1] > o.levels[0];
    value read[MOST_READ] = {v, above};
    if (is_second) {
        read[0] = above;
        read[1] = v;
    }
    known_ways(m, op, read, &first, &end);
    for (uint32_t i = first; i < end; i++) {
        const learned_way w = m->ways.data[i];
        uint32_t g = group_number(m, 0, w.asks);
        if (o.count == 2)
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
    bool is_last = level == last_level(&o);
    bool is_read = is_last || level == first_level(&o);
    if (is_read && o.kind != DO_START && o.kind != DO_ASK)
        return change_inbox(m, op, a);
    if (ldd_recall(m->s, o.number + level, a, above, &result))
        return result;
    size_t mark = m->pieces.len;
    for (ldd x = a; x != LDD_EMPTY && !m->is_short; x = ldd_at(m->s, x)->right) {
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
    if (!m->is_short)
        ldd_remember(m->s, o.number + level, a, above, result);
    return result;
}

/* ---- From the start of a move to its end ---- */

static void push(ldd_store *s, uint32_t v, ldd down)
{
    ldd_element e = {v, down};
    vec_push(&s->stack, e);
}

/* A union of many is one of halves: else what is there would be gone through for each
 * of them.  END is the union of as many as one bit of HOW_MANY says. */
static void add_end(image *m, size_t mark, ldd end)
{
    end_set x = {1, end};
    while (m->ends.len > mark && vec_last(&m->ends)->how_many == x.how_many) {
        const end_set y = vec_pop(&m->ends);
        x = (end_set){2 * x.how_many, ldd_union(m->s, x.set, y.set)};
    }
    vec_push(&m->ends, x);
}

static ldd join_ends(image *m, size_t mark)
{
    ldd all = LDD_EMPTY;
    while (m->ends.len > mark)
        all = ldd_union(m->s, all, vec_pop(&m->ends).set);
    return all;
}

/* Is there no use in going on? */
static bool is_cut(const image *m, const image_result *r)
{
    return r->is_missing || r->is_violation || m->above != LEVEL_NONE ||
           m->s->trouble != LDD_NO_TROUBLE;
}

/* ---- Results by label ----
 *
 * Where deeds are told, rows of results have one column more in front: the label of
 * what was done from there on. */

static ldd arrived(image *m, ldd a)
{
    return m->tells_deeds ? ldd_make(m->s, VALUE_NULL, a, LDD_EMPTY) : a;
}

/* The same with more deeds. */
static ldd labelled_with(image *m, value label, ldd a)
{
    size_t mark = m->pieces.len;
    if (label == VALUE_NULL || a == LDD_EMPTY)
        return a;
    for (; a != LDD_EMPTY; a = ldd_at(m->s, a)->right)
        add_piece(m, 0, label_join(m->c, label, ldd_at(m->s, a)->value),
                  ldd_at(m->s, a)->down);
    ldd result = join(m, mark);
    return result == LDD_EMPTY ? result : ldd_at(m->s, result)->down;
}

/* ---- Courses ---- */

static ldd take(image *m, size_t at, ldd a, uint32_t level, image_result *r);

/* Rows A, from LEVEL on, are in the middle of a move, and ASKS is still asked.  OUTER:
 * of which course. */
static ldd follow(image *m, size_t outer, ldd a, uint32_t level, value asks,
                  image_result *r)
{
    value label = VALUE_NULL;
    if (m->tells_deeds)
        asks = label_take_deeds(m->c, asks, &label);
    asks = asks_simplified(m->c, asks);
    if (asks == VALUE_NULL)
        return labelled_with(m, label, arrived(m, a));
    if (m->depth + list_get(m->c, asks).count > MOST_ASKS) {
        m->c->limit = STOP_REQUESTS;
        return LDD_EMPTY;
    }
    r->is_violation = ask_is_failure(m->c, list_get(m->c, asks).items[0]);
    if (r->is_violation)
        return LDD_EMPTY;
    size_t at = course_of_asks(m, asks, &r->missing);
    r->is_missing = at == 0;
    if (r->is_missing)
        return LDD_EMPTY;
    ldd result = take(m, at - 1, a, level, r);
    m->courses.data[outer].creates |= m->courses.data[at - 1].creates;
    return labelled_with(m, label, result);
}

static void note_missing_place(image *m, const operation *o, image_result *r)
{
    r->is_missing = true;
    r->missing = o->reads[0];
    r->missing.index = o->places;
    m->is_short = false;
}

/* Course AT, to rows from its top on. */
static ldd take_below(image *m, size_t at, ldd a, image_result *r)
{
    const course x = m->courses.data[at];
    ldd groups = walk(m, x.op, a, x.top, VALUE_NULL);
    size_t mark = m->ends.len;
    if (m->is_short)
        note_missing_place(m, &m->operations.data[x.op], r);
    m->depth++;
    for (; groups != LDD_EMPTY && !is_cut(m, r); groups = ldd_at(m->s, groups)->right) {
        const ldd_node n = *ldd_at(m->s, groups);
        const group g = m->groups.data[n.value];
        assert(g.above == 0);
        add_end(m, mark,
                follow(m, at, n.down, x.top, asks_joined(m->c, g.value, x.rest), r));
    }
    m->depth--;
    return join_ends(m, mark);
}

static ldd take_above_by_label(image *m, size_t at, ldd a, uint32_t level,
                               image_result *r)
{
    size_t mark = m->pieces.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        ldd sub = take(m, at, n.down, level + 1, r);
        for (; sub != LDD_EMPTY; sub = ldd_at(m->s, sub)->right)
            add_piece(m, ldd_at(m->s, sub)->value, n.value, ldd_at(m->s, sub)->down);
    }
    return join(m, mark);
}

static ldd take_above(image *m, size_t at, ldd a, uint32_t level, image_result *r)
{
    if (m->tells_deeds)
        return take_above_by_label(m, at, a, level, r);
    size_t mark = m->s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        push(m->s, n.value, take(m, at, n.down, level + 1, r));
    }
    return ldd_list(m->s, mark, LDD_EMPTY);
}

/* Course AT, to rows from LEVEL on. */
static ldd take(image *m, size_t at, ldd a, uint32_t level, image_result *r)
{
    const course x = m->courses.data[at];
    ldd result;
    if (a == LDD_EMPTY || is_cut(m, r))
        return LDD_EMPTY;
    if (level > x.top) {
        m->above = x.top;
        return LDD_EMPTY;
    }
    if (ldd_recall(m->s, x.number, a, level, &result))
        return result;
    result = level == x.top ? take_below(m, at, a, r) : take_above(m, at, a, level, r);
    if (m->above < m->courses.data[at].top) {
        m->courses.data[at].top = m->above;
        m->courses.data[at].number = some_numbers(m, 1);
    }
    if (!is_cut(m, r))
        ldd_remember(m->s, x.number, a, level, result);
    return result;
}

static image_result after(image *m, ldd from, start x)
{
    image_result r = {.to = LDD_EMPTY};
    refresh(m);
    size_t at = course_of_start(m, x, &r.missing);
    r.is_missing = at == 0;
    if (r.is_missing)
        return r;
    do {
        m->above = LEVEL_NONE;
        r.to = take(m, at - 1, from, 0, &r);
    } while (m->above != LEVEL_NONE && m->s->trouble == LDD_NO_TROUBLE);
    r.creates = m->courses.data[at - 1].creates;
    return r;
}

image_result image_after(image *m, ldd from, start x)
{
    assert(!m->tells_deeds);
    return after(m, from, x);
}

void image_tell_deeds(image *m)
{
    assert(m->operations.len == 0);
    m->tells_deeds = true;
}

image_result image_sorted(image *m, ldd from, start x, labelled_list *out)
{
    assert(m->tells_deeds);
    image_result r = after(m, from, x);
    for (; r.to != LDD_EMPTY; r.to = ldd_at(m->s, r.to)->right)
        labelled_add(out, m->s, ldd_at(m->s, r.to)->value, ldd_at(m->s, r.to)->down);
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
        m->subsets[i] = number_levels(m);
    m->urgent = number_levels(m);
}

/* May a run end with this? */
static bool is_end(const core *c, column x, value v)
{
    switch (x.kind) {
    case COLUMN_LOCAL:
        return !ts_can_act(c, v, VALUE_NULL);
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
    return ts_final(c, traits & ~(unsigned)TRAIT_MOVES) == FAULT_NONE;
}

static bool belongs(const core *c, column x, value v, subset which)
{
    switch (which) {
    case SUBSET_CALM:
        return x.kind != COLUMN_LOCAL || !ts_is_urgent(c, x.slot, v);
    case SUBSET_ENDS:
        return is_end(c, x, v);
    case SUBSET_FINE:
        return is_fine_end(c, x, v);
    }
    return true;
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
    refresh(m);
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
        else if (ts_is_urgent(m->c, slot, n.value))
            push(m->s, n.value, n.down);
    }
    result = ldd_list(m->s, mark, LDD_EMPTY);
    ldd_remember(m->s, m->urgent + level, a, at, result);
    return result;
}

ldd image_urgent(image *m, ldd from, uint32_t slot)
{
    uint32_t at = layout_level(m->l, (column){.kind = COLUMN_LOCAL, .slot = slot});
    refresh(m);
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
