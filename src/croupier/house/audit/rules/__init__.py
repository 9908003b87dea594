"""What the house's journal must say of itself."""
