"""One file a recipe; the list of them is in __main__.py."""
