"""The house's own journal: what happens away from the tables, hash-chained and signed; heads kept elsewhere."""
