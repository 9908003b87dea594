"""Which protocol serves HTTP, and how long a connection may take."""
