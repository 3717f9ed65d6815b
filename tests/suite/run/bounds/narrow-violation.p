// Of 0 to 9, --narrow=4 takes 0, 3, 6 and 9, and --narrow=3 takes 0, 4 and 9.
// verdict: violated: assertion @28 six
// run: --narrow=4
// verdict: violated: assertion @28 six
// run: --narrow=4 --search=dfs
// verdict: violated: assertion @28 six
// run: --narrow=4 --engine=reduced
// verdict: violated: assertion @28 six
// run: --narrow=4 --engine=asi
// verdict: violated: assertion @28 six
// run: --narrow=4 --engine=sets
// verdict: violated: assertion @28 six
// run: --narrow=3
// verdict: within
// run: --narrow=3 --search=dfs
// verdict: within
// run: --narrow=3 --engine=reduced
// verdict: within
// run: --narrow=3 --engine=sets
// verdict: within
// run: --narrow=10
// verdict: violated: assertion @28 six
event eGo: int;
machine Main {
  start state S {
    entry { send this, eGo, choose(10); }
    on eGo do (n: int) {
      assert n != 6, "six";
    }
  }
}
