// The implicit test must be closed too.
interface Ghost() receives;
machine Main {  //~ error: is not bound
  start state S { entry { new Ghost(); } }
}
