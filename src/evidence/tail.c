#include "evidence/tail.h"

play_answer tail_draw(player *p, const trace_tail *t, uint64_t k, transition *m)
{
    uint64_t random = hot_tail_random(t->seed, k);
    if (player_enabled(p) == 0)
        return PLAY_NONE;
    *m = hot_tail_draw(&p->enabled, &random);
    return player_draw(p, *m, &random);
}

void tail_note(hot_tail *h, const player *p)
{
    hot_tail_note(h, p->c, &p->next, p->result.cooled);
}
