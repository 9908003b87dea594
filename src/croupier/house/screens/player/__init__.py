"""What a player's pages show."""
