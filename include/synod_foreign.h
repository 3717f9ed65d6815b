/* synod_foreign.h -- foreign functions of a P model, in C.
 *
 *     fun Checksum(numbers: seq[int]): int;          // in the model
 *
 *     #include <synod_foreign.h>                  // in checksum.c
 *     syn_value Checksum(const syn_env *env, const syn_value *args, size_t count)
 *     {
 *         int64_t sum = 0;
 *         for (size_t i = 0; i < env->size(env, args[0]); i++)
 *             sum = sum * 31 + env->to_int(env, env->item(env, args[0], i));
 *         return env->make_int(env, sum);
 *     }
 *
 *     cc -shared -fPIC -o checksum.so checksum.c
 *     synod check model.p --foreign=checksum.so
 *
 * A function of a machine has its own name, too, not Machine_Name.
 *
 * A function must be pure: its result depends on its arguments alone, since Synod
 * remembers results.  It makes every call twice to see that; if the results differ, or
 * if the function crashes, Synod ends.  Several threads may call it at the same time.
 * Values live until the function returns; do not keep them.
 */
#ifndef SYNOD_FOREIGN_H
#define SYNOD_FOREIGN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t syn_value;
#define SYN_NULL ((syn_value)0)

typedef enum syn_kind {
    SYN_KIND_NULL,
    SYN_KIND_BOOL,
    SYN_KIND_INT, /* also elements of enums */
    SYN_KIND_FLOAT,
    SYN_KIND_STRING,
    SYN_KIND_EVENT,
    SYN_KIND_MACHINE,
    SYN_KIND_TUPLE, /* also named tuples: items in the order of declaration */
    SYN_KIND_SEQ,
    SYN_KIND_SET,
    SYN_KIND_MAP,
} syn_kind;

typedef struct syn_env syn_env;

/* Operations on values.  An operation on a value of the wrong kind (to_int of a string,
 * an item beyond the size) fails the run with a message, and returns 0. */
struct syn_env {
    unsigned version; /* of this table: 1 */

    syn_kind (*kind)(const syn_env *env, syn_value v);
    int64_t (*to_int)(const syn_env *env, syn_value v); /* of a bool: 0 or 1 */
    double (*to_float)(const syn_env *env, syn_value v);
    /* Bytes with a NUL behind them; LEN may be NULL. */
    const char *(*to_string)(const syn_env *env, syn_value v, size_t *len);
    /* Elements of a tuple, sequence or set; pairs of a map. */
    size_t (*size)(const syn_env *env, syn_value v);
    syn_value (*item)(const syn_env *env, syn_value v,
                      size_t index); /* of a map: value */
    syn_value (*key)(const syn_env *env, syn_value map, size_t index);

    syn_value (*make_bool)(const syn_env *env, int b);
    syn_value (*make_int)(const syn_env *env, int64_t n);
    syn_value (*make_float)(const syn_env *env, double d);
    syn_value (*make_string)(const syn_env *env, const char *bytes, size_t len);
    syn_value (*make_seq)(const syn_env *env, const syn_value *items, size_t count);
    syn_value (*make_tuple)(const syn_env *env, const syn_value *items, size_t count);
    /* A tuple with the names of LIKE and other items. */
    syn_value (*make_like)(const syn_env *env, syn_value like, const syn_value *items,
                           size_t count);

    /* Fails the run like an assertion; the function should then return. */
    void (*fail)(const syn_env *env, const char *message);
};

typedef syn_value syn_function(const syn_env *env, const syn_value *args, size_t count);

#ifdef __cplusplus
}
#endif

#endif
