"""The house on the network: an ASGI app with a JSON API and one socket per table."""
