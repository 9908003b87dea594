"""The routes, a file for each screen, named as in `croupier.house.screens`."""
