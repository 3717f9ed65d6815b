// A payload does not make the null event sendable.
machine Courier {
  start state Deliver {
    entry (customer: machine) {
      send customer, null, 42;  //~ error: cannot send the null event
    }
  }
}
