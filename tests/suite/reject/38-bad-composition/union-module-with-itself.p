// A module cannot be united with itself.
machine Red { start state Run { } }

module Colors = { Red };
module Twice = union Colors, Colors;  //~ error: interface 'Red' is bound in both
