"""What goes in and out over the API, by topic."""
