"""The pages' own files, served as they are or bound together."""
