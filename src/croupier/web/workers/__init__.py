"""Several processes behind one door."""
