"""What the commands in `bin/` are made of. Standard library only: it runs before anything is installed."""
