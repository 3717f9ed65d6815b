// Two machines must not serve the same interface in one module.
event eTake;

interface Pool() receives eTake;

machine SmallPool { start state Ready { ignore eTake; } }
machine LargePool { start state Ready { ignore eTake; } }

module Pools = { SmallPool -> Pool, LargePool -> Pool };  //~ error: interface 'Pool' is bound twice
