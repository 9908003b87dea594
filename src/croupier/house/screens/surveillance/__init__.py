"""What surveillance shows."""
