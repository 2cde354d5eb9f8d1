"""What the site makes by itself: which reports are due when, what goes into each, and who is sent it."""
