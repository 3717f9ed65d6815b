// 'format' needs one more argument than its largest placeholder, whatever is repeated or left out.
type tJob = (id: int, tags: set[string]);
machine Formatter {
  var job: tJob;
  start state Run {
    entry {
      var text: string;
      text = format("nothing to fill in");
      text = format("");
      text = format("{0}", 1);
      text = format("{0}{0} and {0}", "again");
      text = format("{1} before {0}", "b", "a");
      text = format("only {1}", "unused", 2);
      text = format("{01} {00}", 1, 2);
      text = format("{9}", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
      text = format("{0} {1} {2} {3}", true, 1.5, null, halt);
      text = format("{0} {1} {2}", job, job.tags, (1, (2,)));
      text = format("{0}", format("{0}", this));
      text = "a" + format("{0}", 1) + "b";
      text = format("\"{0}\"\n", job.id + 1);
    }
  }
}
