#include "engine/sample/sampler.h"

#include "base/hash.h"
#include "core/coverage.h"
#include "core/foreign.h"
#include "core/hot_tail.h"
#include "core/value_heap.h"

#include <string.h>

/* A core that has grown larger is replaced by a new one. */
enum { CORE_BYTES = 128 << 20 };

/* After so many local steps in a core that caches them, or after so many bytes of their
 * values, one that had to execute more than one of LEAST_KNOWN gives up: see
 * sampler.h. */
enum { STEPS_IN_A_LOOK = 1 << 17, BYTES_IN_A_LOOK = 8 << 20, LEAST_KNOWN = 3 };

struct sampler {
    const ir_program *ir;
    const ir_test *test;
    const engine_options *o;
    sampler_look *look;
    void *context;
    core *c;
    script script;
    uint64_t random;
    system_state initial; /* of all runs of the core; empty: they begin anew */
    coverage_charges initial_charges; /* what specs cost before it */
    system_state state;
    system_state next;
    transition_list enabled;
    schedule run;            /* so far */
    VEC(uint64_t) histories; /* by machine id: hash of what it received and chose */
    VEC(uint32_t) last;      /* by machine id: the event that it received last */
    idmap reached;           /* see sampler_reached */
    key_list new_reached;
    const stream *from; /* of the run */
    uint64_t tail_from; /* steps of a run before its tail; UINT64_MAX: it has none */
    uint64_t tail_seed;
    hot_tail tail;
    idmap states;        /* hashes of all states so far, if they count */
    key_list new_states; /* ... and of those that the caller has not seen */
    sampler_run result;
    bool has_foreign; /* the program has functions in C */
    bool has_tails;
    bool is_cached;         /* the core caches local steps of all machines, */
    bool is_mixed;          /* ... or of those in PAYS */
    bool has_given_up;      /* no later core will cache those of all */
    bool *pays;             /* by declaration; see drawn_judge */
    step_statistics looked; /* when it last looked whether caching pays */
    size_t bytes_looked;    /* ... and of values and cached steps then */
    size_t bytes_before;    /* of values and cached steps, when the run began */
};

/* ---- Cores ---- */

/* Called within a long step. */
static bool is_over(void *context)
{
    sampler *s = context;
    if (s->result.stop == STOP_NONE)
        s->result.stop = s->look(s->context);
    return s->result.stop != STOP_NONE;
}

/* Specs make no choices, so all runs begin in the same state.  Its values are interned:
 * no run changes them. */
static void keep_initial_state(sampler *s)
{
    transition_result r;
    coverage *v = s->c->coverage;
    vec_clear(&s->initial_charges);
    v->charges = &s->initial_charges;
    system_start(s->c, &s->initial, &r);
    v->charges = NULL;
    memset(v->costs, 0, v->handler_count * sizeof *v->costs); /* this is no run */
    if (r.fault != 0 || r.is_pruned || s->c->limit != STOP_NONE)
        vec_clear(&s->initial);
}

/* Foreign functions may keep values, so they need values that stay where they are. */
static void use_memory(sampler *s)
{
    const explore_tuning *t = &s->o->tuning;
    bool may_cache = t->memory != SAMPLE_IN_PLACE && t->memory != SAMPLE_INTERNED;
    s->is_cached = may_cache && !s->has_given_up;
    s->is_mixed = may_cache && s->has_given_up;
    s->looked = (step_statistics){0};
    s->bytes_looked = 0;
    if (may_cache)
        step_keep_drawn(s->c, s->is_mixed ? s->pays : NULL);
    if (!s->is_cached && !s->has_foreign && t->memory != SAMPLE_INTERNED)
        values_start_heap(&s->c->vals);
    s->c->vals.heap.is_restless = t->collects;
}

static void start_core(sampler *s)
{
    s->c = core_new(s->ir, s->test, &s->o->core);
    s->c->script = &s->script;
    s->c->is_over = is_over;
    s->c->is_over_context = s;
    if (!s->o->tuning.makes_texts && !s->o->counts_states) /* states have texts */
        s->c->printed = printed_new(&s->c->memory, s->ir);
    keep_initial_state(s);
    use_memory(s);
}

/* Whatever the strategy, the last half of a run that may be hot is a fair tail:
 * hot_tail.h says why. */
static bool has_tails(const engine_options *o, const ir_program *ir,
                      const ir_test *test)
{
    return (o->judges_hot_tails || o->counts_hot_tails) && core_may_be_hot(ir, test);
}

