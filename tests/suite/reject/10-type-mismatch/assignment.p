// The value assigned to a variable must fit its type.
machine Counter {
  var total: int;
  var name: string;
  var open: bool;
  start state Idle {
    entry {
      total = true;  //~ error: expected int, found bool
      name = 3;  //~ error: expected string, found int
      open = "yes";  //~ error: expected bool, found string
    }
  }
}
