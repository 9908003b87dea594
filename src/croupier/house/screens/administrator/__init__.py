"""What the administrator's page shows."""
