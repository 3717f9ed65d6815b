#include "risky.h"

#define NONE UINT32_MAX

static const char *name_of(const plan *p, uint32_t process)
{
    return p->processes[process].name;
}

static const char *set_of(const plan *p, uint32_t process)
{
    return p->processes[process].set;
}

/* A single process and a set.  False: there are none. */
static bool pick_both(plan *p, crowd of, uint32_t *one, uint32_t *set)
{
    *one = plan_single(p, of);
    *set = plan_set(p, of);
    return *one != NONE && *set != NONE;
}

/* Two messages are under way when it is decided what comes behind them. */
static void add_ahead(plan *p, crowd of)
{
    uint32_t from = plan_single(p, of), to = plan_single(p, of);
    plan_message m, go, end;
    char b[PLAN_NAME], x[PLAN_NAME], y[PLAN_NAME];
    if (from == NONE || from == to)
        return;
    plan_get_message(p, PLAN_INT, &m);
    plan_get_message(p, PLAN_BOOL, &go);
    plan_get_message(p, PLAN_UNIT, &end);
    plan_name(p, "x", b);
    plan_name(p, "x", x);
    plan_name(p, "x", y);
    const char *source = plan_chance(p, 50) ? name_of(p, from) : NULL;
    plan_say(p, from, "send %s(1) to %s; send %s(2) to %s;", m.name, name_of(p, to),
             m.name, name_of(p, to));
    plan_say(p, from, "if (*) { send %s(true) to %s; send %s(3) to %s; }", go.name,
             name_of(p, to), m.name, name_of(p, to));
    plan_say(p, from, "else { send %s(false) to %s; } send %s to %s;", go.name,
             name_of(p, to), end.name, name_of(p, to));
    plan_say(p, to, "receive %s(%s) from %s;", go.name, b, name_of(p, from));
    plan_say(p, to, "if (%s) { receive %s from %s; } receive %s;", b, m.name,
             name_of(p, from), end.name);
    for (int i = 0; i < 2; i++)
        plan_say(p, to, "receive %s(%s)%s%s;", m.name, i ? y : x,
                 source ? " from " : "", source ? source : "");
    if (plan_chance(p, 40))
        plan_say(p, to, "assert %s %s %s;", x, plan_chance(p, 70) ? "<" : "==", y);
    plan_know(p, to, PLAN_INT, x);
    plan_know(p, to, PLAN_INT, y);
}

/* Each does something by itself that two of its variables remember. */
static void add_together(plan *p, crowd of)
{
    uint32_t one, set;
    plan_message go, ack, end;
    char last[PLAN_NAME], k[PLAN_NAME], x[PLAN_NAME], y[PLAN_NAME];
    if (!pick_both(p, of, &one, &set))
        return;
    plan_get_message(p, PLAN_INT, &go);
    plan_get_message(p, PLAN_UNIT, &ack);
    plan_get_message(p, PLAN_UNIT, &end);
    plan_name(p, "y", last);
    plan_name(p, "x", k);
    plan_name(p, "y", x);
    plan_name(p, "y", y);
    bool merges = plan_chance(p, 50);
    plan_say(p, one, "var %s = %s;", last, name_of(p, one));
    plan_say(p, one, "for q in %s {", set_of(p, set));
    plan_say(p, one, "if (*) { send %s(1) to q; %s%s } else { send %s(2) to q; }",
             go.name, merges ? "" : last, merges ? "" : " = q;", go.name);
    plan_say(p, one, "receive %s from q; }", ack.name);
    plan_say(p, set, "receive %s(%s) from %s; var %s = 0; var %s = 0;", go.name, k,
             name_of(p, one), x, y);
    plan_say(p, set,
             "if (%s == 1) { if (*) { %s = 1; %s = 3; } else { %s = 2; %s = 4; }", k, x,
             y, x, y);
    plan_say(p, set, "} else { %s = %d; %s = %d; }", x, plan_chance(p, 50) ? 1 : 2, y,
             plan_chance(p, 50) ? 3 : 4);
    plan_say(p, set, "send %s to %s; receive %s from %s;", ack.name, name_of(p, one),
             end.name, name_of(p, one));
    plan_say(p, one, "for q in %s { send %s to q; }", set_of(p, set), end.name);
    if (plan_chance(p, 50))
        plan_say(p, set, "assert (%s == 1) == (%s == 3);", x, y);
    plan_know(p, one, PLAN_PID, last);
    plan_know(p, set, PLAN_INT, x);
}

