#include "exchange.h"

#include "risky.h"
#include "serve.h"

enum { MOST_DEPTH = 2 };
#define NONE UINT32_MAX

static const char *name_of(const plan *p, uint32_t process)
{
    return p->processes[process].name;
}

static const char *set_of(const plan *p, uint32_t process)
{
    return p->processes[process].set;
}

/* ---- parts of exchanges ---- */

static void say_send(plan *p, uint32_t from, const plan_message *m, const char *to)
{
    strbuf text = {0};
    plan_put_sent(p, from, m, &text);
    plan_say(p, from, "send %s to %s;", strbuf_text(&text), to);
    strbuf_free(&text);
}

/* SOURCE may be left out: the notation then means anyone. */
static void say_receive(plan *p, uint32_t at, const plan_message *m, const char *source,
                        char *who)
{
    strbuf text = {0};
    plan_put_received(p, at, m, &text, who);
    if (source != NULL && plan_chance(p, 55))
        plan_say(p, at, "receive %s from %s;", strbuf_text(&text), source);
    else
        plan_say(p, at, "receive %s;", strbuf_text(&text));
    strbuf_free(&text);
}

/* A variable that counts, sometimes. */
static bool say_counter(plan *p, uint32_t at, uint32_t percent, char *counter)
{
    counter[0] = '\0';
    if (!plan_chance(p, percent))
        return false;
    plan_name(p, "n", counter);
    plan_say(p, at, "var %s = 0;", counter);
    plan_know(p, at, PLAN_INT, counter);
    return true;
}

static void say_count(plan *p, uint32_t at, const char *counter)
{
    if (counter[0] != '\0')
        plan_say(p, at, "%s = %s + 1;", counter, counter);
}

static void say_total(plan *p, uint32_t at, const char *counter, const char *set)
{
    if (counter[0] != '\0' && plan_chance(p, 40))
        plan_say(p, at, "assert %s == |%s|;", counter, set);
}

/* ---- exchanges without others inside ---- */

static void add_message(plan *p, crowd of)
{
    uint32_t from = plan_single(p, of), to = plan_single(p, of);
    plan_message m;
    char who[PLAN_NAME];
    if (from == NONE || from == to)
        return;
    plan_get_message(p, plan_payload(p), &m);
    say_send(p, from, &m, name_of(p, to));
    say_receive(p, to, &m, name_of(p, from), who);
    if (!plan_chance(p, 35))
        return;
    plan_get_message(p, plan_payload(p), &m);
    say_send(p, to, &m, who[0] != '\0' && plan_chance(p, 60) ? who : name_of(p, from));
    say_receive(p, from, &m, name_of(p, to), NULL);
}

static void add_broadcast(plan *p, crowd of)
{
    uint32_t from = plan_single(p, of), to = plan_set(p, of);
    plan_message m;
    if (from == NONE || to == NONE)
        return;
    plan_get_message(p, plan_payload(p), &m);
    plan_say(p, from, "for q in %s {", set_of(p, to));
    say_send(p, from, &m, "q");
    plan_say(p, from, "}");
    say_receive(p, to, &m, name_of(p, from), NULL);
}

static void add_gather(plan *p, crowd of)
{
    uint32_t to = plan_single(p, of), from = plan_set(p, of);
    plan_message m;
    char counter[PLAN_NAME];
    if (from == NONE || to == NONE)
        return;
    plan_get_message(p, plan_payload(p), &m);
    say_send(p, from, &m, name_of(p, to));
    say_counter(p, to, 40, counter);
    size_t scope = plan_scope(p);
    bool in_order = plan_chance(p, 20);
    plan_say(p, to, "for %s in %s {", in_order ? "q" : "_", set_of(p, from));
    say_receive(p, to, &m, in_order ? "q" : set_of(p, from), NULL);
    say_count(p, to, counter);
    plan_say(p, to, "}");
    plan_leave(p, scope);
    say_total(p, to, counter, set_of(p, from));
}

