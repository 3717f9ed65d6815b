// --narrow=2 takes 0 and 2.  Neither leaves the loop, but that is no runaway: 1 does.  By
// hand: new, and with 1 the state after the loop.
// verdict: holds
// states: 2
// transitions: 1
// run: --narrow=2
// verdict: within
// states: 1
// transitions: 0
// run: --narrow=2 --search=dfs
// verdict: within
// states: 1
// transitions: 0
// run: --narrow=2 --engine=sets
// verdict: within
// states: 1
// run: --narrow=3
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state S {
    entry { while (choose(3) != 1) { } }
  }
}
