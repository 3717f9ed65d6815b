// The null event cannot be sent from a receive case.
event eOffer: machine;

machine Bidder {
  start state Bid {
    entry {
      receive {
        case eOffer: (seller: machine) {
          send seller, null;  //~ error: cannot send the null event
        }
      }
    }
  }
}
