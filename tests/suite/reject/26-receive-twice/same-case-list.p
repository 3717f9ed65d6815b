// An event must not stand twice in the list of one case.
event eYes;
event eNo;

machine Voter {
  start state Run {
    entry {
      receive {
        case eYes, eNo, eYes: { print "answered"; }  //~ error: 'eYes' appears twice in this receive
      }
    }
  }
}
