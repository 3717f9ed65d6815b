// A goto in a receive case counts as a goto in the enclosing function.
event eAccepted: int;
event eRejected;

machine Applicant {
  var offer: int;
  start state Waiting {
    entry { offer = AwaitAnswer(); }
  }
  state Unhappy { }
  fun AwaitAnswer(): int {
    receive {
      case eAccepted: (salary: int) { offer = salary; }
      case eRejected: {
        goto Unhappy;  //~ error: 'goto' in a function that returns a value
      }
    }
    return offer;
  }
}
