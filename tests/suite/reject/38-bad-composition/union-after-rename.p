// A renamed interface can collide with the interface of its new name.
machine Red { start state Run { } }
machine Crimson { start state Run { } }

module Renamed = rename Red to Crimson in { Red };
module Colors = union Renamed, { Crimson };  //~ error: interface 'Crimson' is bound in both
