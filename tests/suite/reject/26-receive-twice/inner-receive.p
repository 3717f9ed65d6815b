// A nested receive may repeat an event of the outer one, but none of its own.
event eOpen;
event eClose;

machine Gate {
  var passes: int;
  start state Run {
    entry {
      receive {
        case eOpen: {
          receive {
            case eOpen: { passes = 1; }
            case eClose: { passes = 2; }
            case eClose: { passes = 3; }  //~ error: 'eClose' appears twice in this receive
          }
        }
      }
    }
  }
}
