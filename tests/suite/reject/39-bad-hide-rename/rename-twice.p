// After a rename the old name is no longer present.
machine Timer { start state Run { } }
machine Clock { start state Run { } }
machine Watch { start state Run { } }

module Once = rename Timer to Clock in { Timer };
module Twice = rename Timer to Watch in Once;  //~ error: cannot rename 'Timer' to 'Watch'
