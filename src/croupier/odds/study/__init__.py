"""A table studied: every wager priced, readings and editions compared."""
