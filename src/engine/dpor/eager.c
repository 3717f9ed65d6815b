/* The program with carriers: eager.h says why, this file how.
 *
 * A local state of the new program is an eager_state: that of a thread is the local
 * state of the original program, that of a carrier is the message that it holds, if
 * any. They are hash-consed, so equal states have equal numbers, as program.h requires.
 */
#include "engine/dpor/eager.h"

#include <assert.h>

/* The local state of a thread of the original program, or of a carrier. */
typedef enum eager_state_kind {
    STATE_OWN,      /* at local state A of the program */
    STATE_SPAWNING, /* the same, before it spawns the carrier of its child */
    STATE_TAKING,   /* the carrier of thread A, at its receive */
    STATE_HANDING,  /* the carrier of thread A, which holds message B */
} eager_state_kind;

typedef struct eager_state {
    eager_state_kind kind;
    uint32_t a, b;
} eager_state;

struct eager {
    const dpor_program *inner;
    dpor_program program;
    VEC(eager_state) states; /* by local_id */
    idmap numbers[4];        /* by kind: (a, b) -> local_id + 1 */
    op now;                  /* what look() showed last */
    bool has_selective;      /* receives */
    bool has_order;          /* sends that do not overtake all others */
    bool is_strong;          /* causal or mbox ones */
};

static local_id number_state(eager *e, eager_state_kind kind, uint32_t a, uint32_t b)
{
    uint64_t key = IDMAP_KEY(a, b);
    size_t known = idmap_get_number(&e->numbers[kind], key);
    if (known != 0)
        return (local_id)(known - 1);
    vec_push(&e->states, ((eager_state){kind, a, b}));
    idmap_put_number(&e->numbers[kind], key, e->states.len);
    return (local_id)(e->states.len - 1);
}

/* The state of a thread at LOCAL.  A spawn has two steps: first the child's carrier. */
static local_id own_state(eager *e, local_id local)
{
    const op *next = e->inner->look(e->inner->context, local);
    return number_state(e, next->kind == OP_SPAWN ? STATE_SPAWNING : STATE_OWN, local,
                        0);
}

/* Thread 0 first spawns its own carrier. */
#define BEGINNING UINT32_MAX

static local_id begin(void *context)
{
    return number_state(context, STATE_SPAWNING, BEGINNING, 0);
}

static op spawn_carrier(eager *e, uint32_t thread)
{
    return (op){.kind = OP_SPAWN,
                .thread = 2 * thread + 1,
                .what = number_state(e, STATE_TAKING, thread, 0)};
}

static op look_own(eager *e, local_id local)
{
    op o = *e->inner->look(e->inner->context, local);
    switch ((op_kind)o.kind) {
    case OP_SEND:
        e->has_order |= o.network != DPOR_BAG;
        e->is_strong |= o.network == DPOR_CAUSAL || o.network == DPOR_MBOX;
        o.thread = 2 * o.thread + 1;
        break;
    case OP_RECEIVE:
        e->has_selective |= o.what != FILTER_ANY;
        break;
    case OP_JOIN:
        o.thread *= 2;
        break;
    case OP_SPAWN:
        o.thread *= 2;
        o.what = own_state(e, o.what);
        break;
    default:
        break;
    }
    return o;
}

static op look_carrier(const eager_state *p)
{
    if (p->kind == STATE_TAKING)
        return (op){.kind = OP_RECEIVE, .is_blocking = true, .what = FILTER_ANY};
    return (op){.kind = OP_SEND, .network = DPOR_P2P, .thread = 2 * p->a, .what = p->b};
}

static const op *look(void *context, local_id local)
{
    eager *e = context;
    assert(local < e->states.len);
    eager_state p = e->states.data[local];
    if (p.kind == STATE_OWN)
        e->now = look_own(e, p.a);
    else if (p.kind != STATE_SPAWNING)
        e->now = look_carrier(&p);
    else if (p.a == BEGINNING)
        e->now = spawn_carrier(e, 0);
    else
        e->now = spawn_carrier(e, e->inner->look(e->inner->context, p.a)->thread);
    return &e->now;
}

