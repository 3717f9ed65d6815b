/* Changes a checkpoint, makes its checksums right again, and resumes from it.  The
 * first byte selects the program; the rest are edits (forge.h). */
#include "../forge.h"
#include "fuzz.h"

static forge all[FORGE_WAYS];

static void clean_up(void)
{
    for (unsigned way = 0; way < FORGE_WAYS; way++)
        if (all[way].p != NULL)
            forge_end(&all[way]);
}

static void set_up(void)
{
    for (unsigned way = 0; way < FORGE_WAYS; way++)
        forge_begin(&all[way], way, 25);
    atexit(clean_up);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST_EDITS = 30 };
    if (size == 0)
        return 0;
    if (all[0].p == NULL)
        set_up();
    forge *f = &all[data[0] % FORGE_WAYS];
    size_t before = mem_in_use();
    size_t edits = (size - 1) / FORGE_EDIT;
    forge_run(f, data + 1, edits < MOST_EDITS ? edits : MOST_EDITS);
    fuzz_check_memory(before);
    return 0;
}
