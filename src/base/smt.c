/* Z3, through its C interface.
 *
 * dlopen loads the library on demand; smt.h says what that saves.  Z3_CALLS lists the
 * functions that we use; their types are those of the header of Z3.
 */
#include "base/smt.h"

#include "base/mem.h"
#include "base/vec.h"

#include <dlfcn.h>
#include <string.h>
#include <z3.h>
#include <z3_version.h>

/* The limits of a query.  rlimit, in units of Z3, is some tenths of a second.  The
 * newer arithmetic solver of Z3 does not count products of unknowns and may run
 * forever: so we choose the older one, with few rounds.  A limit of time would need a
 * thread, which costs more than most queries. */
static const struct {
    const char *name;
    unsigned value;
} settings[] = {
    {"rlimit", 1000000},
    {"arith.solver", 2},
    {"arith.nl.rounds", 64},
};

#define Z3_CALLS(X)                           \
    X(mk_config)                              \
    X(del_config)                             \
    X(mk_context)                             \
    X(del_context)                            \
    X(set_error_handler)                      \
    X(get_error_code)                         \
    X(mk_simple_solver)                       \
    X(solver_inc_ref)                         \
    X(solver_dec_ref)                         \
    X(solver_set_params)                      \
    X(solver_push)                            \
    X(solver_pop)                             \
    X(solver_assert)                          \
    X(solver_check)                           \
    X(mk_params)                              \
    X(params_inc_ref)                         \
    X(params_dec_ref)                         \
    X(params_set_uint)                        \
    X(mk_string_symbol)                       \
    X(mk_int_symbol)                          \
    X(mk_int_sort)                            \
    X(mk_bool_sort)                           \
    X(mk_constructor)                         \
    X(del_constructor)                        \
    X(mk_datatype)                            \
    X(get_datatype_sort_constructor)          \
    X(get_datatype_sort_recognizer)           \
    X(get_datatype_sort_constructor_accessor) \
    X(get_sort)                               \
    X(mk_fresh_const)                         \
    X(mk_int64)                               \
    X(mk_true)                                \
    X(mk_false)                               \
    X(mk_app)                                 \
    X(mk_not)                                 \
    X(mk_and)                                 \
    X(mk_or)                                  \
    X(mk_eq)                                  \
    X(mk_unary_minus)                         \
    X(mk_add)                                 \
    X(mk_sub)                                 \
    X(mk_mul)                                 \
    X(mk_lt)                                  \
    X(mk_le)                                  \
    X(mk_ite)

struct smt {
    void *library;
    Z3_context context;
    Z3_solver solver;
    int symbols; /* made so far */
#define X(call) __typeof__(Z3_##call) *call;
    Z3_CALLS(X)
#undef X
};

/* ---- the library ---- */

#define TEXT(x)  TEXT_(x)
#define TEXT_(x) #x

const char *smt_name(void)
{
    return "Z3 " TEXT(Z3_MAJOR_VERSION) "." TEXT(Z3_MINOR_VERSION) "." TEXT(
        Z3_BUILD_NUMBER);
}

static bool find(void *library, const char *name, void *call)
{
    void *found = dlsym(library, name);
    memcpy(call, &found, sizeof found); /* C has no cast from data to functions */
    return found;
}

static bool open_library(smt *s)
{
    s->library = dlopen("libz3.so.4", RTLD_LAZY | RTLD_LOCAL);
    bool all = s->library;
#define X(call) all = all && find(s->library, "Z3_" #call, &s->call);
    Z3_CALLS(X)
#undef X
    return all;
}

/* smt_check looks at the error code. */
static void ignore_error(Z3_context context, Z3_error_code code)
{
    (void)context;
    (void)code;
}

static void set_up(smt *s)
{
    Z3_config config = s->mk_config();
    s->context = s->mk_context(config);
    s->del_config(config);
    s->set_error_handler(s->context, ignore_error);
    s->solver = s->mk_simple_solver(s->context);
    s->solver_inc_ref(s->context, s->solver);
    Z3_params params = s->mk_params(s->context);
    s->params_inc_ref(s->context, params);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        s->params_set_uint(s->context, params,
                           s->mk_string_symbol(s->context, settings[i].name),
                           settings[i].value);
    s->solver_set_params(s->context, s->solver, params);
    s->params_dec_ref(s->context, params);
}

smt *smt_new(void)
{
    smt *s = mem_alloc(sizeof *s);
    if (open_library(s)) {
        set_up(s);
        return s;
    }
    if (s->library)
        dlclose(s->library);
    mem_free(s, sizeof *s);
    return NULL;
}

void smt_free(smt *s)
{
    if (!s)
        return;
    s->solver_dec_ref(s->context, s->solver);
    s->del_context(s->context);
    mem_free(s, sizeof *s); /* the library stays loaded: another solver may follow */
}

/* ---- sorts ---- */

/* Z3 returns NULL only if Synod passed a wrong argument. */
static smt_sort sort_of(Z3_sort x)
{
    assert(x);
    return (smt_sort)(void *)x;
}

static Z3_sort of_sort(smt_sort x)
{
    return (Z3_sort)(void *)x;
}

static smt_expr expr_of(Z3_ast x)
{
    assert(x);
    return (smt_expr)(void *)x;
}

static Z3_ast of_expr(smt_expr x)
{
    return (Z3_ast)(void *)x;
}

smt_sort smt_sort_int(smt *s)
{
    return sort_of(s->mk_int_sort(s->context));
}

