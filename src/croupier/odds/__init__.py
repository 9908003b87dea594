"""The mathematician: exact counts by compiled kernels (facts), and value and strategy by arithmetic on them."""
