"""Side wagers: the cards that decide them, what a fold takes, envy, and play for both together."""
