#include "lines.h"

#include "core/show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lines_init(lines *l)
{
    intern_init(&l->locals);
    intern_init(&l->ends);
    l->known = (idmap){0};
    l->all = l->last = (digest){0};
    l->c = NULL;
    l->used = 0;
}

void lines_fini(lines *l)
{
    idmap_fini(&l->known);
    intern_fini(&l->ends);
    intern_fini(&l->locals);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* ---- Values, with machines by role ---- */

typedef struct view {
    const core *c;
    bool is_anonymous;
    VEC(uint32_t) met;  /* machines of the line, in the order in which they appear */
    unsigned unordered; /* sets and maps around: there, that order means nothing */
} view;

static void add_value(view *v, value x, strbuf *out);

static void add_role(const view *v, machine_id id, strbuf *out)
{
    const machine_name *name = naming_get(&v->c->vals.names, id);
    if (name->parent != MACHINE_NONE) {
        add_role(v, name->parent, out);
        strbuf_putc(out, '/');
    }
    strbuf_puts(out, v->c->ir->interfaces[name->interface].name);
}

static size_t place_met(view *v, machine_id id)
{
    for (size_t i = 0; i < v->met.len; i++)
        if (v->met.data[i] == id)
            return i;
    vec_push(&v->met, id);
    return v->met.len - 1;
}

static void add_reference(view *v, machine_id id, strbuf *out)
{
    strbuf_putc(out, '@');
    add_role(v, id, out);
    if (v->unordered == 0)
        strbuf_printf(out, "#%zu", place_met(v, id));
}

static void add_ordered(view *v, const value_view *t, strbuf *out)
{
    strbuf_putc(out, t->kind == VK_TUPLE ? '(' : '[');
    for (uint32_t i = 0; i < t->count; i++) {
        strbuf_puts(out, i == 0 ? "" : ", ");
        if (t->kind == VK_TUPLE && t->aux != 0) {
            show_field_name(v->c, t, i, out);
            strbuf_putc(out, '=');
        }
        add_value(v, t->items[i], out);
    }
    strbuf_putc(out, t->kind == VK_TUPLE ? ')' : ']');
}

/* Sorted anew: without names the order is another one. */
static void add_sorted(view *v, const value_view *t, strbuf *out)
{
    uint32_t stride = t->kind == VK_MAP ? 2 : 1;
    VEC(const char *) texts = {0};
    intern kept;
    intern_init(&kept);
    v->unordered++;
    for (uint32_t i = 0; i < t->count; i += stride) {
        strbuf b = {0};
        strbuf_printf(&b, "%u ", i); /* each is kept, the same ones too */
        size_t prefix = b.len;
        add_value(v, t->items[i], &b);
        if (stride == 2) {
            strbuf_puts(&b, ": ");
            add_value(v, t->items[i + 1], &b);
        }
        intern_id id = intern_put(&kept, strbuf_text(&b), b.len);
        vec_push(&texts, intern_text(&kept, id) + prefix);
        strbuf_free(&b);
    }
    v->unordered--;
    if (texts.len > 0)
        qsort(texts.data, texts.len, sizeof *texts.data, by_text);
    strbuf_putc(out, '{');
    vec_each (text, &texts)
        strbuf_printf(out, "%s%s", text == texts.data ? "" : ", ", *text);
    strbuf_putc(out, '}');
    vec_free(&texts);
    intern_fini(&kept);
}

static void add_value(view *v, value x, strbuf *out)
{
    value_kind kind = value_kind_of(&v->c->vals, x);
    value_view parts = kind >= VK_TUPLE ? value_get(&v->c->vals, x) : (value_view){0};
    if (!v->is_anonymous)
        show_canonical(v->c, x, out);
    else if (kind == VK_MACHINE)
        add_reference(v, value_to_machine_id(&v->c->vals, x), out);
    else if (kind == VK_TUPLE || kind == VK_SEQ)
        add_ordered(v, &parts, out);
    else if (kind == VK_SET || kind == VK_MAP)
        add_sorted(v, &parts, out);
    else
        show_canonical(v->c, x, out);
}

/* ---- Lines ---- */

static void add_fields(view *v, value local, const char *before, strbuf *out)
{
    const ir_machine *m = &v->c->ir->machines[local_machine(v->c, local)];
    for (uint32_t i = 0; i < m->field_count; i++) {
        strbuf_puts(out, i == 0 ? before : ", ");
        add_value(v, value_item(&v->c->vals, local, LOCAL_FIELDS + i), out);
    }
}

static bool has_tail(const core *c, value local)
{
    value_view inbox = list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
    return inbox.count > 0 &&
           value_get(&c->vals, inbox.items[inbox.count - 1]).aux == REC_TAIL;
}

/* A machine that is about to look at its inbox has come to rest before that, unless it
 * has sent itself something; one with a tail may find something to take there.  `?`
 * says that it may rest. */
static const char *rest_word(const core *c, value local)
{
    switch (local_status(c, local)) {
    case STATUS_AT_RECEIVE:
        return value_item(&c->vals, local, LOCAL_FRAMES) == VALUE_NULL ? "idle?"
                                                                       : "waiting?";
    case STATUS_IDLE:
        return has_tail(c, local) ? "idle?" : "idle";
    case STATUS_NULL:
        return "null";
    case STATUS_WAITING:
        return has_tail(c, local) ? "waiting?" : "waiting";
    case STATUS_NEW:
    case STATUS_POLLING:
    case STATUS_PAUSED:
    case STATUS_SENDING:
    case STATUS_LOOPING:
    case STATUS_HALTED:
    case STATUS_RUNNING:
        break;
    }
    return NULL;
}

/* As engine/reduce leaves a machine of which it says nothing any more. */
static bool is_blocked(const core *c, value local)
{
    return local_status(c, local) == STATUS_HALTED &&
           value_to_int(&c->vals, value_item(&c->vals, local, LOCAL_CREATED)) == 1;
}

/* Nothing when it does not rest. */
static void add_machine(const lines *l, const core *c, value local, strbuf *out)
{
    machine_id id =
        value_to_machine_id(&c->vals, value_item(&c->vals, local, LOCAL_SELF));
    const machine_name *name = naming_get(&c->vals.names, id);
    process_status is = local_status(c, local);
    if (is_blocked(c, local) || (is != STATUS_HALTED && rest_word(c, local) == NULL))
        return;
    view v = {.c = c, .is_anonymous = l->is_anonymous};
    place_met(&v, id);
    if (l->is_anonymous) {
        strbuf_puts(out, "~ ");
        add_role(&v, id, out);
    } else {
        naming_path(&c->vals.names, id, out);
    }
    strbuf_printf(out, " %s ", c->ir->interfaces[name->interface].name);
    if (is == STATUS_HALTED) {
        strbuf_puts(out, "halted");
    } else {
        const ir_machine *m = &c->ir->machines[name->decl];
        strbuf_printf(out, "%s %s", m->states[local_state(c, local)].name,
                      rest_word(c, local));
        add_fields(&v, local, "  ", out);
    }
    vec_free(&v.met);
}

static void add_monitor(const lines *l, const core *c, value local, strbuf *out)
{
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    view v = {.c = c, .is_anonymous = l->is_anonymous};
    strbuf_printf(out, "%s%s %s", l->is_anonymous ? "~ " : "", m->name,
                  m->states[local_state(c, local)].name);
    add_fields(&v, local, " ", out);
    vec_free(&v.met);
}

/* ---- States ---- */

/* In P's own network a message to oneself is in the queue at once: a machine whose box
 * holds one does not rest. */
static bool has_mail_for_itself(const core *c, const system_state *s, machine_id id)
{
    value box = system_outbox(c, s, id);
    for (uint32_t k = 0; k < outbox_count(c, box); k++) {
        value_view item = value_get(&c->vals, outbox_message(c, box, k));
        if (item.aux == REC_MESSAGE &&
            item.items[MESSAGE_TARGET] == value_machine_id(id))
            return c->options.network == NET_MBOX;
    }
    return false;
}

/* INTERN_NONE: it has none. */
static intern_id make_line(lines *l, const core *c, value local)
{
    strbuf b = {0};
    if (value_kind_of(&c->vals, value_item(&c->vals, local, LOCAL_SELF)) == VK_INT)
        add_monitor(l, c, local, &b);
    else
        add_machine(l, c, local, &b);
    intern_id id =
        b.len > 0 ? intern_put(&l->locals, strbuf_text(&b), b.len) : INTERN_NONE;
    strbuf_free(&b);
    return id;
}

static intern_id line_of(lines *l, const core *c, value local)
{
    size_t known = idmap_get_number(&l->known, local);
    if (known == 0) {
        known = (size_t)make_line(l, c, local) + 1;
        idmap_put_number(&l->known, local, known);
    }
    return (intern_id)(known - 1);
}

/* An engine may begin anew, with a core of its own in which ids mean something else:
 * one with fewer values is another, for they are never given back. */
static void look_at_core(lines *l, const core *c)
{
    if (l->c != c || c->vals.used < l->used) {
        idmap_fini(&l->known);
        l->known = (idmap){0};
    }
    l->c = c;
    l->used = c->vals.used;
}

/* ---- Ends ---- */

static bool has_blocked(const core *c, const system_state *s)
{
    for (machine_id id = 0; id < system_machines(c, s); id++)
        if (system_local(c, s, id) != VALUE_NULL &&
            is_blocked(c, system_local(c, s, id)))
            return true;
    return false;
}

static size_t count_messages(const core *c, const system_state *s)
{
    size_t count = 0;
    for (machine_id id = 0; id < system_machines(c, s); id++)
        count += outbox_count(c, system_outbox(c, s, id));
    return count;
}

static bool shows_the_same(lines *l, const core *c, const system_state *s,
                           const system_state *t)
{
    if (system_machines(c, s) != system_machines(c, t))
        return false;
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        value a = system_local(c, s, id);
        value b = system_local(c, t, id);
        if (a != b &&
            (a == VALUE_NULL || b == VALUE_NULL || line_of(l, c, a) == INTERN_NONE ||
             line_of(l, c, a) != line_of(l, c, b)))
            return false;
    }
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++)
        if (system_monitor(c, s, i) != system_monitor(c, t, i))
            return false;
    return true;
}

