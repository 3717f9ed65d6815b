// A named entry function with a parameter is no better.
machine Driver {
  var helper: machine;
  start state Go { entry Init; }
  fun Init(h: machine) { helper = h; }
}

test tcHelp [main=Driver]: { Driver };  //~ error: main machine 'Driver' takes a parameter
