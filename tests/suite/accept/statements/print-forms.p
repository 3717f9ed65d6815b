// 'print' takes any string expression.
type tNote = (text: string, size: int);
fun Title(): string { return "title"; }
machine Printer {
  var notes: seq[tNote];
  var line: string;
  var box: any;
  start state Run {
    entry {
      print "";
      print "plain";
      print ("in parentheses");
      print line;
      print line + ", " + Title();
      print format("{0} of {1}", 1, sizeof(notes));
      print format("no placeholder");
      print notes[0].text;
      print ("a", "b").1;
      print box as string;
    }
  }
}
