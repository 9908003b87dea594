"""Two hands set against two: every setting of every hand, house ways and the best of them."""
