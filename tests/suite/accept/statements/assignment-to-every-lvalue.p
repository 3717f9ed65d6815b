// A variable, a field of a tuple, an element of a sequence and an entry of a map can be assigned.
type tSlot = (owner: string, size: int);
machine Depot {
  var count: int;
  var slot: tSlot;
  var pair: (int, bool);
  var queue: seq[int];
  var stock: map[string, int];
  start state Open {
    entry {
      count = 1;
      slot = (owner = "ann", size = 3);
      slot.size = slot.size + 2;
      pair.1 = true;
      queue += (0, 5);
      queue[0] = 6;
      queue[count - 1] = queue[0];
      stock["nuts"] = 8;
      stock[slot.owner] = stock["nuts"];
    }
  }
}
