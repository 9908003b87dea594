"""What many rounds come to: a player's session, a table's day, a meter's years."""
