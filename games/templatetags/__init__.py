"""How templates write the game's values."""