/* The single one asks each in turn. */
static void add_ask_each(plan *p, crowd of)
{
    uint32_t from = plan_single(p, of), to = plan_set(p, of);
    plan_message ask, answer;
    char who[PLAN_NAME];
    if (from == NONE || to == NONE)
        return;
    plan_get_message(p, plan_payload(p), &ask);
    plan_get_message(p, plan_payload(p), &answer);
    size_t scope = plan_scope(p);
    plan_say(p, from, "for q in %s {", set_of(p, to));
    say_send(p, from, &ask, "q");
    say_receive(p, to, &ask, name_of(p, from), who);
    say_send(p, to, &answer, who[0] != '\0' ? who : name_of(p, from));
    say_receive(p, from, &answer, plan_chance(p, 60) ? "q" : set_of(p, to), NULL);
    plan_say(p, from, "}");
    plan_leave(p, scope);
}

/* Each of the set asks the single one, which answers as they come; sometimes they go on
 * to talk. */
static void add_serve_each(plan *p, crowd of)
{
    uint32_t server = plan_single(p, of), clients = plan_set(p, of);
    plan_message ask, answer, done;
    char who[PLAN_NAME], counter[PLAN_NAME];
    if (server == NONE || clients == NONE)
        return;
    plan_get_message(p, plan_chance(p, 50) ? PLAN_PID : PLAN_PID_INT, &ask);
    plan_get_message(p, plan_payload(p), &answer);
    say_send(p, clients, &ask, name_of(p, server));
    say_counter(p, server, 30, counter);
    size_t scope = plan_scope(p);
    plan_say(p, server, "for _ in %s {", set_of(p, clients));
    say_receive(p, server, &ask, set_of(p, clients), who);
    say_send(p, server, &answer, who);
    say_receive(p, clients, &answer, name_of(p, server), NULL);
    if (plan_chance(p, 40)) {
        plan_get_message(p, plan_payload(p), &done);
        say_send(p, clients, &done, name_of(p, server));
        say_receive(p, server, &done, who, NULL);
    }
    say_count(p, server, counter);
    plan_say(p, server, "}");
    plan_leave(p, scope);
    say_total(p, server, counter, set_of(p, clients));
}

/* Requests go on to a third, who answers. */
static void add_relay(plan *p, crowd of)
{
    uint32_t server = plan_single(p, of), third = plan_single(p, of),
             clients = plan_set(p, of);
    plan_message ask, forward, answer;
    char who[PLAN_NAME], owner[PLAN_NAME];
    if (server == NONE || clients == NONE || third == server)
        return;
    plan_get_message(p, PLAN_PID, &ask);
    plan_get_message(p, PLAN_PID, &forward);
    plan_get_message(p, plan_payload(p), &answer);
    size_t scope = plan_scope(p);
    plan_say(p, clients, "send %s(self) to %s;", ask.name, name_of(p, server));
    plan_say(p, server, "for _ in %s {", set_of(p, clients));
    say_receive(p, server, &ask, set_of(p, clients), who);
    plan_say(p, server, "send %s(%s) to %s;\n}", forward.name, who, name_of(p, third));
    plan_say(p, third, "for _ in %s {", set_of(p, clients));
    say_receive(p, third, &forward, name_of(p, server), owner);
    say_send(p, third, &answer, owner);
    plan_say(p, third, "}");
    plan_leave(p, scope);
    say_receive(p, clients, &answer, name_of(p, third), NULL);
}

/* FROM tells MIDDLE whom to write to. */
static void add_introduction(plan *p, crowd of)
{
    uint32_t from = plan_single(p, of), middle = plan_single(p, of),
             to = plan_single(p, of);
    plan_message name, m;
    char who[PLAN_NAME];
    if (from == NONE || from == middle || middle == to)
        return;
    plan_get_message(p, PLAN_PID, &name);
    plan_get_message(p, plan_payload(p), &m);
    plan_say(p, from, "send %s(%s) to %s;", name.name, name_of(p, to),
             name_of(p, middle));
    say_receive(p, middle, &name, name_of(p, from), who);
    say_send(p, middle, &m, who);
    say_receive(p, to, &m, name_of(p, middle), NULL);
}

