"""The views of the API: parse, ask `league.access`, call one service or selector, answer."""