/* A run of MOST steps that is only counted must be a long one: others are often hot. */
static bool may_have_tail(const sampler *s, uint64_t most)
{
    return s->has_tails && (s->o->judges_hot_tails || most >= s->o->max_steps);
}

sampler *sampler_new(const ir_program *ir, const ir_test *test, const engine_options *o,
                     sampler_look *look, void *context)
{
    sampler *s = mem_alloc(sizeof *s);
    s->ir = ir;
    s->test = test;
    s->o = o;
    s->look = look;
    s->context = context;
    s->script.random = &s->random;
    s->pays = mem_alloc(ir->machine_count * sizeof *s->pays);
    s->has_given_up = o->tuning.memory == SAMPLE_MIXED;
    for (uint32_t i = 0; s->has_given_up && i < ir->machine_count; i += 2)
        s->pays[i] = true;
    s->has_foreign = foreign_fingerprint(o->core.foreign) != 0;
    s->has_tails = has_tails(o, ir, test);
    start_core(s);
    return s;
}

void sampler_free(sampler *s)
{
    core_free(s->c);
    vec_free(&s->initial);
    vec_free(&s->initial_charges);
    vec_free(&s->state);
    vec_free(&s->next);
    vec_free(&s->enabled);
    hot_tail_free(&s->tail);
    schedule_free(&s->run);
    vec_free(&s->histories);
    vec_free(&s->last);
    idmap_fini(&s->reached);
    vec_free(&s->new_reached);
    idmap_fini(&s->states);
    vec_free(&s->new_states);
    mem_free(s->pays, s->ir->machine_count * sizeof *s->pays);
    mem_free(s, sizeof *s);
}

core *sampler_core(const sampler *s)
{
    return s->c;
}

size_t sampler_coming_growth(const sampler *s, size_t more)
{
    return values_coming_growth(&s->c->vals, more) + step_coming_growth(s->c, more) +
           vec_coming_growth(&s->run.steps, more) +
           vec_coming_growth(&s->run.choices, more) +
           idmap_coming_growth(&s->states, more) +
           vec_coming_growth(&s->new_states, more);
}

/* Of values and cached steps. */
static size_t stored_bytes(const sampler *s)
{
    return values_bytes(&s->c->vals) + step_stats(s->c).bytes;
}

/* Does it pay to cache steps, of those machines whose steps are cached? */
static bool cache_pays(sampler *s)
{
    step_statistics now = step_stats(s->c);
    uint64_t steps = now.lookups - s->looked.lookups;
    size_t bytes = stored_bytes(s);
    bool is_due =
        steps >= STEPS_IN_A_LOOK || bytes - s->bytes_looked >= BYTES_IN_A_LOOK;
    if (!is_due || s->o->tuning.memory == SAMPLE_CACHED ||
        s->o->tuning.memory == SAMPLE_MIXED)
        return true;
    bool pays = (now.executed - s->looked.executed) * LEAST_KNOWN <= steps;
    s->looked = now;
    s->bytes_looked = bytes;
    return pays;
}

/* From the next core on, only steps are cached that were often known in this one. */
static void give_up(sampler *s)
{
    s->has_given_up = true;
    (void)step_judge_drawn(s->c, LEAST_KNOWN, s->pays);
}

static size_t large_bytes(const sampler *s)
{
    return s->o->tuning.core_bytes > 0 ? s->o->tuning.core_bytes : CORE_BYTES;
}

bool sampler_wants_new_core(sampler *s)
{
    bool gives_up = (s->is_cached || s->is_mixed) && !cache_pays(s);
    if (gives_up)
        give_up(s);
    return gives_up || stored_bytes(s) > large_bytes(s);
}

void sampler_take_coverage(sampler *s, coverage *to)
{
    coverage_add(to, s->c->coverage);
    coverage_clear(s->c->coverage);
}

void sampler_renew(sampler *s)
{
    core_free(s->c);
    start_core(s);
}

void sampler_trace(const sampler *s, trace *to)
{
    size_t steps = s->run.steps.len;
    if (s->result.is_hot_tail) {
        to->tail = (trace_tail){
            .from = (size_t)s->tail_from, .steps = s->tail.steps, .seed = s->tail_seed};
        steps = to->tail.from;
    }
    schedule_to_trace(&s->run, steps, s->c, to);
}

const key_list *sampler_reached(const sampler *s)
{
    return &s->new_reached;
}

key_list *sampler_new_states(sampler *s)
{
    return &s->new_states;
}

/* ---- Counting ---- */

static void add_to_history(sampler *s, machine_id id, uint64_t what)
{
    while (s->histories.len <= id)
        vec_push(&s->histories, 0);
    s->histories.data[id] = hash_u64(s->histories.data[id] + what);
}

