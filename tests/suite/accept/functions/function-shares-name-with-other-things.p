// A function may have the name of a machine, type, event, enum element, module, variable or spec.
event Alarm: int;
enum Level { Low, High }
type Count = int;
fun Alarm(n: int): event { return Alarm; }
fun Low(): Level { return Low; }
fun Count(Count: Count): Count { return Count + 1; }
fun Bell(): machine { return new Bell(); }
fun Quiet(): bool { return true; }

machine Bell {
  var Count: int;
  start state Alarm {
    entry {
      Count = Count(Count);
      if (Quiet() && Low() == Low) { Bell(); raise Alarm(3), Count; }
    }
    ignore Alarm;
  }
}

spec Quiet observes Alarm { start state Alarm { ignore Alarm; } }
module Bell = { Bell };
test tcBell [main=Bell]: assert Quiet in Bell;
