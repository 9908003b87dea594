pytest_plugins = ["croupier.testing.plugin"]
