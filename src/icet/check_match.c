/* Checks patterns and arms and lowers them: patterns become assignments, arms become a
 * chain of ifs. */
#include "base/strbuf.h"
#include "icet/check.h"

/* ---- Patterns ---- */

/* Assigns to a variable that is in scope; declares another one. */
static uint32_t bind_name(icet_checker *c, ast_name name, const icet_type *type)
{
    if (c->pattern_of[name.id] == c->patterns) {
        diag_error(c->d, name.pos, "'%s' appears twice in this pattern",
                   icet_check_name(c, name));
        return icet_check_local(c, name) != NULL ? icet_check_local(c, name)->var : 0;
    }
    c->pattern_of[name.id] = c->patterns;
    const icet_local *local = icet_check_local(c, name);
    if (local == NULL)
        return icet_check_declare(c, name, type, false);
    const icet_type *known = vec_at(&c->b.vars, local->var)->type;
    bool ok = icet_check_assignable(c, local, name);
    if (ok && type != NULL && known != NULL && type != known) {
        diag_error(c->d, name.pos, "expected %s, found %s", icet_check_type(c, known),
                   icet_check_type(c, type));
        diag_note(c->d, local->name.pos, "'%s' is declared here",
                  icet_check_name(c, name));
    }
    return local->var;
}

/* VALUE NULL: a mistake in the value was reported already. */
static void bind(icet_checker *c, const ast_pattern *pattern, const icet_expr *value,
                 icet_list *out)
{
    if (pattern->name.id != INTERN_NONE) {
        uint32_t var = bind_name(c, pattern->name, value != NULL ? value->type : NULL);
        bool fits = value != NULL && value->type == vec_at(&c->b.vars, var)->type;
        icet_stmt_assign(&c->b, out, pattern->pos, var, fits ? value : NULL);
        return;
    }
    if (!pattern->is_tuple)
        return;
    const icet_type *type = value != NULL ? value->type : NULL;
    bool fits =
        type != NULL && type->kind == ICET_TUPLE && type->count == pattern->items.count;
    if (type != NULL && !fits)
        diag_error(c->d, pattern->pos, "a pattern of %u item%s does not fit %s",
                   pattern->items.count, icet_check_plural(pattern->items.count),
                   icet_check_type(c, type));
    for (uint32_t i = 0; i < pattern->items.count; i++)
        bind(c, pattern->items.data[i], fits ? icet_expr_item(&c->b, value, i) : NULL,
             out);
}

static void bind_nothing(icet_checker *c, const ast_patterns *patterns, icet_list *out)
{
    list_each (pattern, patterns)
        bind(c, *pattern, NULL, out);
}

/* ---- Arms ---- */

/* The arms of a match, while they become a chain of ifs. */
typedef struct match {
    icet_checker *c;
    const icet_expr *value; /* a variable; NULL: reported */
    const icet_data *data;
    const ast_arm **seen; /* by constructor */
    uint32_t open;        /* constructors without an arm */
    const ast_arm *rest;  /* `_` */
    icet_list *out;       /* where the next arm goes */
    icet_list chain;
    bool goes_on; /* control reaches the end of some arm */
} match;

static void bind_arm(match *m, const ast_arm *arm, const icet_ctor *ctor,
                     icet_list *out)
{
    icet_checker *c = m->c;
    c->patterns++;
    if (ctor == NULL || m->value == NULL) {
        bind_nothing(c, &arm->patterns, out);
        return;
    }
    if (!arm->has_pattern)
        return;
    if (arm->patterns.count != ctor->count) {
        diag_error(c->d, arm->ctor.pos, "constructor '%s' has %u value%s, found %u",
                   ctor->name, ctor->count, icet_check_plural(ctor->count),
                   arm->patterns.count);
        diag_note(c->d, icet_check_global(c, arm->ctor)->name.pos,
                  "it is declared here");
        bind_nothing(c, &arm->patterns, out);
        return;
    }
    for (uint32_t i = 0; i < ctor->count; i++) {
        const ast_pattern *p = arm->patterns.data[i];
        if (p->name.id != INTERN_NONE || p->is_tuple)
            bind(c, p, icet_expr_part(&c->b, m->value, ctor, i), out);
    }
}

