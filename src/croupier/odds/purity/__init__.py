"""Rounds that are counted as one are settled alike, or refused."""
