// Longest match: a reserved word followed by letters, digits or underscores is one identifier.
event eventful: int;
type typed = int;
enum enumeration { trueish, falsely, nullable }
fun function(input: typed, newest: typed): typed { return input - newest; }

machine machinery {
  var variable, _, __under_9, in_, if2, do_it, halted, is_done, exists_now, this_one: int;
  start state stateful {
    entry {
      foreach_(intern());
      variable = function(_, __under_9);
      raise eventful, variable;
    }
    on eventful goto starting;
  }
  state starting { }
  fun foreach_(format_: int) { in_ = format_ + if2; }
  fun intern(): int { return do_it; }
}
