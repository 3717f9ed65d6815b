/* Commands of the stepper that show the current state and the run so far, and save it.
 *
 * They leave the run as it is.  Local states come from the system state of the cursor;
 * messages in flight come from the story, which also knows their senders.  `save`
 * writes a result that a replay has confirmed, so `synod replay` accepts the file, and
 * it refuses to overwrite the model or the trace.
 */
#include "cli/command_line.h"
#include "cli/confirm.h"
#include "cli/stepper_private.h"

#include "base/newfile.h"
#include "core/show.h"
#include "report/describe.h"
#include "report/evaluation_text.h"
#include "report/json.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Looking ---- */

static void show_local(const stepper *s, value local, bool is_spec, strbuf *b)
{
    const core *c = s->run.at.c;
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    if (local_status(c, local) == STATUS_HALTED) {
        strbuf_puts(b, ": halted\n");
        return;
    }
    strbuf_printf(b, " in state %s", m->states[local_state(c, local)].name);
    if (!is_spec)
        strbuf_printf(b, ", %s", describe_status(local_status(c, local)));
    strbuf_putc(b, '\n');
    for (uint32_t i = 0; i < m->field_count; i++) {
        strbuf_printf(b, "         %s = ", symbols_name(c->source, m->fields[i].name));
        show_value(c, m->fields[i].type, value_item(&c->vals, local, LOCAL_FIELDS + i),
                   b);
        strbuf_putc(b, '\n');
    }
    value_view inbox = list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
    for (uint32_t i = 0; !is_spec && i < inbox.count; i++) {
        value one = inbox.items[i];
        strbuf_puts(b, "         in its queue: ");
        describe_event(c, value_to_event(value_item(&c->vals, one, MESSAGE_EVENT)),
                       value_item(&c->vals, one, MESSAGE_PAYLOAD), b);
        strbuf_putc(b, '\n');
    }
}

static bool is_meant(const story_machine *m, const char *text)
{
    return *text == '\0' || story_is_called(m, text);
}

/* The local state of M; null: there is none yet.  If a spec fails at the start, there
 * is no state at all. */
static value local_of(const stepper *s, const story_machine *m)
{
    if (s->run.at.p.state.len == 0)
        return VALUE_NULL;
    return m->path != NULL ? system_local(s->run.at.c, &s->run.at.p.state, m->id)
                           : system_monitor(s->run.at.c, &s->run.at.p.state, m->id);
}

static void show_pending(const stepper *s)
{
    const story *t = &s->run.story;
    vec_each (m, &t->messages) {
        if (m->fate != FATE_PENDING)
            continue;
        strbuf b = {0};
        strbuf_puts(&b, "  in flight: ");
        story_show_message(t, m, &b);
        strbuf_putc(&b, '\n');
        stepper_put(&b);
    }
}

void stepper_show(stepper *s, const char *text)
{
    bool is_found = false;
    for (size_t i = 0; i < s->run.story.machines.len; i++) {
        const story_machine *m = &s->run.story.machines.data[i];
        value local = local_of(s, m);
        if (!is_meant(m, text))
            continue;
        is_found = true;
        strbuf b = {0};
        strbuf_printf(&b, "  %s%s", story_title(m), m->name);
        if (local != VALUE_NULL)
            show_local(s, local, m->path == NULL, &b);
        else
            strbuf_puts(&b,
                        m->path == NULL ? ": not yet begun\n" : ": not yet created\n");
        stepper_put(&b);
    }
    if (*text == '\0')
        show_pending(s);
    else if (!is_found)
        stepper_complain(s, "there is no such machine; 'show' shows all");
}

/* Prints the value for each machine that NAME names; NULL: for all. */
static void print_value(stepper *s, const ir_expression *e, const char *name)
{
    evaluator v = evaluate_prepare(s->run.at.c, e);
    size_t count = 0;
    for (size_t i = 0; i < s->run.story.machines.len; i++) {
        const story_machine *m = &s->run.story.machines.data[i];
        value local = local_of(s, m);
        if (local == VALUE_NULL || local_machine(s->run.at.c, local) != e->machine ||
            (name != NULL && !story_is_called(m, name)))
            continue;
        strbuf b = {0};
        strbuf_printf(&b, "  %s: ", m->name);
        evaluation_text(&v, local, &b);
        strbuf_putc(&b, '\n');
        stepper_put(&b);
        count++;
    }
    if (count == 0)
        printf("  there is no such machine yet\n");
}

