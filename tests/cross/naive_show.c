#include "naive_show.h"

#include "base/real.h"

#include <stdlib.h>
#include <string.h>

static void show_machine_name(const ir_program *ir, const val *v, strbuf *out)
{
    strbuf_printf(out, "%s(%s)", ir->interfaces[v->number].name, v->text);
}

static const char *field_name(const ir_program *ir, const val *tuple, size_t index)
{
    const type_info *info = type_get(&ir->source->types, tuple->type);
    return symbols_name(ir->source, info->names[index]);
}

/* <1,2,> or <a:1, b:2, > */
static void format_tuple(const ir_program *ir, const val *v, strbuf *out)
{
    strbuf_putc(out, '<');
    for (size_t i = 0; i < v->count; i++) {
        if (v->type != 0)
            strbuf_printf(out, "%s:", field_name(ir, v, i));
        show_formatted(ir, v->items[i], out);
        strbuf_puts(out, v->type != 0 ? ", " : ",");
    }
    strbuf_putc(out, '>');
}

static void format_seq(const ir_program *ir, const val *v, strbuf *out)
{
    strbuf_putc(out, '(');
    for (size_t i = 0; i < v->count; i++) {
        strbuf_puts(out, i > 0 ? ", " : "");
        show_formatted(ir, v->items[i], out);
    }
    strbuf_putc(out, ')');
}

/* An element or a pair, with the text to sort by first. */
typedef struct shown {
    strbuf key;
    strbuf value;
    size_t place;
} shown;

static int by_key(const void *a, const void *b)
{
    const shown *x = a;
    const shown *y = b;
    int order = strcmp(strbuf_text(&x->key), strbuf_text(&y->key));
    return order != 0 ? order : x->place < y->place ? -1 : 1;
}

/* (<1>, <2>) or (<1->2>, <3->4>), sorted as text */
static void format_sorted(const ir_program *ir, const val *v, strbuf *out)
{
    size_t stride = v->kind == V_MAP ? 2 : 1;
    VEC(shown) all = {0};
    for (size_t i = 0; i < v->count; i += stride) {
        shown one = {.place = i};
        show_formatted(ir, v->items[i], &one.key);
        if (v->kind == V_MAP)
            show_formatted(ir, v->items[i + 1], &one.value);
        vec_push(&all, one);
    }
    if (all.len > 0)
        qsort(all.data, all.len, sizeof *all.data, by_key);
    strbuf_putc(out, '(');
    vec_each (one, &all) {
        strbuf_puts(out, one == all.data ? "<" : ", <");
        strbuf_add(out, strbuf_text(&one->key), one->key.len);
        strbuf_puts(out, v->kind == V_MAP ? "->" : "");
        strbuf_add(out, strbuf_text(&one->value), one->value.len);
        strbuf_putc(out, '>');
        strbuf_free(&one->key);
        strbuf_free(&one->value);
    }
    strbuf_putc(out, ')');
    vec_free(&all);
}

void show_formatted(const ir_program *ir, const val *v, strbuf *out)
{
    switch (v->kind) {
    case V_NULL:
        return;
    case V_BOOL:
        strbuf_puts(out, v->number != 0 ? "True" : "False");
        return;
    case V_INT:
        strbuf_printf(out, "%lld", (long long)v->number);
        return;
    case V_FLOAT:
        real_show(out, v->real);
        return;
    case V_TEXT:
        strbuf_add(out, v->text, v->count);
        return;
    case V_EVENT:
        strbuf_puts(out, ir->events[v->number].name);
        return;
    case V_MACHINE:
        show_machine_name(ir, v, out);
        return;
    case V_TUPLE:
        format_tuple(ir, v, out);
        return;
    case V_SEQ:
        format_seq(ir, v, out);
        return;
    case V_SET:
    case V_MAP:
        format_sorted(ir, v, out);
    }
}

/* How values are shown: by name, or anonymous. */
typedef struct view {
    const ir_program *ir;
    const system_state *state; /* NULL: by name */
    VEC(const char *) met; /* paths of machines, in the order in which they appear */
    unsigned unordered;    /* sets and maps around: there, that order means nothing */
} view;

static void show(view *w, const val *v, strbuf *out);

static const machine_state *find(const system_state *s, const char *path, size_t len)
{
    vec_each (m, &s->machines)
        if (strncmp(m->path, path, len) == 0 && m->path[len] == '\0')
            return m;
    return NULL;
}

/* The interfaces of a machine's creators and its own. */
static void show_role(const system_state *s, const char *path, strbuf *out)
{
    for (size_t i = 1; i <= strlen(path); i++) {
        if (path[i] != '.' && path[i] != '\0')
            continue;
        const machine_state *m = find(s, path, i);
        strbuf_puts(out, m != NULL ? s->ir->interfaces[m->interface].name : "?");
        strbuf_puts(out, path[i] == '.' ? "/" : "");
    }
}

