#include "lang/check.h"

/* Looking for a similar name takes a walk over all names: not for every error of a
 * flood. */
enum { MOST_SUGGESTIONS = 100 };

const char *check_name(const checker *c, name_id name)
{
    return name == NAME_NONE ? "?" : program_name(c->p, name);
}

const char *check_type(const checker *c, type_id type)
{
    strbuf text = {0};
    type_show(&c->p->types, type, &text);
    const char *kept = arena_strndup(&c->p->memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return kept;
}

const char *check_plural(size_t n)
{
    return n == 1 ? "" : "s";
}

void check_missing(checker *c, ident name, name_space space, const char *thing)
{
    if (name.name == NAME_NONE)
        return;
    const char *text = check_name(c, name.name);
    diag_error(c->d, name.pos, "no %s named '%s'", thing, text);
    if (c->d->errors > MOST_SUGGESTIONS)
        return;
    suggest s;
    suggest_start(&s, text);
    scope_suggest(&c->p->scopes, c->scope, space, &c->p->names, &s);
    if (s.best != NULL)
        diag_hint(c->d, "did you mean '%s'?", s.best);
}

bool check_accepts(checker *c, srcpos pos, type_id target, type_id source)
{
    if (type_accepts(&c->p->types, target, source))
        return true;
    diag_error(c->d, pos, "expected %s, found %s", check_type(c, target),
               check_type(c, source));
    return false;
}

bool check_distinct_fields(checker *c, const ident_list *names)
{
    idmap seen = {0};
    bool ok = true;
    list_each (name, names) {
        const ident *before = idmap_put(&seen, name->name, name);
        if (before == NULL)
            continue;
        diag_error(c->d, name->pos, "field '%s' appears twice",
                   check_name(c, name->name));
        diag_note(c->d, before->pos, "first here");
        ok = false;
    }
    idmap_fini(&seen);
    return ok;
}

bool check_not_in_spec(checker *c, srcpos pos, const char *operation)
{
    if (c->machine == NULL || c->machine->kind == MACHINE_PLAIN)
        return false;
    bool is_spec = c->machine->kind == MACHINE_SPEC;
    diag_error(c->d, pos, "'%s' is not allowed in a %s", operation,
               is_spec ? "spec" : "scenario");
    diag_note(c->d, c->machine->name.pos, "'%s' only watches",
              check_name(c, c->machine->name.name));
    return true;
}

bool check_proof_only(checker *c, srcpos pos, const char *construct)
{
    if (c->p->has_proofs || c->p->proof_target)
        return false;
    diag_error(c->d, pos, "%s can be used only in proofs", construct);
    diag_hint(c->d, "this program has no invariant, lemma or other proof declaration");
    return true;
}
