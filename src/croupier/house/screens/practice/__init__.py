"""Practice: a decision at a time, with every choice's exact value."""