/* Lets a message arrive; false: somebody does more about it than to look at it. */
static bool let_arrive(core *c, system_state *s, transition m, system_state *to)
{
    transition_result r;
    size_t arrives = m.kind == TRANSITION_DELIVER;
    if (!system_step(c, s, m, 0, to, &r) || r.fault != 0 || r.is_pruned ||
        count_messages(c, to) + arrives != count_messages(c, s))
        return false;
    system_copy(to, s);
    return true;
}

/* Lets all messages arrive, as far as nothing comes of it. */
static void run_out(core *c, system_state *s)
{
    transition_list enabled = {0};
    system_state to = {0};
    size_t left = 3 * count_messages(c, s); /* each comes, and is looked at */
    while (left-- > 0 && system_enabled(c, s, &enabled) > 0 &&
           let_arrive(c, s, enabled.data[0], &to))
        ;
    vec_free(&enabled);
    vec_free(&to);
}

static bool has_moves(const core *c, const system_state *s)
{
    transition_list enabled = {0};
    bool has = system_enabled(c, s, &enabled) > 0;
    vec_free(&enabled);
    return has;
}

/* Nobody goes on by itself. */
static bool is_waiting(const core *c, const system_state *s)
{
    for (machine_id id = 0; id < system_machines(c, s); id++)
        if (system_local(c, s, id) != VALUE_NULL && system_can_act(c, s, id))
            return false;
    return true;
}

