// `==>` and `<==>` have the truth tables of logic.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var yes: bool;
      var no: bool;
      yes = true;
      assert (yes ==> yes) && !(yes ==> no) && (no ==> yes) && (no ==> no);
      assert (yes <==> yes) && !(yes <==> no) && !(no <==> yes) && (no <==> no);
      assert !(no ==> no ==> no);
    }
  }
}
