// A case may list several events, 'null' and 'halt' among them, and its parameter must accept every payload.
event ePing;
event ePong;
event eCount: int;
event eTotal: int;
event eName: string;
event eSpot: (int, int);
machine Collector {
  start state Run {
    entry {
      var sum: int;
      receive { case ePing: { } }
      receive { case ePing, ePong: { } case null: { } case halt: { sum = 0; } }
      receive { case ePing, null, halt: { sum = 1; } }
      receive {
        case eCount, eTotal: (n: int) { sum = sum + n; }
        case eName, ePong: (payload: any) { print format("{0}", payload); }
        case ePing: (nothing: machine) { assert nothing == null; }
        case eSpot: (spot: (int, any)) { sum = spot.0; }
      }
    }
  }
}
