/* A blocked Bloom filter (Putze, Sanders, Singler 2007) whose block is a word of 64
 * bits: one cache miss and one atomic operation a key.  A block of a whole cache line
 * would miss slightly fewer keys, but would need three operations, between which two
 * threads could both find the same key new.
 *
 * How many keys are missed.  Let N distinct keys have been added to w words, x = N / w.
 * A missed key changes no bit, so the words are as if all N had been stored.  The
 * number of keys of a given word is Poisson distributed with mean x.  One key leaves s
 * given bits of its word unchanged with probability
 *
 *     q(s) = C(64 - s, 3) / C(64, 3)           so all keys do with  exp(-x (1 - q(s)))
 *
 * (1) Given bit: a share exp(-x (1 - q(1))) of all bits, q(1) = 61/64, is still 0.
 * Counting the zeros therefore determines x, and N.
 *
 * (2) The next new key is missed when its three bits are set; by inclusion and
 * exclusion
 *
 *     f(x) = sum over s = 0..3 of (-1)^s C(3, s) exp(-x (1 - q(s)))
 *
 * (3) The keys missed so far are the integral of f from 0 to x, times w; their share of
 * N is
 *
 *     F(x) / x,  F(x) = x + sum over s = 1..3 of (-1)^s C(3, s) (1 - exp(-x a)) / a
 *
 *     with a = 1 - q(s).
 *
 * This assumes a random hash and large w.
 */
#include "engine/explore/bitstate.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>

static size_t size_of_words(uint64_t word_count)
{
    return word_count * sizeof(uint64_t);
}

/* Rounded up to whole cache lines. */
static uint64_t words_for(size_t bytes)
{
    return ((uint64_t)bytes / 64 + (bytes % 64 != 0)) * 8;
}

bitstate *bitstate_new(size_t bytes)
{
    assert(bytes > 0);
    if (bytes > SIZE_MAX - 64)
        return NULL;
    bitstate *b = mem_alloc(sizeof *b);
    b->word_count = words_for(bytes);
    b->words = mem_map(size_of_words(b->word_count));
    if (b->words != NULL)
        return b;
    mem_free(b, sizeof *b);
    return NULL;
}

void bitstate_free(bitstate *b)
{
    if (b == NULL)
        return;
    mem_unmap(b->words, size_of_words(b->word_count));
    mem_free(b, sizeof *b);
}

size_t bitstate_bytes(const bitstate *b)
{
    return size_of_words(b->word_count);
}

static uint64_t count_ones(const bitstate *b)
{
    uint64_t ones = 0;
    for (uint64_t i = 0; i < b->word_count; i++) {
        uint64_t word = atomic_load_explicit(&b->words[i], memory_order_relaxed);
        ones += (uint64_t)__builtin_popcountll(word);
    }
    return ones;
}

static double touched(int s) /* 1 - q(s) */
{
    double free = 64 - s;
    return 1 - free * (free - 1) * (free - 2) / (64.0 * 63 * 62);
}

/* F(x) / x, for x > 0.  expm1 computes 1 - exp(-x a) exactly for tiny x. */
static double share_missed(double x)
{
    static const double signed_choices[] = {1, -3, 3, -1};
    double sum = 1;
    for (int s = 1; s <= 3; s++)
        sum += signed_choices[s] * -expm1(-x * touched(s)) / (touched(s) * x);
    return sum > 0 ? sum : 0; /* rounding */
}

bitstate_estimate bitstate_coverage(const bitstate *b)
{
    uint64_t ones = count_ones(b);
    double bits = (double)b->word_count * 64;
    if (ones == 0)
        return (bitstate_estimate){1, 0, INFINITY};
    assert(ones <= b->word_count * 64);
    double zeros = bits - (double)ones;
    if (zeros < 0.5)
        zeros = 0.5; /* all bits are set: there is no estimate, but it stays finite */
    double x = -log(zeros / bits) / touched(1);
    double keys = x * (double)b->word_count;
    return (bitstate_estimate){1 - share_missed(x), keys, bits / keys};
}
