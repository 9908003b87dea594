"""What people ask of the house: commands at a table, requests that a second person approves, the cage."""