/* Nothing can happen any more, but for messages to be put aside: where they can come at
 * any time, an engine need not wait for that.  Then it is the end of a run that goes on
 * from here and shows nothing new. */
static bool is_end(lines *l, core *c, const system_state *s)
{
    enum { MOST = 64 }; /* or else the values of all that follows fill the store */
    if (has_blocked(c, s))
        return false;
    if (!has_moves(c, s))
        return true;
    if (c->options.network != NET_BAG || !is_waiting(c, s) ||
        count_messages(c, s) > MOST)
        return false;
    system_state end = {0};
    system_copy(s, &end);
    run_out(c, &end);
    bool is = shows_the_same(l, c, s, &end) && !has_moves(c, &end);
    vec_free(&end);
    return is;
}

typedef VEC(const char *) text_list;

static const char *past_marks(const char *s)
{
    while (*s == '?')
        s++;
    return s;
}

/* As if there were no `?`: those who compare leave it out, and what is left must be in
 * order. */
static int by_plain_text(const void *a, const void *b)
{
    const char *s = past_marks(*(const char *const *)a);
    const char *t = past_marks(*(const char *const *)b);
    while (*s != '\0' && *s == *t) {
        s = past_marks(s + 1);
        t = past_marks(t + 1);
    }
    return (unsigned char)*s - (unsigned char)*t;
}

