#include "cli/instances.h"

#include "cli/interrupt.h"

#include "base/suggest.h"

#include <stdlib.h>
#include <string.h>

void instances_init(instances *x, const char *name)
{
    *x = (instances){0};
    arena_init(&x->tried.memory);
    result_init_named(&x->asked_for.result, name);
    recording_init(&x->asked_for.recording);
    x->result = &x->asked_for.result;
}

void instances_fini(instances *x)
{
    icet_try_fini(&x->tried);
    check_fini(&x->asked_for);
}

void instances_try(instances *x, const options *o, sources *src, const icet_program *p)
{
    uint64_t seconds = o->instance_time;
    if (o->max_time > 0 && o->max_time < seconds)
        seconds = o->max_time;
    if (seconds == 0)
        return;
    icet_try_options t = {.program = p,
                          .src = src,
                          .bound = (uint32_t)o->bound,
                          .max_seconds = (double)seconds,
                          .stop = &interrupted};
    arena_fini(&x->tried.memory);
    icet_try_instances(&t, &x->tried);
    if (!x->tried.fails)
        return;
    x->result = &x->tried.failing.result;
    x->sizes = x->tried.sizes;
}

/* ---- --sizes ---- */

static bool find_set(const icet_program *p, const char *name, uint32_t *set,
                     strbuf *why)
{
    suggest s;
    suggest_start(&s, name);
    for (uint32_t i = 0; i < p->set_count; i++) {
        if (strcmp(p->sets[i].name, name) == 0) {
            *set = i;
            return true;
        }
        suggest_offer(&s, p->sets[i].name);
    }
    strbuf_printf(why, "--sizes: there is no set '%s'", name);
    if (s.best != NULL)
        strbuf_printf(why, "; did you mean '%s'?", s.best);
    return false;
}

enum { MOST = 100 };

/* Reads one size, such as A=2; changes TEXT. */
static bool read_size(const icet_program *p, char *text, bool *is_given,
                      uint32_t *sizes, strbuf *why)
{
    char *number = strchr(text, '=');
    char *end = text;
    uint32_t set = 0;
    unsigned long n = 0;
    if (number != NULL && number[1] >= '0' && number[1] <= '9')
        n = strtoul(number + 1, &end, 10);
    if (number == NULL || *end != '\0' || n > MOST) {
        strbuf_printf(why, "--sizes: '%s' is not a size such as A=2, at most %d", text,
                      MOST);
        return false;
    }
    *number = '\0';
    if (!find_set(p, text, &set, why))
        return false;
    if (is_given[set])
        strbuf_printf(why, "--sizes: %s is given twice", text);
    else if (n < p->sets[set].at_least)
        strbuf_printf(why, "--sizes: %s has at least %u", text, p->sets[set].at_least);
    is_given[set] = true;
    sizes[set] = (uint32_t)n;
    return why->len == 0;
}

static bool all_are_given(const icet_program *p, const bool *is_given, strbuf *why)
{
    for (uint32_t i = 0; i < p->set_count; i++) {
        if (is_given[i])
            continue;
        strbuf_printf(why, "--sizes: the size of %s is missing; for example --sizes=",
                      p->sets[i].name);
        for (uint32_t k = 0; k < p->set_count; k++)
            strbuf_printf(why, "%s%s=2", k > 0 ? "," : "", p->sets[k].name);
        return false;
    }
    return true;
}

/* Reads --sizes into MEMORY; NULL: WHY says what is wrong. */
static const uint32_t *read_sizes(const icet_program *p, const char *text,
                                  arena *memory, strbuf *why)
{
    uint32_t *sizes = ARENA_ARRAY(memory, uint32_t, p->set_count + 1);
    bool *is_given = ARENA_ARRAY(memory, bool, p->set_count + 1);
    const char *given = text != NULL ? text : "";
    char *rest = arena_strndup(memory, given, strlen(given));
    for (char *one; (one = strsep(&rest, ",")) != NULL;)
        if (one[0] != '\0' && !read_size(p, one, is_given, sizes, why))
            return NULL;
    return all_are_given(p, is_given, why) ? sizes : NULL;
}

bool instances_explore(instances *x, const options *o, sources *src,
                       const icet_program *p, strbuf *why)
{
    x->sizes = read_sizes(p, o->sizes, &x->tried.memory, why);
    if (x->sizes == NULL)
        return false;
    icet_instance i = {.program = p,
                       .src = src,
                       .sizes = x->sizes,
                       .max_seconds = (double)o->max_time,
                       .stop = &interrupted};
    check_fini(&x->asked_for);
    icet_instance_check(&i, &x->asked_for);
    return true;
}
