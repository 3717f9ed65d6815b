// Any character may stand in a string literal or a comment: Ångström, 東京, ∀x∃y.
machine Greeter {
  var greeting: string;
  start state Ready {
    entry {
      greeting = "Grüße aus Zürich";
      greeting = greeting + " – 東京 ✓ @ # ? ^ & | ~ `";
      print greeting; /* naïve ☃ */
    }
  }
}
