"""Rows of the database against what journals say of them."""