/* The same, and the middle ones are many. */
static void add_introductions(plan *p, crowd of)
{
    uint32_t from = plan_single(p, of), middle = plan_set(p, of),
             to = plan_single(p, of);
    plan_message name, m;
    char who[PLAN_NAME];
    if (from == NONE || middle == NONE)
        return;
    plan_get_message(p, PLAN_PID, &name);
    plan_get_message(p, plan_payload(p), &m);
    plan_say(p, from, "for q in %s { send %s(%s) to q; }", set_of(p, middle), name.name,
             name_of(p, to));
    say_receive(p, middle, &name, name_of(p, from), who);
    say_send(p, middle, &m, who);
    plan_say(p, to, "for _ in %s {", set_of(p, middle));
    size_t scope = plan_scope(p);
    say_receive(p, to, &m, set_of(p, middle), NULL);
    plan_say(p, to, "}");
    plan_leave(p, scope);
}

/* Any one member is told something. */
static void add_pick(plan *p, crowd of)
{
    uint32_t from = plan_single(p, of), to = plan_set(p, of);
    plan_message m;
    char flag[PLAN_NAME], who[PLAN_NAME];
    if (from == NONE || to == NONE)
        return;
    p->processes[to].at_least = 1;
    plan_get_message(p, PLAN_BOOL, &m);
    plan_name(p, "q", who);
    plan_name(p, "x", flag);
    plan_say(p, from, "var %s = nondet %s;", who, set_of(p, to));
    plan_say(p, from, "for q in %s { send %s(q == %s) to q; }", set_of(p, to), m.name,
             who);
    plan_say(p, to, "receive %s(%s) from %s;", m.name, flag, name_of(p, from));
    if (!plan_chance(p, 60))
        return;
    plan_get_message(p, plan_payload(p), &m);
    plan_say(p, to, "if (%s) {", flag);
    say_send(p, to, &m, name_of(p, from));
    plan_say(p, to, "}");
    say_receive(p, from, &m, plan_chance(p, 60) ? who : set_of(p, to), NULL);
}

/* Each member decides by itself whether there is more to talk about. */
static void add_member_choice(plan *p, crowd of)
{
    uint32_t to = plan_single(p, of), from = plan_set(p, of);
    plan_message m, more, thanks;
    char flag[PLAN_NAME], who[PLAN_NAME], what[PLAN_NAME];
    if (from == NONE || to == NONE)
        return;
    plan_get_message(p, plan_payload(p), &more);
    plan_get_message(p, plan_payload(p), &thanks);
    plan_name(p, "c", m.name);
    strbuf_printf(&p->decls, "message %s(pid, bool);\n", m.name);
    plan_name(p, "x", flag);
    plan_name(p, "x", who);
    plan_name(p, "x", what);
    bool is_closed = plan_chance(p, 40);
    size_t scope = plan_scope(p);
    plan_say(p, from, "var %s: bool = nondet;", flag);
    plan_say(p, from, "send %s(self, %s) to %s;", m.name, flag, name_of(p, to));
    plan_say(p, to, "for _ in %s {", set_of(p, from));
    plan_say(p, to, "receive %s(%s, %s);", m.name, who, what);
    plan_say(p, to, "if (%s) {", what);
    plan_say(p, from, "if (%s) {", flag);
    say_send(p, from, &more, name_of(p, to));
    say_receive(p, to, &more, who, NULL);
    if (is_closed) {
        say_send(p, to, &thanks, who);
        say_receive(p, from, &thanks, name_of(p, to), NULL);
    }
    plan_say(p, to, "}\n}");
    plan_say(p, from, "}");
    plan_leave(p, scope);
}

