"""A 將 in plain Python: its record, the deal, every payment, side bets, and the fewest transfers."""
