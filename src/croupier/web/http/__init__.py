"""What every request meets: addresses, limits, logs, refusals, static files, threads for slow work."""
