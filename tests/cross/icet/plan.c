#include "plan.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const type_names[PLAN_TYPES] = {"",    "int",   "bool",
                                                   "pid", "datum", "pid, int"};

uint32_t plan_random(plan *p, uint32_t below)
{
    return (uint32_t)(hash_random(&p->seed) % below);
}

bool plan_chance(plan *p, uint32_t percent)
{
    return plan_random(p, 100) < percent;
}

void plan_init(plan *p, uint64_t seed)
{
    static const char *const names[] = {"a", "b", "c"}, *const sets[] = {"W", "V"},
                             *const members[] = {"w", "v"};
    *p = (plan){.seed = seed};
    uint32_t singles = 1 + plan_random(p, 3), set_count = plan_random(p, 6);
    set_count = set_count == 0 ? 0 : set_count < 5 ? 1 : 2;
    for (uint32_t i = 0; i < singles; i++)
        p->processes[p->count++] = (plan_process){.name = names[i]};
    for (uint32_t i = 0; i < set_count; i++)
        p->processes[p->count++] =
            (plan_process){.name = members[i],
                           .set = sets[i],
                           .at_least = plan_chance(p, 20) ? 1 + plan_random(p, 2) : 0};
    p->index = plan_chance(p, 35) ? "K" : NULL;
}

void plan_free(plan *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        strbuf_free(&p->processes[i].body);
    strbuf_free(&p->decls);
    vec_free(&p->messages);
    vec_free(&p->vars);
}

static void print_process(const plan_process *of, strbuf *out)
{
    strbuf_printf(out, "%sproc %s", of->reactive ? "reactive " : "", of->name);
    if (of->set != NULL && of->at_least > 0)
        strbuf_printf(out, "[%s >= %" PRIu32 "]", of->set, of->at_least);
    else if (of->set != NULL)
        strbuf_printf(out, "[%s]", of->set);
    strbuf_printf(out, " {\n%s}\n", strbuf_text(&of->body));
}

void plan_print(const plan *p, strbuf *out)
{
    strbuf_puts(out, "type datum = Low | High(int);\n");
    if (p->index != NULL)
        strbuf_printf(out, "index %s;\n", p->index);
    strbuf_puts(out, strbuf_text(&p->decls));
    vec_each (m, &p->messages) {
        strbuf_printf(out, "message %s", m->name);
        if (m->type != PLAN_UNIT)
            strbuf_printf(out, "(%s)", type_names[m->type]);
        strbuf_puts(out, ";\n");
    }
    for (uint32_t i = 0; i < p->count; i++)
        print_process(&p->processes[i], out);
}

/* ---- who ---- */

static uint32_t pick(plan *p, crowd of, bool is_set)
{
    uint32_t found[PLAN_PROCESSES], count = 0;
    for (uint32_t i = 0; i < p->count; i++)
        if (of >> i & 1 && (p->processes[i].set != NULL) == is_set)
            found[count++] = i;
    return count > 0 ? found[plan_random(p, count)] : UINT32_MAX;
}

uint32_t plan_single(plan *p, crowd of)
{
    return pick(p, of, false);
}

uint32_t plan_set(plan *p, crowd of)
{
    return pick(p, of, true);
}

/* ---- text ---- */

void plan_say(plan *p, uint32_t process, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_vprintf(&p->processes[process].body, format, args);
    va_end(args);
    strbuf_putc(&p->processes[process].body, '\n');
}

void plan_name(plan *p, const char *stem, char *out)
{
    snprintf(out, PLAN_NAME, "%s%" PRIu32, stem, p->fresh++);
}

void plan_know(plan *p, uint32_t process, plan_type type, const char *name)
{
    plan_var v = {.process = process, .type = type};
    snprintf(v.name, sizeof v.name, "%s", name);
    vec_push(&p->vars, v);
}

size_t plan_scope(const plan *p)
{
    return p->vars.len;
}

void plan_leave(plan *p, size_t scope)
{
    p->vars.len = scope;
}

