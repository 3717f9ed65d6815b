/* Writes a P program of about N lines to standard output: machines that talk to each
 * other, with types, handlers, functions, specs and tests in the proportions of real
 * models.  The same N always gives the same program.
 *
 * usage: generate-model LINES */
#include <stdio.h>
#include <stdlib.h>

static long lines;

#define LINE(...) (printf(__VA_ARGS__), putchar('\n'), lines++)

static void write_types(int k)
{
    LINE("// Cluster %d: a client, a server that keeps a log, and a spec that watches "
         "them.",
         k);
    LINE("enum tStatus%d { OK%d, RETRY%d, FAILED%d }", k, k, k, k);
    LINE("type tRequest%d = (source: machine, id: int, key: string, amount: int);", k);
    LINE("type tReply%d = (id: int, status: tStatus%d, total: int);", k, k);
    LINE("event eRequest%d: tRequest%d;", k, k);
    LINE("event eReply%d: tReply%d;", k, k);
    LINE("event eTick%d;", k);
    LINE("%s", "");
}

static void write_client(int k)
{
    LINE("machine Client%d {", k);
    LINE("  var server: machine;");
    LINE("  var left, answered: int;");
    LINE("  var pending: map[int, tRequest%d];", k);
    LINE("  start state Init {");
    LINE("    entry (payload: (server: machine, rounds: int)) {");
    LINE("      server = payload.server;");
    LINE("      left = payload.rounds;");
    LINE("      goto Working;");
    LINE("    }");
    LINE("  }");
    LINE("  state Working {");
    LINE("    entry {");
    LINE("      var request: tRequest%d;", k);
    LINE("      if (left > 0) {");
    LINE("        request = (source = this, id = left, key = format(\"k{0}\", left), "
         "amount = choose(3));");
    LINE("        pending[left] = request;");
    LINE("        send server, eRequest%d, request;", k);
    LINE("        left = left - 1;");
    LINE("      } else {");
    LINE("        raise halt;");
    LINE("      }");
    LINE("    }");
    LINE("    on eReply%d do (reply: tReply%d) {", k, k);
    LINE("      assert reply.id in pending, format(\"reply {0} to nothing\", "
         "reply.id);");
    LINE("      if (reply.status == RETRY%d && answered < 5) {", k);
    LINE("        send server, eRequest%d, pending[reply.id];", k);
    LINE("        answered = answered + 1;");
    LINE("        return;");
    LINE("      }");
    LINE("      pending -= (reply.id);");
    LINE("      goto Working;");
    LINE("    }");
    LINE("    ignore eTick%d;", k);
    LINE("  }");
    LINE("}");
    LINE("%s", "");
}

static void write_server(int k)
{
    LINE("machine Server%d {", k);
    LINE("  var totals: map[string, int];");
    LINE("  var log: seq[(id: int, amount: int)];");
    LINE("  var known: set[int];");
    LINE("  start state Serving {");
    LINE("    on eRequest%d do (request: tRequest%d) {", k, k);
    LINE("      var reply: tReply%d;", k);
    LINE("      reply.id = request.id;");
    LINE("      if (request.id in known) {");
    LINE("        reply.status = FAILED%d;", k);
    LINE("      } else if ($) {");
    LINE("        reply.status = RETRY%d;", k);
    LINE("      } else {");
    LINE("        known += (request.id);");
    LINE("        Apply(request.key, request.amount);");
    LINE("        log += (sizeof(log), (id = request.id, amount = request.amount));");
    LINE("        reply.status = OK%d;", k);
    LINE("        reply.total = Sum();");
    LINE("      }");
    LINE("      send request.source, eReply%d, reply;", k);
    LINE("      send this, eTick%d;", k);
    LINE("    }");
    LINE("    on eTick%d do { if (sizeof(log) > 10) log -= (0); }", k);
    LINE("  }");
    LINE("  fun Apply(key: string, amount: int) {");
    LINE("    if (!(key in totals)) totals += (key, 0);");
    LINE("    totals[key] = totals[key] + amount * 2 - 1;");
    LINE("  }");
    LINE("  fun Sum(): int {");
    LINE("    var k: string;");
    LINE("    var sum: int;");
    LINE("    foreach (k in keys(totals)) {");
    LINE("      if (totals[k] < 0 || sum > 1000000) continue;");
    LINE("      sum = sum + totals[k] %% 97;");
    LINE("    }");
    LINE("    while (sum > 500) { sum = sum / 2; if (sum == 7) break; }");
    LINE("    return sum;");
    LINE("  }");
    LINE("}");
    LINE("%s", "");
}

static void write_spec_and_test(int k)
{
    LINE("spec Answered%d observes eRequest%d, eReply%d {", k, k, k);
    LINE("  var open: set[int];");
    LINE("  start cold state Quiet {");
    LINE("    on eRequest%d goto Waiting with (r: tRequest%d) { open += (r.id); }", k,
         k);
    LINE("    ignore eReply%d;", k);
    LINE("  }");
    LINE("  hot state Waiting {");
    LINE("    on eRequest%d do (r: tRequest%d) { open += (r.id); }", k, k);
    LINE("    on eReply%d do (r: tReply%d) {", k, k);
    LINE("      open -= (r.id);");
    LINE("      if (sizeof(open) == 0) goto Quiet;");
    LINE("    }");
    LINE("  }");
    LINE("}");
    LINE("%s", "");
    LINE("machine Driver%d {", k);
    LINE("  start state Go {");
    LINE("    entry {");
    LINE("      var server: machine;");
    LINE("      server = new Server%d();", k);
    LINE("      new Client%d((server = server, rounds = 2));", k);
    LINE("    }");
    LINE("  }");
    LINE("}");
    LINE("module System%d = { Client%d, Server%d };", k, k, k);
    LINE("test tc%d [main=Driver%d]: assert Answered%d in (union System%d, { Driver%d "
         "});",
         k, k, k, k, k);
    LINE("%s", "");
}

int main(int argc, char **argv)
{
    long wanted = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (wanted <= 0) {
        fprintf(stderr, "usage: generate-model LINES\n");
        return 2;
    }
    for (int k = 0; lines < wanted; k++) {
        write_types(k);
        write_client(k);
        write_server(k);
        write_spec_and_test(k);
    }
    return 0;
}
