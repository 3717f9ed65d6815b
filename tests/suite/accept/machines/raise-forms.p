// A raise takes an event name with its payload, or any expression of type event.
event ePlain;
event eInt: int;
event eRow: (id: int, name: string);

machine Thrower {
  var next: event;
  var table: map[int, event];
  start state Run {
    entry {
      table[0] = ePlain;
      if (next == ePlain) raise ePlain;
      else if (next == eInt) raise eInt, 3;
      else if (next == eRow) raise eRow, (id = 1, name = "x");
      else if (next == halt) raise halt;
      else if (next == null) raise ePlain, null;
      else if ($) raise Pick(2), 5;
      else if ($$) raise table[0], "unchecked", 1;
      raise next;
    }
    on ePlain, eInt, eRow do { }
  }
  fun Pick(n: int): event { if (n > 1) return eInt; return halt; }
}
