/* vec.h -- growable arrays with the element type in view.
 *
 *     VEC(int) v = {0};
 *     vec_push(&v, 7);
 *     vec_each (p, &v) ...
 *     vec_free(&v);
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/mem.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#define VEC(T)      \
    struct {        \
        T *data;    \
        size_t len; \
        size_t cap; \
    }

#define vec_push(v, x)                                                     \
    do {                                                                   \
        __typeof__(*(v)->data) vec_new_ = (x); /* may itself push to V */  \
        if ((v)->len == (v)->cap)                                          \
            (v)->data = mem_grow((v)->data, &(v)->cap, sizeof *(v)->data); \
        (v)->data[(v)->len++] = vec_new_;                                  \
    } while (0)

/* Adds COUNT elements that stand at FROM, which is not in V. */
#define vec_append(v, from, count)                                              \
    do {                                                                        \
        size_t vec_count_ = (count);                                            \
        while ((v)->cap - (v)->len < vec_count_)                                \
            (v)->data = mem_grow((v)->data, &(v)->cap, sizeof *(v)->data);      \
        if (vec_count_ > 0)                                                     \
            memcpy((v)->data + (v)->len, from, vec_count_ * sizeof *(v)->data); \
        (v)->len += vec_count_;                                                 \
    } while (0)

/* The bytes that the array will take in addition if MORE elements make it grow; else
 * 0. */
#define vec_coming_growth(v, more) \
    ((v)->len + (more) > (v)->cap ? 2 * (v)->cap * sizeof *(v)->data : (size_t)0)

#define vec_pop(v)   (assert((v)->len > 0), (v)->data[--(v)->len])
#define vec_at(v, i) (assert((i) < (v)->len), (v)->data + (i))
#define vec_last(v)  (assert((v)->len > 0), (v)->data + (v)->len - 1)
#define vec_clear(v) ((void)((v)->len = 0))
#define vec_free(v)                                        \
    do {                                                   \
        mem_free((v)->data, (v)->cap * sizeof *(v)->data); \
        (v)->data = NULL;                                  \
        (v)->len = (v)->cap = 0;                           \
    } while (0)

/* P points at each element in turn.  The vector must not grow during the loop. */
#define vec_each(p, v)                                                                 \
    for (__typeof__((v)->data + 0) p = (v)->data, p##_end = (v)->len                   \
                                                                ? (v)->data + (v)->len \
                                                                : (v)->data;           \
         p != p##_end; p++)

/* The same over a list, {data, count}: a finished array that ARENA_TAKE made. */
#define list_each(p, l)                                                          \
    for (__typeof__((l)->data + 0) p = (l)->data,                                \
                                   p##_end = (l)->count ? (l)->data + (l)->count \
                                                        : (l)->data;             \
         p != p##_end; p++)

#endif
