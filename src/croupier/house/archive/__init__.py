"""Rounds that are over: found again, replayed, explained, verified, disputed."""
