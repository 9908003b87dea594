"""How much one may ask: rates, budgets of work, threads for what takes long."""
