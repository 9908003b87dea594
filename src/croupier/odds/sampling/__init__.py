"""Rounds by chance: the fast sampler, and the plain one that settles every round."""
