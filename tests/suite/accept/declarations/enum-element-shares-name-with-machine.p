// An enum element may have the name of its enum, of a machine, a type, a function, a state or a module.
enum Leader { Leader, Follower, Count, Step, Idle, System }
type Count = int;
fun Step(n: Count): Count { return n + 1; }

machine Follower {
  var role: Leader;
  var n: Count;
  start state Idle {
    entry {
      role = Follower;
      if (role == Leader) { role = System; }
      n = Step(n);
      assert role != Step && role != Count && role != Idle;
    }
  }
}

module System = { Follower };
