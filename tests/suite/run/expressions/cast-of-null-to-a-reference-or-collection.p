// Null passes a cast to anything that is held by reference, and stays null.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var nothing: any;
      var list: seq[int];
      var table: map[int, int];
      var pair: (int, int);
      assert (nothing as event) == null && (nothing as machine) == null;
      list = nothing as seq[int];
      table = nothing as map[int, int];
      pair = nothing as (int, int);
      assert (list as any) == null && (table as any) == null && (pair as any) == null;
      assert list != default(seq[int]);
    }
  }
}
