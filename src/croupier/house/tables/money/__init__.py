"""The books of tables, and money on its way: to a seat, from a meter, given to play with."""