/* Work units for whoever asks; then everyone is told to stop. */
static void add_work_queue(plan *p, crowd of)
{
    uint32_t queue = plan_single(p, of), workers = plan_set(p, of),
             sink = plan_single(p, of);
    plan_message ask;
    char work[PLAN_NAME], result[PLAN_NAME], unit[PLAN_NAME];
    if (queue == NONE || workers == NONE || p->index == NULL)
        return;
    p->processes[workers].at_least = 1;
    bool has_results = sink != queue && plan_chance(p, 60);
    plan_get_message(p, PLAN_PID, &ask);
    plan_name(p, "work", work);
    plan_name(p, "res", result);
    plan_name(p, "u", unit);
    strbuf_printf(&p->decls, "message %s = Do_%s(int) | Stop_%s;\n", work, work, work);
    plan_say(p, queue, "for %s in %s { receive %s(rq); send %s.Do_%s(%s) to rq; }",
             unit, p->index, ask.name, work, work, unit);
    plan_say(p, queue, "for _ in %s { receive %s(rq); send %s.Stop_%s to rq; }",
             set_of(p, workers), ask.name, work, work);
    plan_say(p, workers, "while true { send %s(self) to %s;", ask.name,
             name_of(p, queue));
    plan_say(p, workers, "receive %s { Do_%s(i) => {", work, work);
    if (has_results) {
        strbuf_printf(&p->decls, "message %s(int);\n", result);
        plan_say(p, workers, "send %s(i) to %s;", result, name_of(p, sink));
        plan_say(p, sink, "for _ in %s { receive %s(i); }", p->index, result);
    }
    plan_say(p, workers, "} Stop_%s => { break; } } }", work);
}

/* A stream that a message ends. */
static void add_stream(plan *p, crowd of)
{
    uint32_t from = plan_single(p, of), to = plan_single(p, of);
    char m[PLAN_NAME], counter[PLAN_NAME];
    if (from == NONE || from == to || p->index == NULL)
        return;
    plan_name(p, "s", m);
    strbuf_printf(&p->decls, "message %s = More_%s(int) | Last_%s;\n", m, m, m);
    plan_say(p, from, "for i in %s { send %s.More_%s(i) to %s; }", p->index, m, m,
             name_of(p, to));
    plan_say(p, from, "send %s.Last_%s to %s;", m, m, name_of(p, to));
    say_counter(p, to, 40, counter);
    plan_say(p, to, "while true { receive %s { More_%s(i) => {", m, m);
    say_count(p, to, counter);
    plan_say(p, to, "} Last_%s => { break; } } }", m);
    say_total(p, to, counter, p->index);
}

/* Everyone of one set writes to everyone of another, who may answer. */
static void add_cross(plan *p, crowd of)
{
    uint32_t from = plan_set(p, of), to = plan_set(p, of);
    plan_message m, answer;
    char who[PLAN_NAME];
    if (from == NONE || from == to)
        return;
    plan_get_message(p, PLAN_PID, &m);
    plan_get_message(p, plan_payload(p), &answer);
    bool is_answered = plan_chance(p, 50), at_once = plan_chance(p, 40);
    size_t scope = plan_scope(p);
    plan_say(p, from, "for q in %s {\nsend %s(self) to q;", set_of(p, to), m.name);
    plan_say(p, to, "for _ in %s {", set_of(p, from));
    say_receive(p, to, &m, set_of(p, from), who);
    if (is_answered) {
        say_send(p, to, &answer, who);
        if (!at_once)
            plan_say(p, from, "}\nfor %s in %s {", plan_chance(p, 50) ? "q" : "_",
                     set_of(p, to));
        say_receive(p, from, &answer, at_once ? "q" : set_of(p, to), NULL);
    }
    plan_say(p, to, "}");
    plan_say(p, from, "}");
    plan_leave(p, scope);
}

