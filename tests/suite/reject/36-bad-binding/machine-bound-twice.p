// A machine must not stand twice in one module.
event eTake;

machine Pool { start state Ready { ignore eTake; } }
machine User { start state Run { } }

module Pools = { Pool, User, Pool };  //~ error: interface 'Pool' is bound twice
