"""The house: many tables at once, their journals and every cent in one database, and who may do what."""
