#include "engine/auto/share.h"

/* Multiples of what the search has spent, and parts of that or of what the other rival
 * has spent, if it is more.  A strong rival gets at least as much as the other. */
enum { WEAK_PART = 64, BEHIND_PART = 8, UNSURE_PART = 6 };
enum { BUSY_TIMES = 2, STRONG_TIMES = 8, FAR_TIMES = 256 };

/* ... and parts of what it will spend soon.  A search that has spent less than LATE may
 * still show at little cost that it is small. */
enum { UNSURE_SOON = 4, EARLY_SOON = 16, BUSY_SOON = 2, LATE = 5000 };

/* ... and multiples, of one that leaves out much, and of sets that are ahead. */
enum { STRONG_SOON = 4, SETS_SOON = 2 };

/* One that is ending gets so many times what it has spent, up to ENDING_MOST: its
 * levels may be small and never end.  It goes before sets up to ENDING_COST, and on if
 * they have spent little. */
enum { ENDING_TIMES = 2, ENDING_COST = 400000, ENDING_MOST = 1 << 21 };

/* A reducing engine usually leaves the first states behind within FIRST_COST.  Beyond,
 * sets get a part of what it spends there, in case it is there for long. */
enum { FIRST_COST = 100000, FIRST_TIMES = 64, FIRST_MOST = 1 << 20 };

/* Levels that are complete say nothing if they have only one in so many states. */
enum { FEW = 7, FEW_COST = 20000 };

/* Levels that grow by three fifths.  A single wide step says nothing. */
enum { BURST_OLD = 5, BURST_NEW = 8, BURST_LEAST = 16 };

/* A set must need so much less for a state than the search, or at first, or if the
 * search must judge cycles, too, so much if it has many times the states.  It is far
 * ahead if it has very many times the states. */
enum { TIMES_CHEAPER = 5, LITTLE_CHEAPER = 1, AHEAD = 5, FAR_AHEAD = 1000 };

/* Sets that grow fast show it within that, even if the first order is a bad one. */
enum { COMPARING_COST = 40000 };

/* Reducing engines that leave out much show it within that. */
enum { COMPARING_REDUCED = 8000 };

/* A rival must show that it leaves out much: so many in a hundred of what it could. */
enum { MUCH = 25 };

bool share_falls(const engine_stats *t)
{
    return t->level < t->level_before;
}

static bool grows(const engine_stats *t)
{
    return t->level > t->level_before;
}

bool share_bursts(const engine_stats *t)
{
    return t->level_before >= BURST_LEAST &&
           t->level * BURST_OLD >= t->level_before * BURST_NEW;
}

/* Does the reducing engine leave out much, where it is now?  It narrows states, drops
 * messages, or finds states that are others renamed.  (How many transitions it leaves
 * out says little: those of the first states are many, and all that is saved of
 * diamonds is seen in states, not in transitions.) */
static bool leaves_out_much(const engine_stats *now, const engine_stats *before)
{
    const reduction_stats *a = &before->reduction;
    const reduction_stats *b = &now->reduction;
    uint64_t states = (now->states - before->states) * MUCH / 100;
    uint64_t transitions = (now->transitions - before->transitions) * MUCH / 100;
    return b->narrowed - a->narrowed >= states ||
           b->dropped - a->dropped >= transitions ||
           b->renamed - a->renamed >= transitions;
}

/* Nearly all its states belong to one level. */
static bool is_at_first(const engine_stats *now, uint64_t cost, bool is_set_ahead)
{
    bool has_few =
        !is_set_ahead && cost < FEW_COST && now->level_before * FEW < now->states;
    return now->level_before == 0 || has_few;
}

/* Beside a set that is ahead it says little that an engine leaves out more than the
 * search, as long as it grows. */
share share_of_reducing(const engine_stats *now, const engine_stats *before,
                        uint64_t cost, bool is_set_ahead)
{
    if (is_at_first(now, cost, is_set_ahead))
        return cost < FIRST_MOST ? FIRST : UNSURE;
    if (!grows(now))
        return ENDING;
    if (!leaves_out_much(now, before))
        return cost < COMPARING_REDUCED ? UNSURE : WEAK;
    if (is_set_ahead)
        return BEHIND;
    return share_bursts(now) ? BUSY : STRONG;
}

bool share_goes_first(share of, uint64_t cost, uint64_t sets)
{
    return (of == FIRST && cost <= share_greater(FIRST_COST, sets * FIRST_TIMES)) ||
           (of == ENDING && cost <= share_greater(ENDING_COST, sets * FIRST_TIMES));
}

/* A set that has more states than the search, for much less, will stay ahead: it grows
 * faster and faster, since what is found once is never looked at again.  One that grows
 * at the rate of the search, or no longer, will not. */
share share_of_sets(double about, uint64_t cost, uint64_t states, unsigned state_cost)
{
    bool is_early = cost < COMPARING_COST || state_cost > 1;
    bool is_large = is_early && about >= AHEAD * (double)states;
    int times = is_large ? LITTLE_CHEAPER : TIMES_CHEAPER;
    bool is_cheap = about * state_cost >= times * (double)cost;
    if (is_cheap && about >= FAR_AHEAD * (double)states)
        return FAR;
    if (is_cheap && about >= (double)states)
        return STRONG;
    return cost < COMPARING_COST ? UNSURE : WEAK;
}

static uint64_t budget_of_unsure(const share_costs *spent, uint64_t most)
{
    bool is_late = spent->search >= LATE;
    return most / UNSURE_PART + spent->soon / (is_late ? UNSURE_SOON : EARLY_SOON);
}

static uint64_t budget_of_strong(const share_costs *spent)
{
    uint64_t cost = spent->search * STRONG_TIMES;
    if (spent->is_set)
        return cost + spent->soon * SETS_SOON;
    bool is_late = spent->search >= LATE;
    return cost + (is_late ? spent->soon * STRONG_SOON : spent->soon / UNSURE_SOON);
}

/* One that is BEHIND the other rival does not gain by what the search spends soon. */
uint64_t share_budget(share of, const share_costs *spent)
{
    uint64_t most = share_greater(spent->search, spent->other);
    switch (of) {
    case WEAK:
        return most / WEAK_PART;
    case BEHIND:
        return most / BEHIND_PART;
    case UNSURE:
        return budget_of_unsure(spent, most);
    case FIRST:
        return share_greater(FIRST_COST, spent->other * FIRST_TIMES);
    case BUSY:
        return spent->search * BUSY_TIMES +
               (spent->search >= LATE ? spent->soon : spent->soon / BUSY_SOON);
    case STRONG:
        return share_greater(most, budget_of_strong(spent));
    case ENDING:
        return share_greater(share_lesser(spent->own * ENDING_TIMES, ENDING_MOST),
                             budget_of_strong(spent));
    case FAR:
        return spent->search * FAR_TIMES + spent->soon;
    }
    return 0;
}
