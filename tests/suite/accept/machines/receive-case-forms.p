// A receive may list events, null and halt, nest, and have cases with or without parameter.
event eData: int;
event eMore: int;
event eEnd;

machine Sink {
  var total: int;
  start state Drain {
    entry {
      receive {
        case eData, eMore: (n: int) { total = total + n; }
        case eEnd, halt: { return; }
      }
      receive {
        case null: { total = 0; }
        case eEnd: (x: any) {
          receive { case eData: (n: int) { total = n; } }
        }
      }
      while (total < 9) {
        receive { case eMore: (m: any) { total = total + 1; } }
      }
    }
    on eData do Later;
    exit { receive { case eEnd: { } } }
  }
  fun Later() { receive { case eEnd: { goto Drain; } case eMore: (n: int) { raise eData, n; } } }
}