static local_id advance(void *context, local_id local, uint32_t input)
{
    eager *e = context;
    assert(local < e->states.len);
    eager_state p = e->states.data[local];
    switch (p.kind) {
    case STATE_OWN:
        return own_state(e, e->inner->advance(e->inner->context, p.a, input));
    case STATE_SPAWNING:
        if (p.a == BEGINNING)
            return own_state(e, e->inner->begin(e->inner->context));
        return number_state(e, STATE_OWN, p.a, 0);
    case STATE_TAKING:
        return number_state(e, STATE_HANDING, p.a, input);
    case STATE_HANDING:
        break;
    }
    return number_state(e, STATE_TAKING, p.a, 0);
}

static bool matches(void *context, filter_id filter, message_id message)
{
    const eager *e = context;
    return e->inner->matches(e->inner->context, filter, message);
}

static bool is_daemon(void *context, uint32_t thread)
{
    const eager *e = context;
    return thread % 2 == 1 || e->inner->is_daemon(e->inner->context, thread / 2);
}

static int priority(void *context, uint32_t thread)
{
    const eager *e = context;
    return e->inner->priority(e->inner->context, thread / 2);
}

static int compare(void *context, uint32_t a, uint32_t b)
{
    const eager *e = context;
    if (a / 2 == b / 2)
        return (a > b) - (a < b);
    return e->inner->compare(e->inner->context, a / 2, b / 2);
}

/* Nothing is ever dropped: eager is for comparison, on small programs. */
static bool is_full(void *context)
{
    (void)context;
    return false;
}

eager *eager_new(const dpor_program *p)
{
    eager *e = mem_alloc(sizeof *e);
    e->inner = p;
    e->program = (dpor_program){.context = e,
                                .begin = begin,
                                .look = look,
                                .advance = advance,
                                .matches = matches,
                                .is_daemon = is_daemon,
                                .priority = p->priority == NULL ? NULL : priority,
                                .compare = compare,
                                .is_full = is_full};
    return e;
}

void eager_free(eager *e)
{
    if (e == NULL)
        return;
    vec_free(&e->states);
    for (size_t i = 0; i < sizeof e->numbers / sizeof *e->numbers; i++)
        idmap_fini(&e->numbers[i]);
    mem_free(e, sizeof *e);
}

const dpor_program *eager_program(const eager *e)
{
    return &e->program;
}

bool eager_is_partial(const eager *e)
{
    return e->is_strong || (e->has_selective && e->has_order);
}

uint32_t eager_thread(uint32_t thread)
{
    return thread / 2;
}

local_id eager_local(const eager *e, local_id local)
{
    assert(local < e->states.len && e->states.data[local].kind <= STATE_SPAWNING);
    return e->states.data[local].a;
}

/* The send whose message the carrier forwarded with event I. */
static size_t origin(const dpor_execution *x, size_t i)
{
    uint32_t carrier = x->data[i].thread;
    assert(carrier % 2 == 1);
    do
        i--;
    while (x->data[i].thread != carrier);
    return x->data[i].source;
}

void eager_translate(const eager *e, const dpor_execution *from, dpor_execution *to)
{
    VEC(size_t) at = {0}; /* of events of FROM in TO */
    vec_clear(to);
    for (size_t i = 0; i < from->len; i++) {
        dpor_event x = from->data[i];
        vec_push(&at, to->len);
        if (x.thread % 2 == 1 || e->states.data[x.local].kind == STATE_SPAWNING)
            continue;
        x.thread /= 2;
        x.local = eager_local(e, x.local);
        if (x.source != SIZE_MAX)
            x.source = at.data[origin(from, x.source)];
        vec_push(to, x);
    }
    vec_free(&at);
}
