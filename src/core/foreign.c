#include "core/foreign.h"

#include "core/foreign_guard.h"
#include "core/foreign_private.h"
#include "core/run.h"
#include "core/show.h"

#include "base/library.h"
#include "synod_foreign.h"

#include <string.h>

struct foreign {
    void *library;
    uint64_t fingerprint;
    syn_function **functions; /* by function of the program */
    uint32_t count;
};

/* ---- Looking up functions ---- */

static bool is_foreign(const ir_function *f)
{
    return f->kind == IR_FUN_FOREIGN;
}

const char *foreign_symbol(const ir_function *f)
{
    const char *dot = strrchr(f->name, '.');
    return dot != NULL ? dot + 1 : f->name;
}

static void find_functions(foreign *f, const ir_program *ir)
{
    for (uint32_t i = 0; i < ir->function_count; i++) {
        if (!is_foreign(&ir->functions[i]))
            continue;
        void *found = dlsym(f->library, foreign_symbol(&ir->functions[i]));
        memcpy(&f->functions[i], &found, sizeof found); /* ISO C forbids the cast */
    }
}

/* A name without a folder is a file in the current folder, not a system library. */
static bool load(foreign *f, const char *path, strbuf *why)
{
    strbuf file = {0};
    strbuf_printf(&file, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    f->library = library_open(strbuf_text(&file), &f->fingerprint);
    strbuf_free(&file);
    if (f->library == NULL) {
        strbuf_printf(why, "cannot load '%s': %s", path, dlerror());
        return false;
    }
    const char *ending = foreign_imports_ending(f->library);
    if (ending != NULL)
        strbuf_printf(why,
                      "'%s' uses %s, which may end the check without a verdict: a "
                      "foreign function must return",
                      path, ending);
    return ending == NULL;
}

foreign *foreign_open(const ir_program *ir, const char *path, strbuf *why)
{
    foreign *f = mem_alloc(sizeof *f);
    f->count = ir->function_count;
    f->functions = mem_alloc((f->count + 1) * sizeof *f->functions);
    if (path == NULL)
        return f;
    if (!load(f, path, why)) {
        foreign_close(f);
        return NULL;
    }
    find_functions(f, ir);
    foreign_guard_install();
    return f;
}

bool foreign_has(const foreign *f, uint32_t function)
{
    return function < f->count && f->functions[function] != NULL;
}

const char *foreign_impure_import(const foreign *f)
{
    return f->library != NULL ? foreign_imports_impure(f->library) : NULL;
}

void foreign_close(foreign *f)
{
    if (f == NULL)
        return;
    library_close(f->library);
    mem_free(f->functions, (f->count + 1) * sizeof *f->functions);
    mem_free(f, sizeof *f);
}

uint64_t foreign_fingerprint(const foreign *f)
{
    return f != NULL && f->library != NULL ? f->fingerprint : 0;
}

/* ---- Calling functions ---- */

typedef struct call {
    syn_env env; /* first member: the function passes it back to us */
    run *r;
    bool failed;
    bool is_second; /* of two calls: it must do what the first did */
} call;

static call *call_of(const syn_env *env)
{
    return (call *)env;
}

static values *vals(const syn_env *env)
{
    return &call_of(env)->r->c->vals;
}

static void fail(const syn_env *env, const char *text)
{
    call *k = call_of(env);
    if (!k->failed && !k->is_second)
        run_fail(k->r, FAULT_FOREIGN, "%s", text);
    k->failed = true;
}

static bool expect(const syn_env *env, bool is_it, const char *what)
{
    if (!is_it)
        fail(env, what);
    return is_it;
}

/* A number that the function has from anywhere else than `env`.  Records are values,
 * but not of the program. */
static bool is_value(const core *c, syn_value v)
{
    if (!value_exists(&c->vals, v))
        return false;
    value_kind k = value_kind_of(&c->vals, v);
    return k != VK_RECORD && (k != VK_EVENT || value_to_event(v) < c->ir->event_count);
}

static value_kind kind_of(const syn_env *env, syn_value v)
{
    bool ok = expect(env, is_value(call_of(env)->r->c, v), "a number is not a value");
    return ok ? value_kind_of(vals(env), v) : VK_NULL;
}

static syn_kind kind(const syn_env *env, syn_value v)
{
    return (syn_kind)kind_of(env, v);
}

static int64_t to_int(const syn_env *env, syn_value v)
{
    value_kind k = kind_of(env, v);
    return expect(env, k == VK_INT || k == VK_BOOL, "to_int: not an int")
               ? value_to_int(vals(env), v)
               : 0;
}

static double to_float(const syn_env *env, syn_value v)
{
    bool ok = expect(env, kind_of(env, v) == VK_FLOAT, "to_float: not a float");
    return ok ? value_to_float(vals(env), v) : 0;
}

static const char *to_string(const syn_env *env, syn_value v, size_t *len)
{
    size_t none;
    if (len == NULL)
        len = &none;
    *len = 0;
    bool ok = expect(env, kind_of(env, v) == VK_TEXT, "to_string: not a string");
    if (!ok)
        return "";
    /* Texts in the store do not end with NUL, so pass a copy. */
    const char *text = value_to_text(vals(env), v, len);
    vals(env)->draft_bytes += *len + 1;
    return arena_strndup(&vals(env)->draft_memory, text, *len);
}

static bool has_items(const syn_env *env, syn_value v)
{
    value_kind k = kind_of(env, v);
    return expect(env, k >= VK_TUPLE && k <= VK_MAP, "the value has no items");
}

static size_t size(const syn_env *env, syn_value v)
{
    if (!has_items(env, v))
        return 0;
    value_view w = value_get(vals(env), v);
    return w.kind == VK_MAP ? w.count / 2 : w.count;
}

static syn_value part(const syn_env *env, syn_value v, size_t index, bool is_key)
{
    if (!has_items(env, v) || !expect(env, index < size(env, v), "no such item"))
        return SYN_NULL;
    value_view w = value_get(vals(env), v);
    return w.kind == VK_MAP ? w.items[index * 2 + !is_key] : w.items[index];
}

static syn_value item(const syn_env *env, syn_value v, size_t index)
{
    return part(env, v, index, false);
}

static syn_value key(const syn_env *env, syn_value v, size_t index)
{
    return part(env, v, index, true);
}

static syn_value make_bool(const syn_env *env, int b)
{
    (void)env;
    return value_bool(b != 0);
}

static syn_value make_int(const syn_env *env, int64_t n)
{
    return value_int(vals(env), n);
}

static syn_value make_float(const syn_env *env, double d)
{
    return value_float(vals(env), d);
}

static syn_value make_string(const syn_env *env, const char *bytes, size_t len)
{
    bool ok = expect(env, len <= VALUE_MAX_TEXT, "make_string: too long");
    return ok ? value_text(vals(env), bytes, len) : SYN_NULL;
}

static syn_value make(const syn_env *env, value_kind k, uint32_t aux,
                      const syn_value *items, size_t count)
{
    if (!expect(env, count <= VALUE_MAX_ITEMS, "too many items"))
        return SYN_NULL;
    for (size_t i = 0; i < count; i++)
        if (!expect(env, is_value(call_of(env)->r->c, items[i]), "an item is no value"))
            return SYN_NULL;
    value x = value_draft_new(vals(env), k, aux, count);
    for (size_t i = 0; i < count; i++) {
        value_share(vals(env), items[i]);
        value_draft_items(vals(env), x)[i] = items[i];
    }
    value_draft_done(vals(env), x);
    return x;
}

static syn_value make_seq(const syn_env *env, const syn_value *items, size_t count)
{
    return make(env, VK_SEQ, 0, items, count);
}

static syn_value make_tuple(const syn_env *env, const syn_value *items, size_t count)
{
    return make(env, VK_TUPLE, 0, items, count);
}

static syn_value make_like(const syn_env *env, syn_value like, const syn_value *items,
                           size_t count)
{
    bool is_tuple = kind_of(env, like) == VK_TUPLE;
    if (!expect(env, is_tuple, "make_like: not a tuple"))
        return SYN_NULL;
    value_view w = value_get(vals(env), like);
    if (!expect(env, w.count == count, "make_like: wrong number of items"))
        return SYN_NULL;
    return make(env, VK_TUPLE, w.aux, items, count);
}

static const syn_env table = {
    .version = 1,
    .kind = kind,
    .to_int = to_int,
    .to_float = to_float,
    .to_string = to_string,
    .size = size,
    .item = item,
    .key = key,
    .make_bool = make_bool,
    .make_int = make_int,
    .make_float = make_float,
    .make_string = make_string,
    .make_seq = make_seq,
    .make_tuple = make_tuple,
    .make_like = make_like,
    .fail = fail,
};

static bool check_result(run *r, const ir_function *f, value x)
{
    if (!is_value(r->c, x))
        return run_fail(r, FAULT_FOREIGN,
                        "foreign function %s returned the number %u, which is no value",
                        f->name, x);
    if (value_depth(&r->c->vals, x) > VALUE_MAX_DEPTH)
        return run_limit(r, STOP_NESTING);
    if (f->result == TYPE_NULL || core_fits(r->c, f->result, x))
        return true;
    return run_fail(r, FAULT_CAST,
                    "the result of foreign function %s does not have the declared type",
                    f->name);
}

/* A function that is not pure would make the verdict a matter of luck: a step that was
 * run once stands for all its repetitions. */
static _Noreturn void end_impure(const run *r, const ir_function *f, const call *second,
                                 value a, value b)
{
    strbuf text = {0};
    strbuf_puts(&text, "is not pure: for the same arguments it returned ");
    show_value(r->c, f->result, a, &text);
    strbuf_puts(&text, " and then ");
    if (second->failed)
        strbuf_puts(&text, "failed");
    else if (!is_value(r->c, b))
        strbuf_printf(&text, "the number %u, which is no value", b);
    else
        show_value(r->c, f->result, b, &text);
    strbuf_puts(&text,
                "; it must not depend on chance, on the time, or on earlier calls");
    foreign_guard_end(foreign_symbol(f), strbuf_text(&text));
}

static value call_it(call *k, const ir_function *f, syn_function *code,
                     const value *args, uint32_t count)
{
    k->env = table;
    foreign_guard_enter(foreign_symbol(f));
    value result = code(&k->env, args, count);
    foreign_guard_leave();
    return result;
}

/* Calls the function twice, to see whether it does the same again. */
bool run_foreign(run *r, uint32_t function, const value *args, uint32_t count,
                 value *result)
{
    const ir_function *f = &r->c->ir->functions[function];
    const foreign *library = r->c->options.foreign;
    if (library == NULL || !foreign_has(library, function))
        return run_fail(r, FAULT_FOREIGN, "%s has no code", f->name);
    for (uint32_t i = 0; i < count; i++)
        value_share(&r->c->vals, args[i]);
    call first = {.r = r};
    *result = call_it(&first, f, library->functions[function], args, count);
    if (first.failed || !check_result(r, f, *result))
        return false;
    call second = {.r = r, .is_second = true};
    value again = call_it(&second, f, library->functions[function], args, count);
    if (second.failed || !is_value(r->c, again) ||
        value_freeze(&r->c->vals, *result) != value_freeze(&r->c->vals, again))
        end_impure(r, f, &second, *result, again);
    return true;
}
