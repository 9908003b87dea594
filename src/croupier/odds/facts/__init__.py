"""Counters of cards that know no paytable, and the folder that keeps what they counted."""
