/* fuzz.h -- what fuzz targets share.
 *
 * A target defines LLVMFuzzerTestOneInput.  With libFuzzer this is its entry point;
 * compiled with -DSTANDALONE it reads a file, or standard input, as AFL++ wants it.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Where output goes that must only not crash. */
static inline FILE *fuzz_sink(void)
{
    static FILE *null;
    if (null == NULL)
        null = fopen("/dev/null", "w");
    return null;
}

/* As much memory must be in use as BEFORE. */
static inline void fuzz_check_memory(size_t before)
{
    if (mem_in_use() != before) {
        fprintf(stderr, "%zu bytes are still in use\n", mem_in_use() - before);
        abort();
    }
}

#ifdef STANDALONE
int main(int argc, char **argv)
{
    enum { LARGEST = 1 << 20 };
    static uint8_t buffer[LARGEST];
    FILE *in = argc > 1 ? fopen(argv[1], "rb") : stdin;
    if (in == NULL) {
        perror(argv[1]);
        return 2;
    }
    size_t size = fread(buffer, 1, sizeof buffer, in);
    return LLVMFuzzerTestOneInput(buffer, size);
}
#endif

#endif
