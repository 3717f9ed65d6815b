#include "report/proof.h"

#include "engine/sequential/show/show.h"
#include "report/json_put.h"
#include "report/text.h"

#include <string.h>

/* ---- Sets ---- */

static uint32_t count_sets(const icet_program *p, bool of_indices)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->set_count; i++)
        count += (p->sets[i].process == ICET_NONE) == of_indices;
    return count;
}

/* "A (at least 1), B and C" */
static void put_names(const icet_program *p, bool of_indices, strbuf *out)
{
    uint32_t left = count_sets(p, of_indices);
    for (uint32_t i = 0; i < p->set_count; i++) {
        const icet_set *s = &p->sets[i];
        if ((s->process == ICET_NONE) != of_indices)
            continue;
        strbuf_puts(out, s->name);
        if (s->at_least > 0)
            strbuf_printf(out, " (at least %u)", s->at_least);
        left--;
        strbuf_puts(out, left == 0 ? "" : left == 1 ? " and " : ", ");
    }
}

void proof_scope(const icet_program *p, strbuf *out)
{
    bool has_indices = count_sets(p, true) > 0;
    if (p->set_count == 0) {
        strbuf_puts(out,
                    "for every order of messages, with one instance of each process");
        return;
    }
    strbuf_puts(out, "for any ");
    if (count_sets(p, false) > 0) {
        strbuf_puts(out, "number of processes of ");
        put_names(p, false, out);
        strbuf_puts(out, has_indices ? " and any " : "");
    }
    put_names(p, true, out);
}

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text);
    return len > strlen(end) && strcmp(text + len - strlen(end), end) == 0;
}

/* Proxies, clients and boxes. */
static void put_plural(const char *name, strbuf *out)
{
    size_t len = strlen(name);
    bool hisses = ends_with(name, "s") || ends_with(name, "x") ||
                  ends_with(name, "z") || ends_with(name, "ch") ||
                  ends_with(name, "sh");
    bool has_y = ends_with(name, "y") && strchr("aeiou", name[len - 2]) == NULL;
    strbuf_add(out, name, has_y ? len - 1 : len);
    strbuf_puts(out, has_y ? "ies" : hisses ? "es" : "s");
}

void proof_sizes(const icet_program *p, const uint32_t *sizes, strbuf *out)
{
    for (uint32_t i = 0; i < p->set_count; i++) {
        const icet_set *s = &p->sets[i];
        strbuf_puts(out, i == 0 ? "" : i + 1 < p->set_count ? ", " : " and ");
        if (s->process == ICET_NONE) {
            strbuf_printf(out, "%s = %u", s->name, sizes[i]);
            continue;
        }
        strbuf_printf(out, "%u ", sizes[i]);
        if (sizes[i] == 1)
            strbuf_puts(out, p->processes[s->process].name);
        else
            put_plural(p->processes[s->process].name, out);
    }
}

/* ---- No proof ---- */

static void put_tried(const proof *p, strbuf *out)
{
    if (p->sizes != NULL) {
        bool has_sets = p->program->set_count > 0;
        strbuf_puts(out, has_sets ? "with " : "");
        proof_sizes(p->program, p->sizes, out);
        strbuf_puts(out, has_sets ? " the model fails" : "the model fails");
    } else if (p->tried == 0) {
        strbuf_puts(out, "no instance was explored");
        if (p->why_cut != NULL)
            strbuf_printf(out, " (%s)", p->why_cut);
    } else if (p->program->set_count == 0) {
        strbuf_puts(out, "exploration found no failure");
    } else if (p->cut != NULL) {
        text_count(p->tried, out);
        strbuf_puts(out, p->tried == 1 ? " smaller instance does not"
                                       : " smaller instances do not");
        strbuf_puts(out, " fail; with ");
        proof_sizes(p->program, p->cut, out);
        strbuf_printf(out, " the result is unknown (%s)", p->why_cut);
    } else {
        strbuf_puts(out, "with at most ");
        text_count(p->bound, out);
        strbuf_puts(out, " in each set, no instance fails");
    }
}

/* An instance that does not fail may fail with other integers. */
static void put_ints(const proof *p, strbuf *out)
{
    if (p->ints != NULL && p->sizes == NULL && p->tried > 0)
        strbuf_printf(out, "; %s", p->ints);
}

void proof_reason(const proof *p, strbuf *out)
{
    strbuf_printf(out, "no proof (%s): %s; ", sequential_kind_name(p->found->kind),
                  p->found->text);
    put_tried(p, out);
    put_ints(p, out);
}

void proof_diagnose(const proof *p, diag *d)
{
    const sequential_result *r = p->found;
    diag_remark(d, r->pos, "%s", r->text);
    for (uint32_t i = 0; i < r->note_count; i++)
        diag_note(d, r->notes[i].pos, "%s", r->notes[i].text);
    if (r->hint != NULL)
        diag_hint(d, "%s", r->hint);
}

static bool is_same_kind(sequential_kind kind, fault_kind of_run)
{
    switch (kind) {
    case SEQUENTIAL_DEADLOCK:
        return of_run == FAULT_DEADLOCK;
    case SEQUENTIAL_UNRECEIVED:
        return of_run == FAULT_UNREAD;
    case SEQUENTIAL_ASSERT:
        return of_run == FAULT_ASSERT;
    case SEQUENTIAL_NOBODY:
        return of_run == FAULT_NOBODY;
    case SEQUENTIAL_HOLDS:
    case SEQUENTIAL_RACE:
    case SEQUENTIAL_CROWD:
    case SEQUENTIAL_STATEFUL:
    case SEQUENTIAL_EMPTY:
    case SEQUENTIAL_ENDLESS:
    case SEQUENTIAL_LIMIT:
        return false;
    }
    return false;
}

