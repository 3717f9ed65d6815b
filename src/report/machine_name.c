#include "report/machine_name.h"

#include <stdio.h>
#include <string.h>

static bool is_of_type(const char *name, const char *type)
{
    size_t len = strlen(type);
    return strncmp(name, type, len) == 0 && (name[len] == '\0' || name[len] == '(');
}

bool machine_name_is_known(const ir_program *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->machine_count; i++)
        if (is_of_type(name, ir->machines[i].name))
            return true;
    for (uint32_t i = 0; i < ir->interface_count; i++)
        if (is_of_type(name, ir->interfaces[i].name))
            return true;
    return false;
}

const char *machine_name_split(const char *name, char owner[MACHINE_NAME_SIZE])
{
    const char *dot = strrchr(name, '.');
    owner[0] = '\0';
    if (dot == NULL || strchr(dot, ')') != NULL)
        return name;
    snprintf(owner, MACHINE_NAME_SIZE, "%.*s", (int)(dot - name), name);
    return dot + 1;
}
