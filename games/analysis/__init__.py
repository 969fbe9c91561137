"""How a game was played and how it can be played: searches over boards. Imports nothing of the club but the engine."""