static void check_arm_body(match *m, const ast_arm *arm, const icet_ctor *ctor,
                           icet_list *out)
{
    size_t scope = icet_check_open_scope(m->c);
    bind_arm(m, arm, ctor, out);
    m->goes_on |= icet_check_block(m->c, &arm->body, out);
    icet_check_close_scope(m->c, scope);
}

/* The constructor of a correct arm; NULL: reported, or `_`. */
static const icet_ctor *find_ctor(match *m, const ast_arm *arm)
{
    icet_checker *c = m->c;
    if (m->rest != NULL) {
        diag_error(c->d, arm->pos, "this arm is never used: '_' covers all others");
        diag_note(c->d, m->rest->pos, "here");
        return NULL;
    }
    if (arm->ctor.id == INTERN_NONE) {
        m->rest = arm;
        if (m->data != NULL && m->open == 0)
            diag_error(c->d, arm->pos,
                       "this arm is never used: all constructors have one");
        return NULL;
    }
    const icet_ctor *ctor = icet_check_ctor(c, arm->ctor, m->data);
    if (ctor == NULL || m->data == NULL)
        return NULL;
    if (m->seen[ctor->index] != NULL) {
        diag_error(c->d, arm->pos, "'%s' has an arm already", ctor->name);
        diag_note(c->d, m->seen[ctor->index]->pos, "here");
        return NULL;
    }
    m->seen[ctor->index] = arm;
    m->open--;
    return ctor;
}

/* The last constructor needs no test.  False: further arms are not checked. */
static bool check_arm(match *m, const ast_arm *arm)
{
    icet_checker *c = m->c;
    const icet_ctor *ctor = find_ctor(m, arm);
    if (ctor == NULL || m->open == 0) {
        check_arm_body(m, arm, ctor, m->out);
        return true;
    }
    if (++c->depth > ICET_MAX_DEPTH) {
        diag_error(c->d, arm->pos, "nested too deeply (more than %d levels)",
                   ICET_MAX_DEPTH);
        return false;
    }
    icet_stmt *test = icet_stmt_new(&c->b, m->out, ICET_IF, arm->pos);
    test->value = icet_expr_is(&c->b, m->value, ctor);
    icet_list then = {0};
    check_arm_body(m, arm, ctor, &then);
    test->then = then.first;
    m->chain = (icet_list){NULL, &test->otherwise};
    m->out = &m->chain;
    return true;
}

static void report_missing(match *m, srcpos pos)
{
    strbuf missing = {0};
    enum { MOST = 5 };
    uint32_t shown = 0;
    for (uint32_t i = 0; i < m->data->count; i++) {
        if (m->seen[i] != NULL || ++shown > MOST)
            continue;
        strbuf_printf(&missing, "%s'%s'", shown > 1 ? ", " : "",
                      m->data->ctors[i].name);
    }
    diag_error(m->c->d, pos, "no arm for %s%s", strbuf_text(&missing),
               shown > MOST ? ", ..." : "");
    diag_hint(m->c->d, "write _ => {} to do nothing for all others");
    strbuf_free(&missing);
}

/* VALUE is a variable, which every test reads. */
static bool check_arms(icet_checker *c, const ast_stmt *s, const icet_expr *value,
                       icet_list *out)
{
    match m = {.c = c, .value = value, .out = out};
    unsigned depth = c->depth;
    if (value != NULL) {
        m.data = value->type->data;
        m.open = m.data->count;
        m.seen = ARENA_ARRAY(&c->scratch, const ast_arm *, m.data->count);
    }
    bool ok = true;
    for (uint32_t i = 0; i < s->arms.count && ok; i++)
        ok = check_arm(&m, s->arms.data[i]);
    bool is_missing = ok && m.data != NULL && m.rest == NULL && m.open > 0;
    if (is_missing)
        report_missing(&m, s->pos);
    c->depth = depth;
    return m.goes_on || is_missing || value == NULL;
}

