#include "evidence/room.h"

static bool is_used_up(void *context)
{
    const size_t *most = context;
    return mem_in_use() > *most;
}

void room_limit(core *c, const size_t *most)
{
    if (*most == 0)
        return;
    c->is_over = is_used_up;
    c->is_over_context = (void *)most;
}
