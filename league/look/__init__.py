"""How values look to a reader: figures, words, tiles, charts. Plain functions; templates reach them by `look` tags."""
