"""Tables that run by themselves: the staff, the clocks, the company."""
