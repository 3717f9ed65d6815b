// Two buyers want a book together: the first asks for the price, the seller tells both, the first
// says what it pays, and the second decides. No sets here: three machines, all different.

event eTitle: (first: machine, second: machine);   // who asks, and whom to tell too
event eQuote: int;
event eShare: int;      // what the first one pays
event eBuy: machine;    // who buys
event eQuit;
event eShip;

machine First {
  start state Go {
    entry {
      var seller: machine;
      var second: machine;
      seller = new Seller();
      second = new Second(seller);
      send seller, eTitle, (first = this, second = second);
      receive {
        case eQuote: (price: int) {
          send second, eShare, price - 1;
        }
      }
    }
  }
}

machine Second {
  start state Go {
    entry (seller: machine) {
      var price: int;
      receive { case eQuote: (p: int) { price = p; } }
      receive {
        case eShare: (share: int) {
          assert share < price, "nothing is left to pay";
        }
      }
      if ($) {
        send seller, eBuy, this;
        receive { case eShip: { } }
      } else {
        send seller, eQuit;
      }
    }
  }
}

machine Seller {
  start state Go {
    entry {
      receive {
        case eTitle: (who: (first: machine, second: machine)) {
          send who.first, eQuote, 10;
          send who.second, eQuote, 10;
        }
      }
      // Whichever of the two comes: they are one message with two forms in the proof.
      receive {
        case eBuy: (buyer: machine) { send buyer, eShip; }
        case eQuit: { }
      }
    }
  }
}

// sequential: holds
// expect: holds
test tcTwoBuyers [main=First]: { First, Second, Seller };

// The mistake: only the one who asked gets an answer.
machine CurtSeller {
  start state Go {
    entry {
      receive {
        case eTitle: (who: (first: machine, second: machine)) {
          send who.first, eQuote, 10;
        }
      }
      receive {
        case eBuy: (buyer: machine) { send buyer, eShip; }
        case eQuit: { }
      }
    }
  }
}

// sequential: deadlock @32
// expect: violated: waits in a receive
test tcTwoBuyersCurt [main=First]: { First, Second, CurtSeller -> Seller };
