"""One solver: value, strategy and samples of any game whose wagers declare what they see."""