/* What a loop leaves behind decides afterwards; all know. */
static void add_after_loop(plan *p, crowd of)
{
    uint32_t at = plan_single(p, of), set = plan_set(p, of);
    uint32_t other = plan_single(p, of);
    plan_message m;
    char flag[PLAN_NAME];
    if (at == NONE || set == NONE)
        return;
    plan_name(p, "y", flag);
    plan_get_message(p, plan_payload(p), &m);
    plan_say(p, at, "var %s = 0;\nfor _ in %s { %s = 1; }", flag, set_of(p, set), flag);
    plan_know(p, at, PLAN_INT, flag);
    if (other == at)
        return;
    plan_say(p, at, "if (%s == 1) {", flag);
    say_send(p, at, &m, name_of(p, other));
    plan_say(p, at, "}");
    plan_say(p, other, "if (|%s| > 0) {", set_of(p, set));
    size_t scope = plan_scope(p);
    say_receive(p, other, &m, name_of(p, at), NULL);
    plan_leave(p, scope);
    plan_say(p, other, "}");
}

/* Something is sent whose value is known. */
static void add_known(plan *p, crowd of)
{
    uint32_t from = plan_single(p, of), to = plan_single(p, of);
    plan_message m;
    char mine[PLAN_NAME], theirs[PLAN_NAME];
    if (from == NONE)
        return;
    uint32_t number = plan_random(p, 3);
    plan_get_message(p, PLAN_INT, &m);
    plan_name(p, "y", mine);
    plan_name(p, "x", theirs);
    plan_say(p, from, "var %s = %u;", mine, number);
    plan_say(p, from, "send %s(%s) to %s;", m.name, mine, name_of(p, to));
    if (plan_chance(p, 40))
        plan_say(p, from, "%s = %s + 1;", mine, mine);
    plan_say(p, to, "receive %s(%s)%s;", m.name, theirs,
             from == to ? " from self" : "");
    plan_say(p, to, "assert %s == %u;", theirs, number);
    plan_know(p, from, PLAN_INT, mine);
    plan_know(p, to, PLAN_INT, theirs);
}

/* Nothing is said. */
static void add_local(plan *p, crowd of)
{
    uint32_t at = plan_random(p, p->count);
    char name[PLAN_NAME];
    strbuf text = {0};
    if (!(of >> at & 1))
        return;
    plan_type type = (plan_type)(PLAN_INT + plan_random(p, PLAN_DATA));
    plan_name(p, "y", name);
    if (type != PLAN_PID && plan_chance(p, 30)) {
        static const char *const names[] = {"", "int", "bool", "pid", "datum"};
        plan_say(p, at, "var %s: %s = nondet;", name, names[type]);
    } else {
        plan_put_value(p, at, type, &text);
        plan_say(p, at, "var %s = %s;", name, strbuf_text(&text));
        if (type == PLAN_INT && plan_chance(p, 30))
            plan_say(p, at, "assert %s == %s;", name, strbuf_text(&text));
    }
    plan_know(p, at, type, name);
    strbuf_free(&text);
}

/* ---- exchanges with others inside ---- */

static void add_inner(plan *p, crowd of)
{
    size_t scope = plan_scope(p);
    p->depth++;
    for (uint32_t count = 1 + plan_random(p, 2); count > 0; count--)
        exchange_add(p, of);
    p->depth--;
    plan_leave(p, scope);
}

static void say_all(plan *p, crowd of, const char *text)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (of >> i & 1)
            plan_say(p, i, "%s", text);
}

static void add_loop(plan *p, crowd of)
{
    strbuf text = {0};
    char name[PLAN_NAME];
    if (p->index == NULL || p->depth == MOST_DEPTH)
        return;
    plan_name(p, "i", name);
    strbuf_printf(&text, "for %s in %s {", name, p->index);
    say_all(p, of, strbuf_text(&text));
    strbuf_free(&text);
    size_t scope = plan_scope(p);
    for (uint32_t i = 0; i < p->count; i++)
        if (of >> i & 1)
            plan_know(p, i, PLAN_INT, name);
    add_inner(p, of);
    plan_leave(p, scope);
    say_all(p, of, "}");
}

