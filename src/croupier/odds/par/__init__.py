"""The PAR sheet."""
