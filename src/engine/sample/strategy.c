#include "engine/sample/strategy.h"

#include "base/hash.h"
#include "engine/sample/learner.h"

/* The priority of a transition (pos); the highest goes first. */
typedef struct priority {
    uint64_t key;
    uint64_t number;
} priority;

struct strategy {
    sample_strategy kind;
    unsigned change_points;
    uint64_t length;
    uint64_t step;
    uint64_t lowest; /* pct: the next number below all others */
    VEC(uint64_t) changes;
    VEC(uint64_t) numbers; /* pct: the priority of a machine, by id; 0: none yet */
    VEC(priority) priorities;
    learner *learner;      /* of rl */
    VEC(uint64_t) actions; /* ... what is enabled */
};

strategy *strategy_new(sample_strategy kind, unsigned pct_depth, uint64_t length)
{
    assert(kind != SAMPLE_PCT || pct_depth > 0);
    strategy *s = mem_alloc(sizeof *s);
    s->kind = kind;
    s->change_points = pct_depth - 1;
    s->length = length > 0 ? length : 1;
    s->learner = kind == SAMPLE_RL ? learner_new() : NULL;
    return s;
}

void strategy_free(strategy *s)
{
    vec_free(&s->changes);
    vec_free(&s->numbers);
    vec_free(&s->priorities);
    vec_free(&s->actions);
    learner_free(s->learner);
    mem_free(s, sizeof *s);
}

void strategy_reset(strategy *s)
{
    if (s->learner != NULL)
        learner_reset(s->learner);
}

void strategy_start(strategy *s, uint64_t *random)
{
    s->step = 0;
    s->lowest = UINT32_MAX;
    vec_clear(&s->priorities);
    vec_clear(&s->numbers);
    vec_clear(&s->changes);
    if (s->learner != NULL)
        learner_start(s->learner);
    for (unsigned i = 0; s->kind == SAMPLE_PCT && i < s->change_points; i++)
        vec_push(&s->changes, 1 + hash_random(random) % s->length);
}

/* Drawn priorities are above those that change points assign. */
static uint64_t draw(uint64_t *random)
{
    return hash_random(random) >> 1 | (uint64_t)1 << 62;
}

static priority *priority_of(strategy *s, uint64_t key, uint64_t *random)
{
    vec_each (p, &s->priorities)
        if (p->key == key)
            return p;
    priority new_one = {key, draw(random)};
    vec_push(&s->priorities, new_one);
    return vec_last(&s->priorities);
}

/* ---- pct ---- */

static uint64_t *number_of(strategy *s, machine_id id, uint64_t *random)
{
    while (s->numbers.len <= id)
        vec_push(&s->numbers, 0);
    uint64_t *number = vec_at(&s->numbers, id);
    if (*number == 0)
        *number = draw(random);
    return number;
}

static size_t highest_machine(strategy *s, const transition_list *enabled,
                              uint64_t *random)
{
    size_t best = 0;
    uint64_t best_number = 0;
    size_t ties = 0;
    for (size_t i = 0; i < enabled->len; i++) {
        uint64_t number = *number_of(s, enabled->data[i].machine, random);
        if (i == 0 || number > best_number) {
            best = i;
            best_number = number;
            ties = 1;
        } else if (number == best_number && hash_random(random) % ++ties == 0) {
            best = i; /* several transitions of one machine */
        }
    }
    return best;
}

static size_t choose_pct(strategy *s, const transition_list *enabled, uint64_t *random)
{
    size_t best = highest_machine(s, enabled, random);
    vec_each (change, &s->changes) {
        if (*change != s->step)
            continue;
        assert(s->lowest > 0);
        *number_of(s, enabled->data[best].machine, random) = --s->lowest;
        best = highest_machine(s, enabled, random);
    }
    return best;
}

/* ---- pos ---- */

/* Identifies M among the enabled transitions, now and until it is taken.  Ids of values
 * do not: they change when the heap is collected.  The first message from one machine
 * to another is the only one of them that can be delivered, except in a bag, where it
 * is any, and equal ones are the same.  The next message begins with a new priority all
 * the same: transitions with the same target race. */
static uint64_t transition_key(const core *c, const system_state *state, transition m)
{
    uint64_t what = IDMAP_KEY(m.machine, m.kind);
    value message = system_message(c, state, m);
    if (message == VALUE_NULL)
        return hash_u64(what);
    uint64_t which = c->options.network == NET_BAG ? value_hash(&c->vals, message)
                                                   : ts_target(c, message);
    return hash_u64(what + hash_u64(which + 1));
}

static size_t choose_pos(strategy *s, const core *c, const system_state *state,
                         const transition_list *enabled, uint64_t *random)
{
    size_t best = 0;
    uint64_t best_number = 0;
    for (size_t i = 0; i < enabled->len; i++) {
        uint64_t key = transition_key(c, state, enabled->data[i]);
        uint64_t number = priority_of(s, key, random)->number;
        if (number > best_number) {
            best = i;
            best_number = number;
        }
    }
    uint32_t target = system_receiver(c, state, enabled->data[best]);
    bool acts = enabled->data[best].kind == TRANSITION_ACT;
    for (size_t i = 0; i < enabled->len; i++) {
        bool races = system_receiver(c, state, enabled->data[i]) == target ||
                     (acts && enabled->data[i].kind == TRANSITION_ACT);
        if (i == best || races)
            priority_of(s, transition_key(c, state, enabled->data[i]), random)->number =
                draw(random);
    }
    return best;
}

/* ---- rl ---- */

/* States are told apart by the P states of machines alone: otherwise hardly one would
 * be reached twice.  Machines go by their names, because ids depend on earlier runs. */
static uint64_t control_state(const core *c, const system_state *state)
{
    uint64_t all = 0;
    for (machine_id id = 0; id < system_machines(c, state); id++) {
        value local = system_local(c, state, id);
        if (local != VALUE_NULL)
            all += hash_u64(naming_get(&c->vals.names, id)->hash +
                            IDMAP_KEY(local_state(c, local), local_status(c, local)));
    }
    return all;
}

static uint64_t action_key(const core *c, const system_state *state, transition m)
{
    value message = system_message(c, state, m);
    uint32_t event = message == VALUE_NULL
                         ? 0
                         : value_to_event(value_item(&c->vals, message, MESSAGE_EVENT));
    return hash_u64(naming_get(&c->vals.names, m.machine)->hash +
                    IDMAP_KEY(m.kind, event));
}

static size_t choose_rl(strategy *s, const core *c, const system_state *state,
                        const transition_list *enabled, uint64_t *random)
{
    vec_clear(&s->actions);
    vec_each (m, enabled)
        vec_push(&s->actions, action_key(c, state, *m));
    return learner_choose(s->learner, control_state(c, state), s->actions.data,
                          s->actions.len, random);
}

size_t strategy_choose(strategy *s, const core *c, const system_state *state,
                       const transition_list *enabled, uint64_t *random)
{
    assert(enabled->len > 0);
    s->step++;
    switch (s->kind) {
    case SAMPLE_RANDOM:
    case SAMPLE_FEEDBACK:
    case SAMPLE_PORTFOLIO:
        break;
    case SAMPLE_RL:
        return choose_rl(s, c, state, enabled, random);
    case SAMPLE_PCT:
        return choose_pct(s, enabled, random);
    case SAMPLE_POS:
        return choose_pos(s, c, state, enabled, random);
    }
    return hash_random(random) % enabled->len;
}
