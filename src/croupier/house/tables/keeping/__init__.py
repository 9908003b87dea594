"""The one keeper of each table: how it is loaded, takes commands, writes, and is replaced."""
