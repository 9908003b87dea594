"""Playthroughs: a script and the record of what followed, together in one file."""
