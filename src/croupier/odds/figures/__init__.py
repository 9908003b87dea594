"""What is found out about a wager, and what was published about it."""
