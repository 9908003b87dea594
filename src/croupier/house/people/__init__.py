"""Accounts, sign-in, roles and permissions, and who is here."""
