/* copy.c -- runs the statements of one copy of a process in a thread of a model.
 *
 * Sends, receives and choices are calls of the model API, so DPOR explores their
 * orders. Everything else is local.  A loop without any of them would hang the
 * exploration, hence the count of silent statements.
 */
#include "icet_instance/instance_private.h"

#include "api/model/calls.h"

enum { MOST_SILENT = 20000 };

#define AT(f) (f)->at.file, (f)->at.line

void instance_thread_cut(instance_thread *f, const char *why)
{
    f->setup->cut = why;
    syn_block_at(AT(f), why);
}

static bool run_list(instance_thread *f, const icet_stmt *s);

/* Sets the position, empties the room, and cuts loops that neither send, receive nor
 * choose. */
static void begin_statement(instance_thread *f, const icet_stmt *s)
{
    assert(f->used <= f->plan->room);
    f->at = f->plan->places[s->id];
    f->used = 0;
    if (++f->silent > MOST_SILENT)
        instance_thread_cut(f, "a loop runs without sending or receiving");
}

static const icet_process *process_of(const instance_thread *f)
{
    return &f->setup->program->processes[f->who->process];
}

/* Publishes the state of this copy; IS_LAST: it may be final. */
static void publish(instance_thread *f, bool is_last)
{
    size_t count = f->plan->cells + process_of(f)->var_count;
    if (!f->setup->wants_finals)
        return;
    if (is_last)
        syn_publish(PUBLISHED_VARS, f->vars, count * sizeof *f->vars);
    syn_publish_int(PUBLISHED_LAST, is_last);
}

/* ---- Notes: only made when a story is recorded ---- */

static bool is_heard(void)
{
    return model_current->see != NULL;
}

/* Notes the value of a variable, unless the user did not name it. */
static void note_var(instance_thread *f, uint32_t var)
{
    const icet_var *v = &process_of(f)->vars[var];
    strbuf text = {0};
    if (!is_heard() || v->name == NULL)
        return;
    instance_cells_show(f->setup, v->type, f->vars + f->plan->var_at[var], &text);
    calls_note(model_current->thread,
               &(model_note){v->name, strbuf_text(&text), f->at});
    strbuf_free(&text);
}

static void note_choice(instance_thread *f, uint32_t var)
{
    const icet_var *v = &process_of(f)->vars[var];
    strbuf text = {0};
    if (!is_heard())
        return;
    instance_cells_show(f->setup, v->type, f->vars + f->plan->var_at[var], &text);
    syn_note_at(AT(f), "nondet is %s", strbuf_text(&text));
    strbuf_free(&text);
}

/* ---- Variables ---- */

static void set_var(instance_thread *f, uint32_t var, const cell *v)
{
    if (var == ICET_NONE)
        return;
    assert(var < process_of(f)->var_count);
    uint32_t width = instance_cells_width(f->setup, process_of(f)->vars[var].type);
    memmove(f->vars + f->plan->var_at[var], v, width * sizeof *v);
    f->is_set[var] = 1;
    note_var(f, var);
}

/* ---- Messages ---- */

static _Noreturn void fail_for_nobody(const instance_thread *f, const char *does,
                                      uint32_t tag, const char *whom)
{
    calls_fail(model_current, f->at, "nobody", "%s %s %s %s", f->who->name, does,
               f->setup->program->messages[tag].name, whom);
}

static void send(instance_thread *f, const icet_stmt *s)
{
    uint32_t width =
        instance_cells_width(f->setup, f->setup->program->messages[s->message].payload);
    cell to = *instance_thread_eval(f, s->to);
    assert(to >= 0 && to <= f->setup->copy_count);
    const cell *v = s->value != NULL ? instance_thread_eval(f, s->value) : NULL;
    if (to == 0)
        fail_for_nobody(f, "sends", s->message, "to nobody");
    f->silent = 0;
    syn_send_at(AT(f), SYN_P2P, (syn_thread)to, s->message, v, width * sizeof *v);
}

static void receive_from(instance_thread *f, const icet_stmt *s,
                         const syn_filter *wanted)
{
    bool rests = s == f->plan->rest;
    f->silent = 0;
    if (rests)
        publish(f, true);
    syn_msg m =
        rests ? calls_receive_or_rest(f->at, wanted) : syn_receive_at(AT(f), wanted);
    if (rests)
        publish(f, false);
    set_var(f, s->var, m.data);
}

static void receive(instance_thread *f, const icet_stmt *s)
{
    const instance_setup *c = f->setup;
    syn_filter wanted = {.tags = &s->message, .tag_count = 1};
    if (s->from == ICET_FROM_SET) {
        wanted.from = c->numbers + c->first[c->program->sets[s->set].process];
        wanted.from_count = c->sizes[s->set];
    } else if (s->from == ICET_FROM_PROCESS) {
        wanted.from = c->numbers + *instance_thread_eval(f, s->to);
        wanted.from_count = 1;
        if (wanted.from == c->numbers)
            fail_for_nobody(f, "receives", s->message, "from nobody");
    }
    receive_from(f, s, &wanted);
}

/* ---- Choices ---- */

/* A choice from one is not an event, so it does not reset the count of silent
 * statements. */
static cell choose_below(instance_thread *f, uint32_t n)
{
    if (n == 0)
        instance_thread_cut(f, "nondet over an empty set");
    if (n == 1)
        return 0;
    f->silent = 0;
    return syn_nondet_at(AT(f), n);
}

static cell choose_int(instance_thread *f)
{
    const icet_ints *ints = &f->setup->ints;
    f->setup->took_ints = true;
    return ints->values[choose_below(f, ints->count)];
}

