"""The day's books: records added up, what could be expected of them, reports and exports."""
