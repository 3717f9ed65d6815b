// Five independent mistakes; what stands around them gives no further errors.
enum tColor { RED, GREEN }
machine Lamp {
  var color: tColor;
  var total: int;
  start state Idle {
    entry {
      assert (total == "x") == (color == RED);  //~ error: cannot compare int with string
      total = (true as int) + 1;  //~ error: cannot cast bool to int
      while (color == 0 || total > 3) {  //~ error: cannot compare tColor with int
        total = ("7" to int) * 2;  //~ error: cannot convert string to int
      }
      print format("{0}", -(total == null));  //~ error: cannot compare int with null
    }
  }
}
