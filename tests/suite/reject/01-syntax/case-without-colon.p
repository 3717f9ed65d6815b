// A mistake in one case of receive leaves the others and the machine alone.
event eYes;
event eNo;
machine Asker {
  start state Asking {
    entry {
      receive {
        case eYes { print "yes"; }  //~ error: expected ':', found '{'
        case eNo: { print "no"; }
      }
      print "answered";
    }
    ignore eYes;
  }
  state Done { }
}
