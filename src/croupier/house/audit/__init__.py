"""Whether the house is whole: its journal, and every row and record beside it; backups and keys."""