/* A variable of PROCESS that has TYPE; NULL: there is none, or chance is against it. */
static const char *find_var(plan *p, uint32_t process, plan_type type)
{
    const char *found = NULL;
    vec_each (v, &p->vars)
        if (v->process == process && v->type == type && plan_chance(p, 60))
            found = v->name;
    return found;
}

/* ---- messages ---- */

plan_type plan_payload(plan *p)
{
    static const plan_type types[] = {PLAN_UNIT, PLAN_INT,     PLAN_BOOL,    PLAN_PID,
                                      PLAN_DATA, PLAN_PID_INT, PLAN_PID_INT, PLAN_INT};
    return types[plan_random(p, sizeof types / sizeof *types)];
}

const plan_message *plan_get_message(plan *p, plan_type type, plan_message *out)
{
    vec_each (m, &p->messages)
        if (m->type == type && plan_chance(p, 20)) {
            *out = *m;
            return out;
        }
    *out = (plan_message){.type = type};
    plan_name(p, "m", out->name);
    vec_push(&p->messages, *out);
    return out;
}

static void put_datum(plan *p, uint32_t process, strbuf *out)
{
    if (plan_chance(p, 50)) {
        strbuf_puts(out, "Low");
        return;
    }
    strbuf_puts(out, "High(");
    plan_put_value(p, process, PLAN_INT, out);
    strbuf_putc(out, ')');
}

static void put_pid(plan *p, uint32_t process, strbuf *out)
{
    uint32_t other = plan_single(p, UINT32_MAX);
    if (other != UINT32_MAX && other != process && plan_chance(p, 12))
        strbuf_puts(out, p->processes[other].name);
    else
        strbuf_puts(out, "self");
}

void plan_put_value(plan *p, uint32_t process, plan_type type, strbuf *out)
{
    const char *var = find_var(p, process, type);
    switch (type) {
    case PLAN_UNIT:
        return;
    case PLAN_INT:
        if (var != NULL && plan_chance(p, 70))
            strbuf_printf(out, "%s%s", var, plan_chance(p, 25) ? " + 1" : "");
        else
            strbuf_printf(out, "%" PRIu32, plan_random(p, 3));
        return;
    case PLAN_BOOL:
        strbuf_puts(out, var != NULL ? var : plan_chance(p, 50) ? "true" : "false");
        return;
    case PLAN_PID:
        put_pid(p, process, out);
        return;
    case PLAN_DATA:
        if (var != NULL && plan_chance(p, 60))
            strbuf_puts(out, var);
        else
            put_datum(p, process, out);
        return;
    case PLAN_PID_INT:
        put_pid(p, process, out);
        strbuf_puts(out, ", ");
        plan_put_value(p, process, PLAN_INT, out);
        return;
    case PLAN_TYPES:
        return;
    }
}

void plan_put_sent(plan *p, uint32_t process, const plan_message *m, strbuf *out)
{
    strbuf_puts(out, m->name);
    if (m->type == PLAN_UNIT)
        return;
    strbuf_putc(out, '(');
    plan_put_value(p, process, m->type, out);
    strbuf_putc(out, ')');
}

static void put_bound(plan *p, uint32_t process, plan_type type, strbuf *out, char *who)
{
    char name[PLAN_NAME];
    plan_name(p, "x", name);
    plan_know(p, process, type, name);
    strbuf_puts(out, name);
    if (type == PLAN_PID && who != NULL)
        snprintf(who, PLAN_NAME, "%s", name);
}

void plan_put_received(plan *p, uint32_t process, const plan_message *m, strbuf *out,
                       char *who)
{
    if (who != NULL)
        who[0] = '\0';
    strbuf_puts(out, m->name);
    if (m->type == PLAN_UNIT)
        return;
    strbuf_putc(out, '(');
    if (m->type == PLAN_PID_INT) {
        put_bound(p, process, PLAN_PID, out, who);
        strbuf_puts(out, ", ");
        put_bound(p, process, PLAN_INT, out, NULL);
    } else {
        put_bound(p, process, m->type, out, who);
    }
    strbuf_putc(out, ')');
}
