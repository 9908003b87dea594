"""Open connections: a table's socket, the pages' sockets and what they are sent."""
