#include "serve.h"

#include <string.h>

#define NONE UINT32_MAX

static const char *name_of(const plan *p, uint32_t process)
{
    return p->processes[process].name;
}

static const char *set_of(const plan *p, uint32_t process)
{
    return p->processes[process].set;
}

/* A server has one of three manners: it answers, asks a third server first, or has the
 * third one (or any of a set of servers) answer. */
typedef enum manner {
    ANSWERS,
    CONSULTS,
    DELEGATES,
    MANNERS,
} manner;

static void make_server(plan *p, uint32_t server, uint32_t third, manner how)
{
    plan_process *s = &p->processes[server];
    s->reactive = true;
    strbuf_puts(&p->decls, "message call = Get(pid) | Put(pid, int);\n"
                           "message back(int);\n");
    if (how != ANSWERS)
        strbuf_puts(&p->decls, "message third(pid, pid);\nmessage advice(int);\n");
    plan_say(p, server, "var kept = 0;\nwhile true { receive call {");
    if (how == ANSWERS) {
        plan_say(p, server, "Get(who) => { send back(kept) to who; }");
    } else {
        bool is_set = set_of(p, third) != NULL;
        plan_say(p, server, "Get(who) => {");
        if (is_set)
            plan_say(p, server, "var t = nondet %s;", set_of(p, third));
        plan_say(p, server, "send third(self, who) to %s;",
                 is_set ? "t" : name_of(p, third));
        if (how == CONSULTS)
            plan_say(p, server, "receive advice(x) from %s; send back(x) to who;",
                     is_set ? "t" : name_of(p, third));
        plan_say(p, server, "}");
        p->processes[third].reactive = true;
        p->processes[third].at_least = 1;
        plan_say(p, third, "while true { receive third(boss, who); send %s to %s; }",
                 how == CONSULTS ? "advice(7)" : "back(8)",
                 how == CONSULTS ? "boss" : "who");
    }
    plan_say(p, server, "Put(who, x) => { kept = x;%s }",
             plan_chance(p, 30) ? " send back(x) to who;" : "");
    plan_say(p, server, "} }");
}

/* A set of servers, any of which may be called. */
static void make_crew(plan *p, uint32_t crew)
{
    p->processes[crew].reactive = true;
    p->processes[crew].at_least = 1;
    strbuf_puts(&p->decls, "message job(pid, int);\nmessage done(int);\n");
    if (plan_chance(p, 30)) /* it remembers */
        plan_say(p, crew,
                 "var seen = 0;\nwhile true { receive job(boss, k); send done(%s) to "
                 "boss; if (k > 1) { seen = k; } }",
                 plan_chance(p, 50) ? "seen" : "k");
    else
        plan_say(p, crew, "while true { receive job(boss, k); send done(k) to boss; }");
}

crowd serve_begin(plan *p)
{
    crowd all = ((crowd)1 << p->count) - 1;
    if (p->count < 2 || !plan_chance(p, 40))
        return all;
    uint32_t crew = plan_set(p, all);
    if (crew != NONE && plan_chance(p, 30)) {
        make_crew(p, crew);
        return all & ~((crowd)1 << crew);
    }
    uint32_t server = plan_single(p, all);
    crowd rest = all & ~((crowd)1 << server);
    uint32_t third = plan_random(p, p->count);
    manner how = (manner)plan_random(p, MANNERS);
    if (how == ANSWERS || third == server || p->count == 2) {
        make_server(p, server, NONE, ANSWERS);
        return rest;
    }
    make_server(p, server, third, how);
    return rest & ~((crowd)1 << third);
}

/* The process that receives MESSAGE in its loop. */
static uint32_t find_server(const plan *p, const char *message)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->processes[i].reactive &&
            strstr(strbuf_text(&p->processes[i].body), message) != NULL)
            return i;
    return NONE;
}

/* One job for any of the crew, or two: perhaps for the same. */
static void call_crew(plan *p, uint32_t client, uint32_t crew)
{
    char first[PLAN_NAME], second[PLAN_NAME];
    const char *set = set_of(p, crew);
    plan_name(p, "q", first);
    plan_name(p, "q", second);
    plan_say(p, client, "var %s = nondet %s;\nsend job(self, 1) to %s;", first, set,
             first);
    bool twice = plan_chance(p, 40);
    if (twice)
        plan_say(p, client, "var %s = nondet %s;\nsend job(self, 2) to %s;", second,
                 set, second);
    plan_say(p, client, "receive done(x) from %s;", plan_chance(p, 60) ? first : set);
    if (twice)
        plan_say(p, client, "receive done(x) from %s;",
                 plan_chance(p, 60) ? second : set);
}

/* As many jobs as the index set has, before any answer is heard; perhaps another one
 * comes between. */
static void call_crew_often(plan *p, uint32_t client, uint32_t crew)
{
    char i[PLAN_NAME], q[PLAN_NAME];
    const char *set = set_of(p, crew);
    plan_name(p, "i", i);
    plan_name(p, "q", q);
    bool decides = plan_chance(p, 30);
    plan_say(p, client, "for %s in %s { var q = nondet %s; send job(self, 1) to q; }",
             i, p->index, set);
    if (decides)
        plan_say(p, client, "if (|%s| == 1) {", set);
    if (decides || plan_chance(p, 50)) {
        plan_say(p, client, "var %s = nondet %s; send job(self, 2) to %s;", q, set, q);
        plan_say(p, client, "receive done(x) from %s;", plan_chance(p, 60) ? q : set);
    }
    if (decides)
        plan_say(p, client, "}");
    plan_say(p, client, "for %s in %s { receive done(x) from %s;", i, p->index, set);
    if (plan_chance(p, 30))
        plan_say(p, client, "assert x %s;", plan_chance(p, 50) ? "== 1" : "<= 2");
    plan_say(p, client, "}");
}

static void call_server(plan *p, uint32_t client, uint32_t server)
{
    bool answers_put = strstr(strbuf_text(&p->processes[server].body),
                              "send back(x) to who; }") != NULL;
    const char *name = name_of(p, server),
               *answer = answers_put ? "receive back(r); " : "";
    switch (plan_random(p, 4)) {
    case 0:
        plan_say(p, client, "send call.Put(self, 5) to %s; %s", name, answer);
        return;
    case 1:
        plan_say(p, client, "if (*) { send call.Get(self) to %s; receive back(r); }",
                 name);
        plan_say(p, client, "else { send call.Put(self, 6) to %s; %s}", name, answer);
        return;
    default:
        plan_say(p, client, "send call.Get(self) to %s; receive back(r);", name);
        if (plan_chance(p, 25)) /* which is so if nobody has put anything, so far */
            plan_say(p, client, "assert r %s;", plan_chance(p, 50) ? "== 0" : "!= 6");
    }
}

bool serve_call(plan *p, crowd of)
{
    uint32_t server = find_server(p, "receive call"),
             crew = find_server(p, "receive job"), client = plan_set(p, of);
    if (client == NONE || plan_chance(p, 30))
        client = plan_single(p, of);
    if (client == NONE)
        return false;
    if (server != NONE)
        call_server(p, client, server);
    else if (crew != NONE && p->index != NULL && plan_chance(p, 40))
        call_crew_often(p, client, crew);
    else if (crew != NONE)
        call_crew(p, client, crew);
    return server != NONE || crew != NONE;
}
