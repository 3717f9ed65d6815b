// No choice has more than two alternatives, so --narrow=2 leaves nothing out: the verdict
// is a plain one.  By hand: new, and the four combinations.
// verdict: holds
// states: 5
// transitions: 4
// run: --narrow=2
// verdict: holds
// states: 5
// transitions: 4
// run: --narrow=2 --engine=sets
// verdict: holds
// states: 5
// run: --narrow=2 --engine=reduced
// verdict: holds
machine Main {
  var a: bool;
  var b: int;
  start state S {
    entry { a = $; b = choose(2); }
  }
}