/* What a member has of its own, taken apart. */
static void add_parts(plan *p, crowd of)
{
    uint32_t one, set;
    plan_message m;
    char d[PLAN_NAME], t[PLAN_NAME], h[PLAN_NAME], x[PLAN_NAME];
    if (!pick_both(p, of, &one, &set))
        return;
    plan_get_message(p, PLAN_INT, &m);
    plan_name(p, "y", d);
    plan_name(p, "y", t);
    plan_name(p, "h", h);
    plan_name(p, "x", x);
    plan_say(p, set, "var %s: datum = nondet; var %s = 0;", d, t);
    plan_say(p, set,
             "match %s { Low => { %s = 1; } High(%s) => { if (%s == 1) { %s = 2; } } }",
             d, t, h, h, t);
    plan_say(p, set, "send %s(%s) to %s;", m.name, t, name_of(p, one));
    plan_say(p, one, "for _ in %s { receive %s(%s) from %s;", set_of(p, set), m.name, x,
             set_of(p, set));
    if (plan_chance(p, 50))
        plan_say(p, one, "assert %s %s;", x, plan_chance(p, 60) ? "<= 2" : "<= 1");
    plan_say(p, one, "}");
    if (plan_chance(p, 60))
        plan_say(p, set, "if (%s == 2) { assert %s %s; }", t, d,
                 plan_chance(p, 60) ? "== High(1)" : "is High");
    plan_know(p, set, PLAN_DATA, d);
    plan_know(p, set, PLAN_INT, t);
}

/* One of them leads; all know who. */
static void add_leader(plan *p, crowd of)
{
    uint32_t one, set;
    plan_message name, m;
    char leader[PLAN_NAME], theirs[PLAN_NAME], flag[PLAN_NAME];
    if (!pick_both(p, of, &one, &set))
        return;
    p->processes[set].at_least = 1;
    plan_get_message(p, PLAN_PID, &name);
    plan_get_message(p, PLAN_UNIT, &m);
    plan_name(p, "y", leader);
    plan_name(p, "x", theirs);
    plan_name(p, "y", flag);
    plan_say(p, one, "var %s = nondet %s; for q in %s { send %s(%s) to q; }", leader,
             set_of(p, set), set_of(p, set), name.name, leader);
    plan_say(p, set, "receive %s(%s) from %s; var %s = %s == self;", name.name, theirs,
             name_of(p, one), flag, theirs);
    plan_know(p, set, PLAN_BOOL, flag);
    plan_know(p, set, PLAN_PID, theirs);
    plan_know(p, one, PLAN_PID, leader);
    if (plan_chance(p, 50)) {
        plan_say(p, set, "if (%s) { receive %s from %s; }", flag, m.name,
                 name_of(p, one));
        plan_say(p, one, "send %s to %s;", m.name, leader);
    } else if (plan_chance(p, 50)) { /* the leader's job, which it does not always do */
        plan_say(p, set, "send %s to %s;", m.name, theirs);
        plan_say(p, set, "if (%s) { for _ in %s { receive %s from %s; } }", flag,
                 set_of(p, set), m.name, set_of(p, set));
    }
}

/* Each to itself. */
static void add_to_self(plan *p, crowd of)
{
    uint32_t at = plan_random(p, p->count);
    plan_message m;
    char x[PLAN_NAME];
    if (!(of >> at & 1))
        return;
    plan_get_message(p, PLAN_PID_INT, &m);
    plan_name(p, "x", x);
    plan_say(p, at, "send %s(self, 1) to self;", m.name);
    if (plan_chance(p, 30))
        plan_say(p, at, "send %s(self, 2) to self; receive %s;", m.name, m.name);
    plan_say(p, at, "receive %s(_, %s)%s;", m.name, x,
             plan_chance(p, 50) ? " from self" : "");
    plan_know(p, at, PLAN_INT, x);
}

