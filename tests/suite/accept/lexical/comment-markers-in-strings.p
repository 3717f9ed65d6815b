// Comment marks inside a string literal are text.
machine Printer {
  var text: string;
  start state Ready {
    entry {
      print "http://example.org/index";
      print "/* not a comment */";
      print "she said \"// hello\" twice";
      print "ends with a backslash \\"; // a real comment
      text = "*/" + "//" + "/*"; /* a real one */
      print text;
    }
  }
}
