"""Signing in: sessions, second factors, passkeys, issuers, lost passwords, wrong guesses."""