static void choose_value(instance_thread *f, const icet_type *type, cell *out);

static void choose_all(instance_thread *f, const icet_type *const *list, uint32_t count,
                       cell *out)
{
    for (uint32_t i = 0; i < count; i++) {
        choose_value(f, list[i], out);
        out += instance_cells_width(f->setup, list[i]);
    }
}

static void choose_data(instance_thread *f, const icet_type *type, cell *out)
{
    const icet_data *d = type->data;
    memset(out, 0, instance_cells_width(f->setup, type) * sizeof *out);
    out[0] = choose_below(f, d->count);
    const icet_ctor *made_by = &d->ctors[out[0]];
    choose_all(f, made_by->fields, made_by->count, out + 1);
}

static void choose_value(instance_thread *f, const icet_type *type, cell *out)
{
    switch (type->kind) {
    case ICET_INT:
        *out = choose_int(f);
        return;
    case ICET_BOOL:
        *out = choose_below(f, 2);
        return;
    case ICET_PID:
        *out = choose_below(f, f->setup->copy_count + 1);
        return;
    case ICET_TUPLE:
        choose_all(f, type->items, type->count, out);
        return;
    case ICET_DATA:
        choose_data(f, type, out);
        return;
    }
}

/* Element I of a set, from 0: a process, or an index. */
static cell element(const instance_thread *f, uint32_t set, uint32_t i)
{
    assert(i < f->setup->sizes[set]);
    uint32_t owner = f->setup->program->sets[set].process;
    return owner == ICET_NONE ? i + 1 : f->setup->first[owner] + i;
}

static void choose(instance_thread *f, const icet_stmt *s)
{
    assert(s->var != ICET_NONE);
    cell *out = f->vars + f->plan->var_at[s->var];
    f->is_set[s->var] = 1;
    if (s->set != ICET_NONE)
        *out = element(f, s->set, (uint32_t)choose_below(f, f->setup->sizes[s->set]));
    else
        choose_value(f, process_of(f)->vars[s->var].type, out);
    note_choice(f, s->var);
    note_var(f, s->var);
}

/* Explores `*` being true first. */
static bool decide(instance_thread *f, const icet_stmt *s)
{
    if (s->value != NULL)
        return *instance_thread_eval(f, s->value) != 0;
    bool is_true = choose_below(f, 2) == 0;
    if (is_heard())
        syn_note_at(AT(f), "* is %s", is_true ? "true" : "false");
    return is_true;
}

/* ---- Assertions ---- */

static void put_words(instance_thread *f, const icet_stmt *s, strbuf *out)
{
    for (uint32_t i = 0; i < s->word_count; i++) {
        const icet_expr *e = s->words[i].value;
        strbuf_puts(out, s->words[i].text);
        if (e != NULL)
            instance_cells_show(f->setup, e->type, instance_thread_eval(f, e), out);
    }
}

/* The text is copied, because calls_fail does not return. */
static _Noreturn void fail(instance_thread *f, const icet_stmt *s,
                           const char *otherwise)
{
    enum { MOST_WORDS = 1000 };
    char said[MOST_WORDS];
    strbuf text = {0};
    put_words(f, s, &text);
    if (s->word_count == 0)
        strbuf_puts(&text, s->text != NULL ? s->text : otherwise);
    snprintf(said, sizeof said, "%s", strbuf_text(&text));
    strbuf_free(&text);
    calls_fail(model_current, f->at, "assertion", "%s", said);
}

static void check_assertion(instance_thread *f, const icet_stmt *s)
{
    if (*instance_thread_eval(f, s->value) == 0)
        fail(f, s, "the assertion is false");
}

/* ---- Control; false: a `break` is leaving loops ---- */

static bool run_for(instance_thread *f, const icet_stmt *s)
{
    for (uint32_t i = 0; i < f->setup->sizes[s->set]; i++) {
        cell v = element(f, s->set, i);
        set_var(f, s->var, &v);
        if (!run_list(f, s->then))
            return false;
    }
    return true;
}

static bool run_one(instance_thread *f, const icet_stmt *s)
{
    switch (s->kind) {
    case ICET_SEND:
        send(f, s);
        return true;
    case ICET_RECEIVE:
        receive(f, s);
        return true;
    case ICET_ASSIGN:
        set_var(f, s->var, instance_thread_eval(f, s->value));
        return true;
    case ICET_NONDET:
        choose(f, s);
        return true;
    case ICET_IF:
        return run_list(f, decide(f, s) ? s->then : s->otherwise);
    case ICET_FOR:
        return run_for(f, s);
    case ICET_WHILE:
        while (run_list(f, s->then))
            begin_statement(f, s);
        return true;
    case ICET_BREAK:
        return false;
    case ICET_ASSERT:
        check_assertion(f, s);
        return true;
    case ICET_FAIL:
        fail(f, s, "fail is reached");
    }
    return true;
}

static bool run_list(instance_thread *f, const icet_stmt *s)
{
    for (; s != NULL; s = s->next) {
        begin_statement(f, s);
        if (!run_one(f, s))
            return false;
    }
    return true;
}

void instance_copy_run(void *arg)
{
    const instance_copy *a = arg;
    const instance_plan *p = &a->setup->plans[a->process];
    const icet_process *is = &a->setup->program->processes[a->process];
    instance_thread f = {.who = a, .setup = a->setup, .plan = p, .at = p->place};
    f.vars = syn_alloc((p->cells + is->var_count + p->room) * sizeof *f.vars);
    f.is_set = f.vars + p->cells;
    f.room = f.is_set + is->var_count;
    run_list(&f, is->body);
    publish(&f, true);
}