static size_t place_met(view *w, const char *path)
{
    for (size_t i = 0; i < w->met.len; i++)
        if (strcmp(w->met.data[i], path) == 0)
            return i;
    vec_push(&w->met, path);
    return w->met.len - 1;
}

static void show_reference(view *w, const val *v, strbuf *out)
{
    if (w->state == NULL) {
        strbuf_printf(out, "@%s", v->text);
        return;
    }
    strbuf_putc(out, '@');
    show_role(w->state, v->text, out);
    if (w->unordered == 0)
        strbuf_printf(out, "#%zu", place_met(w, v->text));
}

static void show_items(view *w, const val *v, const char *brackets, strbuf *out)
{
    strbuf_putc(out, brackets[0]);
    for (size_t i = 0; i < v->count; i++) {
        bool is_value = v->kind == V_MAP && i % 2 == 1;
        strbuf_puts(out, i == 0 ? "" : is_value ? ": " : ", ");
        if (v->kind == V_TUPLE && v->type != 0)
            strbuf_printf(out, "%s=", field_name(w->ir, v, i));
        show(w, v->items[i], out);
    }
    strbuf_putc(out, brackets[1]);
}

/* Elements or pairs, sorted as text. */
static void show_sorted(view *w, const val *v, strbuf *out)
{
    size_t stride = v->kind == V_MAP ? 2 : 1;
    VEC(shown) all = {0};
    w->unordered++;
    for (size_t i = 0; i < v->count; i += stride) {
        shown one = {.place = i};
        show(w, v->items[i], &one.key);
        if (v->kind == V_MAP) {
            strbuf_puts(&one.key, ": ");
            show(w, v->items[i + 1], &one.key);
        }
        vec_push(&all, one);
    }
    w->unordered--;
    if (all.len > 0)
        qsort(all.data, all.len, sizeof *all.data, by_key);
    strbuf_putc(out, '{');
    vec_each (one, &all) {
        strbuf_puts(out, one == all.data ? "" : ", ");
        strbuf_add(out, strbuf_text(&one->key), one->key.len);
        strbuf_free(&one->key);
    }
    strbuf_putc(out, '}');
    vec_free(&all);
}

static void show(view *w, const val *v, strbuf *out)
{
    switch (v->kind) {
    case V_NULL:
        strbuf_puts(out, "null");
        return;
    case V_BOOL:
        strbuf_puts(out, v->number != 0 ? "true" : "false");
        return;
    case V_TEXT:
        strbuf_json(out, v->text, v->count);
        return;
    case V_MACHINE:
        show_reference(w, v, out);
        return;
    case V_INT:
    case V_FLOAT:
    case V_EVENT:
        show_formatted(w->ir, v, out);
        return;
    case V_TUPLE:
        show_items(w, v, "()", out);
        return;
    case V_SEQ:
        show_items(w, v, "[]", out);
        return;
    case V_SET:
    case V_MAP:
        if (w->state != NULL)
            show_sorted(w, v, out);
        else
            show_items(w, v, "{}", out);
    }
}

static void show_fields(view *w, const val **fields, uint32_t count, strbuf *out)
{
    for (uint32_t i = 0; i < count; i++) {
        strbuf_puts(out, i > 0 ? ", " : "");
        show(w, fields[i], out);
    }
}

bool show_rests(const machine_state *m)
{
    return m->phase == PHASE_IDLE || m->phase == PHASE_NULL ||
           m->phase == PHASE_WAITING || m->phase == PHASE_HALTED;
}

void show_machine(const system_state *s, const machine_state *m, bool is_anonymous,
                  strbuf *out)
{
    const ir_machine *decl = &s->ir->machines[m->machine];
    view w = {.ir = s->ir, .state = is_anonymous ? s : NULL};
    place_met(&w, m->path);
    strbuf_puts(out, is_anonymous ? "~ " : m->path);
    if (is_anonymous)
        show_role(s, m->path, out);
    strbuf_printf(out, " %s ", s->ir->interfaces[m->interface].name);
    if (m->phase == PHASE_HALTED) {
        strbuf_puts(out, "halted");
    } else {
        strbuf_printf(out, "%s %s%s", decl->states[m->state].name,
                      m->phase == PHASE_NULL      ? "null"
                      : m->phase == PHASE_WAITING ? "waiting"
                                                  : "idle",
                      decl->field_count > 0 ? "  " : "");
        show_fields(&w, m->fields, decl->field_count, out);
    }
    vec_free(&w.met);
}

void show_monitor(const system_state *s, uint32_t index, bool is_anonymous, strbuf *out)
{
    const ir_machine *decl = &s->ir->machines[s->test->module->monitors[index].machine];
    const monitor_state *m = &s->monitors[index];
    view w = {.ir = s->ir, .state = is_anonymous ? s : NULL};
    strbuf_printf(out, "%s%s %s%s", is_anonymous ? "~ " : "", decl->name,
                  decl->states[m->state].name, decl->field_count > 0 ? " " : "");
    show_fields(&w, m->fields, decl->field_count, out);
    vec_free(&w.met);
}
