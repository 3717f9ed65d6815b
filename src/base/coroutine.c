#include "base/coroutine.h"

#include "base/mem.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* So large that no frame of ordinary size reaches past it. */
enum { GUARD = 1 << 20 };

/* ---- Sanitizers and valgrind must know on which stack we are ---- */

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define BEFORE_SWITCH(save, bottom, size) \
    __sanitizer_start_switch_fiber(save, bottom, size)
#define AFTER_SWITCH(save, bottom, size) \
    __sanitizer_finish_switch_fiber(save, bottom, size)
#define CLEAN_STACK(p, size) __asan_unpoison_memory_region(p, size)
#else
#define BEFORE_SWITCH(save, bottom, size) ((void)0)
#define AFTER_SWITCH(save, bottom, size)  ((void)0)
#define CLEAN_STACK(p, size)              ((void)0)
#endif

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_STACK_REGISTER(start, end) 0
#define VALGRIND_STACK_DEREGISTER(id)       ((void)(id))
#endif

/* ---- The switch ---- */

static void enter(coroutine *c);

#if defined(HAVE_BOOST_CONTEXT)

/* Boost.Context: a switch is a few moves between registers and the stack. */
typedef struct transfer {
    void *from;
    void *data;
} transfer;

extern transfer jump_fcontext(void *to, void *data);
extern void *make_fcontext(void *stack_top, size_t size, void (*run)(transfer));

static void first(transfer t)
{
    coroutine *c = t.data;
    c->outside = t.from;
    enter(c);
}

static void prepare(coroutine *c)
{
    c->inside = make_fcontext(c->stack + c->size, c->size, first);
}

static void switch_in(coroutine *c)
{
    c->inside = jump_fcontext(c->inside, c).from;
}

static void switch_out(coroutine *c)
{
    c->outside = jump_fcontext(c->outside, NULL).from;
}

static void fini_switch(coroutine *c)
{
    (void)c;
}

#else

/* POSIX: each switch reads the signal mask by a system call, so it takes ten times as
 * long. */
#include <ucontext.h>

typedef struct both {
    ucontext_t inside, outside;
} both;

static void first(unsigned high, unsigned low)
{
    enter((coroutine *)((uintptr_t)high << 32 | low)); /* NOLINT */
}

static void prepare(coroutine *c)
{
    if (c->inside == NULL)
        c->inside = mem_alloc(sizeof(both));
    ucontext_t *u = &((both *)c->inside)->inside;
    getcontext(u);
    u->uc_stack.ss_sp = c->stack;
    u->uc_stack.ss_size = c->size;
    u->uc_link = NULL;
    uintptr_t p = (uintptr_t)c;
    makecontext(u, (void (*)(void))first, 2, (unsigned)(p >> 32), (unsigned)p);
}

static void switch_in(coroutine *c)
{
    both *b = c->inside;
    swapcontext(&b->outside, &b->inside);
}

static void switch_out(coroutine *c)
{
    both *b = c->inside;
    swapcontext(&b->inside, &b->outside);
}

static void fini_switch(coroutine *c)
{
    mem_free(c->inside, c->inside != NULL ? sizeof(both) : 0);
}

#endif

static void enter(coroutine *c)
{
    AFTER_SWITCH(NULL, &c->outside_stack, &c->outside_size);
    c->run(c->arg);
    abort(); /* RUN must not return: this stack has no caller */
}

/* ---- Stacks ---- */

status coroutine_init(coroutine *c, size_t size)
{
    assert(size > 0);
    *c = (coroutine){0};
    c->size = (size + MEM_PAGE - 1) / MEM_PAGE * MEM_PAGE;
    c->stack = mem_map_guarded(c->size, GUARD);
    if (c->stack == NULL)
        return ST_LIMIT;
    c->valgrind_id =
        (unsigned)VALGRIND_STACK_REGISTER(c->stack, c->stack + c->size - 1);
    return ST_OK;
}

void coroutine_fini(coroutine *c)
{
    if (c->stack == NULL)
        return;
    VALGRIND_STACK_DEREGISTER(c->valgrind_id);
    CLEAN_STACK(c->stack, c->size);
    mem_unmap_guarded(c->stack, c->size, GUARD);
    fini_switch(c);
    *c = (coroutine){0};
}

bool coroutine_owns(const coroutine *c, const void *p)
{
    uintptr_t at = (uintptr_t)p;
    uintptr_t from = (uintptr_t)c->stack;
    return c->stack != NULL && at >= from && at < from + c->size;
}

bool coroutine_overflows(const coroutine *c, const void *p)
{
    uintptr_t at = (uintptr_t)p;
    uintptr_t from = (uintptr_t)c->stack;
    return c->stack != NULL && at >= from - GUARD && at < from;
}

void coroutine_forget(coroutine *c)
{
    if (c->stack != NULL)
        madvise(c->stack, c->size, MADV_DONTNEED);
}

/* ---- Switching ---- */

void coroutine_begin(coroutine *c, void (*run)(void *arg), void *arg)
{
    assert(c->stack != NULL);
    assert(run != NULL);
    CLEAN_STACK(c->stack, c->size); /* an earlier run may have left frames on it */
    c->run = run;
    c->arg = arg;
    c->fake_stack = NULL;
    prepare(c);
}

void coroutine_resume(coroutine *c)
{
    assert(c->inside != NULL); /* it was begun */
#if defined(__SANITIZE_ADDRESS__)
    void *mine;
#endif
    BEFORE_SWITCH(&mine, c->stack, c->size);
    switch_in(c);
    AFTER_SWITCH(mine, NULL, NULL);
}

void coroutine_leave(coroutine *c)
{
    BEFORE_SWITCH(&c->fake_stack, c->outside_stack, c->outside_size);
    switch_out(c);
    AFTER_SWITCH(c->fake_stack, &c->outside_stack, &c->outside_size);
}

void coroutine_abandon(coroutine *c)
{
    BEFORE_SWITCH(NULL, c->outside_stack, c->outside_size);
    switch_out(c);
    abort(); /* it must not be resumed */
}