/* The declaration of the machine that NAME names in this run, which may differ from the
 * one declared with that name. */
static uint32_t decl_of(const stepper *s, const char *name)
{
    for (size_t i = 0; i < s->run.story.machines.len; i++) {
        const story_machine *m = &s->run.story.machines.data[i];
        value local = local_of(s, m);
        if (local != VALUE_NULL && story_is_called(m, name))
            return local_machine(s->run.at.c, local);
    }
    return IR_NONE;
}

void stepper_print(stepper *s, const char *text)
{
    program *p = s->in->m->program;
    char name[200];
    size_t len = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : 0), text);
    stepper_trim(name);
    uint32_t decl = text[len] == ':' ? decl_of(s, name) : IR_NONE;
    if (decl != IR_NONE)
        text += len + 1 + strspn(text + len + 1, " \t");
    const ir_expression *e = ir_expression_new(p, s->in->m->ir, "print", text, decl);
    if (e != NULL) {
        print_value(s, e, decl != IR_NONE ? name : NULL);
        return;
    }
    fflush(stdout);
    model_show_messages(s->in->o, p);
    p->diags.errors = 0;
    s->is_wrong = true;
}

void stepper_trace(stepper *s, const char *text)
{
    (void)text;
    strbuf b = {0};
    for (size_t i = 0; i < s->run.story.steps.len; i++)
        stepper_add_step(s, i, &b);
    stepper_put(&b);
    stepper_show_end(s);
}

/* ---- Saving ---- */

void stepper_result(const stepper *s, bool wants_enabled, result *r)
{
    const trace *ended = stepper_ended(s);
    result_init(r, s->in->m->ir, s->in->test);
    r->engine = ENGINE_EXPLICIT;
    r->options = &s->in->setup->engine;
    r->story.wants_enabled = wants_enabled;
    trace_fini(&r->verdict.trace);
    trace_copy(&s->run.at.path, &r->verdict.trace);
    if (ended != NULL) {
        r->verdict.trace.loop = ended->loop;
        r->verdict.trace.tail = ended->tail;
    }
    confirm_run(r);
    r->verdict.kind =
        r->verdict.fault.kind != FAULT_NONE ? VERDICT_VIOLATED : VERDICT_UNKNOWN;
    r->verdict.stop = r->verdict.kind == VERDICT_UNKNOWN ? STOP_BY_HAND : STOP_NONE;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat x;
    struct stat y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

static bool is_of_model(const stepper *s, const char *path)
{
    vec_each (file, &stepper_sources(s)->files)
        if (is_same_file(path, file->path))
            return true;
    return false;
}

static bool prepare_to_save(stepper *s, const char *path, newfile *file)
{
    if (*path == '\0')
        stepper_complain(s, "save needs the name of a file");
    else if (is_of_model(s, path))
        stepper_complain(s, "that would overwrite the model");
    else if (s->in->trace_path != NULL && is_same_file(path, s->in->trace_path))
        stepper_complain(s, "that would overwrite the trace");
    else if (newfile_prepare(file, path))
        return true;
    else
        stepper_complain(s, strerror(errno));
    return false;
}

void stepper_save(stepper *s, const char *text)
{
    newfile file;
    if (!prepare_to_save(s, text, &file))
        return;
    strbuf b = {0};
    result r;
    stepper_result(s, true, &r);
    json_begin(stepper_sources(s), s->in->sources, s->in->source_count,
               s->in->o->strict_p, "", &b);
    json_result(stepper_sources(s), &r, true, &b);
    json_end(&b);
    bool ok = newfile_write(&file, &b);
    int trouble = errno;
    newfile_fini(&file);
    strbuf_clear(&b);
    strbuf_shell(&b, text);
    if (ok)
        printf("%zu steps written; run them again with: synod replay %s\n",
               trace_cursor_length(&s->run.at), strbuf_text(&b));
    else
        stepper_complain(s, strerror(trouble));
    result_fini(&r);
    strbuf_free(&b);
}
