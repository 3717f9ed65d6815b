// What went into an `any` comes out with a cast to its type.
// verdict: holds
// states: 2
// transitions: 1
event eJob;
enum tColor { RED = 7, GREEN = 3 }
machine Main {
  fun Hide(x: any): any { return x; }
  start state Run {
    entry {
      var list: seq[int];
      var few: set[int];
      var table: map[int, int];
      list += (0, 1);
      few += (2);
      table[3] = 4;
      assert (Hide(5) as int) == 5 && (Hide(true) as bool) && (Hide(1.5) as float) == 1.5;
      assert (Hide("s") as string) == "s" && (Hide(eJob) as event) == eJob;
      assert (Hide(this) as machine) == this && (Hide(this) as Main) == this;
      assert (Hide(list) as seq[int])[0] == 1 && 2 in (Hide(few) as set[int]);
      assert (Hide(table) as map[int, int])[3] == 4;
      assert (Hide((1, 2)) as (int, int)).1 == 2 && (Hide((a = 1, b = 2)) as (a: int, b: int)).b == 2;
      assert (Hide(GREEN) as tColor) == GREEN && (Hide(GREEN) as int) == 3 && (Hide(7) as tColor) == RED;
      assert (Hide(null) as any) == null && (Hide(5) as data) == 5;
    }
  }
}
