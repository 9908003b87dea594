"""A table in words and places: the printed layout, hands, choices, and what lies there after each record."""
