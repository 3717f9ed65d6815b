// A loop that ends, but not soon, is no error: it is cut off, unless the limit is raised.  No engine may say that the
// test holds then.
// run:
// verdict: unknown
// run: --engine=reduced
// verdict: unknown
// run: --engine=asi
// verdict: unknown
// run: --engine=sets
// verdict: unknown
// run: --engine=dpor
// verdict: unknown
// run: --search=dfs
// verdict: unknown
// run: --bitstate=64
// verdict: unknown
// run: --max-instructions=20000000
// verdict: holds
machine Main {
  start state Run {
    entry {
      var n: int;
      while (n < 1000000) { n = n + 1; }
      assert n == 1000000;
    }
  }
}
// not for naive
