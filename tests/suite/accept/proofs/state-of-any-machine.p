// `is` with a state's name means that state of whatever machine has it.
machine A { start state Init { } }
machine B { start state Other { } state Init { } }
invariant started: forall (m: machine) :: m is Init || m is Other;