bool proof_fails_by(const proof *p, sources *src, const fault *f)
{
    if (!is_same_kind(p->found->kind, f->kind) || p->found->pos == SRC_NONE ||
        f->pos == SRC_NONE)
        return false;
    src_place here = sources_place(src, p->found->pos);
    src_place there = sources_place(src, f->pos);
    return here.file == there.file && here.line == there.line;
}

void proof_program(const proof *p, size_t indent, strbuf *out)
{
    show *s = show_new(p->program, p->found->sequential);
    show_lines(s, indent, out);
    show_free(s);
}

/* The names of copies are those of the program. */
static show *show_named(const proof *p)
{
    strbuf unused = {0};
    show *s = show_new(p->program, p->found->sequential);
    show_lines(s, 0, &unused);
    strbuf_free(&unused);
    return s;
}

void proof_derivation(const proof *p, size_t indent, strbuf *out)
{
    show *s = show_named(p);
    show_derivation(s, p->found->derivation, indent, out);
    show_free(s);
}

/* "every other acceptor", if another copy has a name. */
static void put_who(const proof *p, show *s, seq_who who, strbuf *out)
{
    bool has_others = false;
    for (uint32_t i = 0; i < p->found->residual_count; i++)
        has_others |= p->found->residuals[i].who.process == who.process &&
                      p->found->residuals[i].who.name != who.name;
    if (who.name == ICET_NONE && has_others)
        strbuf_printf(out, "every other %s", p->program->processes[who.process].name);
    else
        show_who(s, who, out);
}

enum { PLACE_COLUMN = 68 };

void proof_rest(const proof *p, sources *src, size_t indent, strbuf *out)
{
    show *s = show_named(p);
    for (uint32_t i = 0; i < p->found->residual_count; i++) {
        const sequential_residual *r = &p->found->residuals[i];
        size_t from = out->len;
        strbuf_fill(out, ' ', indent);
        put_who(p, s, r->who, out);
        strbuf_printf(out, " %s", r->text);
        if (r->pos != SRC_NONE) {
            size_t width = out->len - from;
            strbuf_fill(out, ' ', width < PLACE_COLUMN ? PLACE_COLUMN - width : 2);
            text_place(src, r->pos, out);
        }
        strbuf_putc(out, '\n');
    }
    show_free(s);
}

/* ---- JSON ---- */

static void put_sets(const icet_program *p, strbuf *out)
{
    strbuf_puts(out, ",\n       \"sets\": [");
    for (uint32_t i = 0; i < p->set_count; i++) {
        const icet_set *s = &p->sets[i];
        strbuf_puts(out, i > 0 ? ", {" : "{");
        json_put_text(out, "name", s->name);
        strbuf_puts(out, ", ");
        json_put_text(out, "process",
                      s->process != ICET_NONE ? p->processes[s->process].name : NULL);
        strbuf_printf(out, ", \"at_least\": %u}", s->at_least);
    }
    strbuf_putc(out, ']');
}

static void put_notes(const sequential_result *r, sources *src, strbuf *out)
{
    strbuf_puts(out, ",\n       \"notes\": [");
    for (uint32_t i = 0; i < r->note_count; i++) {
        strbuf_puts(out, i > 0 ? ", {" : "{");
        json_put_text(out, "text", r->notes[i].text);
        strbuf_puts(out, ", ");
        json_put_place(src, r->notes[i].pos, out);
        strbuf_putc(out, '}');
    }
    strbuf_putc(out, ']');
}

static void put_program(const proof *p, strbuf *out)
{
    strbuf text = {0};
    proof_program(p, 0, &text);
    strbuf_puts(out, ",\n       ");
    json_put_text(out, "program", strbuf_text(&text));
    strbuf_free(&text);
}

static void put_rest(const proof *p, sources *src, strbuf *out)
{
    show *s = show_named(p);
    strbuf who = {0};
    strbuf_puts(out, ",\n       \"rest\": [");
    for (uint32_t i = 0; i < p->found->residual_count; i++) {
        const sequential_residual *r = &p->found->residuals[i];
        strbuf_clear(&who);
        put_who(p, s, r->who, &who);
        strbuf_puts(out, i > 0 ? ", {" : "{");
        json_put_text(out, "who", strbuf_text(&who));
        strbuf_puts(out, ", ");
        json_put_text(out, "text", r->text);
        strbuf_puts(out, ", ");
        json_put_place(src, r->pos, out);
        strbuf_putc(out, '}');
    }
    strbuf_putc(out, ']');
    strbuf_free(&who);
    show_free(s);
}

void proof_json(const proof *p, sources *src, strbuf *out)
{
    const sequential_result *r = p->found;
    strbuf_putc(out, '{');
    json_put_text(out, "kind", sequential_kind_name(r->kind));
    strbuf_puts(out, ", ");
    json_put_text(out, "text", r->kind != SEQUENTIAL_HOLDS ? r->text : NULL);
    strbuf_puts(out, ", ");
    json_put_place(src, r->kind != SEQUENTIAL_HOLDS ? r->pos : SRC_NONE, out);
    strbuf_puts(out, ", ");
    json_put_text(out, "hint", r->hint);
    strbuf_printf(out, ", \"rules\": %llu, \"instances\": %llu",
                  (unsigned long long)r->steps, (unsigned long long)p->tried);
    put_sets(p->program, out);
    put_notes(r, src, out);
    put_program(p, out);
    put_rest(p, src, out);
    strbuf_putc(out, '}');
}
