// All pairs of a union are compared, also the first module and the third.
machine Red { start state Run { } }
machine Green { start state Run { } }
machine Blue { start state Run { } }

module Colors = union { Red }, { Green, Blue }, { Red };  //~ error: interface 'Red' is bound in both
