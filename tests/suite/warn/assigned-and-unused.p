// Unused and only assigned variables are told apart.
fun Report(level: int) {
  var text: string;
  var last: int;  //~ warning: variable 'last' is assigned but never read
  var next: int;  //~ warning: unused variable 'next'
  text = format("level {0}", level);
  last = level;
  print text;
}

machine Monitor {
  start state Run { entry { Report(3); } }
}
