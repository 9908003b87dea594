"""What the floor's pages show."""
