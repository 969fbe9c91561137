"""The game, its tables and its pages; imports club, never the other way."""
