/* One instance: options of the exploration, its words in reports, and its verdict. */
#include "icet_instance/instance_private.h"

#include <string.h>

/* A process with more events than loops over its sets can have is cut.  The stack is
 * large enough for the deepest program; unused pages cost nothing. */
enum { MAX_EVENTS = 500, EVENTS_FOR_EACH = 50, STACK_SIZE = 1 << 20 };

/* ---- Text ---- */

static void show_message(const void *context, uint32_t tag, const void *data,
                         strbuf *out)
{
    instance_cells_show_message((instance_setup *)context, tag, data, out);
}

/* vote, vote from acceptor 2, vote from A. */
static void show_filter(const void *context, const syn_filter *f, strbuf *out)
{
    const instance_setup *c = context;
    strbuf_puts(out, c->program->messages[f->tags[0]].name);
    if (f->from == NULL)
        return;
    if (f->from_count == 0) {
        strbuf_puts(out, " from an empty set");
    } else if (f->from_count == 1) {
        strbuf_printf(out, " from %s", c->copies[f->from[0]].name);
    } else {
        uint32_t owner = c->copies[f->from[0]].process;
        uint32_t set = c->program->processes[owner].set;
        strbuf_printf(out, " from %s", c->program->sets[set].name);
    }
}

static const char *kind_of(const void *context, uint32_t thread)
{
    const instance_setup *c = context;
    return c->program->processes[c->copies[thread].process].name;
}

void icet_instance_show_sizes(const icet_program *p, const uint32_t *sizes, strbuf *out)
{
    for (uint32_t i = 0; i < p->set_count; i++)
        strbuf_printf(out, "%s%s = %u", i > 0 ? ", " : "", p->sets[i].name, sizes[i]);
    if (p->set_count == 0)
        strbuf_puts(out, "no sets");
}

/* ---- Checking ---- */

static const char *name_instance(const icet_instance *i, instance_setup *c)
{
    strbuf name = {0};
    if (i->name != NULL)
        return i->name;
    icet_instance_show_sizes(i->program, i->sizes, &name);
    const char *text = arena_strndup(&c->memory, strbuf_text(&name), name.len);
    strbuf_free(&name);
    return text;
}

static syn_options options_of(const icet_instance *i, const instance_setup *c)
{
    return (syn_options){
        .model = SYN_P2P,
        .max_executions = i->max_executions,
        .max_seconds = i->max_seconds,
        .max_events = MAX_EVENTS + EVENTS_FOR_EACH * c->copy_count,
        .stack_size = STACK_SIZE,
        .deadlock_is_violation = true,
        .unread_is_violation = true,
    };
}

/* The verdict outlives the setup. */
static void keep_name(checked *out)
{
    result *r = &out->result;
    r->name = arena_strndup(&r->memory, r->name, strlen(r->name));
    if (out->recording.test != NULL)
        out->recording.test =
            arena_strndup(&out->recording.memory, r->name, strlen(r->name));
}

static void say_unknown(checked *out, const char *why)
{
    out->result.verdict.kind = VERDICT_UNKNOWN;
    out->result.verdict.stop = STOP_INSTANCE;
    out->result.verdict.detail = why;
}

/* Some process was not followed to its end: by us, or by the engine. */
static void say_cut(const instance_setup *c, checked *out)
{
    const verdict *v = &out->result.verdict;
    bool has_no_end = v->kind == VERDICT_UNKNOWN && v->stop == STOP_NO_END;
    if (has_no_end)
        say_unknown(out, "a process runs too long");
    if (c->cut != NULL && (has_no_end || v->kind == VERDICT_EXHAUSTED))
        say_unknown(out, c->cut);
}

/* Says that other integers were not tried. */
static void say_ints(const icet_instance *i, const instance_setup *c, checked *out)
{
    strbuf why = {0};
    if (i->ints != NULL || !c->took_ints ||
        out->result.verdict.kind != VERDICT_EXHAUSTED)
        return;
    icet_ints_show(&c->ints, &why);
    say_unknown(out, arena_strndup(&out->result.memory, strbuf_text(&why), why.len));
    strbuf_free(&why);
}

/* S: only this execution; or NULL. */
static void run_instance(const icet_instance *i, instance_setup *c, const recording *s,
                         checked *out)
{
    assert(c->too_large != NULL || c->copies != NULL);
    model_notation words = {show_message, show_filter, kind_of, c};
    syn_test test = {
        .name = name_instance(i, c), .run = instance_setup_start, .arg = c};
    check_request k = {
        .test = &test,
        .options = options_of(i, c),
        .all_events = i->all_events,
        .notation = &words,
        .src = i->src,
        .stop = i->stop,
    };
    if (c->too_large != NULL) {
        check_refuse(&k, c->too_large, out);
        say_unknown(out, c->too_large);
    } else if (s != NULL) {
        check_replay(&k, s, out);
    } else {
        check_run(&k, out);
        say_cut(c, out);
    }
    keep_name(out);
}

void icet_instance_check(const icet_instance *i, checked *out)
{
    instance_setup c;
    instance_setup_init(&c, i);
    run_instance(i, &c, NULL, out);
    say_ints(i, &c, out);
    instance_setup_fini(&c);
}

void instance_explore(const icet_instance *i, checked *out, bool *took_ints)
{
    instance_setup c;
    instance_setup_init(&c, i);
    run_instance(i, &c, NULL, out);
    *took_ints = c.took_ints;
    instance_setup_fini(&c);
}

void icet_instance_replay(const icet_instance *i, const recording *s, checked *out)
{
    instance_setup c;
    instance_setup_init(&c, i);
    run_instance(i, &c, s, out);
    instance_setup_fini(&c);
}

void icet_instance_finals(const icet_instance *i,
                          void (*see)(void *context, const char *state), void *context,
                          checked *out)
{
    instance_setup c;
    instance_setup_init(&c, i);
    c.wants_finals = true;
    run_instance(i, &c, NULL, out);
    say_ints(i, &c, out);
    for (intern_id id = 0; id < intern_count(&c.finals); id++)
        see(context, intern_text(&c.finals, id));
    instance_setup_fini(&c);
}
