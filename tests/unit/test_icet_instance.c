/* Instances of IceT programs: verdicts, counts of executions, and final states that are
 * worked out by hand. */
#include "api/icet/instance.h"

#include "unit.h"

#include <string.h>

static const icet_type unit_type = {.kind = ICET_TUPLE};
static const icet_type pid_type = {.kind = ICET_PID};

TEST(two_processes_wait_for_each_other)
{
    icet_message messages[] = {{.name = "a", .payload = &unit_type},
                               {.name = "b", .payload = &unit_type}};
    icet_expr p_name = {.kind = ICET_EX_PROCESS, .type = &pid_type, .index = 0};
    icet_expr q_name = {.kind = ICET_EX_PROCESS, .type = &pid_type, .index = 1};
    icet_stmt p_send = {
        .kind = ICET_SEND, .id = 1, .message = 0, .to = &q_name, .var = ICET_NONE};
    icet_stmt p_body = {.kind = ICET_RECEIVE,
                        .message = 1,
                        .var = ICET_NONE,
                        .from = ICET_FROM_PROCESS,
                        .to = &q_name,
                        .next = &p_send};
    icet_stmt q_send = {
        .kind = ICET_SEND, .id = 1, .message = 1, .to = &p_name, .var = ICET_NONE};
    icet_stmt q_body = {
        .kind = ICET_RECEIVE, .message = 0, .var = ICET_NONE, .next = &q_send};
    icet_process processes[] = {{.name = "p", .set = ICET_NONE, .body = &p_body},
                                {.name = "q", .set = ICET_NONE, .body = &q_body}};
    icet_program two = {.message_count = 2,
                        .messages = messages,
                        .process_count = 2,
                        .processes = processes};
    sources src;
    checked out;
    sources_init(&src);
    icet_instance i = {.program = &two, .src = &src};
    icet_instance_check(&i, &out);
    assert_int_equal(out.result.verdict.kind, VERDICT_VIOLATED);
    assert_int_equal(out.result.verdict.fault.kind, FAULT_DEADLOCK);
    assert_string_equal(out.result.verdict.fault.text,
                        "p waits for b from q; q waits for a");
    checked_fini(&out);

    q_send.next = &q_body; /* the other way round */
    q_send.id = 0;
    q_body.id = 1;
    q_body.next = NULL;
    processes[1].body = &q_send;
    icet_instance_check(&i, &out);
    assert_int_equal(out.result.verdict.kind, VERDICT_EXHAUSTED);
    assert_int_equal(out.result.verdict.stats.executions, 1);
    checked_fini(&out);
    sources_fini(&src);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(two_processes_wait_for_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
