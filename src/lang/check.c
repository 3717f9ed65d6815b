#include "lang/check.h"

/* A suggestion walks over all names: too slow for every one of very many errors. */
enum { MOST_SUGGESTIONS = 100 };

const char *check_name(const checker *c, name_id name)
{
    return name == NAME_NONE ? "?" : program_name(c->p, name);
}

const char *check_type(const checker *c, type_id type)
{
    strbuf text = {0};
    type_show(&c->p->symbols.types, type, &text);
    const char *kept = arena_strndup(&c->p->memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return kept;
}

const char *check_plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* Another declaration that has this name; NULL: there is none. */
static const char *other_meaning(const checker *c, name_id name)
{
    static const struct {
        name_space space;
        const char *text;
    } meanings[] = {
        {NS_EVENT, "an event"},         {NS_MACHINE, "a machine"},
        {NS_INTERFACE, "an interface"}, {NS_ENUM, "an enum"},
        {NS_TYPEDEF, "a type"},         {NS_ENUM_ELEM, "an element of an enum"},
        {NS_FUNCTION, "a function"},    {NS_PURE, "a pure function"},
        {NS_STATE, "a state"},          {NS_EVENTSET, "an event set"},
        {NS_VARIABLE, "a variable"},    {NS_MODULE, "a module"},
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        void *decl = scope_find(&c->p->scopes, c->scope, meanings[i].space, name);
        if (decl == NULL)
            continue;
        bool is_spec = meanings[i].space == NS_MACHINE &&
                       ((const machine_decl *)decl)->kind != MACHINE_PLAIN;
        return is_spec ? "a spec" : meanings[i].text;
    }
    return NULL;
}

void check_missing(checker *c, ident name, name_space space, const char *thing)
{
    if (name.name == NAME_NONE)
        return;
    /* Reported once per function: every further use is the same mistake. */
    uint64_t key =
        IDMAP_KEY(c->scope * (uint32_t)NS_COUNT + (uint32_t)space, name.name);
    if (!idmap_add(&c->p->said_missing, key))
        return;
    const char *text = check_name(c, name.name);
    const char *other = other_meaning(c, name.name);
    if (other != NULL) {
        diag_error(c->d, name.pos, "no %s named '%s': it is %s", thing, text, other);
        return;
    }
    diag_error(c->d, name.pos, "no %s named '%s'", thing, text);
    if (c->d->errors > MOST_SUGGESTIONS)
        return;
    suggest s;
    suggest_start(&s, text);
    scope_suggest(&c->p->scopes, c->scope, space, &c->p->symbols.names, &s);
    if (s.best != NULL)
        diag_hint(c->d, "did you mean '%s'?", s.best);
}

bool check_accepts(checker *c, srcpos pos, type_id target, type_id source)
{
    if (type_accepts(&c->p->symbols.types, target, source))
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

void check_note_event(checker *c, const event_decl *e)
{
    if (e->name.pos == SRC_NONE)
        return;
    if (e->payload == TYPE_NULL)
        diag_note(c->d, e->name.pos, "event '%s' carries no payload",
                  check_name(c, e->name.name));
    else
        diag_note(c->d, e->name.pos, "event '%s' carries %s",
                  check_name(c, e->name.name), check_type(c, e->payload));
}
