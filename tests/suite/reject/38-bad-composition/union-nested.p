// A shared binding is found through nested unions and named modules.
machine Red { start state Run { } }
machine Green { start state Run { } }
machine Blue { start state Run { } }
machine Driver { start state Go { entry { new Blue(); } } }

module Cold = union { Green }, { Blue };
module Warm = (union { Red }, { Driver });
test tcAll [main=Driver]: union Warm, (union { Green }, Cold);  //~ error: interface 'Green' is bound in both
