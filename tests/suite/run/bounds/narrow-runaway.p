// No choice leaves the loop after the narrowed one: that is a runaway all the same.
// verdict: violated: runaway @11
// run: --narrow=3
// verdict: violated: runaway @11
// run: --narrow=3 --search=dfs
// verdict: violated: runaway @11
machine Main {
  start state S {
    entry {
      if (choose(10) == 9) {
        while ($ || true) { }
      }
    }
  }
}