smt_sort smt_sort_bool(smt *s)
{
    return sort_of(s->mk_bool_sort(s->context));
}

smt_sort smt_sort_of(smt *s, smt_expr x)
{
    return sort_of(s->get_sort(s->context, of_expr(x)));
}

static Z3_symbol symbol(smt *s)
{
    return s->mk_int_symbol(s->context, s->symbols++);
}

static Z3_constructor constructor(smt *s, const smt_ctor *ctor)
{
    VEC(Z3_symbol) names = {0};
    VEC(Z3_sort) sorts = {0};
    VEC(unsigned) refs = {0}; /* no field has the sort that is being defined */
    for (uint32_t i = 0; i < ctor->count; i++) {
        vec_push(&names, symbol(s));
        vec_push(&sorts, of_sort(ctor->fields[i]));
        vec_push(&refs, 0);
    }
    Z3_symbol name = symbol(s), recognizer = symbol(s);
    Z3_constructor made = s->mk_constructor(s->context, name, recognizer, ctor->count,
                                            names.data, sorts.data, refs.data);
    vec_free(&names);
    vec_free(&sorts);
    vec_free(&refs);
    return made;
}

smt_sort smt_sort_data(smt *s, uint32_t count, const smt_ctor *ctors)
{
    VEC(Z3_constructor) made = {0};
    for (uint32_t i = 0; i < count; i++)
        vec_push(&made, constructor(s, &ctors[i]));
    Z3_sort sort = s->mk_datatype(s->context, symbol(s), count, made.data);
    vec_each (c, &made)
        s->del_constructor(s->context, *c);
    vec_free(&made);
    return sort_of(sort);
}

/* ---- expressions ---- */

smt_expr smt_const(smt *s, smt_sort sort)
{
    return expr_of(s->mk_fresh_const(s->context, "x", of_sort(sort)));
}

smt_expr smt_int(smt *s, int64_t number)
{
    return expr_of(s->mk_int64(s->context, number, s->mk_int_sort(s->context)));
}

smt_expr smt_bool(smt *s, bool b)
{
    return expr_of(b ? s->mk_true(s->context) : s->mk_false(s->context));
}

static Z3_ast apply(smt *s, smt_op op, Z3_ast const *args)
{
    Z3_context c = s->context;
    switch (op) {
    case SMT_NOT:
        return s->mk_not(c, args[0]);
    case SMT_AND:
        return s->mk_and(c, 2, args);
    case SMT_OR:
        return s->mk_or(c, 2, args);
    case SMT_EQ:
        return s->mk_eq(c, args[0], args[1]);
    case SMT_NEGATE:
        return s->mk_unary_minus(c, args[0]);
    case SMT_ADD:
        return s->mk_add(c, 2, args);
    case SMT_SUB:
        return s->mk_sub(c, 2, args);
    case SMT_MUL:
        return s->mk_mul(c, 2, args);
    case SMT_LT:
        return s->mk_lt(c, args[0], args[1]);
    case SMT_LE:
        return s->mk_le(c, args[0], args[1]);
    case SMT_ITE:
        return s->mk_ite(c, args[0], args[1], args[2]);
    }
    return NULL;
}

smt_expr smt_apply(smt *s, smt_op op, const smt_expr *args)
{
    Z3_ast own[3] = {of_expr(args[0])};
    unsigned count = op == SMT_NOT || op == SMT_NEGATE ? 1 : op == SMT_ITE ? 3 : 2;
    for (unsigned i = 1; i < count; i++)
        own[i] = of_expr(args[i]);
    return expr_of(apply(s, op, own));
}

smt_expr smt_data(smt *s, smt_sort sort, uint32_t ctor, uint32_t count,
                  const smt_expr *args)
{
    Z3_func_decl make =
        s->get_datatype_sort_constructor(s->context, of_sort(sort), ctor);
    VEC(Z3_ast) own = {0};
    for (uint32_t i = 0; i < count; i++)
        vec_push(&own, of_expr(args[i]));
    smt_expr x = expr_of(s->mk_app(s->context, make, count, own.data));
    vec_free(&own);
    return x;
}

static smt_expr look(smt *s, Z3_func_decl call, smt_expr x)
{
    Z3_ast own = of_expr(x);
    return expr_of(s->mk_app(s->context, call, 1, &own));
}

smt_expr smt_is(smt *s, uint32_t ctor, smt_expr x)
{
    Z3_sort sort = s->get_sort(s->context, of_expr(x));
    return look(s, s->get_datatype_sort_recognizer(s->context, sort, ctor), x);
}

smt_expr smt_field(smt *s, uint32_t ctor, uint32_t field, smt_expr x)
{
    Z3_sort sort = s->get_sort(s->context, of_expr(x));
    return look(
        s, s->get_datatype_sort_constructor_accessor(s->context, sort, ctor, field), x);
}

/* ---- queries ---- */

void smt_push(smt *s)
{
    s->solver_push(s->context, s->solver);
}

void smt_pop(smt *s)
{
    s->solver_pop(s->context, s->solver, 1);
}

void smt_assert(smt *s, smt_expr x)
{
    s->solver_assert(s->context, s->solver, of_expr(x));
}

smt_answer smt_check(smt *s)
{
    Z3_lbool found = s->solver_check(s->context, s->solver);
    if (s->get_error_code(s->context) != Z3_OK || found == Z3_L_UNDEF)
        return SMT_UNKNOWN;
    return found == Z3_L_FALSE ? SMT_NO : SMT_YES;
}
