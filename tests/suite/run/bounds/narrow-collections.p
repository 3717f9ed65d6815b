// Collections are narrowed by position: of the five elements of each, --narrow=3 takes the
// first, the third and the last.  Sets and maps are in the order of their elements and
// keys.  The sequence is 0, 1, 2, 3, 0, so two of its alternatives have the same outcome.
// By hand: new, and the different outcomes: 4 * 5 * 5 of all alternatives, 2 * 3 * 3 of
// three of them, 1 * 2 * 2 of the ends.
// verdict: holds
// states: 101
// transitions: 100
// run: --narrow=3
// verdict: within
// states: 19
// transitions: 18
// run: --narrow=2
// verdict: within
// states: 5
// transitions: 4
// run: --narrow=3 --engine=sets
// verdict: within
// states: 19
// run: --narrow=5
// verdict: holds
// states: 101
// transitions: 100
machine Main {
  var a: int;
  var b: int;
  var c: int;
  start state S {
    entry {
      var q: seq[int];
      var s: set[int];
      var m: map[int, bool];
      var i: int;
      while (i < 5) {
        q += (i, i % 4);
        s += (4 - i);
        m[10 * i] = true;
        i = i + 1;
      }
      a = choose(q);
      b = choose(s);
      c = choose(m);
      i = 0;
      q = default(seq[int]);
      s = default(set[int]);
      m = default(map[int, bool]);
    }
  }
}
