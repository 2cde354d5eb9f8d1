"""The demo club: two seasons of play out of a quick simulation."""
