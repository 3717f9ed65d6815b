/* walk_fixture.h -- random runs that fail, as traces: longer than they need to be. */
#ifndef WALK_FIXTURE_H
#define WALK_FIXTURE_H

#include "evidence/replay.h"
#include "model_fixture.h"

/* One random run of at most MOST steps from the start.  True: it fails, and T has it.
 */
static inline bool walk_once(core *c, uint64_t *seed, unsigned most, trace *t)
{
    system_state at = {0};
    system_state to = {0};
    transition_list enabled = {0};
    transition_result r;
    bool has_failed = false;
    system_start(c, &at, &r);
    while (!has_failed && t->steps.len < most) {
        if (system_enabled(c, &at, &enabled) == 0) {
            has_failed = system_end(c, &at).kind != FAULT_NONE;
            break;
        }
        transition m = enabled.data[rnd_below(seed, (unsigned)enabled.len)];
        uint32_t ways = 0;
        while (system_step(c, &at, m, ways, &to, &r))
            ways++;
        if (ways == 0)
            continue;
        system_step(c, &at, m, rnd_below(seed, ways), &to, &r);
        if (r.is_pruned)
            continue;
        trace_add(t, c, m, r.choices);
        has_failed = r.fault != 0;
        if (!has_failed)
            system_copy(&to, &at);
    }
    vec_free(&at);
    vec_free(&to);
    vec_free(&enabled);
    return has_failed;
}

/* A random run that fails after LEAST to MOST steps. */
static inline void walk_to_failure(const model *m, const core_options *o,
                                   uint64_t *seed, unsigned least, unsigned most,
                                   trace *t)
{
    core *c = core_new(m->ir, m->c->test, o);
    trace_init(t);
    for (unsigned tries = 0; !walk_once(c, seed, most, t) || t->steps.len < least;
         tries++) {
        assert_true(tries < 10000);
        trace_fini(t);
        trace_init(t);
    }
    core_free(c);
}

/* Runs T in a core of its own.  (The text of its fault goes with the core.) */
static inline replay_result walk_replay(const model *m, const core_options *o,
                                        const trace *t)
{
    core *c = core_new(m->ir, m->c->test, o);
    replay_result r = replay(c, t, NULL, NULL);
    r.fault.text = NULL;
    core_free(c);
    return r;
}

static inline void walk_expect_fault(const model *m, const core_options *o,
                                     const trace *t, const replay_result *want)
{
    replay_result r = walk_replay(m, o, t);
    assert_true(r.is_valid);
    assert_int_equal(r.steps, t->steps.len);
    assert_int_equal(r.fault.kind, want->fault.kind);
    assert_int_equal(r.fault.pos, want->fault.pos);
    assert_int_equal(r.is_end, want->is_end);
    assert_int_equal(r.monitor, want->monitor);
}

/* ---- Programs that fail, among much that does not matter ---- */

#define WALK_NOISE                                                              \
    "machine Noise { var n: int; start state S { entry { send this, eTick; }\n" \
    "  on eTick do { n = n + 1; if (n < 6) { send this, eTick; } } } }\n"

/* The receiver fails if 2 comes first; it has another assertion as well. */
static const char walk_race[] =
    "event eTick; event eNumber: int; event eOther: int;\n" WALK_NOISE
    "machine Main { start state S { entry { var r: machine;\n"
    "  r = new R(); new Noise(); new Sender((r = r, i = 0)); new Noise();\n"
    "  new Sender((r = r, i = choose(3))); send r, eOther, choose(4); } } }\n"
    "machine Sender { start state S { entry (p: (r: machine, i: int)) {\n"
    "  send p.r, eNumber, p.i; } } }\n"
    "machine R { var n: int; start state S {\n"
    "  on eNumber do (i: int) { n = n + 1; assert i < 2 || n > 1; }\n"
    "  on eOther do (i: int) { assert i < 3; } } }\n";

/* The run must not end with Main in its receive. */
static const char walk_end[] =
    "event eTick; event eReply;\n" WALK_NOISE
    "machine Main { start state S { entry { var w: machine;\n"
    "  new Noise(); w = new W(this); receive { case eReply: { } } } } }\n"
    "machine W { start state S { entry (m: machine) {\n"
    "  if ($) { send m, eReply; } } } }\n";

/* A spec sees it. */
static const char walk_spec[] =
    "event eTick; event eA; event eB;\n" WALK_NOISE
    "machine Main { start state S { entry { var r: machine;\n"
    "  r = new R(); new A(r); new Noise(); new B(r); } } }\n"
    "machine A { start state S { entry (r: machine) { send r, eA; } } }\n"
    "machine B { start state S { entry (r: machine) {\n"
    "  if ($) { send r, eB; send r, eB; } } } }\n"
    "machine R { start state S { ignore eA, eB; } }\n"
    "spec M observes eA, eB { var n: int; start state S {\n"
    "  on eA do { assert n < 2; } on eB do { n = n + 1; } } }\n"
    "test t [main=Main]: assert M in { Main, A, B, R, Noise };\n";

static const char *const walk_programs[] = {walk_race, walk_end, walk_spec};

#endif
