// A spec may see two messages in one order, and their target receive them in the other.
// verdict tcAudit: violated: assertion @22 2 before 1
event eBook: int;
event eBooked: int;
machine Main {
  start state Only {
    entry {
      var l: machine;
      l = new Ledger();
      new Clerk((ledger = l, no = 1));
      new Clerk((ledger = l, no = 2));
    }
  }
}
machine Clerk { start state Only { entry (c: (ledger: machine, no: int)) { send c.ledger, eBook, c.no; } } }
machine Ledger { start state Only { on eBook do (no: int) { announce eBooked, no; } } }
spec Audit observes eBook, eBooked {
  var orders: seq[int];
  start state Only {
    on eBook do (no: int) { orders += (sizeof(orders), no); }
    on eBooked do (no: int) {
      if (orders[0] == 1) assert no == 1, "2 before 1";
      orders -= (0);
    }
  }
}
test tcAudit [main=Main]: assert Audit in { Main, Clerk, Ledger };