static void add_end(lines *l, text_list *all)
{
    qsort(all->data, all->len, sizeof *all->data, by_plain_text);
    strbuf b = {0};
    vec_each (text, all)
        strbuf_printf(&b, "%s%s", text == all->data ? "= " : " | ", *text);
    intern_put(&l->ends, strbuf_text(&b), b.len);
    strbuf_free(&b);
}

static void add_to_digest(digest *d, uint64_t hash)
{
    d->count++;
    d->sum += hash;
}

void lines_see_state(void *context, const core *c, const system_state *s)
{
    lines *l = context;
    text_list all = {0};
    look_at_core(l, c);
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        value local = system_local(c, s, id);
        if (local == VALUE_NULL || has_mail_for_itself(c, s, id))
            continue;
        intern_id line = line_of(l, c, local);
        if (line != INTERN_NONE)
            vec_push(&all, intern_text(&l->locals, line));
    }
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++)
        vec_push(&all, intern_text(&l->locals, line_of(l, c, system_monitor(c, s, i))));
    if (l->has_ends && is_end(l, (core *)c, s)) /* it is the engine's own */
        add_end(l, &all);
    if (l->has_digest) {
        add_to_digest(&l->all, system_hash(c, s));
        if (!has_moves(c, s))
            add_to_digest(&l->last, system_hash(c, s));
    }
    vec_free(&all);
}

void lines_see_local(void *context, const core *c, value local)
{
    look_at_core(context, c);
    line_of(context, c, local);
}

/* ---- For the reader ---- */

static void print_sorted(const intern *texts)
{
    size_t count = intern_count(texts);
    const char **sorted = mem_alloc((count + 1) * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = intern_text(texts, (intern_id)i);
    qsort(sorted, count, sizeof *sorted, by_text);
    for (size_t i = 0; i < count; i++)
        printf("  %s\n", sorted[i]);
    mem_free(sorted, (count + 1) * sizeof *sorted);
}

void lines_print(const lines *l)
{
    if (l->has_locals)
        print_sorted(&l->locals);
    if (l->has_ends)
        print_sorted(&l->ends);
    if (l->has_digest)
        printf("  # %llu states %016llx, %llu ends %016llx\n",
               (unsigned long long)l->all.count, (unsigned long long)l->all.sum,
               (unsigned long long)l->last.count, (unsigned long long)l->last.sum);
}
