"""What those at work ask for: dealers, the floor, surveillance, the cage, the books, administrators."""
