"""What a dealer's console and the school show."""
