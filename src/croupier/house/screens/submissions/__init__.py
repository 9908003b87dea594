"""Rules Submissions as a form, and what their choices are worth."""
