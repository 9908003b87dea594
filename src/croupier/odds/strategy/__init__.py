"""Which decision is best: advice, rule lists, and the words for them."""
