#include "search.h"

#include "../confirm.h"

#include <stdlib.h>
#include <string.h>

/* ---- Words ---- */

static bool parse_por(const char *word, por_kind *out)
{
    static const char *const words[] = {
        [POR_NES] = "nes", [POR_LPOR] = "lpor", [POR_OFF] = "off"};
    for (por_kind i = POR_NES; i <= POR_OFF; i++) {
        if (strcmp(word, words[i]) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

static bool parse_symmetry(const char *word, symmetry_kind *out)
{
    static const char *const words[] = {
        [SYMMETRY_AUTO] = "auto", [SYMMETRY_OFF] = "off", [SYMMETRY_EXACT] = "exact"};
    for (symmetry_kind i = SYMMETRY_AUTO; i <= SYMMETRY_EXACT; i++) {
        if (strcmp(word, words[i]) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

static bool parse_order(const char *word, order_kind *out)
{
    static const char *const words[ORDER_KINDS] = {[ORDER_BEST] = "best",
                                                   [ORDER_CREATED] = "created",
                                                   [ORDER_HUBS_LAST] = "hubs-last",
                                                   [ORDER_NARROW] = "narrow",
                                                   [ORDER_IN_LINE] = "in-line"};
    for (order_kind i = ORDER_BEST; i < ORDER_KINDS; i++) {
        if (strcmp(word, words[i]) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

bool search_parse_tuning(explore_tuning *t, char *text)
{
    enum { CACHE, ID, PILOT, SHARED, BUDGET, COLLECTS, ROOM, NUMBERS, TRIAL };
    char *const names[] = {[CACHE] = "cache",   [ID] = "id",
                           [PILOT] = "pilot",   [SHARED] = "shared",
                           [BUDGET] = "budget", [COLLECTS] = "collects",
                           [ROOM] = "room",     [NUMBERS] = "numbers",
                           [TRIAL] = "trial",   NULL};
    while (*text != '\0') {
        char *number = NULL;
        int name = getsubopt(&text, names, &number);
        if (name < 0 || number == NULL)
            return false;
        uint64_t n = strtoull(number, NULL, 10);
        if (name == CACHE)
            t->cache_bits = (unsigned)n;
        else if (name == ID)
            t->id_bits = (unsigned)n;
        else if (name == PILOT)
            t->pilot_states = n;
        else if (name == SHARED)
            t->shared_keys = n;
        else if (name == BUDGET)
            t->level_budget = n;
        else if (name == COLLECTS)
            t->collects = n > 0;
        else if (name == ROOM)
            t->room = n;
        else if (name == NUMBERS)
            t->numbers = (uint32_t)n;
        else
            t->trial = n;
    }
    return true;
}

/* One part of a search. */
static bool parse_part(search *how, char **text)
{
    enum {
        FULL,
        SETS,
        ORDER,
        POR,
        SYMMETRY,
        KEEP,
        ASI,
        TAIL,
        QUORUMS,
        REPLIES,
        FLAWS,
        ROLES
    };
    char *const names[] = {[FULL] = "full",
                           [SETS] = "sets",
                           [ORDER] = "order",
                           [POR] = "por",
                           [SYMMETRY] = "symmetry",
                           [KEEP] = "keep",
                           [ASI] = "asi",
                           [TAIL] = "tail",
                           [QUORUMS] = "quorums",
                           [REPLIES] = "replies",
                           [FLAWS] = "flaws",
                           [ROLES] = "roles",
                           NULL};
    char *with = NULL;
    int name = getsubopt(text, names, &with);
    reduction *r = &how->how;
    switch (name) {
    case FULL:
        how->engine = ENGINE_EXPLICIT;
        break;
    case SETS:
        how->engine = ENGINE_SETS;
        break;
    case ORDER:
        return with != NULL && parse_order(with, &how->order);
    case POR:
        return with != NULL && parse_por(with, &r->por);
    case SYMMETRY:
        return with != NULL && parse_symmetry(with, &r->symmetry);
    case KEEP:
        r->keeps_dead = true;
        break;
    case ASI:
        r->unbounded = true;
        break;
    case TAIL:
        r->tail = with != NULL ? (unsigned)strtoul(with, NULL, 10) : 0;
        break;
    case QUORUMS:
        r->joins_quorums = true;
        break;
    case REPLIES:
        r->joins_replies = true;
        break;
    case FLAWS:
        r->flaws = with != NULL ? (unsigned)strtoul(with, NULL, 10) : 0;
        break;
    case ROLES:
        how->is_anonymous = true;
        break;
    default: /* then this is all of the part */
        return with != NULL && search_parse_tuning(&how->tuning, with);
    }
    return true;
}

bool search_parse(search *how, const char *text, arena *memory)
{
    /* Local states are compared with those of naive, which sorts nothing: orders.py
     * compares searches that do. */
    *how =
        (search){.text = text, .engine = ENGINE_REDUCED, .how = {.keeps_orders = true}};
    for (char *rest = arena_strndup(memory, text, strlen(text)); *rest != '\0';)
        if (!parse_part(how, &rest))
            return false;
    return true;
}

/* ---- Searches ---- */

void search_run(const search *how, engine_options *e, lines *seen, result *r)
{
    bool polls_queue = seen->has_locals || seen->has_ends || seen->has_digest;
    seen->is_anonymous = how->is_anonymous;
    e->reduction = how->how;
    e->tuning = how->tuning;
    e->order = how->order;
    e->core.stops_at_sends = how->how.unbounded;
    e->see_state = polls_queue ? lines_see_state : NULL;
    e->see_local = polls_queue ? lines_see_local : NULL;
    e->see_context = seen;
    registry_run(how->engine, r->ir, r->test, e, &r->verdict);
    if (r->verdict.kind == VERDICT_VIOLATED)
        confirm_as_found(r);
}
