// Parameters of functions and handlers are assignable local variables.
event eLoad: (items: seq[int], owner: string);
machine Truck {
  start state Run {
    entry (capacity: int) { while (capacity > 0) capacity = capacity - 1; }
    on eLoad do (load: (items: seq[int], owner: string)) {
      load.owner = "ann";
      load.items += (0, 3);
      load.items[0] = 4;
      load.items -= 0;
      load = (items = default(seq[int]), owner = load.owner);
      Trim(load.items, 2);
    }
  }
  fun Trim(items: seq[int], n: int): seq[int] {
    while (sizeof(items) > n) items -= (0);
    n = sizeof(items);
    foreach (n in items) ;
    return items;
  }
}