static bool has_ctors(icet_checker *c, const icet_expr *value, srcpos pos)
{
    if (value == NULL || value->type->kind == ICET_DATA)
        return value != NULL;
    diag_error(c->d, pos, "arms need a value with constructors, found %s",
               icet_check_type(c, value->type));
    return false;
}

bool icet_check_match(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    const icet_expr *value = icet_check_expr(c, s->target);
    if (!has_ctors(c, value, s->target->start))
        return check_arms(c, s, NULL, out);
    if (value->kind != ICET_EX_VAR) {
        uint32_t hidden = icet_var_new(&c->b, NULL, s->pos, value->type);
        icet_stmt_assign(&c->b, out, s->pos, hidden, value);
        value = icet_expr_var(&c->b, s->target->start, hidden);
    }
    return check_arms(c, s, value, out);
}

/* ---- Receive ---- */

/* The name of a process with a set means its copies. */
static void suggest_set(icet_checker *c, const icet_global *g)
{
    if (g == NULL || g->kind != GLOBAL_PROCESS)
        return;
    uint32_t set = c->program->processes[g->index].set;
    if (set != ICET_NONE)
        diag_hint(c->d, "to receive from any of them: from %s",
                  c->program->sets[set].name);
}

/* from SET   from PROCESS */
static void check_source(icet_checker *c, const ast_stmt *s, icet_stmt *receive)
{
    if (s->target == NULL)
        return; /* anyone */
    const icet_global *g = NULL;
    if (s->target->kind == AST_NAME && icet_check_local(c, s->target->name) == NULL)
        g = icet_check_global(c, s->target->name);
    if (g == NULL || g->kind != GLOBAL_SET) {
        receive->from = ICET_FROM_PROCESS;
        receive->to = icet_check_expr_is(c, s->target, icet_type_pid());
        suggest_set(c, g);
        return;
    }
    receive->from = ICET_FROM_SET;
    receive->set = g->index;
    if (c->program->sets[g->index].process == ICET_NONE)
        diag_error(c->d, s->target->pos,
                   "'%s' is a set of numbers: it has no processes",
                   icet_check_name(c, g->name));
}

/* Takes the received value, which is in one variable, apart. */
static void bind_hidden(icet_checker *c, const ast_stmt *s, icet_stmt *receive,
                        const icet_type *payload, icet_list *out)
{
    receive->var = icet_var_new(&c->b, NULL, s->pos, payload);
    const icet_expr *value =
        payload != NULL ? icet_expr_var(&c->b, s->name.pos, receive->var) : NULL;
    if (s->patterns.count == 1) {
        bind(c, s->patterns.data[0], value, out);
        return;
    }
    for (uint32_t i = 0; i < s->patterns.count; i++) {
        const ast_pattern *p = s->patterns.data[i];
        if (p->name.id != INTERN_NONE || p->is_tuple)
            bind(c, p, value != NULL ? icet_expr_item(&c->b, value, i) : NULL, out);
    }
}

static void check_pattern(icet_checker *c, const ast_stmt *s, icet_stmt *receive,
                          icet_list *out)
{
    const icet_type *payload = NULL;
    if (receive->message != ICET_NONE)
        payload = c->program->messages[receive->message].payload;
    c->patterns++;
    if (s->has_pattern && receive->message != ICET_NONE &&
        !icet_check_count(c, s->name, receive->message, s->patterns.count))
        payload = NULL;
    if (s->patterns.count == 1 && s->patterns.data[0]->name.id != INTERN_NONE)
        receive->var = bind_name(c, s->patterns.data[0]->name, payload);
    else
        bind_hidden(c, s, receive, payload, out);
}

bool icet_check_receive(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    icet_stmt *receive = icet_stmt_new(&c->b, out, ICET_RECEIVE, s->pos);
    receive->message = icet_check_message(c, s->name);
    check_source(c, s, receive);
    check_pattern(c, s, receive, out);
    if (!s->has_arms)
        return true;
    const icet_type *type = vec_at(&c->b.vars, receive->var)->type;
    const icet_expr *value =
        type != NULL ? icet_expr_var(&c->b, s->name.pos, receive->var) : NULL;
    return check_arms(c, s, has_ctors(c, value, s->name.pos) ? value : NULL, out);
}
