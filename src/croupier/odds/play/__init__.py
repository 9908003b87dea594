"""The main game played to the best end: one decision, street by street, a point count; and by chance."""