/* A behaviour is, for each machine, the sequence of those that it received messages
 * from, and how choices fell: so it does not depend on the order of independent steps.
 * Messages from one machine to another arrive in the order in which they were sent, so
 * that says which they are; but not in a bag.  ID: the machine that gets M's message,
 * or goes on. */
static void note_step(sampler *s, transition m, machine_id id, value message,
                      value choices)
{
    const values *v = &s->c->vals;
    uint64_t what = naming_get(&v->names, m.machine)->hash + (uint64_t)m.kind;
    if (message != VALUE_NULL && s->c->options.network == NET_BAG)
        what += value_hash(v, message);
    if (choices != VALUE_NULL)
        what += hash_u64(value_hash(v, choices));
    add_to_history(s, id, what);
    if (m.kind == TRANSITION_ACT && id != m.machine)
        add_to_history(s, m.machine, what);
}

/* An event in context: the machine that receives it, in which P state, after which
 * event.  Machines of one type that the same machine creates at the same place are
 * alike. */
static void note_reached(sampler *s, machine_id id, value message)
{
    const core *c = s->c;
    value local = system_local(c, &s->state, id);
    uint32_t event = message == VALUE_NULL
                         ? UINT32_MAX
                         : value_to_event(value_item(&c->vals, message, MESSAGE_EVENT));
    if (local == VALUE_NULL)
        return;
    while (s->last.len <= id)
        vec_push(&s->last, 0);
    uint64_t where = IDMAP_KEY(local_machine(c, local), local_state(c, local));
    uint64_t key = hash_u64(where + hash_u64(IDMAP_KEY(s->last.data[id], event)));
    s->last.data[id] = event;
    if (idmap_add(&s->reached, key))
        vec_push(&s->new_reached, key);
}

static uint64_t behaviour_of(const sampler *s)
{
    uint64_t all = 0;
    for (size_t id = 0; id < s->histories.len; id++)
        if (s->histories.data[id] != 0)
            all += hash_u64(s->histories.data[id] +
                            naming_get(&s->c->vals.names, (uint32_t)id)->hash);
    return all;
}

static void note_state(sampler *s)
{
    if (!s->o->counts_states || s->states.len >= SAMPLE_MOST_COUNTED)
        return;
    uint64_t hash = system_hash(s->c, &s->state);
    if (idmap_add(&s->states, hash))
        vec_push(&s->new_states, hash);
}

/* ---- One run ---- */

static void swap_states(sampler *s)
{
    system_state was = s->state;
    s->state = s->next;
    s->next = was;
}

static fault fault_of(const sampler *s, const transition_result *r)
{
    return r->fault != 0 ? s->c->faults.data[r->fault - 1] : (fault){0};
}

/* Goes to the next state; what came before is garbage. */
static void advance(sampler *s)
{
    swap_states(s);
    note_state(s);
    if (values_heap_is_full(&s->c->vals))
        values_collect(&s->c->vals, s->state.data, s->state.len);
}

/* ---- The tail of a run ---- */

static bool is_in_tail(const sampler *s)
{
    return s->result.steps >= s->tail_from;
}

static transition draw_in_tail(sampler *s)
{
    if (s->result.steps == s->tail_from) {
        s->tail_seed = stream_digest(s->from);
        hot_tail_begin(&s->tail, s->c);
    }
    s->random = hot_tail_random(s->tail_seed, s->result.steps - s->tail_from);
    return hot_tail_draw(&s->enabled, &s->random);
}

/* The run has made all its steps, and could go on. */
static void judge_tail(sampler *s)
{
    uint32_t spec = is_in_tail(s) ? hot_tail_spec(&s->tail, s->c, &s->state) : IR_NONE;
    if (spec == IR_NONE)
        return;
    s->result.is_hot_tail = true;
    s->result.hot_spec = spec;
    if (s->o->judges_hot_tails)
        s->result.fault =
            system_hot_for_long(s->c, &s->state, spec, s->tail.steps, s->result.steps);
}

/* ---- Its transitions ---- */

static transition choose_transition(sampler *s, strategy *by)
{
    if (is_in_tail(s))
        return draw_in_tail(s);
    s->random = stream_at(s->from, s->result.steps + 1);
    return s->enabled
        .data[strategy_choose(by, s->c, &s->state, &s->enabled, &s->random)];
}

