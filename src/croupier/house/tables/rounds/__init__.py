"""Rounds that are over: where each lies in the journal, and its own records."""
