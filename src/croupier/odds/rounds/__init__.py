"""Rounds as those who count know them: shapes, what is seen, and how many each stands for."""
