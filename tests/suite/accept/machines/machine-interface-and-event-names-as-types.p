// Interface, machine and event names are types of references.
event ePing: int;
interface Pinger() receives ePing;

machine Player receives ePing; {
  var byMachine: Player;
  var byInterface: Pinger;
  var byEvent: ePing;
  var all: map[Pinger, seq[Player]];
  start state Run {
    entry {
      byMachine = this;
      byInterface = byMachine;
      byEvent = byInterface;
      all[byEvent] = default(seq[Player]);
      send byEvent, ePing, 1;
    }
    on ePing do (n: int) { }
  }
}