/* Makes one transition; false: the run is over. */
static bool make_transition(sampler *s, strategy *by)
{
    sampler_run *made = &s->result;
    if (system_enabled(s->c, &s->state, &s->enabled) == 0) {
        made->fault = system_end(s->c, &s->state);
        return false;
    }
    const bool is_tail = is_in_tail(s);
    transition m = choose_transition(s, by);
    transition_result r;
    value message = system_message(s->c, &s->state, m);
    machine_id id = message == VALUE_NULL ? m.machine : ts_target(s->c, message);
    uint64_t cut_runs = s->c->cut_runs;
    note_reached(s, id, message);
    s->script.used = 0;
    step_trim(s->c);
    if (!system_step(s->c, &s->state, m, 0, &s->next, &r) || r.is_pruned) {
        made->is_cut = s->c->cut_runs > cut_runs;
        return false; /* or an assumption of the model failed */
    }
    schedule_add(&s->run, s->c, m, r.choices);
    note_step(s, m, id, message, r.choices);
    made->steps++;
    made->fault = fault_of(s, &r);
    if (r.fault != 0)
        return false;
    if (is_tail)
        hot_tail_note(&s->tail, s->c, &s->next, r.cooled);
    advance(s);
    return true;
}

static bool start(sampler *s, strategy *by, const stream *from, uint64_t most)
{
    transition_result r;
    s->result = (sampler_run){0};
    s->from = from;
    s->tail_from = may_have_tail(s, most) ? most / 2 : UINT64_MAX;
    s->random = stream_at(from, 0);
    schedule_clear(&s->run);
    vec_clear(&s->histories);
    vec_clear(&s->last);
    vec_clear(&s->new_reached);
    values_clear_heap(&s->c->vals);
    s->bytes_before = stored_bytes(s);
    strategy_start(by, &s->random);
    if (s->initial.len > 0) {
        system_copy(&s->initial, &s->next);
        coverage_repeat(s->c->coverage, s->initial_charges.data,
                        s->initial_charges.len);
    } else {
        system_start(s->c, &s->next, &r);
        s->result.fault = fault_of(s, &r);
        if (r.fault != 0 || r.is_pruned)
            return false;
    }
    advance(s);
    return true;
}

/* Long lists that change at every step fill the store of a core that caches steps, and
 * steps with many choices fill the cache.  The run goes on in place, and what is in the
 * store stays where it is. */
static void leave_cache(sampler *s)
{
    size_t now = stored_bytes(s);
    size_t grown = now > s->bytes_before ? now - s->bytes_before : 0;
    if (grown > CORE_BYTES / 2)
        give_up(s);
    if (s->is_cached)
        values_start_heap(&s->c->vals);
    s->is_cached = s->is_mixed = false;
    step_forget_drawn(s->c);
}

static void look_at_store(sampler *s)
{
    bool is_kept = s->is_cached || s->is_mixed;
    bool is_large = is_kept && stored_bytes(s) > large_bytes(s);
    bool may_leave = !s->has_foreign && s->o->tuning.memory != SAMPLE_CACHED;
    if (is_large && may_leave)
        leave_cache(s);
    else if (is_large)
        step_forget(s->c);
    size_t bytes = values_bytes(&s->c->vals);
    if (bytes > values_limit(&s->c->vals) / 8 * 7 && s->result.stop == STOP_NONE)
        s->result.stop = STOP_VALUES;
}

static bool may_go_on(sampler *s)
{
    enum { STEPS_BETWEEN = 16 }; /* a step takes less time than to look */
    if (s->result.steps % STEPS_BETWEEN != 0 && s->c->limit == STOP_NONE &&
        s->result.stop == STOP_NONE)
        return true;
    look_at_store(s);
    if (s->result.stop == STOP_NONE)
        s->result.stop = s->c->limit != STOP_NONE ? s->c->limit : s->look(s->context);
    return s->result.stop == STOP_NONE;
}

/* The run has made as many steps as it may.  It has ended if nothing is enabled. */
static void judge_long_run(sampler *s)
{
    s->result.is_cut = system_enabled(s->c, &s->state, &s->enabled) > 0;
    if (s->result.is_cut)
        judge_tail(s);
    else
        s->result.fault = system_end(s->c, &s->state);
}

sampler_run sampler_make(sampler *s, strategy *by, const stream *from, uint64_t most)
{
    sampler_run *made = &s->result;
    if (start(s, by, from, most)) {
        while (may_go_on(s) && made->steps < most && make_transition(s, by))
            continue;
        if (made->steps == most && made->fault.kind == FAULT_NONE &&
            made->stop == STOP_NONE)
            judge_long_run(s);
    }
    if (s->c->limit != STOP_NONE)
        made->stop = s->c->limit;
    made->behaviour = behaviour_of(s);
    return *made;
}
