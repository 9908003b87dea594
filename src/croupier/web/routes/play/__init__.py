"""What players ask for: seats, wagers, their own rounds, how to play, the coach."""
