// choose(10) takes at most as many alternatives as --narrow allows.  By hand, with n of
// them: new, n states with a message under way, and n in which it has arrived; each but the
// last n has one transition for each alternative that is left.
// verdict: holds
// states: 21
// transitions: 20
// run: --narrow=2
// verdict: within
// states: 5
// transitions: 4
// run: --narrow=4
// verdict: within
// states: 9
// transitions: 8
// run: --narrow=4 --search=dfs
// verdict: within
// states: 9
// transitions: 8
// run: --narrow=4 --engine=sets
// verdict: within
// states: 9
// run: --narrow=4 --engine=reduced
// verdict: within
// run: --narrow=4 --engine=asi
// verdict: within
// run: --narrow=10
// verdict: holds
// states: 21
// transitions: 20
event eGo: int;

machine Main {
  var total: int;
  start state S {
    entry { send this, eGo, choose(10); }
    on eGo do (n: int) { total = total + n; }
  }
}
