"""What each screen shows and may ask, a package for each kind of person."""