/* Later messages of others come when all have had the first, or do they? */
static void add_one_after_other(plan *p, crowd of)
{
    uint32_t first = plan_single(p, of), second = plan_single(p, of),
             set = plan_set(p, of);
    plan_message m, ack;
    char x[PLAN_NAME], y[PLAN_NAME];
    if (first == NONE || set == NONE)
        return;
    plan_get_message(p, PLAN_INT, &m);
    plan_get_message(p, PLAN_UNIT, &ack);
    plan_name(p, "x", x);
    plan_name(p, "x", y);
    plan_say(p, first, "for q in %s { send %s(1) to q; }", set_of(p, set), m.name);
    plan_say(p, set, "receive %s(%s); send %s to %s; receive %s(%s);", m.name, x,
             ack.name, name_of(p, second), m.name, y);
    bool at_once = plan_chance(p, 30);
    plan_say(p, second, "for q in %s { receive %s from %s;", set_of(p, set), ack.name,
             plan_chance(p, 40) ? "q" : set_of(p, set));
    if (!at_once)
        plan_say(p, second, "} for q in %s {", set_of(p, set));
    plan_say(p, second, "send %s(2) to q; }", m.name);
    if (plan_chance(p, 60))
        plan_say(p, set, "assert %s == 1 && %s == 2;", x, y);
}

/* Messages of two kinds, in another order than they were sent. */
static void add_overtaking(plan *p, crowd of)
{
    uint32_t one, set;
    plan_message m, n;
    if (!pick_both(p, of, &one, &set))
        return;
    plan_get_message(p, PLAN_UNIT, &m);
    plan_get_message(p, PLAN_UNIT, &n);
    const char *name = name_of(p, one), *from = set_of(p, set);
    plan_say(p, set, "send %s to %s; send %s to %s;", m.name, name, n.name, name);
    plan_say(p, one, "for _ in %s { receive %s from %s; }", from, n.name, from);
    if (plan_chance(p, 50))
        plan_say(p, one, "for q in %s { receive %s from q; }", from, m.name);
    else
        plan_say(p, one, "for _ in %s { receive %s; }", from, m.name);
}

/* Each sends as many as the index set has. */
static void add_many_each(plan *p, crowd of)
{
    uint32_t one, set;
    plan_message m;
    char i[PLAN_NAME], x[PLAN_NAME];
    if (!pick_both(p, of, &one, &set) || p->index == NULL)
        return;
    plan_get_message(p, PLAN_PID_INT, &m);
    plan_name(p, "i", i);
    plan_name(p, "x", x);
    plan_say(p, set, "for %s in %s { send %s(self, %s) to %s; }", i, p->index, m.name,
             i, name_of(p, one));
    bool by_member = plan_chance(p, 50);
    const char *from = plan_chance(p, 60) ? "q" : set_of(p, set);
    plan_say(p, one, "for %s in %s { for %s in %s {", by_member ? "q" : i,
             by_member ? set_of(p, set) : p->index, by_member ? i : "q",
             by_member ? p->index : set_of(p, set));
    plan_say(p, one, "receive %s(%s, _) from %s;", m.name, x, from);
    if (plan_chance(p, 40))
        plan_say(p, one, "assert %s == q;", x);
    plan_say(p, one, "} }");
}

/* Each is heard until it says that it is the last. */
static void add_until(plan *p, crowd of)
{
    uint32_t one, set;
    plan_message m;
    char x[PLAN_NAME], n[PLAN_NAME];
    if (!pick_both(p, of, &one, &set))
        return;
    plan_get_message(p, PLAN_BOOL, &m);
    plan_name(p, "x", x);
    plan_name(p, "n", n);
    if (plan_chance(p, 50))
        plan_say(p, set, "%s { send %s(false) to %s; }",
                 plan_chance(p, 50) ? "if (*)" : "if (true)", m.name, name_of(p, one));
    plan_say(p, set, "send %s(true) to %s;", m.name, name_of(p, one));
    plan_say(p, one, "var %s = 0; for q in %s { while true { receive %s(%s) from q;", n,
             set_of(p, set), m.name, x);
    plan_say(p, one, "%s = %s + 1; if (%s) { break; } } }", n, n, x);
}

