// Calls and creations are statements; what they return is dropped.
event eGo: int;
interface Pool(int) receives eGo;
fun Total(a: int, b: int): int { return a + b; }
fun Log(text: string) { print text; }
machine Worker { start state Run { entry (job: (id: int)) { } } }
machine Idle { start state Run { } }
machine Boss {
  start state Run {
    entry {
      Total(1, 2);
      Log("start");
      Count();
      new Idle();
      new Worker((id = 3,));
      new Pool(Total(3, 4));
      if ($) new Idle(); else Count();
      while ($) Log("again");
    }
  }
  fun Count(): map[int, bool] { return default(map[int, bool]); }
}
