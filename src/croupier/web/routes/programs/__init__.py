"""What programs ask for: tables, their sockets, the descriptions of both, the server's health."""