/* The size of a set decides, and all know it. */
static void add_by_size(plan *p, crowd of, void (*inner)(plan *, crowd))
{
    uint32_t set = plan_set(p, of);
    if (set == NONE || p->depth > 1)
        return;
    uint32_t number = plan_random(p, 3);
    static const char *const signs[] = {"==", "<", "!="};
    const char *sign = signs[plan_random(p, 3)];
    for (uint32_t i = 0; i < p->count; i++)
        if (of >> i & 1)
            plan_say(p, i, "if (|%s| %s %u) {", set_of(p, set), sign, number);
    p->depth++;
    size_t scope = plan_scope(p);
    inner(p, of);
    plan_leave(p, scope);
    for (uint32_t i = 0; i < p->count; i++)
        if (of >> i & 1)
            plan_say(p, i, "} else {");
    inner(p, of);
    plan_leave(p, scope);
    p->depth--;
    for (uint32_t i = 0; i < p->count; i++)
        if (of >> i & 1)
            plan_say(p, i, "}");
}

/* Who was heard last is remembered, and compared. */
static void add_last(plan *p, crowd of)
{
    uint32_t one, set;
    plan_message m;
    char last[PLAN_NAME], n[PLAN_NAME], x[PLAN_NAME];
    if (!pick_both(p, of, &one, &set))
        return;
    plan_get_message(p, PLAN_PID, &m);
    plan_name(p, "y", last);
    plan_name(p, "n", n);
    plan_name(p, "x", x);
    plan_say(p, set, "send %s(self) to %s;", m.name, name_of(p, one));
    plan_say(p, one, "var %s = self; var %s = 0; for _ in %s {", last, n,
             set_of(p, set));
    plan_say(p, one, "receive %s(%s) from %s; if (%s != %s) { %s = %s + 1; }", m.name,
             x, set_of(p, set), x, last, n, n);
    plan_say(p, one, "%s = %s; }", last, x);
    if (plan_chance(p, 50))
        plan_say(p, one, "assert %s %s |%s|;", n,
                 plan_chance(p, 50) ? "==" : "<=", set_of(p, set));
    plan_know(p, one, PLAN_PID, last);
}

/* One or two of them are heard by themselves, and that may be all there are. */
static void add_few(plan *p, crowd of)
{
    uint32_t one, set;
    plan_message m, answer;
    char who[2][PLAN_NAME];
    if (!pick_both(p, of, &one, &set))
        return;
    uint32_t few = 1 + plan_random(p, 2);
    if (p->processes[set].at_least < few)
        p->processes[set].at_least = few;
    plan_get_message(p, PLAN_PID, &m);
    plan_get_message(p, PLAN_UNIT, &answer);
    bool answers = plan_chance(p, 50), in_turn = plan_chance(p, 50);
    plan_say(p, set, "send %s(self) to %s;", m.name, name_of(p, one));
    plan_say(p, one, "if (|%s| == %u) {", set_of(p, set), few);
    for (uint32_t i = 0; i < few; i++) {
        plan_name(p, "x", who[i]);
        plan_say(p, one, "receive %s(%s) from %s;", m.name, who[i], set_of(p, set));
        if (answers && in_turn)
            plan_say(p, one, "send %s to %s;", answer.name, who[i]);
    }
    if (few == 2 && plan_chance(p, 40))
        plan_say(p, one, "assert %s %s %s;", who[0],
                 plan_chance(p, 60) ? "!=" : "==", who[1]);
    for (uint32_t i = 0; answers && !in_turn && i < few; i++)
        plan_say(p, one, "send %s to %s;", answer.name, who[i]);
    plan_say(p, one, "} else { for _ in %s { receive %s(q) from %s;", set_of(p, set),
             m.name, set_of(p, set));
    plan_say(p, one, answers ? "send %s to q; } }" : "} }", answer.name);
    if (answers)
        plan_say(p, set, "receive %s from %s;", answer.name, name_of(p, one));
}

void risky_add(plan *p, crowd of, void (*inner)(plan *, crowd))
{
    static void (*const kinds[])(plan *, crowd) = {
        add_ahead,
        add_together,
        add_parts,
        add_leader,
        add_leader,
        add_to_self,
        add_one_after_other,
        add_overtaking,
        add_many_each,
        add_until,
        add_last,
        add_few,
        add_few,
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    uint32_t kind = plan_random(p, KINDS + 1);
    if (kind == KINDS)
        add_by_size(p, of, inner);
    else
        kinds[kind](p, of);
}
