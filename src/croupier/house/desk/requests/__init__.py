"""What one person asks and a second approves, kind by kind."""