/* DECIDER tells all others of OF in M, which carries a bool or a datum. */
static void say_decision(plan *p, uint32_t decider, crowd of, const plan_message *m,
                         const char *name)
{
    for (uint32_t i = 0; i < p->count; i++) {
        if (!(of >> i & 1) || i == decider)
            continue;
        if (set_of(p, i) != NULL)
            plan_say(p, decider, "for q in %s { send %s(%s) to q; }", set_of(p, i),
                     m->name, name);
        else
            plan_say(p, decider, "send %s(%s) to %s;", m->name, name, name_of(p, i));
        plan_say(p, i, "receive %s(%s) from %s;", m->name, name, name_of(p, decider));
    }
}

static void add_branch(plan *p, crowd of)
{
    uint32_t decider = plan_single(p, of);
    plan_message m;
    char name[PLAN_NAME];
    strbuf text = {0};
    if (decider == NONE || p->depth == MOST_DEPTH)
        return;
    bool is_datum = plan_chance(p, 40);
    plan_get_message(p, is_datum ? PLAN_DATA : PLAN_BOOL, &m);
    plan_name(p, "d", name);
    plan_say(p, decider, "var %s: %s = nondet;", name, is_datum ? "datum" : "bool");
    say_decision(p, decider, of, &m, name);
    strbuf_printf(&text, is_datum ? "match %s { Low => {" : "if (%s) {", name);
    say_all(p, of, strbuf_text(&text));
    add_inner(p, of);
    say_all(p, of, is_datum ? "} High(h) => {" : "} else {");
    if (plan_chance(p, 60))
        add_inner(p, of);
    say_all(p, of, is_datum ? "} }" : "}");
    strbuf_free(&text);
}

/* Votes are counted, and the outcome decides. */
static void add_commit(plan *p, crowd of)
{
    uint32_t chair = plan_single(p, of), voters = plan_set(p, of);
    plan_message vote, decision;
    if (chair == NONE || voters == NONE)
        return;
    char yes[PLAN_NAME], mine[PLAN_NAME];
    plan_get_message(p, PLAN_BOOL, &vote);
    plan_get_message(p, plan_payload(p), &decision);
    plan_name(p, "yes", yes);
    plan_name(p, "x", mine);
    plan_say(p, voters, "var %s: bool = nondet;", mine);
    plan_say(p, voters, "send %s(%s) to %s;", vote.name, mine, name_of(p, chair));
    plan_say(p, chair, "var %s = 0;", yes);
    plan_say(p, chair, "for _ in %s { receive %s(t) from %s; if (t) { %s = %s + 1; } }",
             set_of(p, voters), vote.name, set_of(p, voters), yes, yes);
    plan_say(p, chair, "if (%s == |%s|) { for q in %s {", yes, set_of(p, voters),
             set_of(p, voters));
    say_send(p, chair, &decision, "q");
    plan_say(p, chair, "} } else { for q in %s {", set_of(p, voters));
    say_send(p, chair, &decision, "q");
    plan_say(p, chair, "} }");
    say_receive(p, voters, &decision, name_of(p, chair), NULL);
}

void exchange_add(plan *p, crowd of)
{
    static void (*const kinds[])(plan *, crowd) = {
        add_message,       add_message,    add_broadcast,    add_broadcast,
        add_gather,        add_gather,     add_ask_each,     add_serve_each,
        add_serve_each,    add_relay,      add_introduction, add_introductions,
        add_member_choice, add_work_queue, add_stream,       add_local,
        add_loop,          add_branch,     add_branch,       add_commit,
        add_pick,          add_loop,       add_cross,        add_cross,
        add_after_loop,    add_known,
    };
    if (plan_chance(p, 20))
        risky_add(p, of, exchange_add);
    else if (plan_chance(p, 60) || !serve_call(p, of))
        kinds[plan_random(p, sizeof kinds / sizeof *kinds)](p, of);
}
