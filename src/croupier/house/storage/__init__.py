"""What lies on the disk: the schema, transactions that many commands share, migrations, the lock of a file."""
