"""The pages: each parses, checks access, asks one question of the game and renders."""
