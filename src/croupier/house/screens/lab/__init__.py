"""The lab: any wager of the book, priced while somebody types."""
