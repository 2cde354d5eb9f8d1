"""One module for each command in `bin/`: `main(arguments)` returns the exit status."""
