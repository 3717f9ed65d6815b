#include "core/player.h"

void player_init(player *p, core *c)
{
    *p = (player){.c = c};
    p->script.notes = &p->raw;
    c->script = &p->script;
}

void player_fini(player *p)
{
    p->c->script = NULL;
    vec_free(&p->state);
    vec_free(&p->next);
    vec_free(&p->notes);
    vec_free(&p->raw);
    vec_free(&p->enabled);
}

/* ---- Notes ---- */

/* Adds the notes of monitors in an observation.  AT is the index to continue from:
 * their notes are in order too. */
static void add_observation(player *p, uint32_t number, size_t *at)
{
    for (; *at < p->raw.len; ++*at) {
        const note *n = &p->raw.data[*at];
        if (n->machine == MACHINE_NONE && n->observation > number)
            return;
        if (n->machine == MACHINE_NONE)
            vec_push(&p->notes, *n);
    }
}

/* Moves the notes of monitors to the observations that caused them.  If a monitor
 * failed, nothing follows. */
static void order_notes(player *p)
{
    bool monitor_failed = p->result.fault != 0 && p->result.monitor != IR_NONE;
    uint32_t number = 0;
    size_t at = 0;
    add_observation(p, 0, &at); /* at the start of the run */
    vec_each (n, &p->raw) {
        if (n->machine == MACHINE_NONE)
            continue;
        if (n->kind != NOTE_OBSERVED) {
            vec_push(&p->notes, *n);
            continue;
        }
        add_observation(p, ++number, &at);
        if (monitor_failed && number == p->script.observations)
            return;
    }
}

/* ---- Transitions ---- */

static void forget_last(player *p)
{
    p->raw.len = 0;
    p->notes.len = 0;
    p->message = VALUE_NULL;
    p->script.choices = NULL;
    p->script.choice_count = 0;
    p->script.used = 0;
    p->script.is_wrong = false;
    p->script.observations = 0;
}

static play_answer answer(player *p)
{
    if (p->result.is_pruned)
        return PLAY_NONE;
    order_notes(p);
    return p->result.fault != 0 ? PLAY_FAILED : PLAY_MADE;
}

play_answer player_begin(player *p)
{
    forget_last(p);
    system_start(p->c, &p->next, &p->result);
    return answer(p);
}

size_t player_enabled(player *p)
{
    return system_enabled(p->c, &p->state, &p->enabled);
}

bool player_must(const player *p, transition *m)
{
    machine_id id = system_urgent(p->c, &p->state);
    *m = (transition){.kind = TRANSITION_ACT, .machine = id};
    return id != MACHINE_NONE;
}

bool player_can(player *p, transition m)
{
    player_enabled(p);
    vec_each (one, &p->enabled)
        if (transition_is_same(*one, m))
            return true;
    return false;
}

play_answer player_make(player *p, transition m, const uint32_t *choices,
                        uint32_t count)
{
    forget_last(p);
    p->message = system_message(p->c, &p->state, m);
    p->script.choices = choices;
    p->script.choice_count = count;
    step_trim(p->c);
    if (!system_step(p->c, &p->state, m, 0, &p->next, &p->result))
        return PLAY_NONE;
    return answer(p);
}

play_answer player_draw(player *p, transition m, uint64_t *random)
{
    p->script.random = random;
    play_answer answer = player_make(p, m, NULL, 0);
    p->script.random = NULL;
    return answer;
}

bool player_made_choices(const player *p)
{
    return p->script.used == p->script.choice_count && !p->script.is_wrong;
}

void player_go(player *p)
{
    assert(p->result.fault == 0 && !p->result.is_pruned);
    system_state was = p->state;
    p->state = p->next;
    p->next = was;
}

void player_go_to(player *p, const system_state *s)
{
    vec_clear(&p->state);
    vec_each (x, s)
        vec_push(&p->state, *x);
}

fault player_fault(const player *p)
{
    assert(p->result.fault > 0 && p->result.fault <= p->c->faults.len);
    return p->c->faults.data[p->result.fault - 1];
}
