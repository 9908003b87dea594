"""Tables that run: the one keeper of each, its staff, its money, its snapshots, what each person may see."""
