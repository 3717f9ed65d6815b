// A function of a machine hides the global function of the same name, whatever its parameters are.
event eBill: int;
fun Price(item: string): int { return 1; }
fun Tax(n: int): int { return n / 5; }

machine Shop {
  start state Sell {
    entry {
      var total: float;
      total = Price(2, 1.5);
      Tax();
      assert total > 0.0;
    }
    on eBill do Tax2;
  }
  fun Price(count: int, each: float): float { return each; }
  fun Tax() { print "tax"; }
  fun Tax2(n: int) { Tax(); }
}

machine Kiosk {
  start state Sell { entry { var n: int; n = Tax(Price("tea")); } }
}
